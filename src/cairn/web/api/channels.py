"""Where messages to a person go, and what became of them."""

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base import Given, House, Listed, Member, SignedIn, raises
from cairn.apps.base.given import WhichPart, listed
from cairn.services import notify
from cairn.services.notify import AnyTarget, ChannelKind, Outcome
from cairn.services.problems import Conflict, NotFound

router: Final = APIRouter(tags=["channels"])
_MAIL: Final = {"kind": "email", "address": "ada@example.org"}


class NewChannel(Given):
    """A channel to be added."""

    name: str = Field(description="What you call it.", examples=["my mail"])
    target: AnyTarget = Field(examples=[_MAIL])


class ChangedChannel(Given):
    """What is to be otherwise. What is left out stays."""

    name: str | None = None
    target: AnyTarget | None = None


class Code(Given):
    """What was sent to a telephone."""

    code: Annotated[str, Field(max_length=100, examples=["123456"])]


class ChannelShown(BaseModel):
    """A channel, without what opens anything."""

    model_config = ConfigDict(from_attributes=True)

    channel_id: str
    name: str
    kind: ChannelKind
    shown: str = Field(description="Where it leads, as far as that is no secret.")
    created_at: datetime
    is_confirmed: bool
    is_paused: bool
    paused_because: str | None


class ChannelAdded(ChannelShown):
    """A channel that was just added or changed."""

    secret: str | None = Field(
        default=None, description="With which messages to a webhook are signed. It is shown only now."
    )

    @classmethod
    def of(cls, added: notify.AddedChannel) -> "ChannelAdded":
        return cls(**ChannelShown.model_validate(added.channel).model_dump(), secret=added.secret)


class Tested(BaseModel):
    """How a test went, in words."""

    model_config = ConfigDict(from_attributes=True)

    was_sent: bool
    detail: str


class DeliveryShown(BaseModel):
    """A message that was to be sent, and what became of it."""

    model_config = ConfigDict(from_attributes=True)

    at: datetime
    title: str
    channel_name: str
    kind: ChannelKind | None
    outcome: Outcome
    detail: str
    attempts: int


class DayLimit(BaseModel):
    """How many messages a day may bring."""

    messages_a_day: int


class WantedLimit(Given):
    """How many messages a day may bring; null for as many as this installation allows."""

    messages_a_day: Annotated[int, Field(ge=0, le=1_000_000)] | None


@router.get("/channels")
async def list_channels(caller: Member, house: House) -> Listed[ChannelShown]:
    """The account's channels, oldest first."""
    channels = await house.notify.channels.of_member(caller)
    return Listed(items=[ChannelShown.model_validate(each) for each in channels])


@router.post("/channels", status_code=201)
@raises(Conflict)
async def add_channel(caller: SignedIn, house: House, given: NewChannel) -> ChannelAdded:
    """Adds a channel. One to a telephone, or to another address than the account's, has to be confirmed."""
    return ChannelAdded.of(await house.notify.channels.add(caller, name=given.name, target=given.target))


@router.patch("/channels/{channel_id}")
@raises(NotFound)
async def change_channel(
    caller: SignedIn, house: House, channel_id: str, given: ChangedChannel
) -> ChannelAdded:
    """Gives a channel another name, or has it lead elsewhere."""
    changed = await house.notify.channels.change(caller, channel_id, name=given.name, target=given.target)
    return ChannelAdded.of(changed)


@router.delete("/channels/{channel_id}", status_code=204)
@raises(NotFound)
async def remove_channel(caller: SignedIn, house: House, channel_id: str) -> None:
    """Removes a channel. What still waits to be sent there is not sent."""
    await house.notify.channels.remove(caller, channel_id)


@router.put("/channels/{channel_id}/pause", status_code=204)
@raises(NotFound)
async def pause_channel(caller: SignedIn, house: House, channel_id: str) -> None:
    """Has a channel keep quiet."""
    await house.notify.channels.pause(caller, channel_id)


@router.delete("/channels/{channel_id}/pause", status_code=204)
@raises(NotFound)
async def resume_channel(caller: SignedIn, house: House, channel_id: str) -> None:
    """Has messages go to a channel again."""
    await house.notify.channels.resume(caller, channel_id)


@router.post("/channels/{channel_id}/test")
@raises(NotFound, Conflict)
async def test_channel(caller: SignedIn, house: House, channel_id: str) -> Tested:
    """Sends a message there now, and tells how that went."""
    return Tested.model_validate(await house.notify.channels.test(caller, channel_id))


@router.post("/channels/{channel_id}/confirmation", status_code=202, response_class=Response)
@raises(NotFound, Conflict)
async def ask_to_confirm_channel(caller: SignedIn, house: House, channel_id: str) -> None:
    """Sends the link or the code that confirms a channel once more."""
    await house.notify.channels.ask_again(caller, channel_id)


@router.post("/channels/{channel_id}/confirmation/code", status_code=204)
@raises(NotFound)
async def confirm_channel(caller: SignedIn, house: House, channel_id: str, given: Code) -> None:
    """Confirms a telephone with the code that was sent there."""
    await house.notify.channels.confirm_by_code(caller, channel_id, given.code)


@router.get("/deliveries")
async def list_deliveries(
    caller: Member, house: House, part: WhichPart, request: Request, response: Response
) -> Listed[DeliveryShown]:
    """What was sent to the account's channels, and what could not be, newest first."""
    page = await house.notify.deliveries.of_member(caller, size=part.size, cursor=part.cursor)
    return listed([DeliveryShown.model_validate(each) for each in page.items], page.cursor, request, response)


@router.get("/message-limit")
async def show_message_limit(caller: Member, house: House) -> DayLimit:
    """How many messages a day may bring."""
    return DayLimit(messages_a_day=await house.notify.limits.of_member(caller))


@router.put("/message-limit")
async def set_message_limit(caller: SignedIn, house: House, given: WantedLimit) -> DayLimit:
    """Says how many messages a day may bring."""
    await house.notify.limits.set(caller, given.messages_a_day)
    return DayLimit(messages_a_day=await house.notify.limits.of_member(caller))
