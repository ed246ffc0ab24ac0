"""A table as the engine works with it: its definition, its SQL, and the key tables kept beside its items.

An item is one row; an index is a table of keys that point at rows. What an item contributes to an index is
worked out before anything is written, so that a faulty value refuses the whole write.
"""

from typing import Any

from msgspec.msgpack import Decoder, Encoder

from cairn.dynamo.embedded.definitions import Definition, Expiry, Index
from cairn.dynamo.embedded.keys import KeySchema, index_key_of_item
from cairn.dynamo.seam import Item

encoded_item = Encoder().encode
decoded_item = Decoder(Item).decode

Row = tuple[Any, ...]


class IndexKeys:
    """The key table of a secondary index."""

    def __init__(self, table_id: int, index: Index, table_key: KeySchema) -> None:
        self.index = index
        self.name = f"index_{table_id}_{index.number}"
        self.create = (
            f"CREATE TABLE {self.name} (ip BLOB NOT NULL, isk BLOB NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL, "
            "PRIMARY KEY (ip, isk, p, s)) WITHOUT ROWID"
        )
        self.insert = f"INSERT OR REPLACE INTO {self.name} VALUES (?, ?, ?, ?)"
        row = f"FROM {self.name} WHERE ip = ? AND isk = ? AND p = ? AND s = ?"
        self.select = f"SELECT 1 {row}"
        self.delete = f"DELETE {row}"
        self.title = f"index {index.name}"
        self.complete = index.active
        self.key_names = tuple(dict.fromkeys((*table_key.names, *index.schema.names)))
        everything = index.projection.kind == "ALL"
        self.carried_names = None if everything else frozenset((*self.key_names, *index.projection.names))

    def row(self, item: Item, p: bytes, s: bytes, *, updating: bool = False) -> Row | None:
        key = index_key_of_item(self.index.schema, self.index.name, item, updating=updating)
        return None if key is None else (*key, p, s)

    def sees_a_change(self, before: Item, after: Item) -> bool:
        return any(before.get(name) != after.get(name) for name in self.index.schema.names)

    def entry(self, item: Item) -> Item | None:
        """What the index carries of an item; None when it does not hold it."""
        if any(name not in item for name in self.index.schema.names):
            return None
        return item if self.carried_names is None else self.carried(item, self.carried_names)

    @staticmethod
    def carried(item: Item, names: frozenset[str]) -> Item:
        return {name: item[name] for name in item if name in names}


class ExpiryTimes:
    """The items that have a time to live, by that time."""

    def __init__(self, table_id: int, expiry: Expiry) -> None:
        self.expiry = expiry
        self.name = f"expiry_{table_id}"
        self.create = (
            f"CREATE TABLE {self.name} (at INTEGER NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL, "
            "PRIMARY KEY (at, p, s)) WITHOUT ROWID"
        )
        self.insert = f"INSERT OR REPLACE INTO {self.name} VALUES (?, ?, ?)"
        row = f"FROM {self.name} WHERE at = ? AND p = ? AND s = ?"
        self.select = f"SELECT 1 {row}"
        self.delete = f"DELETE {row}"
        self.title = f"the times of {expiry.attribute}"
        self.complete = expiry.active

    def row(self, item: Item, p: bytes, s: bytes, *, updating: bool = False) -> Row | None:
        at = expires_at(item, self.expiry.attribute)
        return None if at is None else (at, p, s)

    def sees_a_change(self, before: Item, after: Item) -> bool:
        return before.get(self.expiry.attribute) != after.get(self.expiry.attribute)


def expires_at(item: Item, attribute: str) -> int | None:
    """The second in which an item expires. Anything but a number of seconds never does, as on AWS."""
    text = item.get(attribute, {}).get("N")
    if text is None or len(text) > 15:
        return None
    return int(float(text))


KeptRows = IndexKeys | ExpiryTimes


class Table:
    """A table that exists. A new one is made whenever its definition changes."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.id = definition.id
        self.name = definition.name
        self.schema = definition.schema
        self.stream = definition.stream
        self.indexes = {
            index.name: IndexKeys(definition.id, index, definition.schema) for index in definition.indexes
        }
        self.expiry = ExpiryTimes(definition.id, definition.expiry) if definition.expiry else None
        self.kept: tuple[KeptRows, ...] = (*self.indexes.values(), *([self.expiry] if self.expiry else []))
        self.items = f"items_{self.id}"
        self.create = (
            f"CREATE TABLE {self.items} (p BLOB NOT NULL, s BLOB NOT NULL, n INTEGER NOT NULL, v BLOB NOT NULL, "
            "PRIMARY KEY (p, s)) WITHOUT ROWID"
        )
        self.select = f"SELECT v FROM {self.items} WHERE p = ? AND s = ?"
        self.select_with_size = f"SELECT v, n FROM {self.items} WHERE p = ? AND s = ?"
        self.insert = f"INSERT OR REPLACE INTO {self.items} VALUES (?, ?, ?, ?)"
        self.delete = f"DELETE FROM {self.items} WHERE p = ? AND s = ?"
        self.collection_size = f"SELECT total(n) FROM {self.items} WHERE p = ?"
        self.has_local_indexes = any(not index.is_global for index in definition.indexes)
        self.keeps_more_than_items = bool(self.kept) or self.stream is not None
