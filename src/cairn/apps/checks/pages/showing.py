"""Status pages as their owner makes them, and what is told on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final
from uuid import UUID

from fastapi import Form

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.checks.pages.page_form import PageForm, Row, others
from cairn.apps.checks.pages.words import POST_TONES, TABS
from cairn.apps.checks.rules.badges import Badge
from cairn.apps.checks.service import Checks
from cairn.apps.checks.status_schema import PageTheme, Post, PostKind, StatusPage
from cairn.services.problems import Problem
from cairn.services.settings import Settings

router: Final = PageRouter()
_THEMES: Final = (
    (PageTheme.SYSTEM.value, "As whoever looks has it"),
    (PageTheme.LIGHT.value, "Light"),
    (PageTheme.DARK.value, "Dark"),
)
_KINDS: Final = tuple((kind.value, kind.value.capitalize()) for kind in PostKind)


@dataclass(frozen=True)
class PagesShown:
    """All status pages of somebody."""

    pages: Sequence[StatusPage]
    base: str
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class FormRow:
    """A check in the form, with what its owner calls it."""

    row: Row
    title: str
    url: str
    wrong: str


@dataclass(frozen=True)
class PageEdited:
    """The form of a status page."""

    pageid: str
    form: PageForm
    rows: Sequence[FormRow]
    others: Sequence[tuple[str, str]]
    path: str
    base: str
    problem: Problem | None
    themes: tuple[tuple[str, str], ...] = _THEMES
    tabs: tuple[tuple[str, str], ...] = TABS


@dataclass(frozen=True)
class PageManaged:
    """A status page with what is told on it."""

    page: StatusPage
    posts: Sequence[Post]
    address: str
    badges: Sequence[tuple[str, str]]
    problem: Problem | None = None
    written: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[tuple[str, str], ...] = _KINDS
    tones: Mapping[PostKind, str] = field(default_factory=lambda: POST_TONES)
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/pages")
async def show_pages(member: SignedIn, house: House) -> Page:
    pages = await Checks.of(house).showing.pages(member)
    shown = PagesShown(pages, _base(house))
    return Page("checks/pages.html", shown, title="Status pages", block="pages")


@router.get("/pages/new")
async def show_new_page(member: SignedIn, house: House) -> Page:
    return await _form(member, house, PageForm())


@router.post("/pages/new")
async def make_page(member: SignedIn, house: House, form: Annotated[PageForm, Form()]) -> Page | Redirect:
    try:
        made = await Checks.of(house).showing.create_page(member, form.wanted)
    except Problem as refusal:
        return await _form(member, house, form, problem=refusal)
    return Redirect(f"/checks/pages/{made.pageid}", toast=Toast("The page is there for everybody."))


@router.get("/pages/{pageid}")
async def show_page(member: SignedIn, house: House, pageid: UUID) -> Page:
    return await _managed(member, house, str(pageid))


@router.get("/pages/{pageid}/edit")
async def show_page_form(member: SignedIn, house: House, pageid: UUID) -> Page:
    page = await Checks.of(house).showing.page(member, str(pageid))
    return await _form(member, house, PageForm.of(page), page=page)


@router.post("/pages/{pageid}/edit")
async def change_page(
    member: SignedIn, house: House, pageid: UUID, form: Annotated[PageForm, Form()]
) -> Page | Redirect:
    showing = Checks.of(house).showing
    page = await showing.page(member, str(pageid))
    try:
        await showing.amend_page(member, page.pageid, form.wanted)
    except Problem as refusal:
        return await _form(member, house, form, page=page, problem=refusal)
    return Redirect(f"/checks/pages/{pageid}", toast=Toast("The page is changed."))


@router.post("/pages/{pageid}/delete")
async def delete_page(member: SignedIn, house: House, pageid: UUID) -> Redirect:
    await Checks.of(house).showing.delete_page(member, str(pageid))
    return Redirect("/checks/pages", toast=Toast("The page is deleted. Its address is free again."))


@router.post("/pages/{pageid}/posts")
async def tell_on_page(
    member: SignedIn,
    house: House,
    pageid: UUID,
    kind: Annotated[PostKind, Form()],
    title: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
) -> Page | Redirect:
    showing = Checks.of(house).showing
    try:
        await showing.tell(member, str(pageid), title=title, kind=kind, text=text)
    except Problem as refusal:
        written = {"title": title, "text": text, "kind": kind.value}
        return await _managed(member, house, str(pageid), problem=refusal, written=written)
    return Redirect(f"/checks/pages/{pageid}", toast=Toast("It is told to everybody."))


@router.post("/pages/{pageid}/posts/{postid}")
async def add_to_post(
    member: SignedIn,
    house: House,
    pageid: UUID,
    postid: UUID,
    kind: Annotated[PostKind, Form()],
    text: Annotated[str, Form()] = "",
) -> Page | Redirect:
    showing = Checks.of(house).showing
    try:
        await showing.add(member, str(pageid), str(postid), kind=kind, text=text)
    except Problem as refusal:
        return await _managed(member, house, str(pageid), problem=refusal)
    return Redirect(f"/checks/pages/{pageid}", toast=Toast("It is added."))


@router.post("/pages/{pageid}/posts/{postid}/delete")
async def delete_post(member: SignedIn, house: House, pageid: UUID, postid: UUID) -> Redirect:
    await Checks.of(house).showing.delete_post(member, str(pageid), str(postid))
    return Redirect(f"/checks/pages/{pageid}", toast=Toast("It is told no more."))


async def _form(
    member: SignedIn,
    house: House,
    form: PageForm,
    *,
    page: StatusPage | None = None,
    problem: Problem | None = None,
) -> Page:
    checks = await Checks.of(house).keeping.checks(member)
    by_id = {each.checkid: each for each in checks}
    rows = form.rows
    wrong = {} if problem is None else form.wrong_names(problem.fields)
    shown = PageEdited(
        pageid="" if page is None else page.pageid,
        form=form,
        rows=[
            FormRow(each, by_id[each.checkid].title, by_id[each.checkid].url, wrong.get(each.checkid, ""))
            for each in rows
            if each.checkid in by_id
        ],
        others=others(checks, rows),
        path="/checks/pages/new" if page is None else f"/checks/pages/{page.pageid}/edit",
        base=_base(house),
        problem=problem,
    )
    title = "A new status page" if page is None else f"Change {page.title}"
    return Page(
        "checks/page_edit.html",
        shown,
        title=title,
        block="edit",
        status=200 if problem is None else problem.status,
    )


async def _managed(
    member: SignedIn,
    house: House,
    pageid: str,
    *,
    problem: Problem | None = None,
    written: Mapping[str, str] | None = None,
) -> Page:
    showing = Checks.of(house).showing
    page = await showing.page(member, pageid)
    address = f"{_base(house)}{page.address}"
    badges = [
        (each.name, f"/status/{page.address}/badges/{each.checkid}/{Badge.UPTIME_30D}.svg")
        for each in page.shown.values()
    ]
    shown = PageManaged(page, await showing.posts(member, pageid), address, badges, problem, written or {})
    status = 200 if problem is None else problem.status
    return Page("checks/page.html", shown, title=page.title, block="page", status=status)


def _base(house: House) -> str:
    return f"{house.settings[Settings].address}/status/"
