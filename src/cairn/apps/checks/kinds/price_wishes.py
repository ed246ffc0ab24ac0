"""What people can ask to be told of a price, whoever names it."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from cairn.apps.checks.kinds.kind import Attributes
from cairn.apps.checks.rules.price_watch import PriceWish

Amount = Annotated[Decimal, Field(gt=0, le=1_000_000_000, decimal_places=4)]


class PriceAttributes(Attributes):
    """What every type of check knows that looks at prices."""

    below: Amount | None = Field(default=None, description="Tell me when it costs so much or less.")
    above: Amount | None = Field(default=None, description="Tell me when it costs so much or more.")
    moved_by: Annotated[Decimal, Field(gt=0, le=1000)] | None = Field(
        default=None, description="Tell me when it has moved by so many per cent."
    )
    lowest: bool = Field(default=False, description="Tell me when it was never so low.")
    back_in_stock: bool = Field(default=False, description="Tell me when it can be bought again.")

    @property
    def wish(self) -> PriceWish:
        return PriceWish(self.below, self.above, self.moved_by, self.lowest, self.back_in_stock)
