"""Use-cases: status pages, as their owners make, change and remove them, and what is told on them."""

from collections.abc import Mapping, Sequence
from typing import Final

from cairn.apps.checks.schema import Check
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.refusals import (
    AddressTaken,
    NoSuchPost,
    NoSuchStatusPage,
    TooManyEntries,
    TooManyStatusPages,
)
from cairn.apps.checks.service.wanted_pages import (
    LONGEST_POST,
    LONGEST_TITLE,
    ValidPage,
    WantedPage,
    line_of,
    text_of,
    valid_page,
)
from cairn.apps.checks.status_schema import Address, Entry, Post, PostKind, StatusPage
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.problems import InvalidInput
from cairn.tables import (
    Action,
    AlreadyThereError,
    ConditionFailedError,
    Tables,
    attribute,
    create,
    delete,
    put,
)

MOST_PAGES: Final = 20
MOST_POSTS: Final = 50
_MOST_ENTRIES: Final = 50


class Showing:
    """The status pages that people keep."""

    def __init__(self, tables: Tables, clock: Clock, people: People) -> None:
        self._tables = tables
        self._clock = clock
        self._people = people
        self._ids = Identifiers(clock)

    async def pages(self, member: Member) -> Sequence[StatusPage]:
        """All pages of the caller, the oldest first."""
        return await self._tables.all(StatusPage.of_user(member.account_id))

    async def page(self, member: Member, pageid: str) -> StatusPage:
        """A page of the caller's."""
        found = await self._tables.get(StatusPage.with_id(member.account_id, pageid), consistent=True)
        if found is None:
            raise NoSuchStatusPage("There is no status page of yours with this id")
        return found

    async def create_page(self, member: Member, wanted: WantedPage) -> StatusPage:
        """Makes a page, which everybody may see from then on."""
        if len(await self.pages(member)) >= MOST_PAGES:
            raise TooManyStatusPages(f"There are at most {MOST_PAGES} status pages; delete one first")
        right = await self._valid(member, wanted)
        now = self._clock.now()
        page = StatusPage(
            userid=member.account_id,
            pageid=self._ids.new(),
            address=right.address,
            title=right.title,
            text=right.text,
            theme=wanted.theme,
            groups=right.groups,
            created_at=now,
            updated_at=now,
        )
        try:
            await self._tables.write(create(_taken(page)), create(page))
        except AlreadyThereError as fault:
            raise _taken_already(right) from fault
        return page

    async def amend_page(self, member: Member, pageid: str, wanted: WantedPage) -> StatusPage:
        """Has a page be as is wanted. With another address, the one before is free again."""
        before = await self.page(member, pageid)
        right = await self._valid(member, wanted)
        after = before.changed(
            address=right.address,
            title=right.title,
            text=right.text,
            theme=wanted.theme,
            groups=right.groups,
            updated_at=self._clock.now(),
        )
        moving: tuple[Action, ...] = ()
        if after.address != before.address:
            moving = (create(_taken(after)), delete(Address.of(before.address)))
        try:
            await self._tables.write(*moving, put(after, when=StatusPage.address == before.address))
        except AlreadyThereError as fault:
            raise _taken_already(right) from fault
        except ConditionFailedError as fault:
            raise NoSuchStatusPage("It has just been changed or deleted; look again") from fault
        return after

    async def delete_page(self, member: Member, pageid: str) -> None:
        """Removes a page with all that is told on it. Its address is free again."""
        await self.remove(await self.page(member, pageid))

    async def remove(self, page: StatusPage) -> None:
        """Removes what everybody sees first, then the rest. Done again after it broke off, it goes on."""
        await self._tables.write(delete(Address.of(page.address), when=Address.pageid == page.pageid))
        posts = await self._tables.all(Post.last_of(page.pageid, MOST_POSTS))
        await self._tables.write_batch([delete(each) for each in posts])
        await self._tables.write(delete(StatusPage.with_id(page.userid, page.pageid)))

    async def posts(self, member: Member, pageid: str) -> Sequence[Post]:
        """What is told on a page of the caller's, the newest first."""
        page = await self.page(member, pageid)
        return await self._tables.all(Post.last_of(page.pageid, MOST_POSTS))

    async def tell(self, member: Member, pageid: str, *, title: str, kind: PostKind, text: str) -> Post:
        """Tells something on a page. Of very many posts, the oldest gives way."""
        page = await self.page(member, pageid)
        heading = line_of(title)
        if not 1 <= len(heading) <= LONGEST_TITLE:
            raise InvalidInput.of("title", f"has 1 to {LONGEST_TITLE} characters")
        post = Post(
            pageid=page.pageid,
            postid=self._ids.new(),
            title=heading,
            entries=(self._entry(kind, text),),
        )
        there = await self._tables.all(Post.last_of(page.pageid, MOST_POSTS))
        oldest = [delete(each) for each in there[MOST_POSTS - 1 :]]
        await self._tables.write(create(post), *oldest)
        return post

    async def add(self, member: Member, pageid: str, postid: str, *, kind: PostKind, text: str) -> Post:
        """Adds to what is told, with the time."""
        before = await self._post(member, pageid, postid)
        if len(before.entries) >= _MOST_ENTRIES:
            raise TooManyEntries(f"A post has at most {_MOST_ENTRIES} entries; begin another one")
        entries = (*before.entries, self._entry(kind, text))
        when = attribute(Post.entries) == before.entries
        try:
            return await self._tables.update(before, attribute(Post.entries).set(entries), when=when)
        except ConditionFailedError as fault:
            raise NoSuchPost("It has just been changed or deleted; look again") from fault

    async def delete_post(self, member: Member, pageid: str, postid: str) -> None:
        await self._tables.write(delete(await self._post(member, pageid, postid)))

    async def _post(self, member: Member, pageid: str, postid: str) -> Post:
        page = await self.page(member, pageid)
        found = await self._tables.get(Post.with_id(page.pageid, postid), consistent=True)
        if found is None:
            raise NoSuchPost("There is no such post on this page")
        return found

    def _entry(self, kind: PostKind, text: str) -> Entry:
        said = text_of(text)
        if not 1 <= len(said) <= LONGEST_POST:
            raise InvalidInput.of("text", f"has 1 to {LONGEST_POST:,} characters")
        return Entry(at=self._clock.now(), kind=kind, text=said)

    async def _valid(self, member: Member, wanted: WantedPage) -> ValidPage:
        return valid_page(wanted, await self._own(member, wanted.checkids))

    async def _own(self, member: Member, checkids: Sequence[str]) -> Mapping[str, Check]:
        sought = list(dict.fromkeys(each for each in checkids if each))[:200]
        found = await self._tables.get_all([Check.with_id(each) for each in sought], consistent=True)
        return {each.checkid: each for each in found if each is not None and each.userid == member.account_id}


def _taken(page: StatusPage) -> Address:
    return Address(address=page.address, userid=page.userid, pageid=page.pageid)


def _taken_already(page: ValidPage) -> AddressTaken:
    said = f"{page.address} is taken; choose another one"
    return AddressTaken(said, fields={"address": said})
