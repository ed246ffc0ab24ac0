"""The command `cairn` of an installation whose only app is the library of `tests/tables`."""

from cairn.apps import declared
from cairn.cli import main
from tests.tables.library import library

if __name__ == "__main__":
    vars(declared)["TABLES_BY_PART"] = {"library": (library,)}
    main()
