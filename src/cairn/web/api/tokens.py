"""Tokens for the API, which a person makes, names, scopes and revokes at a browser."""

from datetime import date, datetime
from typing import Annotated, Final, Self

from fastapi import APIRouter
from pydantic import AwareDatetime, BaseModel, Field

from cairn.apps.base import Given, House, Listed, SignedIn, raises
from cairn.services import accounts
from cairn.services.problems import Conflict, NotFound

router: Final = APIRouter(tags=["tokens"])


class WantedToken(Given):
    """A token to be made."""

    name: str = Field(description="What it is for, in your words.", examples=["my phone"])
    scopes: Annotated[list[str], Field(max_length=50)] = Field(
        description="What it may do: an app, or * for all, and read or write.", examples=[["*:read"]]
    )
    expires_at: AwareDatetime | None = Field(default=None, description="When it ends by itself.")


class TokenShown(BaseModel):
    """A token, without what opens anything."""

    token_id: str
    name: str
    scopes: list[str]
    created_at: datetime
    last_used_on: date | None
    expires_at: datetime | None

    @classmethod
    def of(cls, token: accounts.TokenListed) -> Self:
        return cls(
            token_id=token.token_id,
            name=token.name,
            scopes=sorted(map(str, token.scopes)),
            created_at=token.created_at,
            last_used_on=token.last_used_on,
            expires_at=token.expires_at,
        )


class TokenMade(TokenShown):
    """A token that was just made."""

    secret: str = Field(
        description="What a program sends as `Authorization: Bearer …`. It is shown only now."
    )


@router.get("/tokens")
async def list_tokens(caller: SignedIn, house: House) -> Listed[TokenShown]:
    """The account's tokens, the newest first."""
    return Listed(items=[TokenShown.of(each) for each in await house.accounts.tokens.of_member(caller)])


@router.post("/tokens", status_code=201)
@raises(Conflict)
async def create_token(caller: SignedIn, house: House, given: WantedToken) -> TokenMade:
    """Makes a token for a program. Its secret is shown in this answer and never again."""
    made = await house.accounts.tokens.create(
        caller, name=given.name, scopes=given.scopes, expires_at=given.expires_at
    )
    return TokenMade(**TokenShown.of(made.token).model_dump(), secret=made.secret)


@router.delete("/tokens/{token_id}", status_code=204)
@raises(NotFound)
async def revoke_token(caller: SignedIn, house: House, token_id: str) -> None:
    """Makes a token worthless from this moment on."""
    await house.accounts.tokens.revoke(caller, token_id)
