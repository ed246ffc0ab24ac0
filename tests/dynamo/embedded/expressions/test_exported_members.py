"""The public face of the expressions."""

from cairn.dynamo.embedded import expressions


def test_exported_members() -> None:
    assert expressions.__all__ == [
        "Condition",
        "Expressions",
        "KeyCondition",
        "KeyConditions",
        "Projection",
        "Update",
        "check_placeholders_are_wanted",
    ]
