"""Channels: where messages go; and the log of what became of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final

from fastapi import Form
from pydantic import ValidationError

from cairn.apps.base import Anyone, House, Page, PageRouter, Redirect, SignedIn, Toast, Tone
from cairn.services.notify import (
    AddedChannel,
    AppriseTarget,
    ChannelKind,
    ChannelListed,
    DeliveryListed,
    DiscordTarget,
    EmailTarget,
    NtfyTarget,
    SlackTarget,
    SmsTarget,
    Target,
    TelegramTarget,
    WebhookTarget,
)
from cairn.services.problems import Conflict, InvalidInput, NotFound, Problem

router: Final = PageRouter()
Text = Annotated[str, Form()]
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Field:
    """A field of the form for a kind of channel."""

    name: str
    label: str
    kind: str = "text"
    is_required: bool = True


@dataclass(frozen=True)
class Kind:
    """A kind of channel, as people know it."""

    kind: ChannelKind
    title: str
    target: type[Target]
    fields: tuple[Field, ...]

    def hint(self, field: Field) -> str:
        return self.target.model_fields[field.name].description or ""


KINDS: Final[Mapping[ChannelKind, Kind]] = MappingProxyType(
    {
        each.kind: each
        for each in (
            Kind(ChannelKind.EMAIL, "E-mail", EmailTarget, (Field("address", "Address", "email"),)),
            Kind(ChannelKind.SMS, "Text message", SmsTarget, (Field("number", "Number", "tel"),)),
            Kind(ChannelKind.DISCORD, "Discord", DiscordTarget, (Field("url", "Webhook", "url"),)),
            Kind(
                ChannelKind.TELEGRAM,
                "Telegram",
                TelegramTarget,
                (Field("bot_token", "Token of the bot"), Field("chat_id", "Chat")),
            ),
            Kind(ChannelKind.SLACK, "Slack", SlackTarget, (Field("url", "Webhook", "url"),)),
            Kind(
                ChannelKind.NTFY,
                "ntfy",
                NtfyTarget,
                (Field("url", "Topic", "url"), Field("token", "Token", is_required=False)),
            ),
            Kind(ChannelKind.WEBHOOK, "Webhook", WebhookTarget, (Field("url", "Address", "url"),)),
            Kind(ChannelKind.APPRISE, "Anything else", AppriseTarget, (Field("url", "Apprise address"),)),
        )
    }
)


@dataclass(frozen=True)
class ChannelsPage:
    """The account's channels, and the form for one more. `given` is what was written in it."""

    channels: Sequence[ChannelListed]
    kinds: Mapping[ChannelKind, Kind]
    adding: Kind | None
    given: Mapping[str, str]
    new: AddedChannel | None
    messages_a_day: int
    most_a_day: int
    at: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class DeliveriesPage:
    """What became of messages, newest first."""

    deliveries: Sequence[DeliveryListed]
    older: str
    is_newest: bool
    """Whether these are the latest, so that what is new belongs to them."""


@dataclass(frozen=True)
class LinkPage:
    """What a link in a mail does, once a button is pressed."""

    title: str
    text: str
    button: str
    is_done: bool = False


@router.get("/channels")
async def show_channels(member: SignedIn, house: House, add: str = "") -> Page:
    return await _page(member, house, adding=KINDS[ChannelKind(add)] if add in set(ChannelKind) else None)


@router.get("/channels/log")
async def show_deliveries(member: SignedIn, house: House, cursor: str | None = None) -> Page:
    page = await house.notify.deliveries.of_member(member, cursor=cursor)
    older = "" if page.cursor is None else f"/channels/log?cursor={page.cursor}"
    shown = DeliveriesPage(page.items, older, is_newest=cursor is None)
    return Page("channels/log.html", shown, title="What was sent", block="log")


@router.post("/channels/limit")
async def limit(member: SignedIn, house: House, messages_a_day: Text = "") -> Page | Redirect:
    try:
        if messages_a_day and not _NUMBER.fullmatch(messages_a_day):
            raise InvalidInput.of("messages_a_day", "write a number")
        await house.notify.limits.set(member, int(messages_a_day) if messages_a_day else None)
    except Problem as problem:
        return await _page(member, house, at="limit", problem=problem)
    return Redirect("/channels", toast=Toast("Kept."))


@router.post("/channels/new/{kind}")
async def add_channel(
    member: SignedIn,
    house: House,
    kind: ChannelKind,
    name: Text = "",
    address: Text = "",
    number: Text = "",
    url: Text = "",
    token: Text = "",
    bot_token: Text = "",
    chat_id: Text = "",
) -> Page:
    form = {
        "name": name,
        "address": address,
        "number": number,
        "url": url,
        "token": token,
        "bot_token": bot_token,
        "chat_id": chat_id,
    }
    adding = KINDS[kind]
    try:
        target = _target(adding, form)
        new = await house.notify.channels.add(member, name=name, target=target)
    except Problem as problem:
        return await _page(member, house, adding=adding, given=form, at="new", problem=problem)
    return await _page(member, house, new=new)


@router.post("/channels/{channel_id}/test")
async def test_channel(member: SignedIn, house: House, channel_id: str) -> Redirect:
    try:
        tested = await house.notify.channels.test(member, channel_id)
    except Conflict as problem:
        return Redirect("/channels", toast=Toast(problem.detail, Tone.BAD))
    return Redirect("/channels", toast=Toast(tested.detail, Tone.GOOD if tested.was_sent else Tone.BAD))


@router.post("/channels/{channel_id}/pause")
async def pause(member: SignedIn, house: House, channel_id: str) -> Redirect:
    await house.notify.channels.pause(member, channel_id)
    return Redirect("/channels", toast=Toast("Nothing is sent there until you resume it."))


@router.post("/channels/{channel_id}/resume")
async def resume(member: SignedIn, house: House, channel_id: str) -> Redirect:
    await house.notify.channels.resume(member, channel_id)
    return Redirect("/channels", toast=Toast("Messages go there again."))


@router.post("/channels/{channel_id}/remove")
async def remove(member: SignedIn, house: House, channel_id: str) -> Redirect:
    await house.notify.channels.remove(member, channel_id)
    return Redirect("/channels", toast=Toast("The channel is removed."))


@router.post("/channels/{channel_id}/ask-again")
async def ask_again(member: SignedIn, house: House, channel_id: str) -> Redirect:
    await house.notify.channels.ask_again(member, channel_id)
    return Redirect("/channels", toast=Toast("It is on its way."))


@router.post("/channels/{channel_id}/confirm")
async def confirm_by_code(
    member: SignedIn, house: House, channel_id: str, code: Text = ""
) -> Page | Redirect:
    try:
        await house.notify.channels.confirm_by_code(member, channel_id, code)
    except InvalidInput as problem:
        return await _page(member, house, at=channel_id, problem=problem)
    return Redirect("/channels", toast=Toast("The telephone is confirmed."))


@router.get("/channels/confirm/{link}")
async def show_confirm(_: Anyone, link: str) -> Page:
    return _link_page(
        LinkPage("Messages from Cairn", "Somebody wants messages to be sent to this address.", "I want them")
    )


@router.post("/channels/confirm/{link}")
async def confirm(_: Anyone, house: House, link: str) -> Page:
    channel = await house.notify.channels.confirm_by_link(link)
    return _link_page(LinkPage("Thank you", f"Messages go to {channel.shown} from now on.", "", is_done=True))


@router.get("/unsubscribe/{link}")
async def show_unsubscribe(_: Anyone, house: House, link: str) -> Page:
    channel = await house.notify.unsubscribing.find(link)
    text = f"The channel {channel.name} leads to {channel.target.shown}. It can be resumed at any time."
    return _link_page(LinkPage("No more messages?", text, "Send no more"))


@router.post("/unsubscribe/{link}")
async def unsubscribe(_: Anyone, house: House, link: str) -> Page:
    await house.notify.unsubscribing.unsubscribe(link)
    return _link_page(LinkPage("That was it", "Nothing more is sent there.", "", is_done=True))


def _target(kind: Kind, form: Mapping[str, str]) -> Target:
    given = {field.name: form[field.name] for field in kind.fields if form[field.name].strip()}
    missing = {each.name: "is missing" for each in kind.fields if each.is_required and each.name not in given}
    if missing:
        raise InvalidInput("Something is missing", fields=missing)
    try:
        return kind.target.model_validate(given)
    except ValidationError as fault:
        fields = {str(each["loc"][0]): each["msg"].removeprefix("Value error, ") for each in fault.errors()}
        raise InvalidInput("Something is not right", fields=fields) from fault


async def _page(
    member: SignedIn,
    house: House,
    *,
    adding: Kind | None = None,
    given: Mapping[str, str] | None = None,
    new: AddedChannel | None = None,
    at: str = "",
    problem: Problem | None = None,
) -> Page:
    if isinstance(problem, NotFound):
        raise problem
    shown = ChannelsPage(
        channels=await house.notify.channels.of_member(member),
        kinds=KINDS,
        adding=adding,
        given=given or {},
        new=new,
        messages_a_day=await house.notify.limits.of_member(member),
        most_a_day=house.notify.limits.most,
        at=at,
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("channels/channels.html", shown, title="Channels", status=status)


def _link_page(shown: LinkPage) -> Page:
    return Page("channels/link.html", shown, title=shown.title)
