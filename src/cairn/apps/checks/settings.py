"""What an operator says of checks: how many each tier may have, and how often they run."""

from datetime import timedelta
from typing import Annotated, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from cairn.apps.checks.schema import Tier, TierName
from cairn.services.settings import Section

LONGEST_DELAY: Final = timedelta(days=1)


class Allowance(BaseModel):
    """What a tier may have."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tier: TierName
    checks: Annotated[int, Field(ge=0, le=100_000)]
    shortest_seconds: Annotated[int, Field(ge=1, le=86_400)]

    def __str__(self) -> str:
        return f"{self.tier}: {self.checks} checks, every {self.shortest_seconds} s"

    @property
    def shortest(self) -> timedelta:
        return timedelta(seconds=self.shortest_seconds)


class CheckSettings(Section):
    """Settings of checks."""

    title: ClassVar[str] = "Checks"
    prefix: ClassVar[str] = "CAIRN_CHECKS_"

    tiers: tuple[Allowance, ...] = Field(
        default=(
            Allowance(tier=Tier.FREE, checks=50, shortest_seconds=60),
            Allowance(tier=Tier.PRO, checks=2000, shortest_seconds=10),
        ),
        description="What people may have: `tier`, `checks` and `shortest_seconds` between two runs. "
        "Newcomers are of the first tier, operators of the last.",
    )
    at_once: Annotated[int, Field(ge=1, le=5000)] = Field(
        default=256, description="How many checks a worker runs at the same time."
    )
    at_once_for_one: Annotated[int, Field(ge=1, le=5000)] = Field(
        default=64, description="How many of them may be of one account, so that nobody keeps others waiting."
    )

    witnesses: tuple[str, ...] = Field(
        default=(),
        description="Hosts and ports that are reached whenever this machine has a network, for example "
        "`one.one.one.one:443,dns.google:443`. While none of them answers, what can't be reached is unknown, not down.",
    )
    ebay_client_id: str | None = Field(
        default=None,
        description="The id of your application at eBay's developer program. Without it, eBay is not asked.",
    )
    ebay_client_secret: SecretStr | None = Field(default=None, description="Its secret.")
    ebay_url: str = Field(
        default="https://api.ebay.com",
        pattern=r"^https?://",
        description="Where eBay's API is; https://api.sandbox.ebay.com is for tries.",
    )
    ebay_calls_a_day: Annotated[int, Field(ge=1, le=10_000_000)] = Field(
        default=5_000,
        description="How often eBay may be asked a day, shared by all checks. It is what eBay allows a new application.",
    )

    @model_validator(mode="after")
    def _has_tiers(self) -> "CheckSettings":
        if not self.tiers or len({each.tier for each in self.tiers}) < len(self.tiers):
            raise ValueError("tiers: there is at least one, and each is named once")
        return self

    @property
    def asks_ebay(self) -> bool:
        return bool(self.ebay_client_id and self.ebay_client_secret)

    def allowance(self, tier: str) -> Allowance:
        """What a tier may have. One that the settings name no more is the first."""
        return next((each for each in self.tiers if each.tier == tier), self.tiers[0])
