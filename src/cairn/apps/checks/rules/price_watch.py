"""What a person wants to be told of a price, and what one that was seen means for that."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from cairn.apps.checks.rules.prices import Line, Money, Side, cross, moved_by


class PriceEvent(StrEnum):
    """BELOW         it has come down to the line, or under it
    ABOVE         it has gone up to the line, or over it
    MOVED         it has moved by as many per cent as somebody asked for
    LOWEST        it was never so low
    BACK_IN_STOCK it can be bought again
    NEW_LISTING   something is listed that was not there before
    ENDING        an auction ends soon
    """

    BELOW = "BELOW"
    ABOVE = "ABOVE"
    MOVED = "MOVED"
    LOWEST = "LOWEST"
    BACK_IN_STOCK = "BACK_IN_STOCK"
    NEW_LISTING = "NEW_LISTING"
    ENDING = "ENDING"


@dataclass(frozen=True, slots=True)
class PriceWish:
    """What somebody wants to be told."""

    below: Decimal | None = None
    above: Decimal | None = None
    moved_by: Decimal | None = None  # per cent, either way
    lowest: bool = False
    back_in_stock: bool = False
    new_listing: bool = False
    ending_within: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A listing as it was seen. `ends_at` is the end of an auction."""

    id: str
    title: str
    url: str
    price: Money
    created_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was seen of a marketplace: the cheapest that is wanted, and the newest."""

    best: Seen
    newest: Seen | None = None


@dataclass(frozen=True, slots=True)
class PriceMemory:
    """What is known of a price from before."""

    price: Money | None = None
    in_stock: bool | None = None
    seen_at: datetime | None = None
    lowest: Decimal | None = None
    lowest_at: datetime | None = None
    was_below: bool | None = None
    was_above: bool | None = None
    told: Decimal | None = None
    newest_at: datetime | None = None  # when the newest listing was made
    ending: str | None = None  # the auction whose end was told


@dataclass(frozen=True, slots=True)
class PriceStep:
    memory: PriceMemory
    events: tuple[PriceEvent, ...]


def see(
    memory: PriceMemory, wish: PriceWish, price: Money | None, in_stock: bool | None, *, at: datetime
) -> PriceStep:
    """Takes what was seen into account. Nothing is told of the first price: nobody knows what it was before."""
    events: list[PriceEvent] = []
    if wish.back_in_stock and in_stock and memory.in_stock is False:
        events.append(PriceEvent.BACK_IN_STOCK)
    stock = memory.in_stock if in_stock is None else in_stock
    if price is None:
        # What is not to be had at all lies below no line: when it is again, that is news.
        was_below = False if in_stock is False and memory.was_below else memory.was_below
        return PriceStep(replace(memory, in_stock=stock, was_below=was_below), tuple(events))
    before = memory
    if memory.price is not None and memory.price.currency != price.currency:
        before = PriceMemory()  # two currencies are never compared
    amount = price.amount
    was_below, fell = _crossed(before.was_below, wish.below, Side.BELOW, amount)
    was_above, rose = _crossed(before.was_above, wish.above, Side.ABOVE, amount)
    is_lowest = before.lowest is None or amount < before.lowest
    told = amount if before.told is None else before.told
    moved = moved_by(told, amount)
    has_moved = wish.moved_by is not None and moved is not None and abs(moved) >= wish.moved_by
    events += [PriceEvent.BELOW] * fell + [PriceEvent.ABOVE] * rose
    events += [PriceEvent.LOWEST] * (wish.lowest and is_lowest and before.lowest is not None)
    events += [PriceEvent.MOVED] * has_moved
    return PriceStep(
        replace(
            memory,
            price=price,
            in_stock=stock,
            seen_at=at,
            lowest=amount if is_lowest else before.lowest,
            lowest_at=at if is_lowest else before.lowest_at,
            was_below=was_below,
            was_above=was_above,
            told=amount if has_moved else told,
        ),
        tuple(events),
    )


def _crossed(
    was_beyond: bool | None, at: Decimal | None, side: Side, amount: Decimal
) -> tuple[bool | None, bool]:
    if at is None:
        return None, False
    crossing = cross(Line(at, side, was_beyond), amount)
    return crossing.line.was_beyond, crossing.fires


def notice(memory: PriceMemory, wish: PriceWish, sighting: Sighting, *, at: datetime) -> PriceStep:
    """Takes into account what else was seen than a price. What was listed before the first look is no news."""
    events: list[PriceEvent] = []
    newest = sighting.newest.created_at if sighting.newest else None
    known = memory.newest_at
    is_new = newest is not None and (known is None or newest > known)
    events += [PriceEvent.NEW_LISTING] * (wish.new_listing and is_new and known is not None)
    best = sighting.best
    is_ending = (
        wish.ending_within is not None
        and best.ends_at is not None
        and at < best.ends_at <= at + wish.ending_within
        and memory.ending != best.id
    )
    events += [PriceEvent.ENDING] * is_ending
    return PriceStep(
        replace(
            memory, newest_at=newest if is_new else known, ending=best.id if is_ending else memory.ending
        ),
        tuple(events),
    )
