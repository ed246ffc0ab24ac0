"""Random attribute values, from small sets: two that are drawn are often equal, or nearly so."""

from typing import Any

from hypothesis import strategies as st

from cairn.dynamo.seam import AttributeValue

TEXTS = ["a", "ab", "b", "B", "é", "\U0001f600", "a#1", "10", "9"]
NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "10",
    "9",
    "1.5",
    "-1.25",
    "1000",
    "0.001",
    "12345678901234567890123456789012345678",
]
BYTES = [b"a", b"ab", b"\x00", b"\xff", b"\xff\xff"]


def _of(kind: str, contents: list[Any]) -> st.SearchStrategy[AttributeValue]:
    return st.sampled_from([{kind: content} for content in contents])


def _set_of(kind: str, contents: list[Any]) -> st.SearchStrategy[AttributeValue]:
    sets = st.lists(st.sampled_from(contents), min_size=1, max_size=3, unique=True)
    return sets.map(lambda members: {kind: members})


KEY_VALUES: dict[str, st.SearchStrategy[AttributeValue]] = {
    "S": _of("S", TEXTS),
    "N": _of("N", NUMBERS),
    "B": _of("B", BYTES),
}
SCALARS = st.one_of(
    *KEY_VALUES.values(),
    _of("S", [""]),
    _of("N", ["0." + "0" * 129 + "1", "9" * 38 + "0" * 88]),
    _of("BOOL", [True, False]),
    _of("NULL", [True]),
)
SETS = st.one_of(_set_of("SS", TEXTS), _set_of("NS", NUMBERS), _set_of("BS", BYTES))
VALUES: st.SearchStrategy[AttributeValue] = st.recursive(
    SCALARS | SETS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda elements: {"L": elements})
        | st.dictionaries(st.sampled_from(["x", "y"]), inner, max_size=2).map(lambda members: {"M": members})
    ),
    max_leaves=4,
)
