"""CreateTable: what a new table looks like, what is refused, and which fault is told first."""

from datetime import datetime
from typing import Any

import pytest

from tests.dynamo.contract.engines import Engine, Refusal, Tables, table_of
from tests.dynamo.contract.schemas import (
    UNITS,
    defined,
    essence,
    index,
    invalid,
    key_schema,
    unfit,
)
from tests.dynamo.differences import EXISTING_TABLE, TABLE_NAMES, TABLE_REQUESTS, TABLE_SETTINGS

GOALS = table_of("owner:S number:N")
PROVISIONED = GOALS | {"BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS}
NAME_OF_LOCAL = (
    "Invalid table/index name.  Table/index names must be between 3 and 255 characters long, and may contain only "
    "the characters a-z, A-Z, 0-9, '_', '-', and '.'"
)


async def test_a_new_table_is_described_whole(dynamo: Engine, table: Tables) -> None:
    name = await table(
        **{
            **GOALS,
            **defined("owner:S number:N due:N photo:B"),
            "GlobalSecondaryIndexes": [
                index("ByDue", "due:N owner:S", {"ProjectionType": "KEYS_ONLY"}),
                index("ByPhoto", "photo:B", {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]}),
            ],
            "LocalSecondaryIndexes": [index("OwnersByDue", "owner:S due:N")],
        }
    )
    description = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
    assert essence(description) == {
        "TableName": name,
        "TableStatus": "ACTIVE",
        "AttributeDefinitions": defined("due:N number:N owner:S photo:B")["AttributeDefinitions"],
        "KeySchema": key_schema("owner:S number:N"),
        "ItemCount": 0,
        "TableSizeBytes": 0,
        "DeletionProtectionEnabled": False,
        "BillingMode": "PAY_PER_REQUEST",
        "Units": (0, 0),
        "Indexes": {
            "ByDue": (key_schema("due:N owner:S"), {"ProjectionType": "KEYS_ONLY"}, "ACTIVE", 0),
            "ByPhoto": (
                key_schema("photo:B"),
                {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
                "ACTIVE",
                0,
            ),
            "OwnersByDue": (key_schema("owner:S due:N"), {"ProjectionType": "ALL"}, None, 0),
        },
        "Stream": None,
    }
    assert isinstance(description["CreationDateTime"], datetime)
    assert description["TableArn"].endswith(f":table/{name}")
    [by_due] = [each for each in description["GlobalSecondaryIndexes"] if each["IndexName"] == "ByDue"]
    assert by_due["IndexArn"] == f"{description['TableArn']}/index/ByDue"


async def test_what_is_provisioned_is_described(dynamo: Engine, table: Tables) -> None:
    by_number = index("ByNumber", "number:N") | {"ProvisionedThroughput": UNITS}
    name = await table(**PROVISIONED, GlobalSecondaryIndexes=[by_number])
    description = (await dynamo.call("DescribeTable", {"TableName": name}))["Table"]
    assert essence(description)["BillingMode"] == "PROVISIONED"
    for provisioned in (description, description["GlobalSecondaryIndexes"][0]):
        units = provisioned["ProvisionedThroughput"]
        assert (units["ReadCapacityUnits"], units["WriteCapacityUnits"]) == (1, 1)


async def test_a_table_counts_its_items(dynamo: Engine, table: Tables) -> None:
    name = await table(
        **{
            **GOALS,
            **defined("owner:S number:N due:N"),
            "GlobalSecondaryIndexes": [index("ByDue", "due:N", {"ProjectionType": "KEYS_ONLY"})],
        }
    )
    for number in range(3):
        item: dict[str, Any] = {"owner": {"S": "ada"}, "number": {"N": str(number)}, "note": {"S": "x" * 50}}
        due = {"due": {"N": "1"}} if number else {}
        await dynamo.call("PutItem", {"TableName": name, "Item": item | due})
    described = essence((await dynamo.call("DescribeTable", {"TableName": name}))["Table"])
    assert (described["ItemCount"], described["Indexes"]["ByDue"][3]) == (3, 2)


async def test_a_name_is_taken_once(dynamo: Engine, table: Tables) -> None:
    name = await table()
    assert await dynamo.outcome("CreateTable", {"TableName": name, **GOALS}) == Refusal(
        "ResourceInUseException",
        EXISTING_TABLE.answer(
            dynamo, aws=f"Table already exists: {name}", dynamodb_local="Cannot create preexisting table"
        ),
    )


async def test_a_faulty_request_is_told_before_a_name_that_is_taken(dynamo: Engine, table: Tables) -> None:
    name = await table()
    refused = await dynamo.outcome(
        "CreateTable", {"TableName": name, **GOALS, "StreamSpecification": {"StreamEnabled": True}}
    )
    assert refused == Refusal(
        "ValidationException",
        "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.",
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (None, "The parameter 'TableName' is required but was not present in the request"),
        ("", "TableName must be at least 3 characters long and at most 255 characters long"),
        ("ab", "TableName must be at least 3 characters long and at most 255 characters long"),
        ("a" * 256, "TableName must be at least 3 characters long and at most 255 characters long"),
    ],
    ids=["none", "empty", "short", "long"],
)
async def test_a_name_of_the_wrong_length_is_told_before_all_else(
    dynamo: Engine, name: str | None, fault: str
) -> None:
    for rest in (GOALS, {}):
        request = rest if name is None else {"TableName": name, **rest}
        assert await dynamo.outcome("CreateTable", request) == Refusal(
            "ValidationException", TABLE_NAMES.answer(dynamo, aws=fault, dynamodb_local=NAME_OF_LOCAL)
        )


INDEXED = {**GOALS, **defined("owner:S number:N x:S")}
ON_X = [index("ByX", "x:S")]


FAULTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "a name of other characters": (
        {**GOALS, "TableName": "a b c"},
        invalid("'a b c'", "tableName", "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
        NAME_OF_LOCAL,
    ),
    "no definitions": (
        {name: value for name, value in GOALS.items() if name != "AttributeDefinitions"},
        invalid("null", "attributeDefinitions", "not be null"),
        "No Attribute Schema Defined",
    ),
    "no key schema": (
        {name: value for name, value in GOALS.items() if name != "KeySchema"},
        invalid("null", "keySchema", "not be null"),
        "No defined key schema.  A key schema containing at least a hash key must be defined for all tables",
    ),
    "an empty key schema": (
        {**GOALS, "KeySchema": []},
        invalid("'[]'", "keySchema", "have length greater than or equal to 1"),
        "No defined key schema.  A key schema containing at least a hash key must be defined for all tables",
    ),
    "a type that is no key's": (
        {**GOALS, **defined("owner:SS number:N")},
        invalid("'SS'", "attributeDefinitions.1.member.attributeType", "satisfy enum value set: [B, N, S]"),
        "Member must satisfy enum value set: [B, N, S]",
    ),
    "two partition keys": (
        {**GOALS, "KeySchema": key_schema("owner number", "HASH", "HASH")},
        "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
        "Too many hash keys specified.  All Dynamo DB tables must have exactly one hash key",
    ),
    "the sort key first": (
        {**GOALS, "KeySchema": key_schema("owner number", "RANGE", "HASH")},
        "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        "Invalid key order. Hash Key must be specified first in key schema, Range Key must be specifed second",
    ),
    "one attribute for both keys": (
        {**GOALS, "KeySchema": key_schema("owner owner")},
        "Both the Hash Key and the Range Key element in the KeySchema have the same name",
        "Two keys can not have the same name",
    ),
    "a definition too many": (
        {**GOALS, **defined("owner:S number:N x:S")},
        unfit(
            "Number of attributes in KeySchema does not exactly match number of attributes defined in "
            "AttributeDefinitions"
        ),
        "The number of attributes in key schema must match the number of attributes defined in attribute definitions.",
    ),
    "a definition too few": (
        {**GOALS, **defined("owner:S")},
        "Invalid KeySchema: Some index key attribute have no definition",
        "Range Key not specified in Attribute Definitions.  Type unknown.",
    ),
    "nothing provisioned": (
        {name: value for name, value in GOALS.items() if name != "BillingMode"},
        unfit(
            "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
        ),
        "No provisioned throughput specified for the table",
    ),
    "too much provisioned": (
        {**PROVISIONED, "ProvisionedThroughput": UNITS | {"ReadCapacityUnits": 10**13}},
        "Given value 10000000000000 for ReadCapacityUnits is out of bounds",
        "Cannot increase provisioned throughput to more than 40,000 units per table",
    ),
    "an empty list of global indexes": (
        {**GOALS, "GlobalSecondaryIndexes": []},
        unfit("List of GlobalSecondaryIndexes is empty"),
        "GSI list is empty/invalid",
    ),
    "a short index name": (
        {**INDEXED, "GlobalSecondaryIndexes": [index("ab", "x:S")]},
        invalid(
            "'ab'", "globalSecondaryIndexes.1.member.indexName", "have length greater than or equal to 3"
        ),
        NAME_OF_LOCAL,
    ),
    "two global indexes of a name": (
        {**INDEXED, "GlobalSecondaryIndexes": ON_X * 2},
        unfit("Duplicate index name: ByX"),
        "Two global secondary indices have the same name",
    ),
    "a global and a local index of a name": (
        {**INDEXED, "GlobalSecondaryIndexes": ON_X, "LocalSecondaryIndexes": [index("ByX", "owner:S x:S")]},
        unfit("Duplicate index name: ByX"),
        "Local Secondary Indices AND Global Secondary Indices must have different names",
    ),
    "an index on what is not defined": (
        {**GOALS, "GlobalSecondaryIndexes": [index("ByXY", "x:S y:S")]},
        unfit(
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [x, y], "
            "AttributeDefinitions: [owner, number]"
        ),
        "Attribute x is not defined in AttributeDefinitions",
    ),
    "a definition that no key uses": (
        {**INDEXED, "GlobalSecondaryIndexes": [index("ByNumber", "number:N")]},
        unfit(
            "Some AttributeDefinitions are not used. AttributeDefinitions: [number, owner, x], keys used: "
            "[number, owner]"
        ),
        "The number of attributes in key schema must match the number of attributes defined in attribute definitions.",
    ),
    "no projection": (
        {**INDEXED, "GlobalSecondaryIndexes": [index("ByX", "x:S", {})]},
        unfit("Unknown ProjectionType: null"),
        "Indexes must have a projection specified",
    ),
    "nothing to include": (
        {**INDEXED, "GlobalSecondaryIndexes": [index("ByX", "x:S", {"ProjectionType": "INCLUDE"})]},
        unfit("ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
        (
            "If Projection type INCLUDE is specified, some non-key attributes to include in the projection must be "
            "specified as well"
        ),
    ),
    "all and more": (
        {
            **INDEXED,
            "GlobalSecondaryIndexes": [
                index("ByX", "x:S", {"ProjectionType": "ALL", "NonKeyAttributes": ["y"]})
            ],
        },
        unfit("ProjectionType is ALL, but NonKeyAttributes is specified"),
        "No attributes should be specified to be projected unless projection type is INCLUDE",
    ),
    "21 global indexes": (
        {**INDEXED, "GlobalSecondaryIndexes": [index(f"ByX{number}", "x:S") for number in range(21)]},
        unfit("GlobalSecondaryIndex count exceeds the per-table limit of 20"),
        "GlobalSecondaryIndex count exceeds the per-table limit",
    ),
    "6 local indexes": (
        {
            **INDEXED,
            "LocalSecondaryIndexes": [index(f"ByX{number}", "owner:S x:S") for number in range(6)],
        },
        unfit("Number of LocalSecondaryIndexes exceeds per-table limit of 5"),
        "Cannot have more than 5 local secondary indexes per table",
    ),
    "a local index without a sort key": (
        {**GOALS, "LocalSecondaryIndexes": [index("ByOwner", "owner:S")]},
        unfit("Index KeySchema does not have a range key for index: ByOwner"),
        "Local secondary indices must have a range key",
    ),
    "a local index of another partition": (
        {**GOALS, "LocalSecondaryIndexes": [index("ByNumber", "number:N owner:S")]},
        unfit(
            "Index KeySchema does not have the same leading hash key as table KeySchema for index: ByNumber. index "
            "hash key: number, table hash key: owner"
        ),
        "Local Secondary indices must have the same hash key as the main table",
    ),
    "a local index of a table without a sort key": (
        {
            **table_of("owner:S"),
            **defined("owner:S x:S"),
            "LocalSecondaryIndexes": [index("ByX", "owner:S x:S")],
        },
        unfit(
            "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"
        ),
        "Local Secondary indices are not allowed on hash tables, only hash and range tables",
    ),
    "a local index told before a global one": (
        {
            **GOALS,
            "GlobalSecondaryIndexes": ON_X,
            "LocalSecondaryIndexes": [index("ByOwner", "owner:S")],
        },
        unfit("Index KeySchema does not have a range key for index: ByOwner"),
        "Local secondary indices must have a range key",
    ),
    "keys told before tags and streams": (
        {
            **GOALS,
            **defined("owner:S"),
            "Tags": [{"Key": "aws:x", "Value": ""}],
            "StreamSpecification": {"StreamEnabled": True},
        },
        "Invalid KeySchema: Some index key attribute have no definition",
        "Range Key not specified in Attribute Definitions.  Type unknown.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_does_not_fit_together_is_told(dynamo: Engine, table: Tables, fault: str) -> None:
    request, aws, local = FAULTS[fault]
    assert await dynamo.outcome("CreateTable", {"TableName": table.name(), **request}) == Refusal(
        "ValidationException", TABLE_REQUESTS.answer(dynamo, aws=aws, dynamodb_local=local)
    )


SAID_ALIKE: dict[str, tuple[dict[str, Any], str]] = {
    "an attribute projected twice": (
        {
            **INDEXED,
            "GlobalSecondaryIndexes": [
                index("ByX", "x:S", {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["y", "y"]})
            ],
        },
        "Cannot have two attributes with the same name",
    ),
    "a stream without a view": (
        {**GOALS, "StreamSpecification": {"StreamEnabled": True}},
        "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.",
    ),
    "a view without a stream": (
        {**GOALS, "StreamSpecification": {"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"}},
        "Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.",
    ),
    "streams told before tags": (
        {**GOALS, "StreamSpecification": {"StreamEnabled": True}, "Tags": [{"Key": "aws:x", "Value": ""}]},
        "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.",
    ),
}


@pytest.mark.parametrize("fault", SAID_ALIKE)
async def test_faults_that_everyone_tells_alike(dynamo: Engine, table: Tables, fault: str) -> None:
    request, message = SAID_ALIKE[fault]
    refused = await dynamo.outcome("CreateTable", {"TableName": table.name(), **request})
    assert refused == Refusal("ValidationException", message)


REFUSED_BY_AWS: dict[str, tuple[dict[str, Any], str]] = {
    "throughput though paid per request": (
        {**GOALS, "ProvisionedThroughput": UNITS},
        unfit(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
        ),
    ),
    "an index's throughput though paid per request": (
        {
            **INDEXED,
            "GlobalSecondaryIndexes": [index("ByX", "x:S") | {"ProvisionedThroughput": UNITS}],
        },
        unfit(
            "ProvisionedThroughput should not be specified for index: ByX when BillingMode is PAY_PER_REQUEST"
        ),
    ),
    "an empty list of local indexes": (
        {**GOALS, "LocalSecondaryIndexes": []},
        unfit("List of LocalSecondaryIndexes is empty"),
    ),
    "tags that are AWS's": (
        {**GOALS, "Tags": [{"Key": "aws:x", "Value": ""}]},
        unfit("aws: prefixed tag key names are not allowed for external use."),
    ),
    "a table class that is none": (
        {**GOALS, "TableClass": "x"},
        invalid("'x'", "tableClass", "satisfy enum value set: [STANDARD, STANDARD_INFREQUENT_ACCESS]"),
    ),
}


@pytest.mark.parametrize("fault", REFUSED_BY_AWS)
async def test_settings_agree_with_one_another(dynamo: Engine, table: Tables, fault: str) -> None:
    request, message = REFUSED_BY_AWS[fault]
    outcome = await dynamo.outcome("CreateTable", {"TableName": table.name(), **request})
    refused = outcome if isinstance(outcome, Refusal) else "created"
    assert refused == TABLE_SETTINGS.answer(
        dynamo, aws=Refusal("ValidationException", message), dynamodb_local="created"
    )
