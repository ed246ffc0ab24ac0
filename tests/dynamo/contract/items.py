"""One item with a value of every type, for the tests of operations on items."""

from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import Engine, Refusal

KEYS = "id:S part:N"
KEY: Item = {"id": {"S": "ada"}, "part": {"N": "1"}}
OTHER_KEY: Item = {"id": {"S": "bo"}, "part": {"N": "-1.5"}}
ITEM: Item = {
    **KEY,
    "title": {"S": "Walk"},
    "steps": {"N": "3"},
    "photo": {"B": b"\x00\xff"},
    "done": {"BOOL": False},
    "nothing": {"NULL": True},
    "tags": {"SS": ["hill", "sea"]},
    "scores": {"NS": ["1", "2.5"]},
    "thumbs": {"BS": [b"\x01"]},
    "notes": {"L": [{"S": "first"}, {"M": {"who": {"S": "bo"}}}, {"N": "2"}]},
    "place": {"M": {"town": {"S": "Wells"}, "geo": {"L": [{"N": "51.2"}, {"N": "-2.6"}]}}},
}
NOT_MET = Refusal("ConditionalCheckFailedException", "The conditional request failed")


async def stored(dynamo: Engine, name: str, key: Item = KEY) -> Item | None:
    """The item as a consistent read finds it."""
    answer = await dynamo.call("GetItem", {"TableName": name, "Key": key, "ConsistentRead": True})
    item: Item | None = answer.get("Item")
    return item
