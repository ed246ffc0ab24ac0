"""What key schemas, attribute definitions and indexes must have to do with one another."""

from collections.abc import Mapping, Sequence
from typing import Any

from cairn.dynamo.errors import ValidationException

MOST_LOCAL_INDEXES = 5
MOST_GLOBAL_INDEXES = 20
MOST_PROJECTED_ATTRIBUTES = 100

_INVALID = "One or more parameter values were invalid: "

KeySchema = Sequence[Mapping[str, Any]]


def refuse_unfit_schemas(request: Mapping[str, Any]) -> None:
    """Everything about the schemas of a table that is to be created, in AWS's order."""
    definitions = [definition["AttributeName"] for definition in request["AttributeDefinitions"]]
    schema = request["KeySchema"]
    local, of_all = request.get("LocalSecondaryIndexes"), request.get("GlobalSecondaryIndexes")

    if len(schema) > len(definitions):
        raise ValidationException("Invalid KeySchema: Some index key attribute have no definition")
    _refuse_undefined(schema, definitions)
    _refuse_unfit_key_types(schema)
    if not local and not of_all and len(schema) != len(definitions):
        raise ValidationException(
            f"{_INVALID}Number of attributes in KeySchema does not exactly match number of attributes defined in "
            "AttributeDefinitions"
        )

    indexes: set[str] = set()
    if local is not None:
        _refuse_unfit_local_indexes(local, schema, definitions, indexes)
    if of_all is not None:
        _refuse_unfit_global_indexes(of_all, request.get("BillingMode"), definitions, indexes)
    _refuse_unused(
        definitions, [schema, *(index["KeySchema"] for index in [*(local or ()), *(of_all or ())])]
    )
    _refuse_too_many_projected([*(local or ()), *(of_all or ())])


def refuse_unfit_index_schema(index: str, schema: KeySchema, definitions: Sequence[str]) -> None:
    """The key schema of a global index, which may be added to a table later too."""
    if len(schema) > 2:
        raise ValidationException(
            f"{_INVALID}Index {index} has {len(schema)} key attributes; here an index has one HASH key and at most "
            "one RANGE key. Put what belongs together into one attribute."
        )
    _refuse_undefined(schema, definitions)
    _refuse_unfit_key_types(schema)


def refuse_unfit_projection(projection: Mapping[str, Any]) -> None:
    kind, extra = projection.get("ProjectionType"), projection.get("NonKeyAttributes")
    if kind is None:
        raise ValidationException(f"{_INVALID}Unknown ProjectionType: null")
    if kind == "INCLUDE" and extra is None:
        raise ValidationException(
            f"{_INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
        )
    if kind != "INCLUDE" and extra is not None:
        raise ValidationException(f"{_INVALID}ProjectionType is {kind}, but NonKeyAttributes is specified")
    if extra is not None and len(set(extra)) != len(extra):
        raise ValidationException("Cannot have two attributes with the same name")


def _refuse_unfit_local_indexes(
    local: Sequence[Mapping[str, Any]], of_table: KeySchema, definitions: Sequence[str], indexes: set[str]
) -> None:
    if not local:
        raise ValidationException(f"{_INVALID}List of LocalSecondaryIndexes is empty")
    if len(of_table) != 2:
        raise ValidationException(
            f"{_INVALID}Table KeySchema does not have a range key, which is required when specifying a "
            "LocalSecondaryIndex"
        )
    partition = of_table[0]["AttributeName"]
    for index in local:
        name, schema = index["IndexName"], index["KeySchema"]
        _refuse_undefined(schema, definitions)
        _refuse_unfit_key_types(schema)
        if len(schema) != 2:
            raise ValidationException(
                f"{_INVALID}Index KeySchema does not have a range key for index: {name}"
            )
        if schema[0]["AttributeName"] != partition:
            raise ValidationException(
                f"{_INVALID}Index KeySchema does not have the same leading hash key as table KeySchema for index: "
                f"{name}. index hash key: {schema[0]['AttributeName']}, table hash key: {partition}"
            )
        refuse_unfit_projection(index["Projection"])
        _refuse_second_of_name(name, indexes)
    if len(local) > MOST_LOCAL_INDEXES:
        raise ValidationException(
            f"{_INVALID}Number of LocalSecondaryIndexes exceeds per-table limit of {MOST_LOCAL_INDEXES}"
        )


def _refuse_unfit_global_indexes(
    of_all: Sequence[Mapping[str, Any]],
    billing_mode: str | None,
    definitions: Sequence[str],
    indexes: set[str],
) -> None:
    if not of_all:
        raise ValidationException(f"{_INVALID}List of GlobalSecondaryIndexes is empty")
    for index in of_all:
        name = index["IndexName"]
        refuse_unfit_index_schema(name, index["KeySchema"], definitions)
        refuse_unfit_projection(index["Projection"])
        refuse_unfit_index_billing(name, billing_mode, index.get("ProvisionedThroughput"))
        _refuse_second_of_name(name, indexes)
    if len(of_all) > MOST_GLOBAL_INDEXES:
        raise ValidationException(
            f"{_INVALID}GlobalSecondaryIndex count exceeds the per-table limit of {MOST_GLOBAL_INDEXES}"
        )


def refuse_unfit_index_billing(index: str, billing_mode: str | None, throughput: object) -> None:
    if billing_mode == "PAY_PER_REQUEST" and throughput is not None:
        raise ValidationException(
            f"{_INVALID}ProvisionedThroughput should not be specified for index: {index} when BillingMode is "
            "PAY_PER_REQUEST"
        )
    if billing_mode != "PAY_PER_REQUEST" and throughput is None:
        raise ValidationException(f"{_INVALID}ProvisionedThroughput must be specified for index: {index}")


def _refuse_undefined(schema: KeySchema, definitions: Sequence[str]) -> None:
    keys = [element["AttributeName"] for element in schema]
    if not set(keys) <= set(definitions):
        raise ValidationException(
            f"{_INVALID}Some index key attributes are not defined in AttributeDefinitions. "
            f"Keys: [{', '.join(keys)}], AttributeDefinitions: [{', '.join(definitions)}]"
        )


def _refuse_unfit_key_types(schema: KeySchema) -> None:
    if len(schema) == 2 and schema[0]["AttributeName"] == schema[1]["AttributeName"]:
        raise ValidationException(
            "Both the Hash Key and the Range Key element in the KeySchema have the same name"
        )
    if schema[0]["KeyType"] != "HASH":
        raise ValidationException("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
    if len(schema) == 2 and schema[1]["KeyType"] != "RANGE":
        raise ValidationException("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")


def _refuse_second_of_name(name: str, indexes: set[str]) -> None:
    if name in indexes:
        raise ValidationException(f"{_INVALID}Duplicate index name: {name}")
    indexes.add(name)


def _refuse_unused(definitions: Sequence[str], schemas: Sequence[KeySchema]) -> None:
    if len(set(definitions)) != len(definitions):
        raise ValidationException("Cannot have two attributes with the same name")
    used = {element["AttributeName"] for schema in schemas for element in schema}
    if used != set(definitions):
        raise ValidationException(
            f"{_INVALID}Some AttributeDefinitions are not used. AttributeDefinitions: "
            f"[{', '.join(sorted(definitions))}], keys used: [{', '.join(sorted(used))}]"
        )


def _refuse_too_many_projected(indexes: Sequence[Mapping[str, Any]]) -> None:
    projected = sum(len(index["Projection"].get("NonKeyAttributes") or ()) for index in indexes)
    if projected > MOST_PROJECTED_ATTRIBUTES:
        raise ValidationException(
            f"{_INVALID}Number of NonKeyAttributes of all indexes exceeds per-table limit of "
            f"{MOST_PROJECTED_ATTRIBUTES}"
        )
