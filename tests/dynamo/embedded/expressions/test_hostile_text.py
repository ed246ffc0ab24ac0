"""Texts made to hurt: each is refused in DynamoDB's words, however deep or long it is."""

import pytest

from tests.dynamo.embedded.expressions.cast import ITEM, condition, fault, update

TOO_MANY = "The expression contains too many operators; operator count: 301"
REDUNDANT = "The expression has redundant parentheses;"
LATE_END = 'Syntax error; token: "<EOF>", near: '


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("condition", "(" * 4096, f'{LATE_END}"("'),
        (
            "condition",
            "(" * 4097,
            "Expression size has exceeded the maximum allowed size; expression size: 4097",
        ),
        ("condition", "(" * 1000 + "a = :v" + ")" * 1000, REDUNDANT),
        ("condition", "(" * 2000 + "a" + ")" * 2000 + " = :v", REDUNDANT),
        ("condition", "a = " + "(" * 2000 + ":v" + ")" * 2000, REDUNDANT),
        ("condition", "NOT " * 1023 + "a", f'{LATE_END}"a"'),
        ("condition", "NOT " * 1000 + "a = :v", TOO_MANY),
        ("condition", "NOT (" * 600 + "a = :v" + ")" * 600, TOO_MANY),
        ("condition", "(" * 150 + "a = :v" + " OR a = :w) AND a = :v" * 150, TOO_MANY),
        ("condition", " AND ".join(["a = :v"] * 151), TOO_MANY),
        ("condition", "size(" * 800, f'{LATE_END}"("'),
        (
            "condition",
            "size(" * 600 + "a" + ")" * 600 + " = :v",
            "Incorrect operand type for operator or function; operator or function: size, operand type: N",
        ),
        (
            "condition",
            "a" + "[0]" * 1300 + " = :v",
            "The document path has too many nesting levels; nesting levels: 1301",
        ),
        (
            "condition",
            f"a[{'9' * 4000}] = :v",
            f"List index is not within the allowable range; index: [{'9' * 4000}]",
        ),
        (
            "condition",
            f"a IN ({', '.join([':v'] * 101)})",
            "The IN operator is provided with too many operands; number of operands: 101",
        ),
        ("condition", " " * 4096, f'{LATE_END}"{" " * 4096}"'),
        ("update", "(" * 4096, 'Syntax error; token: "(", near: "(("'),
        ("update", "SET a = " + "(" * 4000, f'{LATE_END}"("'),
        ("update", "SET a = " + "(" * 2000 + ":v" + ")" * 2000, REDUNDANT),
        ("update", "SET a = " + "if_not_exists(a," * 230, f'{LATE_END}","'),
        (
            "update",
            "SET z = " + "if_not_exists(q," * 230 + "#zz" + ")" * 230,
            "An expression attribute name used in the document path is not defined; attribute name: #zz",
        ),
        ("update", "SET " + ",".join(f"z{number}=a+a" for number in range(301)), TOO_MANY),
        ("update", "REMOVE " + "a" * 4090, "Expression size has exceeded the maximum allowed size;"),
        ("projection", "a." * 2048, f'{LATE_END}"."'),
        (
            "projection",
            ",".join(["a"] * 2000),
            (
                "Two document paths overlap with each other; must remove or rewrite one of these paths; "
                "path one: [a], path two: [a]"
            ),
        ),
    ],
)
def test_hostile_text_is_refused(kind: str, text: str, message: str) -> None:
    assert fault(kind, text) == f"Invalid {kind.capitalize()}Expression: {message}"


def test_the_greatest_conditions_are_answered() -> None:
    assert condition("NOT " * 299 + "a = :v")(ITEM) is False
    assert condition(" AND ".join(["a = :v"] * 150))(ITEM) is True
    assert condition("NOT (" * 149 + "a = :w" + " OR a = :w)" * 75 + ")" * 74)(ITEM) is True
    assert condition("(" * 149 + "a = :v" + " OR a = :w)" * 149)(ITEM) is True
    assert condition(f"a IN ({', '.join([':w'] * 99)}, :v)")(ITEM) is True
    assert condition("a" + "[0]" * 31 + " = :v")(ITEM) is False
    assert condition("a = :v" + " " * 4090)(ITEM) is True


def test_the_greatest_update_is_made() -> None:
    made = update("SET " + ",".join(f"z{number}=a+:v" for number in range(300)))(ITEM)
    assert {made[f"z{number}"]["N"] for number in range(300)} == {"2"}


def test_the_deepest_value_is_found() -> None:
    made = update("SET z = " + "if_not_exists(q," * 230 + ":v" + ")" * 230)(ITEM)
    assert made["z"] == {"N": "1"}
