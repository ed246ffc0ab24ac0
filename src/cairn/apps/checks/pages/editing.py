"""Making a check and changing one, with a look at what it would find before it is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.checks.kinds import KINDS, Kind, Look
from cairn.apps.checks.pages.assertion_rows import HOWS, WHATS
from cairn.apps.checks.pages.fields import Field, fields_of
from cairn.apps.checks.pages.filled import Filled, Sent
from cairn.apps.checks.pages.form import empty, filled_by, is_used, wanted, wrong_rows
from cairn.apps.checks.pages.words import DELAYS, TABS, every
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import Check, CheckType
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.keeping import Amended
from cairn.services.problems import NotFound, Problem

router: Final = PageRouter()
_VERDICTS: Final = {
    Verdict.GOOD: ("good", "It is well"),
    Verdict.BAD: ("bad", "It would be down"),
    Verdict.UNKNOWN: ("care", "Nothing can be said of it"),
    Verdict.PLANNED: ("told", "It is under maintenance"),
}


@dataclass(frozen=True)
class Tried:
    """What it would find."""

    look: Look
    tone: str
    words: str


@dataclass(frozen=True)
class EditPage:
    """The form."""

    checkid: str
    kind: Kind[Any]
    kinds: Sequence[tuple[str, str]]
    path: str
    form: Filled
    fields: Sequence[Field]
    rare: Sequence[Field]
    is_open: bool
    wrong_rows: Mapping[int, str]
    delays: Sequence[tuple[str, str]]
    parents: Sequence[tuple[str, str]]
    tried: Tried | None
    problem: Problem | None
    whats: tuple[tuple[str, str], ...] = WHATS
    hows: tuple[tuple[str, str], ...] = HOWS
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/new")
async def show_new(member: SignedIn, house: House, kind: CheckType = CheckType.AVAILABILITY) -> Page:
    return await _page(member, house, _kind(kind), empty(_kind(kind)))


@router.post("/new")
async def make_check(
    member: SignedIn, house: House, form: Sent, kind: CheckType = CheckType.AVAILABILITY
) -> Page | Redirect:
    service = Checks.of(house)
    try:
        asked = wanted(form, _kind(kind))
        if form.one("do") == "try":
            look = await service.trying.try_out(member, asked)
            return await _page(member, house, _kind(kind), form, look=look)
        made = await service.keeping.create_check(member, asked)
    except Problem as refusal:
        return await _page(member, house, _kind(kind), form, problem=refusal)
    return Redirect(f"/checks/{made.checkid}", toast=Toast("The check is made. It looks at once."))


@router.get("/{checkid}/edit")
async def show_edit(member: SignedIn, house: House, checkid: str) -> Page:
    check = await Checks.of(house).keeping.check(member, checkid)
    kind = _kind(check.check_type)
    return await _page(member, house, kind, filled_by(check, kind), check=check)


@router.post("/{checkid}/edit")
async def change_check(member: SignedIn, house: House, checkid: str, form: Sent) -> Page | Redirect:
    service = Checks.of(house)
    check = await service.keeping.check(member, checkid)
    kind = _kind(check.check_type)
    try:
        asked = wanted(form, kind)
        if form.one("do") == "try":
            look = await service.trying.try_out(member, asked)
            return await _page(member, house, kind, form, check=check, look=look)
        amended = Amended(
            url=asked.url,
            delay_ms=asked.delay_ms,
            attributes=asked.attributes,
            name=asked.name,
            tags=asked.tags,
            depends_on=asked.depends_on,
        )
        await service.keeping.amend(member, checkid, amended)
    except Problem as refusal:
        return await _page(member, house, kind, form, check=check, problem=refusal)
    return Redirect(f"/checks/{checkid}", toast=Toast("The check is changed."))


def _kind(check_type: CheckType) -> Kind[Any]:
    kind = KINDS.get(check_type)
    if kind is None:
        raise NotFound(f"There are no checks of the type {check_type} yet")
    return kind


async def _page(
    member: SignedIn,
    house: House,
    kind: Kind[Any],
    form: Filled,
    *,
    check: Check | None = None,
    look: Look | None = None,
    problem: Problem | None = None,
) -> Page:
    service = Checks.of(house)
    shortest = service.people.allowance(await service.people.known(member)).shortest_seconds * 1000
    delays = [(value, words) for value, words in DELAYS if int(value) >= shortest]
    chosen = form.one("delayMs")
    if chosen.isdecimal() and chosen not in dict(delays):
        delays.append((chosen, every(int(chosen)).removeprefix("every ")))
    checkid = "" if check is None else check.checkid
    own = [each for each in await service.keeping.checks(member) if each.checkid != checkid]
    fields = fields_of(kind)
    rare = [each for each in fields if each.is_rare]
    errors = {} if problem is None else problem.fields
    shown = EditPage(
        checkid=checkid,
        kind=kind,
        kinds=[(each.title, f"/checks/new?kind={each.check_type}") for each in KINDS.values()],
        path=f"/checks/new?kind={kind.check_type}" if check is None else f"/checks/{checkid}/edit",
        form=form,
        fields=[each for each in fields if not each.is_rare],
        rare=rare,
        is_open=bool(errors)
        or bool(form.one("tags") or form.one("dependsOn"))
        or any(is_used(each, form) for each in rare),
        wrong_rows=wrong_rows(errors),
        delays=delays,
        parents=[
            ("", "None"),
            *sorted(((each.checkid, each.title) for each in own), key=lambda each: each[1]),
        ],
        tried=None if look is None else Tried(look, *_VERDICTS[look.verdict]),
        problem=problem,
    )
    title = "A new check" if check is None else f"Change {check.title}"
    return Page(
        "checks/edit.html",
        shown,
        title=title,
        block="edit",
        status=200 if problem is None else problem.status,
    )
