"""What is meant to be reached, as ratios to what was measured beside it, and whether it is."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bench.dynamo.timing import Rounds, typical_ratio


@dataclass(frozen=True, slots=True)
class Aim:
    what: str
    beside: str
    ratio: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def met(self) -> bool:
        return (self.at_most is None or self.ratio <= self.at_most) and (
            self.at_least is None or self.ratio >= self.at_least
        )


class _TimeLimit(NamedTuple):
    """The first takes at most so many times as long as the second. Without a number, the ratio is only told."""

    what: str
    beside: str
    times: float | None


_TIME_LIMITS = (
    _TimeLimit("GetItem", "one row, apsw and MessagePack", 3),
    _TimeLimit("GetItem", "one row, sqlite3 and JSON", None),
    _TimeLimit("Query", "fifty rows, apsw and MessagePack", 3),
    _TimeLimit("Query", "fifty rows, sqlite3 and JSON", None),
    _TimeLimit("PutItem", "one row, committed", 2),
    _TimeLimit("UpdateItem", "PutItem", 2),
)
_MANY_AT_ONCE = "64 PutItems at once"
_DURABLE_WRITES = ("PutItem", "UpdateItem", "TransactWriteItems", "BatchWriteItem")
_ONE_COMMIT_EACH = ("PutItem", "one row, committed")


def aims(rounds: Rounds) -> list[Aim]:
    def ratio(one: Sequence[float], other: Sequence[float]) -> float:
        return round(typical_ratio(one, other), 2)

    return [
        *(
            Aim(what, beside, ratio(rounds[what], rounds[beside]), at_most=times)
            for what, beside, times in _TIME_LIMITS
        ),
        # Rates, so the times are compared the other way round.
        *(
            Aim(f"rate of {_MANY_AT_ONCE}", beside, ratio(rounds[beside], rounds[_MANY_AT_ONCE]), at_least=3)
            for beside in _ONE_COMMIT_EACH
        ),
    ]


def wire_aims(ratios: Mapping[str, Mapping[str, float]]) -> list[Aim]:
    """Of each rival the operation in which it comes closest, or is ahead."""

    def closest(rival: str, operations: Collection[str]) -> Iterator[Aim]:
        beside = {
            operation: ratios[operation][rival] for operation in operations if rival in ratios[operation]
        }
        if beside:
            operation = min(beside, key=lambda each: beside[each])
            yield Aim(operation, rival, round(beside[operation], 2), at_least=1)

    return [
        *closest("DynamoDB Local", ratios),
        *closest("moto", ratios),
        *closest("dynoxide", _DURABLE_WRITES),
        *closest("dynalite", _DURABLE_WRITES),
    ]
