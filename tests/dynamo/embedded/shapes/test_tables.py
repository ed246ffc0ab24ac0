"""CreateTable without indexes, UpdateTable, ListTables, and the operations that take next to nothing."""

from typing import Any

import pytest

from tests.dynamo.embedded.shapes.asking import breaks, invalid, listed, null, refusal_of

WRONG = "One or more parameter values were invalid: "
UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
DEFINITIONS = [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"}]
SCHEMA = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
TABLE: dict[str, Any] = {
    "TableName": "Goals",
    "AttributeDefinitions": DEFINITIONS,
    "KeySchema": SCHEMA,
    "BillingMode": "PAY_PER_REQUEST",
}
INDEX: dict[str, Any] = {
    "IndexName": "Reminders",
    "KeySchema": [{"AttributeName": "SK", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "ALL"},
}


def test_a_table_with_all_its_settings_passes() -> None:
    assert refusal_of("CreateTable", TABLE) is None
    assert (
        refusal_of(
            "CreateTable",
            TABLE
            | {
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
                "SSESpecification": {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": "alias/x"},
                "Tags": [{"Key": "room", "Value": ""}],
                "TableClass": "STANDARD_INFREQUENT_ACCESS",
                "DeletionProtectionEnabled": True,
                "WarmThroughput": {"ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 4_000},
                "OnDemandThroughput": {"MaxReadRequestUnits": 10, "MaxWriteRequestUnits": -1},
                "ResourcePolicy": "{}",
            },
        )
        is None
    )
    provisioned = {name: value for name, value in TABLE.items() if name != "BillingMode"}
    assert refusal_of("CreateTable", provisioned | {"ProvisionedThroughput": UNITS}) is None


def test_what_is_missing_of_a_table_is_listed() -> None:
    assert refusal_of("CreateTable", {"TableName": "Goals"}) == listed(
        null("attributeDefinitions"), null("keySchema")
    )
    empty = {"TableName": "Goals", "AttributeDefinitions": [], "KeySchema": [], "ProvisionedThroughput": {}}
    assert refusal_of("CreateTable", empty) == listed(
        null("provisionedThroughput.writeCapacityUnits"),
        null("provisionedThroughput.readCapacityUnits"),
        breaks("[]", "keySchema", "have length greater than or equal to 1"),
    )


def test_faults_of_a_table_are_listed_ten_at_most_in_the_order_aws_has() -> None:
    faulty = {
        "TableName": "Goals",
        "KeySchema": [{}, {}, {}],
        "AttributeDefinitions": [{"AttributeName": "", "AttributeType": "x"}],
        "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": -1},
        "BillingMode": "x",
        "TableClass": "x",
    }
    element = "KeySchemaElement(attributeName=null, keyType=null)"
    assert refusal_of("CreateTable", faulty) == listed(
        breaks("", "attributeDefinitions.1.member.attributeName", "have length greater than or equal to 1"),
        breaks("x", "attributeDefinitions.1.member.attributeType", "satisfy enum value set: [B, N, S]"),
        breaks("x", "billingMode", "satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]"),
        breaks(-1, "provisionedThroughput.writeCapacityUnits", "have value greater than or equal to 1"),
        breaks(0, "provisionedThroughput.readCapacityUnits", "have value greater than or equal to 1"),
        breaks(f"[{element}, {element}, {element}]", "keySchema", "have length less than or equal to 2"),
        null("keySchema.1.member.attributeName"),
        null("keySchema.1.member.keyType"),
        null("keySchema.2.member.attributeName"),
        null("keySchema.2.member.keyType"),
    )


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ({"StreamSpecification": {}}, null("streamSpecification.streamEnabled")),
        (
            {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "x"}},
            breaks(
                "x",
                "streamSpecification.streamViewType",
                "satisfy enum value set: [NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY]",
            ),
        ),
        (
            {"SSESpecification": {"SSEType": "x"}},
            breaks("x", "sSESpecification.sSEType", "satisfy enum value set: [AES256, KMS]"),
        ),
        (
            {"TableClass": "x"},
            breaks("x", "tableClass", "satisfy enum value set: [STANDARD, STANDARD_INFREQUENT_ACCESS]"),
        ),
        ({"Tags": [{"Value": "x"}]}, null("tags.1.member.key")),
    ],
)
def test_faults_of_settings_are_listed(setting: dict[str, Any], fault: str) -> None:
    assert refusal_of("CreateTable", TABLE | setting) == listed(fault)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"BillingMode": None},
            f"{WRONG}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
        ),
        (
            {"BillingMode": "PROVISIONED"},
            f"{WRONG}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
        ),
        (
            {"ProvisionedThroughput": UNITS},
            (
                f"{WRONG}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                "PAY_PER_REQUEST"
            ),
        ),
        (
            {
                "BillingMode": "PROVISIONED",
                "ProvisionedThroughput": UNITS | {"WriteCapacityUnits": 10**12 + 1},
            },
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds",
        ),
        (
            {
                "BillingMode": "PROVISIONED",
                "ProvisionedThroughput": UNITS,
                "OnDemandThroughput": {"MaxReadRequestUnits": 1},
            },
            (
                f"{WRONG}MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is "
                "PROVISIONED."
            ),
        ),
        (
            {"OnDemandThroughput": {"MaxWriteRequestUnits": 0}},
            f"{WRONG}Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True}},
            "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": False, "StreamViewType": "KEYS_ONLY"}},
            "Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.",
        ),
        (
            {"Tags": [{"Key": f"{n}", "Value": ""} for n in range(51)]},
            f"{WRONG}Too many tags: tag limit is 50",
        ),
    ],
)
def test_settings_agree_with_one_another(settings: dict[str, Any], message: str) -> None:
    assert refusal_of("CreateTable", TABLE | settings) == invalid(message)


@pytest.mark.parametrize(
    "change",
    [
        {"ProvisionedThroughput": UNITS},
        {"BillingMode": "PAY_PER_REQUEST"},
        {"BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS},
        {"StreamSpecification": {"StreamEnabled": False}},
        {"SSESpecification": {"Enabled": False}},
        {"TableClass": "STANDARD"},
        {"DeletionProtectionEnabled": False},
        {"OnDemandThroughput": {"MaxReadRequestUnits": -1}},
        {"WarmThroughput": {"ReadUnitsPerSecond": 1}},
        {"GlobalSecondaryIndexUpdates": [{"Create": INDEX}], "AttributeDefinitions": DEFINITIONS},
        {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "Reminders"}}]},
        {
            "GlobalSecondaryIndexUpdates": [
                {"Update": {"IndexName": "Reminders", "ProvisionedThroughput": UNITS}}
            ]
        },
    ],
)
def test_each_change_of_a_table_passes(change: dict[str, Any]) -> None:
    assert refusal_of("UpdateTable", {"TableName": "Goals", **change}) is None


@pytest.mark.parametrize(
    "nothing", [{}, {"AttributeDefinitions": DEFINITIONS}, {"GlobalSecondaryIndexUpdates": []}]
)
def test_an_update_changes_something(nothing: dict[str, Any]) -> None:
    assert refusal_of("UpdateTable", {"TableName": "Goals", **nothing}) == invalid(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or "
        "SSESpecification or ReplicaUpdates is required"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"BillingMode": "PROVISIONED"},
            f"{WRONG}ProvisionedThroughput must be specified when BillingMode is PROVISIONED",
        ),
        (
            {"BillingMode": "PAY_PER_REQUEST", "ProvisionedThroughput": UNITS},
            (
                f"{WRONG}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                "PAY_PER_REQUEST"
            ),
        ),
        (
            {"ProvisionedThroughput": {"ReadCapacityUnits": 10**13, "WriteCapacityUnits": 1}},
            "Given value 10000000000000 for ReadCapacityUnits is out of bounds",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{}]},
            (
                f"{WRONG}One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                "GlobalSecondaryIndexUpdate.Delete must not be null"
            ),
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "old"}, "Create": INDEX}]},
            (
                f"{WRONG}Only one of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                "GlobalSecondaryIndexUpdate.Delete can be given in one update"
            ),
        ),
        (
            {
                "GlobalSecondaryIndexUpdates": [
                    {"Delete": {"IndexName": "old"}},
                    {"Delete": {"IndexName": "old"}},
                ]
            },
            f"{WRONG}Only one global secondary index update per index is allowed simultaneously. Index: old",
        ),
        (
            {"GlobalSecondaryIndexUpdates": [{"Create": INDEX}]},
            (
                f"{WRONG}Some index key attributes are not defined in AttributeDefinitions. Keys: [SK], "
                "AttributeDefinitions: []"
            ),
        ),
        (
            {
                "GlobalSecondaryIndexUpdates": [{"Create": INDEX | {"Projection": {}}}],
                "AttributeDefinitions": DEFINITIONS,
            },
            f"{WRONG}Unknown ProjectionType: null",
        ),
        (
            {"StreamSpecification": {"StreamEnabled": True}},
            "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.",
        ),
    ],
)
def test_changes_agree_with_one_another(change: dict[str, Any], message: str) -> None:
    assert refusal_of("UpdateTable", {"TableName": "Goals", **change}) == invalid(message)


@pytest.mark.parametrize(
    "second", [{"Delete": {"IndexName": "old"}}, {"Create": INDEX | {"IndexName": "other"}}]
)
def test_one_index_is_made_or_removed_at_a_time(second: dict[str, Any]) -> None:
    updates = {
        "GlobalSecondaryIndexUpdates": [{"Create": INDEX}, second],
        "AttributeDefinitions": DEFINITIONS,
    }
    assert refusal_of("UpdateTable", {"TableName": "Goals", **updates}) == (
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table",
    )


def test_an_update_of_an_index_changes_its_throughput() -> None:
    nothing = {"GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": "Reminders"}}]}
    assert refusal_of("UpdateTable", {"TableName": "Goals", **nothing}) == listed(
        null("globalSecondaryIndexUpdates.1.member.update.provisionedThroughput")
    )


def test_what_is_missing_of_index_updates_is_listed() -> None:
    updates = [{"Create": {}}, {"Update": {}}, {"Delete": {"IndexName": "ab"}}]
    place = "globalSecondaryIndexUpdates"
    assert refusal_of(
        "UpdateTable", {"TableName": "Goals", "GlobalSecondaryIndexUpdates": updates}
    ) == listed(
        null(f"{place}.1.member.create.projection"),
        null(f"{place}.1.member.create.indexName"),
        null(f"{place}.1.member.create.keySchema"),
        null(f"{place}.2.member.update.indexName"),
        breaks("ab", f"{place}.3.member.delete.indexName", "have length greater than or equal to 3"),
    )


def test_tables_are_listed_a_hundred_at_a_time() -> None:
    assert refusal_of("ListTables", {}) is None
    assert refusal_of("ListTables", {"Limit": 100, "ExclusiveStartTableName": "Goals"}) is None
    assert refusal_of("ListTables", {"Limit": 101, "ExclusiveStartTableName": "a;"}) == listed(
        breaks(101, "limit", "have value less than or equal to 100"),
        breaks("a;", "exclusiveStartTableName", "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
        breaks("a;", "exclusiveStartTableName", "have length greater than or equal to 3"),
    )
    assert refusal_of("ListTables", {"Limit": 0}) == listed(
        breaks(0, "limit", "have value greater than or equal to 1")
    )


@pytest.mark.parametrize("operation", ["DescribeLimits", "DescribeEndpoints"])
def test_descriptions_of_the_account_take_nothing(operation: str) -> None:
    assert refusal_of(operation, {}) is None
    assert refusal_of(operation, {"Limit": 1}) == invalid(
        f"Unknown parameter Limit in {operation}: it takes none."
    )
