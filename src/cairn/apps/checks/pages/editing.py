"""Making a check and changing one, with a look at what it would find before it is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.checks.kinds import KINDS, Kind, Look
from cairn.apps.checks.pages.form import CheckForm, in_form
from cairn.apps.checks.pages.words import DELAYS, TABS, every
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import Check, CheckType
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.keeping import Amended
from cairn.services.problems import InvalidInput, NotFound, Problem

router: Final = PageRouter()
_VERDICTS: Final = {
    Verdict.GOOD: ("good", "It is well"),
    Verdict.BAD: ("bad", "It would be down"),
    Verdict.UNKNOWN: ("care", "Nothing can be said of it"),
    Verdict.PLANNED: ("told", "It is under maintenance"),
}


class Filled(CheckForm):
    """The form with the button that was pressed."""

    do: Literal["try", "keep"] = "keep"


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
    form: CheckForm
    delays: Sequence[tuple[str, str]]
    tried: Tried | None
    problem: Problem | None
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/new")
async def show_new(member: SignedIn, house: House, kind: CheckType = CheckType.AVAILABILITY) -> Page:
    return await _page(member, house, _kind(kind), CheckForm())


@router.post("/new")
async def make_check(
    member: SignedIn, house: House, form: Annotated[Filled, Form()], kind: CheckType = CheckType.AVAILABILITY
) -> Page | Redirect:
    service = Checks.of(house)
    try:
        wanted = form.wanted(_kind(kind).check_type)
        if form.do == "try":
            look = await service.trying.try_out(member, wanted)
            return await _page(member, house, _kind(kind), form, look=look)
        made = await service.keeping.create_check(member, wanted)
    except InvalidInput as refusal:
        return await _page(member, house, _kind(kind), form, problem=in_form(refusal, form))
    except Problem as refusal:
        return await _page(member, house, _kind(kind), form, problem=refusal)
    return Redirect(f"/checks/{made.checkid}", toast=Toast("The check is made. It looks at once."))


@router.get("/{checkid}/edit")
async def show_edit(member: SignedIn, house: House, checkid: str) -> Page:
    check = await Checks.of(house).keeping.check(member, checkid)
    return await _page(member, house, _kind(check.check_type), CheckForm.of(check), check=check)


@router.post("/{checkid}/edit")
async def change_check(
    member: SignedIn, house: House, checkid: str, form: Annotated[Filled, Form()]
) -> Page | Redirect:
    service = Checks.of(house)
    check = await service.keeping.check(member, checkid)
    kind = _kind(check.check_type)
    try:
        wanted = form.wanted(check.check_type, check)
        if form.do == "try":
            look = await service.trying.try_out(member, wanted)
            return await _page(member, house, kind, form, check=check, look=look)
        amended = Amended(
            url=wanted.url,
            delay_ms=wanted.delay_ms,
            attributes=wanted.attributes,
            name=wanted.name,
            tags=wanted.tags,
        )
        await service.keeping.amend(member, checkid, amended)
    except InvalidInput as refusal:
        return await _page(member, house, kind, form, check=check, problem=in_form(refusal, form))
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
    form: CheckForm,
    *,
    check: Check | None = None,
    look: Look | None = None,
    problem: Problem | None = None,
) -> Page:
    people = Checks.of(house).people
    shortest = people.allowance(await people.known(member)).shortest_seconds * 1000
    delays = [(value, words) for value, words in DELAYS if int(value) >= shortest]
    if form.delay.isdigit() and form.delay not in dict(delays):
        delays.append((form.delay, every(int(form.delay)).removeprefix("every ")))
    path = f"/checks/new?kind={kind.check_type}" if check is None else f"/checks/{check.checkid}/edit"
    shown = EditPage(
        checkid="" if check is None else check.checkid,
        kind=kind,
        kinds=[(each.title, f"/checks/new?kind={each.check_type}") for each in KINDS.values()],
        path=path,
        form=form,
        delays=delays,
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
