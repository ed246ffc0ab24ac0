"""All checks of a person on one page, found by one query, and the card at home."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Form, Query

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, View
from cairn.apps.checks.pages.words import TABS, Mood, every, found_of, kind_of, mood_of
from cairn.apps.checks.schema import Check
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.several import Deed
from cairn.services import accounts
from cairn.services.services import Services

router: Final = PageRouter()
_NAMED_AT_HOME: Final = 3
_RANKS: Final = {"bad": 0, "care": 1}
_PAST: Final = {Deed.PAUSE: "paused", Deed.RESUME: "resumed", Deed.DELETE: "deleted"}
Words = Annotated[str, Query(max_length=200)]


class Sort(StrEnum):
    """By what a list is sorted."""

    STATE = "state"
    NAME = "name"
    FOUND = "found"
    RUNS = "runs"
    LOOKED = "looked"


@dataclass(frozen=True)
class Row:
    """A check in the list."""

    check: Check
    mood: Mood
    kind: str
    found: str
    every: str


@dataclass(frozen=True)
class Sought:
    """What of the list is asked for."""

    words: str = ""
    tag: str = ""
    state: str = ""

    @property
    def is_all(self) -> bool:
        return not (self.words or self.tag or self.state)

    def has(self, row: Row) -> bool:
        if self.tag and self.tag not in row.check.tags:
            return False
        if self.state and self.state != row.mood.word:
            return False
        text = f"{row.check.title} {row.check.url} {row.kind} {' '.join(row.check.tags)}".casefold()
        return all(word in text for word in self.words.casefold().split())


@dataclass(frozen=True)
class Column:
    """A heading by which the list can be sorted."""

    title: str
    path: str
    is_chosen: bool
    is_number: bool


@dataclass(frozen=True)
class Listing:
    """The list of checks."""

    rows: Sequence[Row]
    count: int
    limit: int
    down: int
    unknown: int
    paused: int
    sought: Sought
    sort: Sort
    columns: Sequence[Column]
    tags: Sequence[str]
    states: Sequence[str]
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class SureAsked:
    """Whether many checks are really to go. Without `checkids` it is all that are sought."""

    count: int
    checkids: Sequence[str]
    sought: Sought
    back: str


@dataclass(frozen=True)
class Card:
    """Checks at home."""

    count: int
    up: int
    troubled: Sequence[Row]
    more: int


@router.get("")
async def show_checks(
    member: SignedIn,
    house: House,
    words: Words = "",
    tag: Words = "",
    state: Words = "",
    sort: Sort = Sort.STATE,
) -> Page:
    service = Checks.of(house)
    rows = [_row(each) for each in await service.keeping.checks(member)]
    user = await service.people.known(member)
    sought = Sought(words, tag, state)
    shown = Listing(
        rows=sorted((each for each in rows if sought.has(each)), key=_ORDERS[sort]),
        count=len(rows),
        limit=user.check_limit,
        down=sum(each.mood.tone == "bad" for each in rows),
        unknown=sum(each.mood.word == "unknown" for each in rows),
        paused=sum(each.mood.word == "paused" for each in rows),
        sought=sought,
        sort=sort,
        columns=[_column(each, title, sought, chosen=sort) for each, title in _TITLES.items()],
        tags=sorted({tag for each in rows for tag in each.check.tags}),
        states=sorted({each.mood.word for each in rows}),
    )
    return Page("checks/list.html", shown, title="Checks", block="checks")


@router.post("/several")
async def change_several(
    member: SignedIn,
    house: House,
    do: Annotated[Deed, Form()],
    checkids: Annotated[tuple[str, ...], Form()] = (),
    is_all: Annotated[str, Form(alias="all")] = "",
    words: Annotated[str, Form()] = "",
    tag: Annotated[str, Form()] = "",
    state: Annotated[str, Form()] = "",
    sure: Annotated[str, Form()] = "",
) -> Page | Redirect:
    """Pauses, resumes or deletes those that were chosen, or all that the list showed. Many go only when that is said twice."""
    service = Checks.of(house)
    sought = Sought(words, tag, state)
    chosen: Sequence[str] = checkids
    if is_all:
        rows = [_row(each) for each in await service.keeping.checks(member)]
        chosen = [each.check.checkid for each in rows if sought.has(each)]
    if do is Deed.DELETE and len(chosen) > 1 and not sure:
        asked = SureAsked(len(chosen), () if is_all else checkids, sought, _path(sought))
        return Page("checks/sure.html", asked, title="Delete checks", block="sure")
    done = await service.several.do(member, do, chosen)
    text = (
        f"{done:,} {'check is' if done == 1 else 'checks are'} {_PAST[do]}" if done else "Nothing was chosen"
    )
    return Redirect(_path(sought), toast=Toast(f"{text}."))


async def card(services: Services, member: accounts.SignedIn) -> View:
    """How many are up, and which are not."""
    rows = [_row(each) for each in await Checks.of(services).keeping.checks(member)]
    troubled = [each for each in rows if each.mood.tone in _RANKS]
    up = sum(each.mood.word == "up" for each in rows)
    shown = troubled[:_NAMED_AT_HOME]
    return View("checks/card.html", Card(len(rows), up, shown, len(troubled) - len(shown)))


def _row(check: Check) -> Row:
    return Row(check, mood_of(check), kind_of(check), found_of(check), every(check.delay_ms))


def _by_state(row: Row) -> tuple[int, str]:
    """Those that need somebody first, those that are paused last."""
    rank = 3 if row.mood.word == "paused" else _RANKS.get(row.mood.tone, 2)
    return rank, row.check.title.casefold()


def _by_found(row: Row) -> tuple[float, str]:
    """The slowest first."""
    result = row.check.last_result
    took = None if result is None else result.response_time
    return (1 if took is None else -took), row.check.title.casefold()


def _by_looked(row: Row) -> tuple[bool, float]:
    """What was looked at last first."""
    at = row.check.last_executed_at
    return at is None, 0 if at is None else -at.timestamp()


_ORDERS: Final[dict[Sort, Callable[[Row], Any]]] = {
    Sort.STATE: _by_state,
    Sort.NAME: lambda row: row.check.title.casefold(),
    Sort.FOUND: _by_found,
    Sort.RUNS: lambda row: (row.check.delay_ms, row.check.title.casefold()),
    Sort.LOOKED: _by_looked,
}
_TITLES: Final = {
    Sort.STATE: "State",
    Sort.NAME: "Check",
    Sort.FOUND: "Found",
    Sort.RUNS: "Runs",
    Sort.LOOKED: "Last looked",
}


def _column(sort: Sort, title: str, sought: Sought, *, chosen: Sort) -> Column:
    return Column(title, _path(sought, sort=sort), sort is chosen, sort is Sort.FOUND)


def _path(sought: Sought, *, sort: Sort = Sort.STATE) -> str:
    asked = {"words": sought.words, "tag": sought.tag, "state": sought.state}
    if sort is not Sort.STATE:
        asked["sort"] = sort.value
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"/checks?{query}" if query else "/checks"
