"""Where an account is signed in."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from cairn.apps.base import House, Listed, SignedIn, raises
from cairn.services.problems import NotFound
from cairn.services.settings import Settings
from cairn.web.cookies import let_out

router: Final = APIRouter(tags=["sessions"])


class SessionListed(BaseModel):
    """A browser that is signed in."""

    model_config = ConfigDict(from_attributes=True)

    session_id: str
    signed_in_at: datetime
    last_seen_at: datetime
    address: str | None
    user_agent: str | None
    is_this_one: bool


@router.get("/sessions")
async def list_sessions(caller: SignedIn, house: House) -> Listed[SessionListed]:
    """Where the account is signed in, the latest use first."""
    sessions = await house.accounts.sessions.of_member(caller)
    return Listed(items=[SessionListed.model_validate(each) for each in sessions])


@router.delete("/sessions", status_code=204)
async def sign_out_everywhere(caller: SignedIn, house: House, response: Response) -> None:
    """Signs the account out everywhere, here too."""
    await house.accounts.sessions.sign_out_everywhere(caller)
    let_out(response, house.settings[Settings])


@router.delete("/sessions/{session_id}", status_code=204)
@raises(NotFound)
async def end_session(caller: SignedIn, house: House, session_id: str) -> None:
    """Signs the account out at one browser."""
    await house.accounts.sessions.end(caller, session_id)
