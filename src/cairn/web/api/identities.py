"""The providers with which people sign in. Going there and coming back is for browsers, by pages."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from cairn.apps.base import Anyone, House, Listed, SignedIn, raises
from cairn.services.problems import Conflict, NotFound

router: Final = APIRouter(tags=["identities"])


class ProviderShown(BaseModel):
    """A provider with which people can sign in here."""

    model_config = ConfigDict(from_attributes=True)

    slug: str
    name: str


class IdentityShown(BaseModel):
    """A provider that opens the account."""

    model_config = ConfigDict(from_attributes=True)

    identity_id: str
    provider: str
    email: str | None
    connected_at: datetime


@router.get("/providers")
async def list_providers(_: Anyone, house: House) -> Listed[ProviderShown]:
    """The providers with which people can sign in here."""
    return Listed(items=[ProviderShown.model_validate(each) for each in house.accounts.providers.listed])


@router.get("/identities")
async def list_identities(caller: SignedIn, house: House) -> Listed[IdentityShown]:
    """The providers that open the account."""
    identities = await house.accounts.providers.of_member(caller)
    return Listed(items=[IdentityShown.model_validate(each) for each in identities])


@router.delete("/identities/{identity_id}", status_code=204)
@raises(NotFound, Conflict)
async def disconnect_identity(caller: SignedIn, house: House, identity_id: str) -> None:
    """Lets a provider open the account no more, as long as another way in is left."""
    await house.accounts.providers.disconnect(caller, identity_id)
