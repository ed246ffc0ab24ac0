"""Who calls: what the house knows of them."""

from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from cairn.apps.base import Member
from cairn.services.accounts import Preferences

router: Final = APIRouter(tags=["me"])


class MemberShown(BaseModel):
    """An account, as whoever uses it sees it."""

    model_config = ConfigDict(from_attributes=True)

    account_id: str
    email: str | None
    is_email_verified: bool
    is_operator: bool
    preferences: Preferences


@router.get("/me")
async def show_me(caller: Member) -> MemberShown:
    """The account that a session or a token belongs to."""
    return MemberShown.model_validate(caller)
