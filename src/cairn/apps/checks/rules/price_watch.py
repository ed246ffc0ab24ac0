"""What a person wants to be told of a price, and what one that was seen means for that."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from cairn.apps.checks.rules.prices import Line, Money, Side, cross, moved_by


class PriceEvent(StrEnum):
    """BELOW         it has come down to the line, or under it
    ABOVE         it has gone up to the line, or over it
    MOVED         it has moved by as many per cent as somebody asked for
    LOWEST        it was never so low
    BACK_IN_STOCK it can be bought again
    """

    BELOW = "BELOW"
    ABOVE = "ABOVE"
    MOVED = "MOVED"
    LOWEST = "LOWEST"
    BACK_IN_STOCK = "BACK_IN_STOCK"


@dataclass(frozen=True, slots=True)
class PriceWish:
    """What somebody wants to be told."""

    below: Decimal | None = None
    above: Decimal | None = None
    moved_by: Decimal | None = None  # per cent, either way
    lowest: bool = False
    back_in_stock: bool = False


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
        return PriceStep(replace(memory, in_stock=stock), tuple(events))
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
        PriceMemory(
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
