"""Cursors: read back by whoever got them for the same question, and by nobody and for nothing else."""

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cairn.dynamo.seam import AttributeValue
from cairn.tables.cursors import Cursors

CURSORS = Cursors(b"a secret of all servers")
REQUEST: dict[str, Any] = {
    "TableName": "Goals",
    "KeyConditionExpression": "#0 = :0",
    "ExpressionAttributeNames": {"#0": "PK"},
    "ExpressionAttributeValues": {":0": {"S": "USER#1"}},
}
VALUES: list[AttributeValue] = [{"S": "TASK#a4cae247-df47-45ec-a16d-5c51ec16fe23"}]

key_values = st.one_of(
    st.text().map(lambda text: {"S": text}),
    st.integers().map(lambda number: {"N": str(number)}),
    st.binary().map(lambda content: {"B": content}),
)


@given(values=st.lists(key_values, max_size=4), caller=st.none() | st.text(), secret=st.binary(min_size=16))
def test_a_cursor_is_read_back_as_it_was_written(
    values: list[AttributeValue], caller: str | None, secret: bytes
) -> None:
    cursor = Cursors(secret).write(values, REQUEST, caller)
    assert re.fullmatch("[A-Za-z0-9_-]+", cursor)
    assert Cursors(secret).read(cursor, REQUEST, caller) == values


@given(values=st.lists(key_values, min_size=1, max_size=4), data=st.data())
def test_a_cursor_with_another_character_is_none(values: list[AttributeValue], data: st.DataObject) -> None:
    cursor = CURSORS.write(values, REQUEST, "ada")
    place = data.draw(st.integers(0, len(cursor) - 1))
    character = data.draw(st.characters(codec="ascii"))
    assume(character != cursor[place])
    assert CURSORS.read(cursor[:place] + character + cursor[place + 1 :], REQUEST, "ada") is None
    assert CURSORS.read(cursor[:place], REQUEST, "ada") is None
    assert CURSORS.read(cursor + character, REQUEST, "ada") is None


@given(text=st.text())
def test_any_text_is_no_cursor(text: str) -> None:
    assert CURSORS.read(text, REQUEST, None) is None


@pytest.mark.parametrize(
    "other",
    [
        {**REQUEST, "TableName": "Goals-prod"},
        {**REQUEST, "IndexName": "Due"},
        {**REQUEST, "ExpressionAttributeValues": {":0": {"S": "USER#2"}}},
        {**REQUEST, "ExpressionAttributeValues": {":0": {"B": b"USER#1"}}},
        {**REQUEST, "ScanIndexForward": False},
        {**REQUEST, "FilterExpression": "attribute_exists(#0)"},
    ],
)
def test_a_cursor_answers_no_other_question(other: dict[str, Any]) -> None:
    cursor = CURSORS.write(VALUES, REQUEST, "ada")
    assert CURSORS.read(cursor, other, "ada") is None


def test_a_cursor_serves_nobody_else() -> None:
    cursor = CURSORS.write(VALUES, REQUEST, "ada")
    assert [CURSORS.read(cursor, REQUEST, caller) for caller in ("ada", "bo", "", None)] == [
        VALUES,
        None,
        None,
        None,
    ]


def test_a_cursor_of_another_installation_is_none() -> None:
    cursor = Cursors(b"the secret of someone else").write(VALUES, REQUEST, "ada")
    assert CURSORS.read(cursor, REQUEST, "ada") is None


def test_the_size_of_a_page_may_change_from_one_to_the_next() -> None:
    cursor = CURSORS.write(VALUES, {**REQUEST, "Limit": 10}, "ada")
    assert CURSORS.read(cursor, {**REQUEST, "Limit": 50, "ConsistentRead": True}, "ada") == VALUES


def test_a_cursor_after_a_key_of_41_characters_is_80_characters_long() -> None:
    assert len(CURSORS.write(VALUES, REQUEST, "ada")) == 80


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the secret for cursors has 6 bytes; 16 are the least$"):
        Cursors(b"secret")
