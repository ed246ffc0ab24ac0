"""GetItem: an item by its key, whole or in parts."""

import pytest

from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import Engine, refused
from tests.dynamo.contract.items import ITEM, KEY, OTHER_KEY


@pytest.mark.parametrize("consistent", [True, False])
async def test_an_item_is_found_by_its_key(dynamo: Engine, name: str, consistent: bool) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    get = {"TableName": name, "Key": KEY, "ConsistentRead": consistent}
    assert await dynamo.call("GetItem", get) == {"Item": ITEM}
    assert await dynamo.call("GetItem", {**get, "Key": OTHER_KEY}) == {}


PARTS: dict[str, Item] = {
    "title": {"title": ITEM["title"]},
    "title, id": {"title": ITEM["title"], "id": ITEM["id"]},
    "place.town": {"place": {"M": {"town": {"S": "Wells"}}}},
    "place.geo[1]": {"place": {"M": {"geo": {"L": [{"N": "-2.6"}]}}}},
    "notes[2], notes[0]": {"notes": {"L": [{"S": "first"}, {"N": "2"}]}},
    "notes[1].who, place.town": {
        "notes": {"L": [{"M": {"who": {"S": "bo"}}}]},
        "place": {"M": {"town": {"S": "Wells"}}},
    },
    "absent": {},
    "title.absent, notes[9]": {},
    "#placed.#town, #dotted": {"place": {"M": {"town": {"S": "Wells"}}}},
}
NAMES = {"#placed": "place", "#town": "town", "#dotted": "place.town"}


@pytest.mark.parametrize("projection", PARTS)
async def test_parts_of_an_item(dynamo: Engine, name: str, projection: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": ITEM})
    get = {"TableName": name, "Key": KEY, "ProjectionExpression": projection}
    if "#" in projection:
        get["ExpressionAttributeNames"] = NAMES
    assert await dynamo.call("GetItem", get) == {"Item": PARTS[projection]}
    assert await dynamo.call("GetItem", {**get, "Key": OTHER_KEY | {"id": {"S": "nobody"}}}) == {}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"ProjectionExpression": "part.a"},
            (
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
                "Key: part"
            ),
        ),
        (
            {"ProjectionExpression": "a, a"},
            (
                "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one "
                "of these paths; path one: [a], path two: [a]"
            ),
        ),
        ({"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
        (
            {"ProjectionExpression": "a, status"},
            "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: status",
        ),
        (
            {"ProjectionExpression": "a", "ExpressionAttributeNames": {"#b": "b"}},
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}",
        ),
        (
            {"ExpressionAttributeNames": {"#b": "b"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {"ProjectionExpression": "#b", "ExpressionAttributeNames": {"#c": "c"}},
            (
                "Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; "
                "attribute name: #b"
            ),
        ),
        (
            {"ProjectionExpression": "#b", "ExpressionAttributeNames": {}},
            "ExpressionAttributeNames must not be empty",
        ),
    ],
)
async def test_a_faulty_projection_is_refused(
    dynamo: Engine, name: str, request_: dict[str, object], message: str
) -> None:
    assert await dynamo.outcome("GetItem", {"TableName": name, "Key": KEY, **request_}) == refused(message)
