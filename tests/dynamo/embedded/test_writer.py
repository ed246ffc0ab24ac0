"""The one thread that writes: whoever waits shares a commit, is answered after it, and harms nobody else."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from cairn.dynamo.embedded.catalog import Catalog
from cairn.dynamo.embedded.file import DataFile
from cairn.dynamo.embedded.writer import Transaction, Writer
from cairn.dynamo.errors import InternalServerError, ServiceUnavailable, ValidationException
from tests.dynamo.embedded.clock import Clock


class Notes:
    """A writer on a file with a table of notes, and what it has committed."""

    def __init__(self, folder: Path) -> None:
        self.file = DataFile(folder)
        self.connection = connection = self.file.writer()
        connection.execute("CREATE TABLE notes (text TEXT)")
        self.commits = 0
        connection.set_commit_hook(self._count)
        self.catalogs: list[Catalog] = []
        self.writer = Writer(connection, Clock(), self.catalogs.append)

    def _count(self) -> bool:
        self.commits += 1
        return False

    def kept(self) -> list[str]:
        rows = self.file.reader().execute("SELECT text FROM notes ORDER BY rowid")
        return [str(text) for (text,) in rows]

    def close(self) -> None:
        self.writer.close()
        self.file.close()


@pytest.fixture
def notes(tmp_path: Path) -> Iterator[Notes]:
    notes = Notes(tmp_path)
    yield notes
    notes.close()


class Held:
    """A change that holds the writing thread until it is let go, so that others queue up behind it."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def __call__(self, transaction: Transaction) -> str:
        self.begun.set()
        assert self.let_go.wait(30)
        return "held"


class Adding:
    def __init__(self, text: str, then: Exception | None = None) -> None:
        self.text = text
        self.then = then

    def __call__(self, transaction: Transaction) -> str:
        transaction.execute("INSERT INTO notes VALUES (?)", (self.text,))
        if self.then is not None:
            raise self.then
        return self.text


def refusing(transaction: Transaction) -> str:
    raise ValidationException("not like this")


async def behind(notes: Notes, *changes: Callable[[Transaction], str]) -> list[object]:
    """What the changes come to that wait while another one is carried out."""
    held = Held()
    first = asyncio.create_task(notes.writer.write(held))
    await asyncio.to_thread(held.begun.wait, 30)
    waiting = [asyncio.create_task(notes.writer.write(change)) for change in changes]
    await asyncio.sleep(0)
    held.let_go.set()
    assert await first == "held"
    return list(await asyncio.gather(*waiting, return_exceptions=True))


async def test_all_that_wait_share_one_commit(notes: Notes) -> None:
    before = notes.commits
    texts = [str(number) for number in range(64)]
    assert await behind(notes, *map(Adding, texts)) == texts
    assert notes.kept() == texts
    assert notes.commits == before + 2  # that of the one they waited for, and theirs


async def test_nobody_is_answered_before_the_commit(notes: Notes) -> None:
    for number in range(20):
        text = await notes.writer.write(Adding(str(number)))
        assert text in notes.kept()  # another connection sees what is committed, and nothing else


async def test_a_refusal_leaves_the_group_alone(notes: Notes) -> None:
    one, refusal, two = await behind(notes, Adding("one"), refusing, Adding("two"))
    assert (one, two) == ("one", "two")
    assert isinstance(refusal, ValidationException)
    assert notes.kept() == ["one", "two"]


@pytest.mark.parametrize(
    "fault", [ValidationException("too late"), RuntimeError("unforeseen"), apsw.ConstraintError("unforeseen")]
)
async def test_a_change_that_fails_half_way_leaves_nothing(notes: Notes, fault: Exception) -> None:
    one, failed, two = await behind(notes, Adding("one"), Adding("half", fault), Adding("two"))
    assert (one, two) == ("one", "two")
    assert isinstance(failed, Exception)
    assert notes.kept() == ["one", "two"]
    assert await notes.writer.write(Adding("three")) == "three"  # the thread lives on


async def test_all_that_wait_for_another_process_wait_for_it_together(notes: Notes) -> None:
    waits = 0
    queued = threading.Event()

    def out_of_patience(_times_before: int) -> bool:
        nonlocal waits
        waits += 1
        assert queued.wait(30)
        return False

    notes.connection.set_busy_handler(out_of_patience)
    with closing(apsw.Connection(str(notes.file.path))) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = [asyncio.create_task(notes.writer.write(Adding(str(number)))) for number in range(20)]
        await asyncio.sleep(0)
        queued.set()
        refusals = await asyncio.gather(*waiting, return_exceptions=True)
        other.execute("ROLLBACK")
    assert [type(each) for each in refusals] == [ServiceUnavailable] * 20
    assert waits <= 2  # for the one that came first, and for all others
    assert await notes.writer.write(Adding("then")) == "then"
    assert notes.kept() == ["then"]


async def test_whoever_went_away_does_not_stop_the_others(notes: Notes) -> None:
    held = Held()
    first = asyncio.create_task(notes.writer.write(held))
    await asyncio.to_thread(held.begun.wait, 30)
    gone = asyncio.create_task(notes.writer.write(Adding("gone")))
    stays = asyncio.create_task(notes.writer.write(Adding("stays")))
    await asyncio.sleep(0)
    gone.cancel()
    held.let_go.set()
    assert [await first, await stays] == ["held", "stays"]
    assert notes.kept() == ["gone", "stays"]


async def test_what_waits_is_written_before_closing(notes: Notes) -> None:
    held = Held()
    first = asyncio.create_task(notes.writer.write(held))
    await asyncio.to_thread(held.begun.wait, 30)
    last = asyncio.create_task(notes.writer.write(Adding("last")))
    await asyncio.sleep(0)
    closing = asyncio.create_task(asyncio.to_thread(notes.writer.close))
    held.let_go.set()
    assert [await first, await last] == ["held", "last"]
    await closing
    assert notes.kept() == ["last"]
    with pytest.raises(InternalServerError, match="the data folder has been closed"):
        await notes.writer.write(Adding("late"))
