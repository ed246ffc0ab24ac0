"""What a type of check is. Each is a module with one `Kind`; `kinds/__init__.py` lists them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from cairn.apps.checks.ebay.asking import Ebay
from cairn.apps.checks.history_schema import Beat
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.price_watch import PriceWish, Sighting
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.rules.states import Patience, Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import Outbound


class CanNotRun(Exception):
    """The check can't be run as it is configured. It stops, says why, and waits for the person."""


class Attributes(BaseModel):
    """What a check has in its `attributes`. These every type knows; what a type does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)

    retries: Annotated[int, Field(ge=0, le=10)] = Field(
        default=1, description="How often it is looked at again before it counts as down."
    )
    recoveries: Annotated[int, Field(ge=1, le=10)] = Field(
        default=1, description="How often it has to be well before it counts as up again."
    )

    @property
    def patience(self) -> Patience:
        return Patience(self.retries, self.recoveries)

    @property
    def warns_of_certificate(self) -> int | None:
        """How many days before its certificate runs out that is told; None where it is not."""
        return None

    @property
    def wish(self) -> PriceWish | None:
        """What is to be told of a price; None where there is none."""
        return None


A = TypeVar("A", bound=Attributes)


@dataclass(frozen=True, slots=True)
class Sight:
    """With what a run looks."""

    outbound: Outbound
    ebay: Ebay
    last_beat: Callable[[], Awaitable[Beat | None]]
    now: datetime
    within: timedelta
    delay: timedelta


@dataclass(frozen=True, slots=True)
class Look:
    """What one run found. `reason` says why it is not well; `sample` is the beginning of an answer that was not.

    `again_at` is when to look again, where that is another time than the check's delay would give.
    """

    verdict: Verdict
    reason: str | None = None
    findings: tuple[Finding, ...] = ()
    response_time: int | None = None
    keyword_found: bool | None = None
    price: Money | None = None
    in_stock: bool | None = None
    certificate_until: datetime | None = None
    sample: str | None = None
    sighting: Sighting | None = None
    again_at: datetime | None = None
    is_unreached: bool = False
    """Nobody answered at all, which may be for want of a network on our side."""


@dataclass(frozen=True, kw_only=True)
class Kind(Generic[A]):
    """One type of check. `address` gives a URL its form, or raises ValueError with what would be right."""

    LONGEST_REASON: ClassVar[int] = 300

    check_type: CheckType
    title: str
    summary: str
    example: str
    wanted: type[A]
    address: Callable[[str], str]
    look: Callable[[Sight, str, A], Awaitable[Look]]

    def read(self, attributes: Any) -> A:
        """The attributes, as they are stored or given. Raises pydantic's ValidationError."""
        return self.wanted.model_validate(attributes)


def judged(findings: tuple[Finding, ...]) -> tuple[Verdict, str | None]:
    """The verdict of several findings, and the first that did not hold in words."""
    broken = next((each for each in findings if not each.held), None)
    if broken is None:
        return Verdict.GOOD, None
    return Verdict.BAD, f"{broken.subject}: expected {broken.expected}, found {broken.found}"[
        : Kind.LONGEST_REASON
    ]
