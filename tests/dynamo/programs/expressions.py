"""Random expressions: of the right grammar, about attributes that items have, and mostly of fitting types."""

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from cairn.dynamo.seam import AttributeValue
from tests.dynamo.programs.tables import INDEXED, PLAIN, Index, Table
from tests.dynamo.programs.values import KEY_VALUES, SETS, VALUES

Drawn = TypeVar("Drawn")

_COMPARATORS = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
_TYPES = ["S", "N", "B", "SS", "NS", "BS", "BOOL", "NULL", "L", "M"]
_PARTS = ["", "", "", "", ".x", ".y", "[0]", "[1]", ".x.y", "[0].x"]
_PREFIXES = st.sampled_from([{"S": text} for text in ("a", "ab", "", "é")] + [{"B": b"a"}, {"B": b""}])


class Drawing(Protocol):
    """How rules and composite strategies draw."""

    def __call__(self, strategy: st.SearchStrategy[Drawn], label: Any = None) -> Drawn: ...


@dataclass
class Words:
    """An expression's placeholders, made as it is drawn."""

    draw: Drawing
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, AttributeValue] = field(default_factory=dict)

    def value(self, value: AttributeValue) -> str:
        known = next((name for name, each in self.values.items() if each == value), None)
        name = known or f":v{len(self.values)}"
        self.values[name] = value
        return name

    def drawn(self, values: st.SearchStrategy[AttributeValue]) -> str:
        return self.value(self.draw(values))

    def attribute(self, name: str) -> str:
        if self.draw(st.integers(0, 3)):
            return name
        self.names[f"#{name}"] = name
        return f"#{name}"

    def path(self, names: tuple[str, ...] = (*PLAIN, *INDEXED)) -> str:
        name = self.draw(st.sampled_from(names))
        part = self.draw(st.sampled_from(_PARTS)) if name in PLAIN else ""
        return self.attribute(name) + part

    def members(self, **expressions: str | None) -> dict[str, Any]:
        """The members of a request that has these expressions."""
        members: dict[str, Any] = {name: text for name, text in expressions.items() if text is not None}
        if self.names:
            members["ExpressionAttributeNames"] = self.names
        if self.values:
            members["ExpressionAttributeValues"] = self.values
        return members


def condition(words: Words, names: tuple[str, ...] = (*PLAIN, *INDEXED), depth: int = 2) -> str:
    draw = words.draw
    kind = draw(st.integers(0, 11 if depth else 7))
    if kind == 0:
        return f"attribute_exists({words.path(names)})"
    if kind == 1:
        return f"attribute_not_exists({words.path(names)})"
    if kind == 2:
        return f"attribute_type({words.path(names)}, {words.drawn(st.sampled_from([{'S': each} for each in _TYPES]))})"
    if kind == 3:
        return f"begins_with({words.path(names)}, {words.drawn(_PREFIXES)})"
    if kind == 4:
        return f"contains({words.path(names)}, {words.drawn(VALUES)})"
    if kind == 5:
        number = words.drawn(KEY_VALUES["N"])
        return f"size({words.path(names)}) {draw(_COMPARATORS)} {number}"
    if kind == 6:
        listed = ", ".join(words.drawn(VALUES) for _ in range(draw(st.integers(1, 3))))
        return f"{words.path(names)} IN ({listed})"
    if kind == 7:
        fitting = draw(st.sampled_from("SNB"))
        if draw(st.booleans()):
            low, high = words.drawn(KEY_VALUES[fitting]), words.drawn(KEY_VALUES[fitting])
            return f"{words.path(names)} BETWEEN {low} AND {high}"
        return f"{words.path(names)} {draw(_COMPARATORS)} {words.drawn(KEY_VALUES[fitting])}"
    if kind == 8:
        return f"NOT {condition(words, names, depth - 1)}"
    if kind == 9:
        return f"({condition(words, names, depth - 1)})"
    joined = draw(st.sampled_from(["AND", "OR"]))
    return f"{condition(words, names, depth - 1)} {joined} {condition(words, names, depth - 1)}"


def update(words: Words, table: Table) -> str:
    """An update of attributes that are no keys of the table, each at most once."""
    draw = words.draw
    free = list(draw(st.permutations([*PLAIN, *INDEXED])))
    clauses: dict[str, list[str]] = {}
    for name in free[: draw(st.integers(1, 4))]:
        verb = draw(st.sampled_from(["SET", "SET", "SET", "REMOVE", "ADD", "DELETE"]))
        path = words.attribute(name)
        if name in PLAIN and verb in {"SET", "REMOVE"}:
            path += draw(st.sampled_from(_PARTS))
        clauses.setdefault(verb, []).append(_change(words, table, verb, name, path))
    return " ".join(f"{verb} {', '.join(changes)}" for verb, changes in clauses.items())


def _change(words: Words, table: Table, verb: str, name: str, path: str) -> str:
    draw = words.draw
    if verb == "REMOVE":
        return path
    # What DynamoDB Local lets an update compute for a key of an index is known to differ: COMPUTED_INDEX_KEYS.
    is_indexed = name in INDEXED
    is_number = not is_indexed or table.types[name] == "N"
    if verb == "ADD":
        return f"{path} {words.drawn(KEY_VALUES['N'] | SETS if is_number else SETS)}"
    if verb == "DELETE":
        return f"{path} {words.drawn(SETS)}"
    fitting = KEY_VALUES[table.types[name]] if is_indexed else VALUES
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return f"{path} = {words.path()}"
    if kind == 1:
        return f"{path} = if_not_exists({words.path()}, {words.drawn(fitting)})"
    if kind == 2 and is_number:
        number = words.drawn(KEY_VALUES["N"])
        return f"{path} = {words.path()} {draw(st.sampled_from('+-'))} {number}"
    if kind == 3 and is_number:
        zero, amount = words.value({"N": "0"}), words.drawn(KEY_VALUES["N"])
        return f"{path} = if_not_exists({path}, {zero}) + {amount}"
    if kind == 4 and not is_indexed:
        empty, more = words.value({"L": []}), words.value({"L": [draw(VALUES)]})
        return f"{path} = list_append(if_not_exists({path}, {empty}), {more})"
    return f"{path} = {words.drawn(fitting)}"


def projection(words: Words) -> str:
    names = words.draw(
        st.lists(st.sampled_from([*PLAIN, *INDEXED, "p"]), min_size=1, max_size=3, unique=True)
    )
    parts = [words.draw(st.sampled_from(_PARTS)) if name in PLAIN else "" for name in names]
    return ", ".join(words.attribute(name) + part for name, part in zip(names, parts, strict=True))


def key_condition(words: Words, table: Table, index: Index | None) -> str:
    names = table.keys if index is None else index.keys
    partition = f"{words.attribute(names[0])} = {words.drawn(KEY_VALUES[table.types[names[0]]])}"
    if len(names) == 1 or words.draw(st.booleans()):
        return partition
    name, values = words.attribute(names[1]), KEY_VALUES[table.types[names[1]]]
    kind = words.draw(st.integers(0, 2 if table.types[names[1]] == "N" else 3))
    if kind == 0:
        low, high = words.drawn(values), words.drawn(values)
        return f"{partition} AND {name} BETWEEN {low} AND {high}"
    if kind == 3:
        return f"{partition} AND begins_with({name}, {words.drawn(values)})"
    comparator = words.draw(st.sampled_from(["=", "<", "<=", ">", ">="]))
    return f"{partition} AND {name} {comparator} {words.drawn(values)}"
