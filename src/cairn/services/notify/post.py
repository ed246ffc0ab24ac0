"""The post: mail over SMTP. Where nobody takes mail, it is kept, and printed, so that no link in it is lost."""

import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final, Self
from urllib.parse import unquote, urlsplit

import aiosmtplib

from cairn.services.notify.failures import DeliveryFailed
from cairn.services.settings import Settings, SettingsError

_SECONDS: Final = 30
_PORTS: Final = {"smtp": 587, "smtps": 465}
_MOST_WORDS: Final = 300
_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, repr=False)
class MailServer:
    """The server that takes mail, as the setting names it."""

    host: str
    port: int
    is_secure_at_once: bool
    user: str | None
    password: str | None

    @classmethod
    def of(cls, setting: str) -> Self:
        """Reads `smtp://user:password@host:587`. Raises `SettingsError` for what is none."""
        try:
            parts = urlsplit(setting)
            port = parts.port
        except ValueError as fault:
            raise _no_server() from fault
        if parts.scheme not in _PORTS or not parts.hostname:
            raise _no_server()
        return cls(
            parts.hostname,
            port or _PORTS[parts.scheme],
            parts.scheme == "smtps",
            None if parts.username is None else unquote(parts.username),
            None if parts.password is None else unquote(parts.password),
        )

    @property
    def starts_tls(self) -> bool | None:
        """True where it has to, None where it may: a password goes over no open line to another machine."""
        if self.is_secure_at_once:
            return False
        return True if self.password is not None and self.host not in _THIS_MACHINE else None


class Post:
    """Hands letters to the server. Without one, `is_open` is false."""

    def __init__(self, server: MailServer | None, *, trust: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._trust = trust

    @property
    def is_open(self) -> bool:
        return self._server is not None

    async def send(self, letter: EmailMessage) -> None:
        """Has a letter taken. Raises `DeliveryFailed` with what the server said."""
        server = self._server
        if server is None:
            raise DeliveryFailed(NO_SERVER, again=False)
        try:
            await aiosmtplib.send(
                letter,
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.is_secure_at_once,
                start_tls=server.starts_tls,
                tls_context=self._trust,
                timeout=_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as fault:
            raise _refused(fault.recipients[0].code, fault.recipients[0].message) from fault
        except aiosmtplib.SMTPAuthenticationError as fault:
            raise DeliveryFailed(
                f"The mail server answered {fault.code}: it does not accept the operator's name and password",
                again=True,
            ) from fault
        except aiosmtplib.SMTPNotSupported as fault:
            raise DeliveryFailed(
                f"The mail server does not do this: {_one_line(str(fault))}", again=False
            ) from fault
        except aiosmtplib.SMTPResponseException as fault:
            raise _refused(fault.code, fault.message) from fault
        except (aiosmtplib.SMTPException, OSError) as fault:
            raise DeliveryFailed(
                f"The mail server can't be reached: {_one_line(str(fault))}", again=True
            ) from fault


NO_SERVER: Final = (
    f"Not sent: no mail server is named in the settings ({Settings.variable('mail')}). "
    "The operator can read the mail in the log"
)


def _refused(code: int, said: str) -> DeliveryFailed:
    return DeliveryFailed(f"The mail server answered {code}: {_one_line(said)}", again=not 500 <= code < 600)


def _one_line(said: str) -> str:
    return " ".join(said.split())[:_MOST_WORDS]


def _no_server() -> SettingsError:
    return SettingsError(
        f"{Settings.variable('mail')} is not of the form smtp://user:password@host:587 or smtps://…:465"
    )
