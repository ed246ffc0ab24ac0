"""What is decided of a route: who may call it, and with what it is called to try that out."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.web.browser import Browser
from tests.web.cast import BO, PASSWORD, House

Making = Callable[[House, Browser], Awaitable[Mapping[str, str]]]


async def _nothing(_: House, __: Browser) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Decision:
    """Who may call, what is sent, what the owner gets, and how what stands in the path is made."""

    who: str
    owner: int = 200
    body: Any = None
    form: Mapping[str, str] | None = None
    making: Making = _nothing
    is_apps: bool = False
    """Whether what stands in the path is Ada's, and an app made it."""

    @property
    def is_owned(self) -> bool:
        """Whether what stands in the path is Ada's."""
        return self.is_apps or self.making in {a_token, a_session, a_channel}


async def a_token(_: House, ada: Browser) -> Mapping[str, str]:
    made = await ada.post("/api/v1/tokens", body={"name": "a program", "scopes": ["*:read"]})
    return {"token_id": made.json()["token_id"]}


async def a_session(_: House, ada: Browser) -> Mapping[str, str]:
    listed = await ada.get("/api/v1/sessions")
    return {"session_id": listed.json()["items"][0]["session_id"]}


async def a_channel(_: House, ada: Browser) -> Mapping[str, str]:
    added = await ada.post("/api/v1/channels", body={"name": "here", "target": HOOK})
    return {"channel_id": added.json()["channel_id"]}


async def bos_account(house: House, _: Browser) -> Mapping[str, str]:
    bo = await house.services.accounts.entrance.verified(BO, PASSWORD)
    assert bo is not None
    return {"account_id": bo.account_id}


async def a_slug(_: House, __: Browser) -> Mapping[str, str]:
    return {"slug": "not-found"}


async def a_file(house: House, _: Browser) -> Mapping[str, str]:
    async def picture() -> AsyncIterator[bytes]:
        yield b"\x89PNG\r\n\x1a\n"

    bo = await house.services.accounts.entrance.verified(BO, PASSWORD)
    assert bo is not None
    taken = await house.services.blobs.take_in(bo.account_id, picture())
    return {"token": (await house.services.blobs.link(taken.blob.blob_id)).rpartition("/")[2]}


async def a_provider(_: House, __: Browser) -> Mapping[str, str]:
    return {"provider": "none"}


async def a_link(_: House, __: Browser) -> Mapping[str, str]:
    return {"link": "none"}


async def a_kind(_: House, __: Browser) -> Mapping[str, str]:
    return {"kind": HOOK["kind"]}


HOOK = {"kind": "webhook", "url": "https://example.org/hook"}
CREDENTIALS = {"email": "cy@example.org", "password": PASSWORD}
NO_LINK = {"link": "none"}
ANYONE, VISITOR, MEMBER, SIGNED_IN, OPERATOR = "Anyone", "Visitor", "Member", "SignedIn", "Operator"
