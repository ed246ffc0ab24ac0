"""Cairn's own settings. An app's stand beside the app."""

from datetime import timedelta
from typing import Annotated, ClassVar, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from cairn.services.settings.section import Section

_EVERYWHERE: Final = frozenset({"0.0.0.0", "[::]"})  # noqa: S104 - to tell it apart, not to listen
_Port = Annotated[int, Field(ge=0, le=65535)]


def _of_the_web(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{text} is no address of the web; write it as in https://cairn.example.org")
    return text


def _of_a_host(text: str) -> str:
    parts = urlsplit(_of_the_web(text))
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"{text} goes on behind the host; Cairn needs a host of its own, and no path")
    return text


class OidcProvider(BaseModel):
    """Somebody who vouches for people: an OpenID Connect provider."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="What the button says.")
    issuer: str = Field(description="Its address, under which it publishes its configuration.")
    client_id: str
    client_secret: SecretStr | None = None


class Settings(Section):
    """What an operator can say about an installation."""

    title: ClassVar = "Cairn"

    host: str = Field(default="127.0.0.1", description="The address to listen on.")
    port: _Port = Field(default=8000, description="The port to listen on; 0 takes a free one.")
    public_url: Annotated[str, AfterValidator(_of_a_host)] | None = Field(
        default=None,
        description="The address under which people reach Cairn, for links in messages. Where it is https, cookies "
        "are sent over https alone.",
    )
    trusted_proxies: tuple[str, ...] = Field(
        default=(), description="Addresses or networks of proxies whose X-Forwarded-For is believed."
    )
    apps: tuple[str, ...] = Field(
        default=(), description="The apps that run, for example `checks,habits`. Empty is all."
    )
    worker: bool = Field(default=True, description="Whether `cairn serve` runs the background work too.")

    tables: str | None = Field(
        default=None,
        description="Where the tables are: `aws`, `aws:eu-west-1`, or the URL of an endpoint. The data folder, "
        "when nothing is said.",
    )
    stage: str = Field(
        default="prod",
        pattern=r"^[A-Za-z0-9_.-]{1,64}$",
        description="Fills the names of tables that have a stage in them.",
    )
    sql: str | None = Field(
        default=None,
        description="Where what is kept in SQL is: `postgresql://user:password@host/name`. A file in the data "
        "folder, when nothing is said.",
    )
    blobs: str | None = Field(
        default=None,
        description="Where pictures and files are: `s3://bucket/prefix`, with `?endpoint=https://…&region=…` for what "
        "speaks like S3, or a folder. The data folder, when nothing is said.",
    )
    bus: str | None = Field(
        default=None,
        description="How servers tell one another what is new: `redis://host:6379`. Within the process, when "
        "nothing is said.",
    )
    secret: SecretStr | None = Field(
        default=None,
        description="What everything is signed with: at least 32 characters, the same on all servers. A file in "
        "the data folder, when nothing is said.",
    )

    sign_up: Literal["open", "closed"] = Field(
        default="open",
        description="Whether anybody can make an account, or only the operator (`cairn account create`).",
    )
    session_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=90, description="For how many days without a visit a browser stays signed in."
    )
    oidc: tuple[OidcProvider, ...] = Field(default=(), description="Providers with which people sign in.")
    jwt_issuer: str | None = Field(
        default=None, description="An issuer whose bearer tokens are taken, for example a Cognito user pool."
    )
    jwt_audience: str | None = Field(default=None, description="The audience that such a token has to name.")

    mail: str | None = Field(
        default=None,
        description="The server that takes mail: `smtp://user:password@host:587` (with STARTTLS where it is "
        "offered) or `smtps://…:465`. Without it, mails are kept in the delivery log and not sent.",
    )
    mail_from: str = Field(default="Cairn <cairn@localhost>", description="Whom mails come from.")
    sms_gateway: str | None = Field(
        default=None,
        description="Where text messages are posted: an address that speaks Twilio's API, with keys in it: "
        "`https://ACCOUNT:TOKEN@api.twilio.com/?From=+15005550006`.",
    )
    messages_a_day: Annotated[int, Field(ge=1)] = Field(
        default=200, description="How many messages one account can cause a day; a person can choose less."
    )

    outbound_allow: tuple[str, ...] = Field(
        default=(),
        description="Networks or hosts that requests on behalf of people may reach although they are private, "
        "for example `10.0.5.0/24,nas.local`.",
    )
    outbound_name_servers: tuple[str, ...] = Field(
        default=(),
        description="Name servers that are asked for the records of names, for example `9.9.9.9,[2620:fe::fe]:53`. "
        "Without any, those of this machine are.",
    )
    outbound_timeout: timedelta = Field(
        default=timedelta(seconds=20), description="How long such a request may take in all."
    )

    log_format: Literal["text", "json"] = Field(default="text", description="How the log is written.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is logged at least."
    )
    metrics_token: SecretStr | None = Field(
        default=None,
        description="What a bearer has to show for `/metrics`. Without it, only this machine may read them.",
    )
    traces: Annotated[str, AfterValidator(_of_the_web)] | None = Field(
        default=None, description="Where traces go: an OpenTelemetry collector, `http://host:4318`."
    )

    dynamo_access_key: str | None = Field(
        default=None, description="The key with which requests to the DynamoDB API have to be signed."
    )
    dynamo_secret_key: SecretStr | None = Field(default=None, description="Its secret.")

    @property
    def address(self) -> str:
        """Where people reach this Cairn, without a slash at the end: on this machine, when nothing is said."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{'localhost' if host in _EVERYWHERE else host}:{self.port}"
