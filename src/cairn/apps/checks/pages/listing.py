"""All checks of a person on one page, found by one query, and the card at home."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from fastapi import Form, Query

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast, View
from cairn.apps.checks.pages.words import TABS, Mood, every, found_of, kind_of, mood_of
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import NoSuchCheck
from cairn.services import accounts
from cairn.services.services import Services

router: Final = PageRouter()
_MOST_AT_ONCE: Final = 500
_NAMED_AT_HOME: Final = 3


@dataclass(frozen=True)
class Row:
    """A check in the list."""

    check: Check
    mood: Mood
    kind: str
    found: str
    every: str


@dataclass(frozen=True)
class Listing:
    """The list of checks."""

    rows: Sequence[Row]
    count: int
    limit: int
    down: int
    unknown: int
    paused: int
    words: str
    tag: str
    tags: Sequence[str]
    tabs: tuple[tuple[str, str], ...] = TABS


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
    words: Annotated[str, Query(max_length=200)] = "",
    tag: Annotated[str, Query(max_length=200)] = "",
) -> Page:
    service = Checks.of(house)
    checks = await service.keeping.checks(member)
    user = await service.people.known(member)
    moods = [mood_of(each) for each in checks]
    shown = Listing(
        rows=[_row(each) for each in _worst_first(checks) if _is_sought(each, words, tag)],
        count=len(checks),
        limit=user.check_limit,
        down=sum(mood.tone == "bad" for mood in moods),
        unknown=sum(mood.word == "unknown" for mood in moods),
        paused=sum(mood.word == "paused" for mood in moods),
        words=words,
        tag=tag,
        tags=sorted({tag for each in checks for tag in each.tags}),
    )
    return Page("checks/list.html", shown, title="Checks", block="checks")


@router.post("/several")
async def change_several(
    member: SignedIn,
    house: House,
    do: Annotated[Literal["pause", "resume", "delete"], Form()],
    checkids: Annotated[tuple[str, ...], Form()] = (),
) -> Redirect:
    """Pauses, resumes or deletes those that were chosen."""
    keeping = Checks.of(house).keeping
    done = 0
    for checkid in checkids[:_MOST_AT_ONCE]:
        try:
            match do:
                case "pause":
                    await keeping.pause(member, checkid)
                case "resume":
                    await keeping.resume(member, checkid)
                case "delete":
                    await keeping.delete_check(member, checkid)
        except NoSuchCheck:
            continue  # it was deleted in another window
        done += 1
    past = {"pause": "paused", "resume": "resumed", "delete": "deleted"}[do]
    count = "Nothing was chosen" if not done else f"{done} {'check is' if done == 1 else 'checks are'} {past}"
    return Redirect("/checks", toast=Toast(f"{count}."))


async def card(services: Services, member: accounts.SignedIn) -> View:
    """How many are up, and which are not."""
    checks = await Checks.of(services).keeping.checks(member)
    troubled = [_row(each) for each in checks if mood_of(each).tone in {"bad", "care"}]
    up = sum(mood_of(each).word == "up" for each in checks)
    shown = troubled[:_NAMED_AT_HOME]
    return View("checks/card.html", Card(len(checks), up, shown, len(troubled) - len(shown)))


def _row(check: Check) -> Row:
    return Row(check, mood_of(check), kind_of(check), found_of(check), every(check.delay_ms))


def _is_sought(check: Check, words: str, tag: str) -> bool:
    text = f"{check.title} {check.url} {' '.join(check.tags)}".casefold()
    return (not tag or tag in check.tags) and all(word in text for word in words.casefold().split())


def _worst_first(checks: Sequence[Check]) -> list[Check]:
    def rank(check: Check) -> tuple[int, str]:
        if check.status is CheckStatus.PAUSED:
            return 3, check.title.casefold()
        shown = None if check.standing is None else check.standing.shown
        is_bad = check.status is CheckStatus.FAILED or shown is TargetState.DOWN
        return 0 if is_bad else 1 if shown is TargetState.PENDING else 2, check.title.casefold()

    return sorted(checks, key=rank)
