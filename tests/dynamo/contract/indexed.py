"""A table with indexes of every kind, and one item that is in all of them, for the tests of indexes."""

from typing import Any

from cairn.dynamo.seam import Item
from tests.dynamo.contract.schemas import defined, index, key_schema

KEY: Item = {"owner": {"S": "ada"}, "number": {"N": "1"}}
WHOLE: Item = {
    **KEY,
    "title": {"S": "t"},
    "weight": {"N": "2"},
    "photo": {"B": b"\x00\xff"},
    "note": {"S": "n"},
    "more": {"L": [{"S": "m"}]},
}
INCLUDE_NOTE = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"]}
KEYS_ONLY = {"ProjectionType": "KEYS_ONLY"}
INDEXES: dict[str, Any] = {
    **defined("owner:S number:N title:S weight:N photo:B"),
    "KeySchema": key_schema("owner number"),
    "GlobalSecondaryIndexes": [
        index("ByWeight", "weight:N"),
        index("ByPhoto", "photo:B title:S", INCLUDE_NOTE),
        index("ByOwner", "owner:S weight:N", KEYS_ONLY),
    ],
    "LocalSecondaryIndexes": [
        index("Texts", "owner:S title:S", KEYS_ONLY),
        index("Photos", "owner:S photo:B", INCLUDE_NOTE),
    ],
}
HELD = {
    "ByWeight": set(WHOLE),
    "ByPhoto": {"owner", "number", "photo", "title", "note"},
    "ByOwner": {"owner", "number", "weight"},
    "Texts": {"owner", "number", "title"},
    "Photos": {"owner", "number", "photo", "note"},
}
