"""Keys are read back as what they were built from, sort as their values do, and can't be forged."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Literal
from uuid import UUID

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cairn.tables import KeyValueError
from cairn.tables.overlap import could_be_equal
from cairn.tables.parts import kind_of
from cairn.tables.templates import Template
from tests.tables.kinds import KINDS, TEXT, Form, KindOfValue, Word, forms


def built(form: Form, values: dict[str, Any]) -> str:
    key = form.template.build(values)
    assert key is not None
    return key


def template(text: str, **annotations: Any) -> Template:
    return Template(text, {name: kind_of(annotation) for name, annotation in annotations.items()})


@given(data=st.data(), form=forms())
def test_any_key_is_read_back_as_the_values_it_was_built_from(data: st.DataObject, form: Form) -> None:
    values = data.draw(form.values)
    assert form.template.parse(built(form, values)) == values


@given(data=st.data(), form=forms())
def test_different_values_make_different_keys(data: st.DataObject, form: Form) -> None:
    one, other = data.draw(form.values), data.draw(form.values)
    assume(one != other)
    assert built(form, one) != built(form, other)


@given(data=st.data(), form=forms())
def test_the_order_of_keys_is_the_order_of_values(data: st.DataObject, form: Form) -> None:
    # Text is in order where nothing follows it.
    is_last_piece = form.template.pieces[-1] == form.template.placeholders[-1] if form.kinds else True
    assume(all(kind.is_ordered for kind in form.kinds[:-1]))
    assume(not form.kinds or form.kinds[-1].is_ordered or is_last_piece)
    one, other = sorted(
        [data.draw(form.values), data.draw(form.values)], key=lambda each: tuple(each.values())
    )
    # DynamoDB compares the bytes of UTF-8.
    assert built(form, one).encode() <= built(form, other).encode()


@given(data=st.data(), one=forms(fewest=0), other=forms(fewest=0))
def test_templates_that_are_kept_apart_share_no_key(data: st.DataObject, one: Form, other: Form) -> None:
    assume(not could_be_equal(one.template, other.template))
    for form, stranger in ((one, other), (other, one)):
        assert not stranger.template.matches(built(form, data.draw(form.values)))


@given(one=forms(fewest=0), other=forms(fewest=0))
def test_whether_two_templates_could_share_a_key_is_the_same_both_ways(one: Form, other: Form) -> None:
    assert could_be_equal(one.template, other.template) == could_be_equal(other.template, one.template)
    assert could_be_equal(one.template, one.template)


@given(text=st.text(st.characters(codec="utf-8")), other=st.text("#/ab", max_size=4))
@example(text="METADATA", other="a")
def test_any_text_is_refused_or_read_back(text: str, other: str) -> None:
    form = template("USER#{user}/{name}", user=str, name=str)
    values = {"user": text, "name": other}
    wrong = [name for name, each in values.items() if not each or "#" in each or "/" in each]
    if wrong:
        with pytest.raises(KeyValueError) as fault:
            form.build(values)
        assert fault.value.field == wrong[0]
    else:
        key = form.build(values)
        assert key is not None
        assert form.parse(key) == values


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "user: is empty, and an empty part would make another key"),
        ("a#b", "user: 'a#b' contains '#', which separates the parts of a key; leave it out"),
        ("~", "user: '~' stands for a missing value in this key; choose another"),
        (7, "user: 7 is no text"),
    ],
)
def test_a_text_that_would_mean_something_else_is_refused(value: Any, reason: str) -> None:
    form = template("USER#{user or ~}", user=str)
    with pytest.raises(KeyValueError) as fault:
        form.build({"user": value})
    assert (str(fault.value), fault.value.field) == (reason, "user")


def test_a_key_longer_than_dynamodb_takes_is_refused_by_its_longest_part() -> None:
    form = Template("USER#{user}#{name}", {"user": kind_of(str), "name": kind_of(str)}, most_bytes=20)
    assert form.build({"user": "ada", "name": "0123456789"}) == "USER#ada#0123456789"
    for made in (form.build, form.beginning):
        with pytest.raises(KeyValueError) as fault:
            made({"user": "ada", "name": "01234567€€"})
        assert str(fault.value) == "name: is too long: the key would have 23 bytes, and may have 20"


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        (KINDS["moment"], datetime(2026, 1, 1), "has no time zone; give one, for instance datetime.UTC"),  # noqa: DTZ001
        (KINDS["moment"], date(2026, 1, 1), "is no datetime"),
        (KINDS["day"], datetime(2026, 1, 1, tzinfo=UTC), "is no date"),
        (KINDS["time"], "10:00", "is no time of day without a zone"),
        (KINDS["id"], "a4cae247", "is no UUID"),
        (KINDS["word"], "C", "is none of A, AB, B, LATEST"),
        (KINDS["number"], 10_000, "is not between 0 and 9999"),
        (KINDS["number"], -1, "is not between 0 and 9999"),
        (KINDS["number"], True, "is no whole number"),
    ],
)
def test_a_value_of_another_kind_is_refused(kind: KindOfValue, value: Any, reason: str) -> None:
    form = Template("{part:4}" if kind.width else "{part}", {"part": kind.part})
    with pytest.raises(KeyValueError, match=f"^part: .*{reason}$"):
        form.build({"part": value})


def test_a_moment_is_written_in_utc_with_a_width_that_never_changes() -> None:
    form = template("{at}", at=datetime)
    east = timezone(timedelta(hours=2))
    assert form.build({"at": datetime(2026, 1, 1, 1, tzinfo=east)}) == "2025-12-31T23:00:00.000000Z"
    assert form.build({"at": datetime(2026, 1, 1, 0, 0, 0, 1, UTC)}) == "2026-01-01T00:00:00.000001Z"


def test_a_moment_in_a_form_that_others_write_is_read_too() -> None:
    form = template("LOG#{at}", at=datetime)
    for text in ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0Z", "2026-01-01T00:00:00.000000Z"):
        assert form.parse(f"LOG#{text}") == {"at": datetime(2026, 1, 1, tzinfo=UTC)}


@pytest.mark.parametrize(
    "key", ["LOG#", "LOG#2026-13-01T00:00:00Z", "LOG#LATEST", "log#2026-01-01T00:00:00Z", ""]
)
def test_what_no_value_makes_is_no_key(key: str) -> None:
    assert template("LOG#{at}", at=datetime).parse(key) is None


def test_a_missing_value_makes_no_key_unless_there_is_a_fallback() -> None:
    assert template("USER#{user}", user=str).build({"user": None}) is None
    assert template("USER#{user}", user=str).build({}) is None
    form = template("{at or ~}", at=datetime)
    assert form.build({"at": None}) == "~"
    assert form.parse("~") == {"at": None}


@given(at=KINDS["moment"].values)
def test_a_fallback_of_a_tilde_sorts_after_every_moment(at: datetime) -> None:
    key = template("{at or ~}", at=datetime).build({"at": at})
    assert key is not None
    assert key < "~"


def test_a_literal_type_is_a_list_of_words() -> None:
    form = template("{kind}#{id}", kind=Literal["ONE", "TWO"], id=UUID)
    id_ = UUID(int=7)
    assert form.build({"kind": "ONE", "id": id_}) == f"ONE#{id_}"
    assert form.parse(f"THREE#{id_}") is None


@given(text=TEXT.values, word=st.sampled_from(Word))
def test_a_word_of_a_key_stands_where_a_name_could_only_if_its_place_tells_it(text: str, word: Word) -> None:
    """`CHARACTER#METADATA#{name}` and `CHARACTER#{name}#GOAL#…`: a character called METADATA makes no wrong key."""
    one = template("CHARACTER#METADATA#{name}", name=str)
    other = template("CHARACTER#{name}#GOAL#METADATA#{word}", name=str, word=Word)
    assert not could_be_equal(one, other)
    key = other.build({"name": text, "word": word})
    assert key is not None
    assert one.parse(key) is None
