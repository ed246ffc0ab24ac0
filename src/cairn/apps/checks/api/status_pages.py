"""Status pages over HTTP: for their owners, and for everybody."""

from typing import Final
from uuid import UUID

from fastapi import APIRouter

from cairn.apps.base import Anyone, House, Listed, Member, raises
from cairn.apps.checks.api.page_shapes import (
    GivenEntry,
    GivenPage,
    GivenPost,
    PostShown,
    PublicPageShown,
    StatusPageShown,
)
from cairn.apps.checks.api.shapes import Shown
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import (
    AddressTaken,
    NoSuchCheck,
    NoSuchPost,
    NoSuchStatusPage,
    TooManyEntries,
    TooManyStatusPages,
)

router: Final = APIRouter()


class BadgesShown(Shown):
    """Whether a check's badges are for everybody."""

    are_public: bool


@router.get("/status/{address}")
@raises(NoSuchStatusPage)
async def show_public_status(_: Anyone, house: House, address: str) -> PublicPageShown:
    """A status page as everybody sees it. Nobody has to be signed in."""
    return PublicPageShown.of(await Checks.of(house).shown_pages.at(address))


@router.get("/pages")
async def list_status_pages(caller: Member, house: House) -> Listed[StatusPageShown]:
    """The caller's status pages, the oldest first."""
    found = await Checks.of(house).showing.pages(caller)
    return Listed(items=[StatusPageShown.of(each) for each in found])


@router.post("/pages", status_code=201)
@raises(AddressTaken, TooManyStatusPages)
async def create_status_page(caller: Member, house: House, given: GivenPage) -> StatusPageShown:
    """Makes a status page, which everybody may see from then on."""
    return StatusPageShown.of(await Checks.of(house).showing.create_page(caller, given.wanted))


@router.get("/pages/{pageid}")
@raises(NoSuchStatusPage)
async def show_status_page(caller: Member, house: House, pageid: UUID) -> StatusPageShown:
    """A status page, as its owner made it."""
    return StatusPageShown.of(await Checks.of(house).showing.page(caller, str(pageid)))


@router.put("/pages/{pageid}")
@raises(NoSuchStatusPage, AddressTaken)
async def replace_status_page(
    caller: Member, house: House, pageid: UUID, given: GivenPage
) -> StatusPageShown:
    """Has a status page be as is given. With another address, the one before is free again."""
    return StatusPageShown.of(await Checks.of(house).showing.amend_page(caller, str(pageid), given.wanted))


@router.delete("/pages/{pageid}", status_code=204)
@raises(NoSuchStatusPage)
async def delete_status_page(caller: Member, house: House, pageid: UUID) -> None:
    """Removes a status page with all that is told on it."""
    await Checks.of(house).showing.delete_page(caller, str(pageid))


@router.get("/pages/{pageid}/posts")
@raises(NoSuchStatusPage)
async def list_posts(caller: Member, house: House, pageid: UUID) -> Listed[PostShown]:
    """What is told on a status page, the newest first."""
    found = await Checks.of(house).showing.posts(caller, str(pageid))
    return Listed(items=[PostShown.of(each) for each in found])


@router.post("/pages/{pageid}/posts", status_code=201)
@raises(NoSuchStatusPage)
async def tell_on_status_page(caller: Member, house: House, pageid: UUID, given: GivenPost) -> PostShown:
    """Tells something on a status page."""
    showing = Checks.of(house).showing
    post = await showing.tell(caller, str(pageid), title=given.title, kind=given.kind, text=given.text)
    return PostShown.of(post)


@router.post("/pages/{pageid}/posts/{postid}/entries", status_code=201)
@raises(NoSuchStatusPage, NoSuchPost, TooManyEntries)
async def add_to_post(
    caller: Member, house: House, pageid: UUID, postid: UUID, given: GivenEntry
) -> PostShown:
    """Adds to what is told, with the time. `operational` ends it."""
    showing = Checks.of(house).showing
    return PostShown.of(await showing.add(caller, str(pageid), str(postid), kind=given.kind, text=given.text))


@router.delete("/pages/{pageid}/posts/{postid}", status_code=204)
@raises(NoSuchStatusPage, NoSuchPost)
async def delete_post(caller: Member, house: House, pageid: UUID, postid: UUID) -> None:
    """Has something told no more."""
    await Checks.of(house).showing.delete_post(caller, str(pageid), str(postid))


@router.get("/{checkid}/badges")
@raises(NoSuchCheck)
async def show_badges(caller: Member, house: House, checkid: str) -> BadgesShown:
    """Whether a check's badges are for everybody, at `/badges/{checkid}/{badge}.svg`."""
    return BadgesShown(are_public=await Checks.of(house).badges.are_open(caller, checkid))


@router.put("/{checkid}/badges/public", status_code=204)
@raises(NoSuchCheck)
async def open_badges(caller: Member, house: House, checkid: str) -> None:
    """Lets everybody who has their address see a check's badges."""
    await Checks.of(house).badges.open(caller, checkid)


@router.delete("/{checkid}/badges/public", status_code=204)
@raises(NoSuchCheck)
async def close_badges(caller: Member, house: House, checkid: str) -> None:
    """Hides a check's badges again, but for where a status page shows the check."""
    await Checks.of(house).badges.close(caller, checkid)
