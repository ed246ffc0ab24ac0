"""A folder's `__init__.py` is its public face: what it offers is listed, and nothing slips in."""

import importlib
import pkgutil
from types import ModuleType

import pytest

import cairn

PACKAGES = [module.name for module in pkgutil.walk_packages(cairn.__path__, prefix="cairn.") if module.ispkg]
# Their files begin with lists of what they put together, not of what they offer.
ASSEMBLIES = {"cairn.cli", "cairn.cli.accounts", "cairn.cli.tables", "cairn.dynamo.embedded.operations"}


@pytest.mark.parametrize("name", [name for name in PACKAGES if name not in ASSEMBLIES])
def test_a_package_offers_what_it_lists(name: str) -> None:
    package = importlib.import_module(name)
    offered = {
        each
        for each, value in vars(package).items()
        if not each.startswith("_") and not isinstance(value, ModuleType)
    }
    assert offered == set(getattr(package, "__all__", ()))


def test_importing_everything_starts_nothing() -> None:
    for module in pkgutil.walk_packages(cairn.__path__, prefix="cairn."):
        importlib.import_module(module.name)
