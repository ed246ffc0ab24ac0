"""What checks keep about one account: given out whole, and removed whole."""

from collections.abc import AsyncIterator
from typing import Any, Final

from cairn.apps.checks.schema import Check, User
from cairn.apps.checks.service.forgetting import Forgetting, all_of
from cairn.apps.checks.service.keeping import Keeping
from cairn.apps.checks.service.planning import Planning
from cairn.apps.checks.service.showing import MOST_POSTS, Showing
from cairn.apps.checks.service.telling import Tellers
from cairn.apps.checks.status_schema import OpenBadges, Post, StatusPage
from cairn.tables import ConditionFailedError, Tables, delete

_MOST_A_FILE: Final = 5_000


class CheckData:
    """The checks of one account, all that they have found, and the pages that show them."""

    def __init__(
        self,
        tables: Tables,
        keeping: Keeping,
        planning: Planning,
        tellers: Tellers,
        forgetting: Forgetting,
        showing: Showing,
    ) -> None:
        self._tables = tables
        self._keeping = keeping
        self._planning = planning
        self._tellers = tellers
        self._forgetting = forgetting
        self._showing = showing

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        user = await self._tables.get(User.with_id(account_id))
        if user is not None:
            yield "user.json", user.model_dump(mode="json")
        windows = await self._planning.windows(account_id)
        if windows:
            yield "maintenance.json", [each.model_dump(mode="json") for each in windows]
        async for page in self._tables.iterate(StatusPage.of_user(account_id)):
            posts = await self._tables.all(Post.last_of(page.pageid, MOST_POSTS))
            told = [each.model_dump(mode="json") for each in posts]
            yield f"status-pages/{page.address}.json", {**page.model_dump(mode="json"), "posts": told}
        async for check in self._tables.iterate(Check.of_user(account_id)):
            opened = await self._tables.get(OpenBadges.of_check(check.checkid))
            badges = {"badges_are_public": opened is not None}
            yield f"checks/{check.checkid}.json", {**check.model_dump(mode="json"), **badges}
            part: list[Any] = []
            parts = 0
            async for each in self._tables.iterate(all_of(check.checkid)):
                part.append({"kind": type(each).__name__, **each.model_dump(mode="json")})
                if len(part) == _MOST_A_FILE:
                    parts += 1
                    yield f"checks/{check.checkid}-history-{parts}.json", part
                    part = []
            yield f"checks/{check.checkid}-history-{parts + 1}.json", part

    async def delete(self, account_id: str) -> None:
        async for page in self._tables.iterate(StatusPage.of_user(account_id)):
            await self._showing.remove(page)
        async for check in self._tables.iterate(Check.of_user(account_id)):
            await self._forgetting.forget_check(check.checkid)
            try:
                await self._tables.write(*self._keeping.removed(account_id, check.checkid))
            except ConditionFailedError:
                continue  # the index still showed what was gone already
        await self._planning.forget_all(account_id)
        await self._tellers.forget_all(account_id)
        await self._tables.write(delete(User.with_id(account_id)))
