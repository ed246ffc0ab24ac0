"""Text messages, through a gateway that speaks Twilio's API. https://www.twilio.com/docs/messaging/api/message-resource"""

import base64
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from cairn.services.notify.couriers.asking import ask, members_of, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.message import Message, cut
from cairn.services.notify.targets import SmsTarget
from cairn.services.settings import Settings, SettingsError

_MOST: Final = 480  # three messages' worth
_SENDERS: Final = ("From", "MessagingServiceSid")
_CODES: Final = {
    21211: "this is no telephone number",
    21408: "the gateway does not send to this country",
    21610: "whoever has this number has answered STOP",
    21612: "the gateway can't reach this number",
    21614: "this number takes no text messages",
    30003: "the telephone is off, or out of reach",
    30005: "nobody has this number",
    30006: "this is a landline, which takes no text messages",
}


@dataclass(frozen=True, slots=True)
class Gateway:
    """Where text messages are posted, as the setting says."""

    url: str
    authorization: str
    sender: tuple[str, str]

    @classmethod
    def of(cls, setting: str) -> Self:
        """Reads `https://AC…:token@api.twilio.com/?From=+15005550006`. Raises `SettingsError` for what is none."""
        parts = urlsplit(setting)
        given = parse_qs(parts.query.replace("+", "%2B"))
        sender = next(((name, given[name][0]) for name in _SENDERS if name in given), None)
        if parts.scheme not in {"http", "https"} or not (parts.username and parts.password) or sender is None:
            raise SettingsError(
                f"{Settings.variable('sms_gateway')} is not of the form "
                "https://ACCOUNT:TOKEN@api.twilio.com/?From=+15005550006 (or ?MessagingServiceSid=MG…)"
            )
        account, token = unquote(parts.username), unquote(parts.password)
        path = parts.path if len(parts.path) > 1 else f"/2010-04-01/Accounts/{account}/Messages.json"
        proof = base64.b64encode(f"{account}:{token}".encode()).decode()
        return cls(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{path}", f"Basic {proof}", sender)


async def deliver(target: SmsTarget, parcel: Parcel, means: Means) -> None:
    if means.sms_gateway is None:
        raise DeliveryFailed(
            "This installation sends no text messages; its operator can set "
            f"{Settings.variable('sms_gateway')}",
            again=False,
        )
    gateway = Gateway.of(means.sms_gateway)
    name, sender = gateway.sender
    form = urlencode({"To": target.number, name: sender, "Body": _text(parcel.message)})
    answer = await ask(
        means.outbound,
        gateway.url,
        who="The SMS gateway",
        headers={
            "content-type": "application/x-www-form-urlencoded",
            "authorization": gateway.authorization,
        },
        body=form.encode(),
    )
    if answer.status in {401, 403}:
        raise DeliveryFailed(
            f"The SMS gateway answered {answer.status}: it does not accept the operator's keys", again=True
        )
    code = members_of(answer).get("code")
    said = _CODES.get(code) if isinstance(code, int) else None
    require_taken(answer, who="The SMS gateway", now=parcel.now, meanings={}, said=said)


def _text(message: Message) -> str:
    ending = "" if message.link is None else f"\n{message.link}"
    text = f"{message.title}\n{message.text.strip()}" if message.text.strip() else message.title
    return cut(text, max(_MOST - len(ending), 60)) + ending
