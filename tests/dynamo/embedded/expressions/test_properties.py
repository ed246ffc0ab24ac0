"""What holds for any expression: laws of logic and arithmetic, and that no text does harm."""

import copy
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cairn.dynamo.embedded.expressions import Expressions
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Item
from tests.dynamo.embedded.expressions.cast import ITEM, VALUES, condition, fault, projection, update

words = st.sampled_from(
    [
        *("(", ")", ",", ".", "[0]", "=", "<>", "<", ">=", "+", "-", "@", "0", "é", "😀", "\t"),
        *("AND", "or", "NOT", "IN", "BETWEEN", "SET", "remove", "ADD", "DELETE"),
        *("a", "b", "m", "c", "name", "#a", "#zz", ":v", ":l", ":zz"),
        *("size(", "contains(", "attribute_exists(", "if_not_exists(", "list_append(", "foo("),
    ]
)
texts = st.lists(words, min_size=1, max_size=40).map(" ".join) | st.text(min_size=1, max_size=60)

paths = st.sampled_from(
    ["a", "b", "c", "c[1]", "m", "m.x", "m.y[1].z", "ss", "bin", "nul", "t", "q", "q.r", "#a"]
)
operands = paths | st.sampled_from(sorted(VALUES)) | paths.map("size({})".format)
simple = (
    st.builds("{} {} {}".format, operands, st.sampled_from(["=", "<>"]), operands)
    | st.builds(
        "{} {} {}".format, paths, st.sampled_from(["<", "<=", ">", ">="]), st.sampled_from([":v", ":h", ":b"])
    )
    | st.builds("{} BETWEEN {} AND {}".format, paths, st.just(":v"), st.just(":five"))
    | st.builds("{} IN ({}, {})".format, paths, st.sampled_from([":v", ":h"]), st.sampled_from([":l", ":b"]))
    | st.builds("{}({})".format, st.sampled_from(["attribute_exists", "attribute_not_exists"]), paths)
    | st.builds("contains({}, {})".format, paths, st.sampled_from(sorted(VALUES)))
    | st.builds("begins_with({}, {})".format, paths, st.sampled_from([":h", ":hell", ":b", ":bb"]))
)


def is_met(text: str) -> bool:
    return condition(text)(ITEM)


def refusal(attempt: Callable[[], object]) -> str:
    """The message of a refusal; empty when there is none."""
    try:
        attempt()
    except ValidationException as error:
        return error.message
    return ""


def request() -> Expressions:
    return Expressions({"#a": "a"}, {":v": {"N": "1"}, ":l": {"L": []}})


@given(one=simple, two=simple, three=simple)
def test_logic_is_boolean(one: str, two: str, three: str) -> None:
    # What may be wrong with these is that both sides are the same path.
    assume(not any(refusal(lambda text=text: condition(text)) for text in (one, two, three)))  # type: ignore[misc]
    a, b, c = map(is_met, (one, two, three))
    assert is_met(f"NOT {one}") is not a
    assert is_met(f"NOT NOT {one}") is a
    assert is_met(f"({one})") is a
    assert is_met(f"{one} AND {two}") is (a and b)
    assert is_met(f"{one} OR {two}") is (a or b)
    assert is_met(f"{one} OR {two} AND {three}") is (a or (b and c))
    assert is_met(f"({one} OR {two}) AND NOT {three}") is ((a or b) and not c)
    assert is_met(f"NOT {one} AND {two} OR {three}") is ((not a and b) or c)


@given(text=texts, kind=st.sampled_from(["condition", "filter", "key_conditions", "update", "projection"]))
@example(text="\x00", kind="condition")
def test_any_text_is_read_or_refused(text: str, kind: str) -> None:
    message = refusal(lambda: getattr(request(), kind)(text))
    assert not message or message.startswith("Invalid ")


@given(text=texts)
def test_syntax_fault_quotes_the_text(text: str) -> None:
    beginning, found, near = refusal(lambda: request().condition(text)).partition('", near: "')
    if found:
        token = beginning.partition('token: "')[2]
        assert near[:-1] in text
        assert token == "<EOF>" or token in near


@given(text=texts.map("SET a = :v, ".__add__) | texts)
def test_update_leaves_its_item_as_it_was(text: str) -> None:
    before = copy.deepcopy(ITEM)
    refusal(lambda: request().update(text)(ITEM))
    assert before == ITEM


@given(start=st.integers(-(10**18), 10**18), step=st.integers(-(10**18), 10**18))
def test_what_is_added_can_be_taken_away(start: int, step: int) -> None:
    stepping = Expressions(None, {":step": {"N": str(step)}})
    item: Item = {"n": {"N": str(start)}, "m": {"M": {"n": {"N": str(start)}}}}
    there = stepping.update("SET n = n + :step ADD m.n :step")(item)
    assert there == {"n": {"N": str(start + step)}, "m": {"M": {"n": {"N": str(start + step)}}}}
    assert stepping.update("SET n = n - :step, m.n = m.n - :step")(there) == item


@given(
    length=st.integers(0, 8),
    removed=st.sets(st.integers(0, 10), max_size=6),
    written=st.sets(st.integers(0, 20), max_size=6),
)
def test_list_indexes_are_those_of_the_list_as_it_was(
    length: int, removed: set[int], written: set[int]
) -> None:
    written -= removed
    sections = []
    if written:
        sections.append(
            "SET " + ", ".join(f"c[{index}] = :{index}" for index in sorted(written, reverse=True))
        )
    if removed:
        sections.append("REMOVE " + ", ".join(f"c[{index}]" for index in removed))
    if not sections:
        return
    values = {f":{index}": {"S": f"new {index}"} for index in written}
    item = {"c": {"L": [{"S": str(index)} for index in range(length)]}}
    expected = [
        values[f":{index}"] if index in written else {"S": str(index)}
        for index in range(length)
        if index not in removed
    ] + [values[f":{index}"] for index in sorted(written) if index >= length]
    assert Expressions(None, values or None).update(" ".join(sections))(item) == {"c": {"L": expected}}


@given(first=st.sets(st.text(max_size=3), min_size=1), second=st.sets(st.text(max_size=3), min_size=1))
def test_sets_are_united_and_diminished(first: set[str], second: set[str]) -> None:
    changing = Expressions(None, {":s": {"SS": list(second)}})
    item = {"s": {"SS": sorted(first)}}
    assert changing.update("ADD s :s")(item) == {"s": {"SS": sorted(first | second)}}
    left = first - second
    assert changing.update("DELETE s :s")(item) == ({"s": {"SS": sorted(left)}} if left else {})


@given(taken=st.lists(paths.filter(lambda path: "#" not in path), min_size=1, max_size=4, unique=True))
def test_projection_of_paths_apart_takes_each(taken: list[str]) -> None:
    message = refusal(lambda: projection(", ".join(taken)))
    assume("overlap" not in message)
    assert not message
    found = projection(", ".join(taken))(ITEM)
    for path in taken:
        if "[" not in path:
            assert condition(f"attribute_exists({path})")(found) is condition(f"attribute_exists({path})")(
                ITEM
            )


def test_reserved_word_is_refused_in_any_case() -> None:
    for word in ("Status", "STATUS", "status"):
        assert fault("projection", word) == (
            f"Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: {word}"
        )


@pytest.mark.parametrize("text", ["SET b = :h", "set b = :h", "Set b = :h"])
def test_keywords_have_no_case(text: str) -> None:
    assert update(text).top_level_names == {"b"}
