"""Ada, who wants messages, and an office that sends them: the real services on a folder, and servers of this machine."""

import asyncio
import email
import email.policy
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from cairn.services import accounts, jobs, notify
from cairn.services.accounts import Preferences, SignedIn
from cairn.services.clock import ManualClock
from cairn.services.notify import DeliveryListed, Gateways, Message, Notify, Target, open_notify
from cairn.services.opening import open_services
from cairn.services.outbound import AddressPolicy
from cairn.services.part import Part
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from tests.services.due_jobs import do_due
from tests.services.outbound.servers import PUBLIC

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
ADA_ID = "0197f0a0-0000-7000-8000-00000000000a"
HELLO = Message(title="Attack is 99", text="You reached it & more.", link="https://cairn.example.org/goals/7")


def member(
    email: str | None = "ada@example.org", *, is_verified: bool = True, account_id: str = ADA_ID
) -> SignedIn:
    return SignedIn(
        account_id=account_id,
        email=email,
        is_email_verified=is_verified,
        preferences=Preferences(),
        is_operator=False,
        session_id="session",
        signed_in_at=NOON,
        csrf_token="token",
    )


ADA = member()
BO = member("bo@example.org", account_id="0197f0a0-0000-7000-8000-00000000000b")


@dataclass(frozen=True)
class Office:
    services: Services
    clock: ManualClock

    @property
    def notify(self) -> Notify:
        return self.services.notify

    async def add(self, target: Target, *, name: str = "mine", who: SignedIn = ADA) -> str:
        """A channel's id."""
        self.clock.advance(timedelta(milliseconds=1))  # so that the order of ids is theirs
        return (await self.notify.channels.add(who, name=name, target=target)).channel.channel_id

    async def send(
        self, message: Message = HELLO, *, key: str = "one", channels: Sequence[str] | None = None
    ) -> None:
        """Has a message sent to Ada, and everything done that is due by now."""
        await self.services.tables.write(self.notify.send(ADA_ID, message, key=key, channels=channels))
        await self.work()

    async def work(self) -> None:
        """Does the jobs that are due, and those that they enqueue."""
        await do_due(self.services)

    async def log(self, who: SignedIn = ADA) -> list[DeliveryListed]:
        return (await self.notify.deliveries.of_member(who)).items

    async def outcomes(self) -> list[tuple[str, str, str]]:
        """What stands in Ada's log: channel, outcome, and why, newest first."""
        return [(each.channel_name, each.outcome, each.detail) for each in await self.log()]


@asynccontextmanager
async def opened_office(
    folder: Path,
    *,
    gateways: Gateways | None = None,
    trust: ssl.SSLContext | None = None,
    new_code: str = "123456",
    given: Mapping[str, str] = MappingProxyType({}),
    **environment: str,
) -> AsyncIterator[Office]:
    """An office at noon, that may reach one address of this machine."""
    clock = ManualClock(NOON)
    given = {
        "CAIRN_OUTBOUND_ALLOW": f"{PUBLIC}/32",
        "CAIRN_PUBLIC_URL": "https://cairn.test",
        **given,
        **environment,
    }
    settings = AllSettings(load_settings([Settings], environment=given, folder=folder))
    parts = [notify.PART, accounts.PART, Part(name="background", tables=jobs.TABLES)]
    async with open_services(settings, folder, parts, clock=clock) as services:
        office = open_notify(
            services.tables,
            services.jobs,
            clock=clock,
            keys=services.keys,
            settings=settings[Settings],
            outbound=services.outbound,
            policy=AddressPolicy.allowing([f"{PUBLIC}/32"]),
            bus=services.bus,
            metrics=services.telemetry.metrics,
            gateways=gateways,
            trust=trust,
            new_code=lambda: new_code,
        )
        yield Office(replace(services, notify=office), clock)


@dataclass
class PostBox:
    """A mail server. It keeps what it takes, and refuses what `refusing` says."""

    port: int = 0
    refusing: dict[str, str] = field(default_factory=dict)
    taken: list[EmailMessage] = field(default_factory=list)
    envelopes: list[tuple[str, list[str]]] = field(default_factory=list)
    signed_in: list[tuple[str, str]] = field(default_factory=list)
    was_secure: list[bool] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refusing:
            return self.refusing[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        letter = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.taken.append(letter)
        self.envelopes.append((str(envelope.mail_from), list(envelope.rcpt_tos)))
        self.was_secure.append(session.ssl is not None)
        return "250 Taken"

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, shown: Any
    ) -> AuthResult:
        if not isinstance(shown, LoginPassword):
            return AuthResult(success=False, handled=False)
        self.signed_in.append((shown.login.decode(), shown.password.decode()))
        return AuthResult(success=shown.password == b"secret", handled=False)


@asynccontextmanager
async def post_box(
    *,
    starts_tls: ssl.SSLContext | None = None,
    secure: ssl.SSLContext | None = None,
    wants_password: bool = False,
) -> AsyncIterator[PostBox]:
    """A mail server for the length of a block."""
    box = PostBox()

    def protocol() -> SMTP:
        return SMTP(
            box,
            hostname="post.test",
            tls_context=starts_tls,
            require_starttls=starts_tls is not None,
            authenticator=box.authenticate,
            auth_required=wants_password,
            auth_require_tls=starts_tls is not None,
            loop=asyncio.get_running_loop(),
        )

    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0, ssl=secure)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
        await server.wait_closed()
