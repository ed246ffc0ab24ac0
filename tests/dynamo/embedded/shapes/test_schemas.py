"""Key schemas, attribute definitions and indexes of a table that is to be created."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import invalid, listed, null, refusal_of

WRONG = "One or more parameter values were invalid: "
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
ALL = {"ProjectionType": "ALL"}


def definitions(names: str) -> list[dict[str, str]]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def schema(names: str, kinds: tuple[str, ...] = ("HASH", "RANGE", "RANGE")) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(names, kinds, strict=False)]


def index(
    keys: str = "ac", name: str = "index", projection: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    return {
        "IndexName": name,
        "KeySchema": schema(keys),
        "Projection": ALL if projection is None else projection,
        **more,
    }


def table(
    defined: str,
    keys: str,
    *,
    local: list[dict[str, Any]] | None = None,
    of_all: list[dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A table whose attributes have names of one letter."""
    return {
        "TableName": "Goals",
        "AttributeDefinitions": definitions(defined),
        "KeySchema": schema(keys),
        "BillingMode": "PAY_PER_REQUEST",
        "LocalSecondaryIndexes": local,
        "GlobalSecondaryIndexes": of_all,
        **more,
    }


def include(*names: str) -> dict[str, Any]:
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(names)}


@pytest.mark.parametrize(
    "request_",
    [
        table("a", "a"),
        table("ab", "ab"),
        table("abc", "ab", local=[index(), index(name="other", projection=include("x"))]),
        table(
            "abc",
            "a",
            of_all=[index("bc"), index("c", name="other", projection={"ProjectionType": "KEYS_ONLY"})],
        ),
        table("abc", "ab", local=[index(name=f"index{n}") for n in range(5)]),
        table("abc", "ab", of_all=[index(name=f"index{n}") for n in range(20)]),
        table("ab", "ab", of_all=[index("ba"), index("a", name="same")]),
        table(
            "abc",
            "ab",
            of_all=[index(ProvisionedThroughput=UNITS)],
            BillingMode="PROVISIONED",
            ProvisionedThroughput=UNITS,
        ),
        table(
            "abc",
            "ab",
            of_all=[index(name=f"index{n}", projection=include(*"0123456789")) for n in range(10)],
        ),
    ],
)
def test_fitting_schemas_pass(request_: dict[str, Any]) -> None:
    assert refusal_of("CreateTable", request_) is None


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (table("", "a"), "Invalid KeySchema: Some index key attribute have no definition"),
        (table("a", "ab"), "Invalid KeySchema: Some index key attribute have no definition"),
        (table("a", "aa"), "Invalid KeySchema: Some index key attribute have no definition"),
        (
            table("bc", "ab"),
            (
                f"{WRONG}Some index key attributes are not defined in AttributeDefinitions. Keys: [a, b], "
                "AttributeDefinitions: [b, c]"
            ),
        ),
        (
            table("ab", "aa"),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name",
        ),
        (
            table("a", "a", KeySchema=schema("a", ("RANGE",))),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            table("ab", "ab", KeySchema=schema("ab", ("HASH", "HASH"))),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
        ),
        (
            table("ab", "a"),
            (
                f"{WRONG}Number of attributes in KeySchema does not exactly match number of attributes defined in "
                "AttributeDefinitions"
            ),
        ),
        (
            table("aa", "a"),
            (
                f"{WRONG}Number of attributes in KeySchema does not exactly match number of attributes defined in "
                "AttributeDefinitions"
            ),
        ),
    ],
)
def test_key_schema_and_definitions_agree(request_: dict[str, Any], message: str) -> None:
    assert refusal_of("CreateTable", request_) == invalid(message)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (table("ab", "ab", local=[]), f"{WRONG}List of LocalSecondaryIndexes is empty"),
        (
            table("ac", "a", local=[index()]),
            (
                f"{WRONG}Table KeySchema does not have a range key, which is required when specifying a "
                "LocalSecondaryIndex"
            ),
        ),
        (
            table("ab", "ab", local=[index("ac")]),
            (
                f"{WRONG}Some index key attributes are not defined in AttributeDefinitions. Keys: [a, c], "
                "AttributeDefinitions: [a, b]"
            ),
        ),
        (
            table("ab", "ab", local=[index("aa")]),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name",
        ),
        (
            table("ab", "ab", local=[index("a")]),
            f"{WRONG}Index KeySchema does not have a range key for index: index",
        ),
        (
            table("abc", "ab", local=[index("cb")]),
            (
                f"{WRONG}Index KeySchema does not have the same leading hash key as table KeySchema for index: index. "
                "index hash key: c, table hash key: a"
            ),
        ),
        (
            table("abc", "ab", local=[index(name=f"index{n}") for n in range(6)]),
            f"{WRONG}Number of LocalSecondaryIndexes exceeds per-table limit of 5",
        ),
    ],
)
def test_local_indexes_share_the_partition_key(request_: dict[str, Any], message: str) -> None:
    assert refusal_of("CreateTable", request_) == invalid(message)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (table("ab", "ab", of_all=[]), f"{WRONG}List of GlobalSecondaryIndexes is empty"),
        (
            table("abc", "ab", of_all=[index("cd")]),
            (
                f"{WRONG}Some index key attributes are not defined in AttributeDefinitions. Keys: [c, d], "
                "AttributeDefinitions: [a, b, c]"
            ),
        ),
        (
            table("abc", "ab", of_all=[index() | {"KeySchema": schema("c", ("RANGE",))}]),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
        (
            table("abc", "ab", of_all=[index("abc")]),
            (
                f"{WRONG}Index index has 3 key attributes; here an index has one HASH key and at most one RANGE key. "
                "Put what belongs together into one attribute."
            ),
        ),
        (
            table("abc", "ab", of_all=[index(ProvisionedThroughput=UNITS)]),
            (
                f"{WRONG}ProvisionedThroughput should not be specified for index: index when BillingMode is "
                "PAY_PER_REQUEST"
            ),
        ),
        (
            table("abc", "ab", of_all=[index()], BillingMode="PROVISIONED", ProvisionedThroughput=UNITS),
            f"{WRONG}ProvisionedThroughput must be specified for index: index",
        ),
        (
            table("abc", "ab", of_all=[index(name=f"index{n}") for n in range(21)]),
            f"{WRONG}GlobalSecondaryIndex count exceeds the per-table limit of 20",
        ),
    ],
)
def test_global_indexes_have_keys_of_their_own(request_: dict[str, Any], message: str) -> None:
    assert refusal_of("CreateTable", request_) == invalid(message)


@pytest.mark.parametrize(
    ("projection", "message"),
    [
        ({}, f"{WRONG}Unknown ProjectionType: null"),
        (
            {"ProjectionType": "INCLUDE"},
            f"{WRONG}ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            {**include("x"), "ProjectionType": "ALL"},
            f"{WRONG}ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
        (
            {**include("x"), "ProjectionType": "KEYS_ONLY"},
            f"{WRONG}ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
        ),
        (include("x", "x"), "Cannot have two attributes with the same name"),
    ],
)
def test_projection_and_attributes_agree(projection: dict[str, Any], message: str) -> None:
    indexes = [index(projection=projection)]
    assert refusal_of("CreateTable", table("abc", "ab", local=indexes)) == invalid(message)
    assert refusal_of("CreateTable", table("abc", "ab", of_all=indexes)) == invalid(message)


def test_a_projection_includes_one_to_twenty_attributes() -> None:
    place = "globalSecondaryIndexes.1.member.projection.nonKeyAttributes"
    assert refusal_of("CreateTable", table("abc", "ab", of_all=[index(projection=include())])) == listed(
        f"Value '[]' at '{place}' failed to satisfy constraint: Member must have length greater than or equal to 1"
    )
    names = [f"x{n}" for n in range(21)]
    assert refusal_of(
        "CreateTable", table("abc", "ab", of_all=[index(projection=include(*names))])
    ) == listed(
        f"Value '[{', '.join(names)}]' at '{place}' failed to satisfy constraint: Member must have length less than "
        "or equal to 20"
    )


def test_all_projections_include_a_hundred_attributes() -> None:
    full = include(*(f"x{n}" for n in range(20)))
    local = [index(name="index0", projection=full)]
    of_all = [index(name=f"index{n}", projection=full) for n in range(1, 5)]
    assert refusal_of("CreateTable", table("abc", "ab", local=local, of_all=of_all)) is None
    of_all.append(index(name="index5", projection=include("x")))
    assert refusal_of("CreateTable", table("abc", "ab", local=local, of_all=of_all)) == invalid(
        f"{WRONG}Number of NonKeyAttributes of all indexes exceeds per-table limit of 100"
    )


def test_index_names_are_unique_over_both_kinds() -> None:
    duplicate = invalid(f"{WRONG}Duplicate index name: index")
    assert refusal_of("CreateTable", table("abc", "ab", local=[index(), index()])) == duplicate
    assert refusal_of("CreateTable", table("abc", "ab", of_all=[index(), index()])) == duplicate
    assert refusal_of("CreateTable", table("abc", "ab", local=[index()], of_all=[index()])) == duplicate


def test_every_definition_is_used_once() -> None:
    assert refusal_of("CreateTable", table("dabc", "ab", of_all=[index()])) == invalid(
        f"{WRONG}Some AttributeDefinitions are not used. AttributeDefinitions: [a, b, c, d], keys used: [a, b, c]"
    )
    assert refusal_of("CreateTable", table("abcc", "ab", of_all=[index()])) == invalid(
        "Cannot have two attributes with the same name"
    )


def test_what_is_missing_of_an_index_is_listed() -> None:
    place = "globalSecondaryIndexes.1.member"
    assert refusal_of("CreateTable", table("ab", "ab", of_all=[{}])) == listed(
        null(f"{place}.indexName"), null(f"{place}.keySchema"), null(f"{place}.projection")
    )
    place = "localSecondaryIndexes.1.member"
    assert refusal_of("CreateTable", table("ab", "ab", local=[index() | {"KeySchema": [{}]}])) == listed(
        null(f"{place}.keySchema.1.member.attributeName"), null(f"{place}.keySchema.1.member.keyType")
    )
