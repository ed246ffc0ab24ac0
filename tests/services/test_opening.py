"""Services are opened together, on a data folder that may be fresh."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import pytest

from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.part import Part
from cairn.services.services import AllSettings
from cairn.services.settings import Settings, SettingsError, load_settings
from cairn.tables import Entity, InKey, Ref, Table, put

shelves = Table("Shelves-{stage}", pk="PK", sk="SK")


class Book(Entity, table=shelves):
    key = shelves.key("BOOK#{book_id}", "BOOK")

    book_id: InKey[str]
    title: str

    @classmethod
    def with_id(cls, book_id: str) -> Ref[Self]:
        return cls.key(book_id=book_id)


LIBRARY = Part(name="library", tables=(shelves,))
CLOCK = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))


def settings(folder: Path, **environment: str) -> AllSettings:
    return AllSettings(load_settings([Settings], environment=environment, folder=folder))


async def test_a_parts_tables_are_there_and_stay_from_one_opening_to_the_next(tmp_path: Path) -> None:
    book = Book(book_id="1", title="Walden")
    async with open_services(settings(tmp_path), tmp_path, [LIBRARY], clock=CLOCK) as services:
        await services.tables.write(put(book))
    async with open_services(settings(tmp_path), tmp_path, [LIBRARY], clock=CLOCK) as services:
        assert await services.tables.get(Book.with_id("1")) == book
        assert services.clock is CLOCK
        assert services.parts == (LIBRARY,)


async def test_a_stage_fills_the_names_of_tables(tmp_path: Path) -> None:
    staged = settings(tmp_path, CAIRN_STAGE="try")
    async with open_services(staged, tmp_path, [LIBRARY]) as services:
        assert await services.dynamo.call("ListTables", {}) == {"TableNames": ["Shelves-try"]}


async def test_servers_with_one_secret_have_the_same_keys(tmp_path: Path) -> None:
    keys = []
    for name in ("one", "two"):
        folder = tmp_path / name
        given = settings(folder, CAIRN_SECRET="a secret that is long enough for all")
        async with open_services(given, folder, [LIBRARY]) as services:
            keys.append(services.keys.key("sessions"))
        assert not (folder / "secret").exists()
    assert keys[0] == keys[1]


async def test_a_setting_that_allows_what_is_no_network_stops_the_start(tmp_path: Path) -> None:
    wrong = settings(tmp_path, CAIRN_OUTBOUND_ALLOW="10.0.5.0/99")
    with pytest.raises(
        SettingsError, match=r"^CAIRN_OUTBOUND_ALLOW: 10\.0\.5\.0/99 is neither a network nor"
    ):
        async with open_services(wrong, tmp_path, [LIBRARY]):
            pass
