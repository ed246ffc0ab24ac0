"""What mypy infers is what is written in `inferred.py`, and each mistake below is reported as it says there."""

import re
from pathlib import Path

import pytest
from mypy import api

pytestmark = pytest.mark.timeout(300)  # without a cache, mypy reads all that is imported

CHECKOUT = Path(__file__).parents[2]
BEGINNING = """
from datetime import datetime
from uuid import UUID

from cairn.tables import Ref, Table, Tables, attribute, put, update
from tests.tables.library import Book, Loan, Reader, Status

LOAN: Loan
READER_ID = UUID(int=1)
NOW: datetime
TABLES: Tables

"""
MISTAKES = {
    "Reader(reader_id=READER_ID)": 'Missing named argument "name" for "Reader"  [call-arg]',
    'Reader(reader_id="1", name="Ada")': (
        'Argument "reader_id" to "Reader" has incompatible type "str"; expected "UUID"  [arg-type]'
    ),
    'Reader(reader_id=READER_ID, name="Ada", age=36)': (
        'Unexpected keyword argument "age" for "Reader"  [call-arg]'
    ),
    "LOAN.status = Status.RETURNED": 'Property "status" defined in "Loan" is read-only  [misc]',
    "LOAN.colour": '"Loan" has no attribute "colour"  [attr-defined]',
    "Loan.colour": '"type[Loan]" has no attribute "colour"  [attr-defined]',
    'attribute(Loan.status).set("OPEN")': (
        'Argument 1 to "set" of "Attribute" has incompatible type "str"; expected "Status | None"  [arg-type]'
    ),
    'attribute(Loan.branch).include("north")': (
        'Invalid self argument "Attribute[str]" to attribute function "include" with type "def [M] include(self, '
        'self: Attribute[set[M]] | Attribute[frozenset[M]], *members: M) -> Change"  [misc]'
    ),
    'attribute(Reader.books).add("1")': (
        'Argument 1 to "add" of "Attribute" has incompatible type "str"; expected "int | float | Decimal"  [arg-type]'
    ),
    'Book.rank == "7"': (
        'Non-overlapping equality check (left operand type: "int", right operand type: "Literal[\'7\']")  '
        "[comparison-overlap]"
    ),
    'update(LOAN, attribute(Loan.fine).unset(), when="fine > 1")': (
        'Argument "when" to "update" has incompatible type "str"; expected "Condition | bool | None"  [arg-type]'
    ),
    "put(LOAN.key)": 'Argument 1 to "put" has incompatible type "Ref[Loan]"; expected "Entity"  [arg-type]',
    "Loan.open_until(open_in='north')": '"Key[Ref[Loan]]" not callable  [operator]',
    "ref: Ref[Book] = Loan.latest(READER_ID, NOW)": (
        'Incompatible types in assignment (expression has type "Query[Loan]", variable has type "Ref[Book]")  '
        "[assignment]"
    ),
    "Table('t', pk='PK', sk='SK').index('i', pk='a', sk='b', projection='SOME')": (
        'No overload variant of "index" of "Table" matches argument types "str", "str", "str", "str"  [call-overload]'
    ),
    "async def a() -> list[Book]: return await TABLES.all(Loan.of_reader(READER_ID))": (
        'Argument 1 to "all" of "Tables" has incompatible type "Query[Loan]"; expected "Query[Book]"  [arg-type]'
    ),
    "async def b() -> str: return (await TABLES.get(Reader.with_id(READER_ID))).name": (
        'Item "None" of "Reader | None" has no attribute "name"  [union-attr]'
    ),
    "async def c() -> Loan: return (await TABLES.all(Loan.due_in('north')))[0]": (
        'Incompatible return value type (got "Ref[Loan]", expected "Loan")  [return-value]'
    ),
    "async def d() -> None: await TABLES.page(Loan.of_reader(READER_ID), size=3)": (
        'Missing named argument "caller" for "page" of "Tables"  [call-arg]'
    ),
}


def checked(*arguments: str) -> tuple[list[str], int]:
    """The errors that mypy reports with the checkout's settings, without the lines that only explain."""
    output, fault, status = api.run(
        [
            "--config-file",
            str(CHECKOUT / "pyproject.toml"),
            "--no-error-summary",
            "--hide-error-context",
            *arguments,
        ]
    )
    assert not fault
    return [line for line in output.splitlines() if ": note:" not in line], status


def test_types_are_inferred_as_they_are_written_down() -> None:
    assert checked(str(CHECKOUT / "tests" / "typing" / "inferred.py")) == ([], 0)


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is reported of each mistake, from one run over all of them."""
    file = tmp_path_factory.mktemp("mistakes") / "mistakes.py"
    first = BEGINNING.count("\n") + 1
    file.write_text(BEGINNING + "\n".join(MISTAKES) + "\n")
    lines, status = checked(str(file))
    assert status == 1
    found: dict[str, list[str]] = {mistake: [] for mistake in MISTAKES}
    for line in lines:
        place = re.search(r":(\d+): error: (.*)", line)
        assert place is not None, line
        found[list(MISTAKES)[int(place[1]) - first]].append(place[2])
    return found


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported(reported: dict[str, list[str]], mistake: str) -> None:
    assert reported[mistake] == [MISTAKES[mistake]]
