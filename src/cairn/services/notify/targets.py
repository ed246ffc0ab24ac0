"""Where a channel leads: what each kind of channel has to know. Whatever opens something is shown to nobody again."""

from enum import StrEnum
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

HIDDEN: Final = "••••"


class ChannelKind(StrEnum):
    EMAIL = "email"
    SMS = "sms"
    DISCORD = "discord"
    TELEGRAM = "telegram"
    SLACK = "slack"
    NTFY = "ntfy"
    WEBHOOK = "webhook"
    APPRISE = "apprise"


class _Target(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


_Url = Annotated[str, Field(max_length=2000, repr=False)]


class EmailTarget(_Target):
    kind: Literal[ChannelKind.EMAIL] = ChannelKind.EMAIL
    address: str = Field(
        description="Where mail goes. It has to be confirmed by a link that is mailed there."
    )

    @property
    def shown(self) -> str:
        return self.address


class SmsTarget(_Target):
    kind: Literal[ChannelKind.SMS] = ChannelKind.SMS
    number: str = Field(description="With its country: +491701234567. A code that is sent there confirms it.")

    @property
    def shown(self) -> str:
        return f"{self.number[:3]}{HIDDEN}{self.number[-4:]}"


class DiscordTarget(_Target):
    kind: Literal[ChannelKind.DISCORD] = ChannelKind.DISCORD
    url: _Url = Field(description="A webhook of a channel: Edit channel, Integrations, Webhooks.")

    @property
    def shown(self) -> str:
        return f"webhook {_name_in(self.url, -2)}"


class TelegramTarget(_Target):
    kind: Literal[ChannelKind.TELEGRAM] = ChannelKind.TELEGRAM
    bot_token: Annotated[str, Field(repr=False)] = Field(description="What @BotFather said: 123456:ABC…")
    chat_id: str = Field(description="A number, or @name of a channel in which the bot may write.")

    @property
    def shown(self) -> str:
        return f"chat {self.chat_id} by bot {self.bot_token.partition(':')[0]}"


class SlackTarget(_Target):
    kind: Literal[ChannelKind.SLACK] = ChannelKind.SLACK
    url: _Url = Field(description="An incoming webhook of an app in the workspace.")

    @property
    def shown(self) -> str:
        return f"webhook of workspace {_name_in(self.url, -3)}"


class NtfyTarget(_Target):
    kind: Literal[ChannelKind.NTFY] = ChannelKind.NTFY
    url: _Url = Field(description="The address of the topic: https://ntfy.sh/a-name-that-nobody-guesses.")
    token: str | None = Field(default=None, repr=False, description="Where the server asks for one: tk_…")

    @property
    def shown(self) -> str:
        # Who knows the name of a topic reads along.
        return f"{urlsplit(self.url).netloc}/{HIDDEN}"


class WebhookTarget(_Target):
    kind: Literal[ChannelKind.WEBHOOK] = ChannelKind.WEBHOOK
    url: _Url = Field(description="What is posted to.")
    secret: str = Field(
        default="", repr=False, exclude=False, description="What messages are signed with. Cairn makes it."
    )

    @property
    def shown(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.netloc}{parts.path}" + (f"?{HIDDEN}" if parts.query else "")


class AppriseTarget(_Target):
    kind: Literal[ChannelKind.APPRISE] = ChannelKind.APPRISE
    url: _Url = Field(description="An address as Apprise writes them: pover://user@token.")

    @property
    def shown(self) -> str:
        return f"{self.url.partition(':')[0]}://{HIDDEN}"


Target = (
    EmailTarget
    | SmsTarget
    | DiscordTarget
    | TelegramTarget
    | SlackTarget
    | NtfyTarget
    | WebhookTarget
    | AppriseTarget
)
AnyTarget = Annotated[Target, Field(discriminator="kind")]
"""A target as JSON tells it: `kind` says which."""

_TARGETS: Final[TypeAdapter[Target]] = TypeAdapter(AnyTarget)


def target_of_json(text: str) -> Target:
    """A target that was stored."""
    return _TARGETS.validate_json(text)


def _name_in(url: str, place: int) -> str:
    """The part of a path that names something openly."""
    parts = urlsplit(url).path.split("/")
    return parts[place] if len(parts) >= -place else HIDDEN
