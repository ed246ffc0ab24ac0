"""The routes of the service that used this schema before, with the fields that they had there.

There, whoever knew an id was believed. Here the user is the caller, and somebody else's id leads nowhere.
"""

from datetime import date, datetime
from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import Field

from cairn.apps.base import House, Member, raises
from cairn.apps.runescape.api.forms import Asked, CharacterInPath, Shown
from cairn.apps.runescape.api.shapes import HiscoresShown
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.schema import ChannelType, Frequency, NotificationChannel, TargetType, User
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import (
    HiscoresBusy,
    NoSuchCharacter,
    NotOnHiscores,
    TooManyGoals,
    ValueUnknown,
)
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.services.accounts import TooManyAttempts
from cairn.services.problems import InvalidInput, NotFound, TooMany

router: Final = APIRouter()


class GivenUser(Asked):
    """Who uses it: the caller, by the address of their account."""

    email: Annotated[str, Field(max_length=320, examples=["user@example.com"])]


class UserShown(Shown):
    user_id: str
    email: str | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, user: User) -> "UserShown":
        return cls(user_id=user.id, email=user.email, created_at=user.created_at, updated_at=user.updated_at)


class UsersCharacter(Shown):
    user_id: str
    name: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, own: Own) -> "UsersCharacter":
        each = own.character
        return cls(
            user_id=each.user_id, name=each.name, created_at=each.created_at, updated_at=each.updated_at
        )


class GivenChannel(Asked):
    """Where word is sent: one of a type, which is one of the channels of the account."""

    channel_type: ChannelType
    identifier: Annotated[str, Field(min_length=1, max_length=320, examples=["+491701234567"])]


class ChannelShown(Shown):
    channel_type: ChannelType
    identifier: str
    created_at: datetime
    updated_at: datetime
    is_active: bool

    @classmethod
    def of(cls, channel: NotificationChannel) -> "ChannelShown":
        return cls.model_validate(channel)


class GivenGoal(Asked):
    """A goal. `currentValue` counts where the hiscores tell no value."""

    target_attribute: Annotated[str, Field(max_length=60, examples=["Woodcutting"])]
    target_type: TargetType = Field(examples=[TargetType.XP])
    target_value: Annotated[int, Field(ge=1, le=10_000_000_000)] = Field(examples=[13_034_431])
    current_value: Annotated[int, Field(ge=0, le=10_000_000_000)] | None = None
    target_date: date
    notification_channel_type: ChannelType | None = None
    frequency: Frequency = Frequency.DAILY


class Message(Shown):
    message: str


@router.post("/users")
@raises(InvalidInput)
async def create_user(caller: Member, house: House, given: GivenUser) -> UserShown:
    """The user that the caller is. Twice is once."""
    if caller.email is None or given.email.strip().lower() != caller.email.lower():
        raise InvalidInput.of("email", "the address of your account")
    return UserShown.of(await Runescape.of(house).characters.user(caller))


@router.get("/users/{user_id}")
@raises(NotFound)
async def show_user(caller: Member, house: House, user_id: str) -> UserShown:
    """The user that the caller is."""
    _check(caller, user_id)
    return UserShown.of(await Runescape.of(house).characters.user(caller))


@router.get("/users/{user_id}/characters")
@raises(NotFound)
async def list_users_characters(caller: Member, house: House, user_id: str) -> list[UsersCharacter]:
    """The caller's characters."""
    _check(caller, user_id)
    return [UsersCharacter.of(each) for each in await Runescape.of(house).characters.of_member(caller)]


@router.post("/users/{user_id}/characters/{name}")
@raises(NotFound, NotOnHiscores, HiscoresBusy, TooManyAttempts, TooManyGoals, InvalidInput)
async def add_users_character(
    caller: Member, house: House, user_id: str, name: CharacterInPath
) -> UsersCharacter:
    """Follows a character of Old School. Who follows it already gets what is there."""
    _check(caller, user_id)
    return UsersCharacter.of(await Runescape.of(house).characters.add(caller, name))


@router.get("/characters/{name}/hiscores")
@raises(NotOnHiscores, HiscoresBusy, TooManyAttempts, InvalidInput)
async def show_hiscores(
    caller: Member, house: House, name: CharacterInPath, board: Board = Board.OSRS
) -> HiscoresShown:
    """What a board says of a name now, whether anybody follows it or not."""
    reading = await Runescape.of(house).characters.look_up(caller, name, board)
    return HiscoresShown.of(name, board, reading)


@router.get("/users/{user_id}/notification-channels")
@raises(NotFound)
async def list_users_channels(caller: Member, house: House, user_id: str) -> list[ChannelShown]:
    """Where word is sent, by type."""
    _check(caller, user_id)
    return [ChannelShown.of(each) for each in await Runescape.of(house).channels.of_member(caller)]


@router.post("/users/{user_id}/notification-channels")
@raises(NotFound, InvalidInput)
async def choose_users_channel(
    caller: Member, house: House, user_id: str, given: GivenChannel
) -> ChannelShown:
    """Which of the account's channels of a type goals are told by. It has to be one of the account's already."""
    _check(caller, user_id)
    channels = Runescape.of(house).channels
    return ChannelShown.of(await channels.choose(caller, given.channel_type, given.identifier))


@router.post("/users/{user_id}/characters/{name}/goals")
@raises(NotFound, NoSuchCharacter, TooManyGoals, ValueUnknown, TooMany)
async def set_users_goal(
    caller: Member, house: House, user_id: str, name: CharacterInPath, given: GivenGoal
) -> Message:
    """Sets a goal."""
    return await _set(caller, house, user_id, name, given)


@router.post("/users/{user_id}/characters/{name}/goal", include_in_schema=True)
@raises(NotFound, NoSuchCharacter, TooManyGoals, ValueUnknown, TooMany)
async def set_users_goal_as_deployed(
    caller: Member, house: House, user_id: str, name: CharacterInPath, given: GivenGoal
) -> Message:
    """The same, at the address under which it was deployed."""
    return await _set(caller, house, user_id, name, given)


async def _set(caller: Member, house: House, user_id: str, name: str, given: GivenGoal) -> Message:
    _check(caller, user_id)
    new = NewGoal(
        target_attribute=given.target_attribute,
        target_type=given.target_type,
        target_value=given.target_value,
        target_date=given.target_date,
        frequency=given.frequency,
        channel_type=given.notification_channel_type,
        current_value=given.current_value,
    )
    await Runescape.of(house).goals.set_goal(caller, name, new)
    return Message(message="Goal created")


def _check(caller: Member, user_id: str) -> None:
    if user_id != caller.account_id:
        raise NotFound("There is no such user")
