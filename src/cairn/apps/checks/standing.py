"""How it stands with what a check looks at, kept on the check itself. It is not the document's.

All that the next run has to know is here, so that a run reads nothing and writes once.
"""

from datetime import datetime
from decimal import Decimal
from typing import Self

from cairn.apps.checks.rules.price_watch import PriceMemory
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.rules.states import State, TargetState
from cairn.apps.checks.rules.uptime import Bucket
from cairn.tables import AsText, Embedded


class Tally(Embedded):
    """A minute, an hour or a day that is not over yet, or one that is. Times are in milliseconds."""

    start: datetime
    up: int = 0
    down: int = 0
    pending: int = 0
    maintenance: int = 0
    answers: int = 0
    answered_in: int = 0  # of all answers together
    quickest: int | None = None
    slowest: int | None = None

    @classmethod
    def of(cls, start: datetime, bucket: Bucket) -> Self:
        def spent(state: TargetState) -> int:
            return round(bucket.seconds.get(state, 0.0) * 1000)

        return cls(
            start=start,
            up=spent(TargetState.UP),
            down=spent(TargetState.DOWN),
            pending=spent(TargetState.PENDING),
            maintenance=spent(TargetState.MAINTENANCE),
            answers=bucket.answers,
            answered_in=bucket.milliseconds,
            quickest=bucket.quickest,
            slowest=bucket.slowest,
        )

    @property
    def bucket(self) -> Bucket:
        """As the rules take it. What nobody knows is what is left of the time."""
        spent = {
            TargetState.UP: self.up,
            TargetState.DOWN: self.down,
            TargetState.PENDING: self.pending,
            TargetState.MAINTENANCE: self.maintenance,
        }
        seconds = {state: each / 1000 for state, each in spent.items() if each}
        return Bucket(seconds, self.answers, self.slowest, self.quickest, self.answered_in)


class KeptPrice(Embedded):
    """The price that was seen last, the lowest one, and on which side of its lines the last one lay."""

    amount: Decimal | None = None
    currency: str | None = None
    in_stock: bool | None = None
    seen_at: datetime | None = None
    lowest: Decimal | None = None
    lowest_at: datetime | None = None
    was_below: bool | None = None
    was_above: bool | None = None
    told: Decimal | None = None  # from which a change is reckoned
    newest_at: datetime | None = None
    ending: str | None = None

    @classmethod
    def of(cls, memory: PriceMemory) -> Self:
        price = memory.price
        return cls(
            amount=None if price is None else price.amount,
            currency=None if price is None else price.currency,
            in_stock=memory.in_stock,
            seen_at=memory.seen_at,
            lowest=memory.lowest,
            lowest_at=memory.lowest_at,
            was_below=memory.was_below,
            was_above=memory.was_above,
            told=memory.told,
            newest_at=memory.newest_at,
            ending=memory.ending,
        )

    @property
    def price(self) -> Money | None:
        if self.amount is None or self.currency is None:
            return None
        return Money(self.amount, self.currency)

    @property
    def memory(self) -> PriceMemory:
        return PriceMemory(
            price=self.price,
            in_stock=self.in_stock,
            seen_at=self.seen_at,
            lowest=self.lowest,
            lowest_at=self.lowest_at,
            was_below=self.was_below,
            was_above=self.was_above,
            told=self.told,
            newest_at=self.newest_at,
            ending=self.ending,
        )


class Standing(AsText):
    """What the next run has to know."""

    shown: TargetState = TargetState.UNKNOWN
    settled: TargetState | None = None
    since: datetime | None = None
    failures: int = 0
    successes: int = 0
    failing_since: datetime | None = None
    good_at: datetime | None = None  # when it was last found to be well
    certificate_until: datetime | None = None
    certificate_told: int | None = None  # at how many days it was told that this one runs out
    price: KeptPrice | None = None
    minute: Tally | None = None
    hour: Tally | None = None
    day: Tally | None = None

    @property
    def state(self) -> State:
        return State(self.shown, self.settled, self.since, self.failures, self.successes, self.failing_since)

    def after(self, state: State, **more: object) -> "Standing":
        """With this state, and what else has changed."""
        changes = {
            "shown": state.shown,
            "settled": state.settled,
            "since": state.since,
            "failures": state.failures,
            "successes": state.successes,
            "failing_since": state.failing_since,
            **more,
        }
        return self.model_copy(update=changes)
