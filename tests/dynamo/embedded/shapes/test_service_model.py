"""The declarations against AWS's own model of its service, as botocore carries it.

A member that a later release of botocore brings fails here, so that it is declared or named as outside.
"""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from botocore.loaders import Loader

from cairn.dynamo.embedded.shapes.checks import DECLARATIONS
from cairn.dynamo.embedded.shapes.outside import refusal_of
from cairn.dynamo.embedded.shapes.shape import Integer, ListOf, MapOf, Shape, String, Structure, TableName
from cairn.dynamo.errors import UnknownOperationException
from cairn.dynamo.seam import Operation

MODELS = {name: Loader().load_service_model(name, "service-2") for name in ("dynamodb", "dynamodbstreams")}

REQUIRED_HERE = {
    "CreateTableInput.AttributeDefinitions": "only a replica, which there is none of here, does without",
    "CreateTableInput.KeySchema": "only a replica, which there is none of here, does without",
}
REQUIRED_BY_A_RULE = {
    "TagResourceInput.ResourceArn": "AWS answers with words and in an order of its own",
    "TagResourceInput.Tags": "AWS answers with words and in an order of its own",
    "UntagResourceInput.ResourceArn": "AWS answers with words and in an order of its own",
    "UntagResourceInput.TagKeys": "AWS answers with words and in an order of its own",
    "ListTagsOfResourceInput.ResourceArn": "AWS answers with words and in an order of its own",
    "ShardFilter.Type": "DynamoDB Local answers with words of its own",
}
OTHER_BOUNDS = {
    "GetShardIteratorInput.ShardIteratorType": "AT_TIMESTAMP goes with the Timestamp that is outside",
    "CreateTableInput.KeySchema": "the model dropped its maximum for global indexes of many attributes",
    "LocalSecondaryIndex.KeySchema": "the model dropped its maximum for global indexes of many attributes",
    "GlobalSecondaryIndex.KeySchema": "four HASH and four RANGE attributes are AWS's limit, told by a rule here",
    "CreateGlobalSecondaryIndexAction.KeySchema": "four HASH and four RANGE attributes are AWS's limit",
    "TagResourceInput.ResourceArn": "AWS answers with words of its own",
    "UntagResourceInput.ResourceArn": "AWS answers with words of its own",
    "ListTagsOfResourceInput.ResourceArn": "AWS answers with words of its own",
}
# Names of attributes inside expressions are for the expressions' room.
LEFT_TO_EXPRESSIONS = {"ExpressionAttributeNames"}


def model_of(operation: str) -> tuple[dict[str, Any], str]:
    """All shapes of the service, and the name of the operation's own."""
    for model in MODELS.values():
        if operation in model["operations"]:
            return model["shapes"], model["operations"][operation]["input"]["shape"]
    raise KeyError(operation)


def structures(
    shapes: dict[str, Any], name: str, shape: Shape
) -> Iterator[tuple[str, dict[str, Any], Structure]]:
    """Each structure of a declaration with the model's of the same place."""
    model = shapes[name]
    match shape:
        case Structure():
            yield name, model, shape
            for member, inner in shape.members.items():
                if member in model["members"]:
                    yield from structures(shapes, model["members"][member]["shape"], inner)
        case ListOf():
            yield from structures(shapes, model["member"]["shape"], shape.member)
        case MapOf():
            yield from structures(shapes, model["value"]["shape"], shape.value)
        case _:
            pass


@pytest.mark.parametrize("operation", DECLARATIONS)
def test_members_are_those_of_the_model(operation: str) -> None:
    shapes, name = model_of(operation)
    for name_, model, shape in structures(shapes, name, DECLARATIONS[operation][0]):
        assert shape.name == name_
        assert shape.members.keys() | shape.outside.keys() == model["members"].keys()
        required = {f"{name_}.{member}" for member in shape.required} - REQUIRED_HERE.keys()
        assert (
            required
            == {f"{name_}.{member}" for member in model.get("required", ())} - REQUIRED_BY_A_RULE.keys()
        )


@pytest.mark.parametrize("operation", DECLARATIONS)
def test_bounds_are_those_of_the_model(operation: str) -> None:
    shapes, name = model_of(operation)
    for name_, model, shape in structures(shapes, name, DECLARATIONS[operation][0]):
        for member, inner in shape.members.items():
            place = f"{name_}.{member}"
            if place not in OTHER_BOUNDS and member not in LEFT_TO_EXPRESSIONS:
                assert (place, bounds_here(inner)) == (
                    place,
                    bounds_in(shapes[model["members"][member]["shape"]]),
                )


def bounds_here(shape: Shape) -> tuple[Any, ...]:
    match shape:
        case String():
            return (shape.shortest or None, shape.longest, shape.pattern, frozenset(shape.one_of))
        case TableName():
            # The model speaks of ARNs, which are longer than names.
            return (1, 1024, None, frozenset())
        case Integer():
            return (shape.least, shape.most, None, frozenset())
        case ListOf(most=1_000):
            return (shape.fewest, None, None, frozenset())
        case ListOf() | MapOf():
            return (shape.fewest, shape.most, None, frozenset())
        case _:
            return (None, None, None, frozenset())


def bounds_in(model: dict[str, Any]) -> tuple[Any, ...]:
    least = model.get("min")
    # That a text or a list has nothing at least says nothing.
    bound = least if model["type"] in {"integer", "long"} else least or None
    return (bound, model.get("max"), model.get("pattern"), frozenset(model.get("enum", ())))


def test_every_other_operation_of_the_model_says_what_to_do_instead() -> None:
    for model in MODELS.values():
        for operation in model["operations"].keys() - DECLARATIONS.keys():
            refusal = refusal_of(operation)
            assert refusal.message.startswith(f"{operation} is not offered here")


def test_declared_operations_are_those_of_the_seam() -> None:
    assert tuple(DECLARATIONS) == get_args(Operation)
    assert isinstance(refusal_of("MakeCoffee"), UnknownOperationException)
