"""docs/services/accounts.md says what is so."""

import re
from datetime import timedelta
from pathlib import Path

from argon2.profiles import RFC_9106_LOW_MEMORY

from cairn.services.accounts import limits, schema
from cairn.services.accounts.limits import Limit
from cairn.services.accounts.schema import accounts as table

PAGE = (Path(__file__).parents[3] / "docs/services/accounts.md").read_text()


def in_words(duration: timedelta) -> str:
    seconds = int(duration.total_seconds())
    return f"{seconds // 60} minutes" if seconds >= 60 else f"{seconds} seconds"


def test_the_page_tells_every_limit() -> None:
    declared = [each for each in vars(limits).values() if isinstance(each, Limit)]
    told = re.findall(r"^\| `([\w-]+)` \| (\w+) \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert told == [
        (each.name, each.name.rpartition("-")[2], str(each.most), in_words(each.every)) for each in declared
    ]


def test_the_page_tells_every_kind_of_item() -> None:
    kinds = {layout.entity.__name__ for layout in table.layouts}
    rows = re.findall(r"^\| ((?:[A-Z]\w+(?:, )?)+) \|", PAGE, re.MULTILINE)
    assert {name for row in rows for name in row.split(", ")} == kinds
    assert table in schema.TABLES


def test_the_page_tells_how_passwords_are_hashed() -> None:
    used = RFC_9106_LOW_MEMORY
    told = f"Argon2id ({used.memory_cost // 1024} MB, {used.time_cost} passes, {used.parallelism} lanes)"
    assert told in PAGE
