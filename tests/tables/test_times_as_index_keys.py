"""A time that is an index's key by itself sorts by time, and is found by whoever asks up to a moment."""

from datetime import UTC, datetime, timedelta

from cairn.dynamo.seam import Dynamo
from cairn.tables import Entity, InKey, Table, attribute, create, update
from tests.documents.examples import made

post = Table("post", pk="PK", sk="SK")
by_time = post.index("ByTime", pk="box", sk="due")


class Letter(Entity, table=post):
    key = post.key("LETTER#{number:2}", "LETTER")
    in_box = by_time.key("{box}", "{due}")

    number: InKey[int]
    box: str
    due: datetime


NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
MOMENTS = [NOON + timedelta(microseconds=step) for step in (-1, 0, 1, 999_999, 1_000_000)]


async def test_whole_seconds_stand_among_the_others(dynamo: Dynamo) -> None:
    async with made(dynamo, [post]) as tables:
        for number, moment in enumerate(MOMENTS):
            await tables.write(create(Letter(number=number, box="a", due=moment)))
        letters = await tables.all(Letter.in_box.query(box="a"))
        assert [letter.due for letter in letters] == MOMENTS
        until_noon = await tables.all(Letter.in_box.query(box="a").until(NOON))
        assert [letter.number for letter in until_noon] == [0, 1]


async def test_a_condition_compares_times(dynamo: Dynamo) -> None:
    async with made(dynamo, [post]) as tables:
        letter = Letter(number=1, box="a", due=NOON)
        await tables.write(create(letter))
        later = NOON + timedelta(microseconds=1)
        moved = await tables.update(letter, attribute(Letter.due).set(later), when=Letter.due < later)
        assert moved.due == later
        await tables.write(update(moved, attribute(Letter.due).set(NOON), when=Letter.due > NOON))
        assert [each.due for each in await tables.all(Letter.in_box.query(box="a"))] == [NOON]
