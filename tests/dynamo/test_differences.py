"""The list of differences between DynamoDB Local and AWS holds nothing that no test meets."""

import ast
from pathlib import Path

from tests.dynamo import differences
from tests.dynamo.differences import Difference

TESTS = Path(__file__).parent


def names_read_in(source: str) -> set[str]:
    """The names that a module reads; one that it only imports is not used."""
    nodes = list(ast.walk(ast.parse(source)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def test_every_difference_is_met_by_a_test() -> None:
    listed = {name for name, value in vars(differences).items() if isinstance(value, Difference)}
    used = {
        name
        for folder in ("contract", "programs")
        for file in sorted((TESTS / folder).rglob("*.py"))
        for name in names_read_in(file.read_text())
    }
    assert listed - used == set()
