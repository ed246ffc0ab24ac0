"""A Cairn that is served for browsers: its web, what works in the background, and a mail server that keeps what it gets."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path
from queue import Queue

from aiosmtpd.smtp import SMTP, Envelope, Session
from fastapi import FastAPI

from cairn.apps.base import App
from cairn.apps.registry import parts
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Section, Settings, load_settings
from cairn.services.worker import working
from cairn.web.application import create_app
from tests.oidc_provider import CLIENT_ID, CLIENT_SECRET, opened_provider
from tests.web.serving import served

_SECONDS_TO_ARRIVE = 60
AT_THE_PROVIDER = {"email": "augusta@example.org", "email_verified": True}


@dataclass(frozen=True)
class Mailbox:
    """What arrived at the mail server, as text."""

    letters: Queue[str] = field(default_factory=Queue)

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        content = envelope.content
        assert isinstance(content, bytes)
        letter = message_from_bytes(content, policy=policy.default)
        body = letter.get_body(("plain",))
        self.letters.put("" if body is None else str(body.get_content()))
        return "250 taken"

    def link_to(self, page: str) -> str:
        """The path of the next link to a page that arrives in a mail."""
        while True:
            text = self.letters.get(timeout=_SECONDS_TO_ARRIVE)
            found = re.search(rf"https?://\S+?({page}\S+)", text)
            if found is not None:
                return found[1]


@dataclass(frozen=True)
class House:
    """Where browsers find it."""

    url: str
    mailbox: Mailbox


Preparing = Callable[[Services], Awaitable[None]]


@contextmanager
def served_house(folder: Path, apps: Sequence[App] = (), **environment: str) -> Iterator[House]:
    """A house on a free port, to which people also come by way of a provider that vouches for one of them."""
    mailbox = Mailbox()
    opening = partial(_opened, folder, apps, mailbox=mailbox, environment=environment, prepare=None)
    with served(opening, stopping=_stop) as server:
        yield House(server.url, mailbox)


@contextmanager
def prepared_house(folder: Path, apps: Sequence[App], prepare: Preparing) -> Iterator[House]:
    """A house that stays as it was prepared: nothing works in its background."""
    mailbox = Mailbox()
    opening = partial(_opened, folder, apps, mailbox=mailbox, environment={}, prepare=prepare)
    with served(opening, stopping=_stop) as server:
        yield House(server.url, mailbox)


def _stop(app: FastAPI) -> None:
    app.state.live.close()


@asynccontextmanager
async def _opened(
    folder: Path,
    apps: Sequence[App],
    url: str,
    *,
    mailbox: Mailbox,
    environment: Mapping[str, str],
    prepare: Preparing | None,
) -> AsyncIterator[FastAPI]:
    loop = asyncio.get_running_loop()
    post = await loop.create_server(lambda: SMTP(mailbox, loop=loop), "127.0.0.1", 0)
    port = post.sockets[0].getsockname()[1]
    async with post, opened_provider(profile=AT_THE_PROVIDER) as provider:
        given = {
            "CAIRN_PUBLIC_URL": url,
            "CAIRN_MAIL": f"smtp://127.0.0.1:{port}",
            "CAIRN_OUTBOUND_ALLOW": "127.0.0.1",
            "CAIRN_OIDC": json.dumps(
                [
                    {
                        "name": "The Works",
                        "issuer": provider.issuer,
                        "client_id": CLIENT_ID,
                        "client_secret": CLIENT_SECRET,
                    }
                ]
            ),
            **environment,
        }
        sections: list[type[Section]] = [Settings, *(section for app in apps for section in app.sections)]
        settings = AllSettings(load_settings(sections, environment=given, folder=folder))
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_services(settings, folder, parts(apps)))
            if prepare is None:
                await stack.enter_async_context(working(services))
            else:
                await prepare(services)
            yield create_app(services, apps)
