"""What an operator does about people's checks, and sees of what all checks share."""

from typing import Final

from fastapi import APIRouter

from cairn.apps.base import House, Operator, raises
from cairn.apps.checks.api.shapes import Asked, EbayShown
from cairn.apps.checks.schema import TierName
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import NobodyWithChecks

router: Final = APIRouter()


class WantedTier(Asked):
    """The tier on which somebody is to be."""

    tier: TierName


@router.get("/ebay")
async def show_ebay_quota(_: Operator, house: House) -> EbayShown:
    """How often eBay was asked today by everybody's checks, and how often it may be."""
    return EbayShown.model_validate(await Checks.of(house).ebay.quota())


@router.put("/people/{account_id}/tier", status_code=204)
@raises(NobodyWithChecks)
async def put_on_tier(caller: Operator, house: House, account_id: str, given: WantedTier) -> None:
    """Puts somebody on a tier. Of a lower one, the newest checks that are too many are paused, and they are told."""
    await Checks.of(house).oversight.put_on_tier(caller, account_id, given.tier)


@router.put("/people/{account_id}/suspension", status_code=204)
@raises(NobodyWithChecks)
async def suspend_checks(caller: Operator, house: House, account_id: str) -> None:
    """Runs none of somebody's checks any more. Nothing of them is lost."""
    await Checks.of(house).oversight.suspend(caller, account_id)


@router.delete("/people/{account_id}/suspension", status_code=204)
@raises(NobodyWithChecks)
async def restore_checks(caller: Operator, house: House, account_id: str) -> None:
    """Has somebody's checks go on."""
    await Checks.of(house).oversight.restore(caller, account_id)
