"""What people are told: what changed, from what to what, since when, and what was found. Pure."""

from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.rules.price_watch import PriceEvent, PriceMemory, Sighting
from cairn.apps.checks.rules.states import Change, TargetState
from cairn.apps.checks.schema import Check
from cairn.services.notify import Message, Urgency

_SAID: Final = {
    PriceEvent.BELOW: "has come down to your line",
    PriceEvent.ABOVE: "has gone up to your line",
    PriceEvent.MOVED: "has moved",
    PriceEvent.LOWEST: "was never so low",
    PriceEvent.BACK_IN_STOCK: "can be bought again",
    PriceEvent.NEW_LISTING: "has something new",
    PriceEvent.ENDING: "ends soon",
}


def of_change(check: Check, change: Change, reason: str | None, *, again_at: datetime, link: str) -> Message:
    """It is down, or up again."""
    is_down = change.after is TargetState.DOWN
    was = change.before.value if change.before else "not known"
    lasted = "" if change.lasted is None else f" after {lasting(change.lasted)}"
    lines = [
        f"{was} → {change.after.value}{lasted}, since {moment(change.since)}.",
        *([reason] if reason and is_down else []),
        check.url,
        *([f"It is looked at again at {moment(again_at)}."] if is_down else []),
    ]
    return Message(
        title=f"{_short(check.title)} is {'down' if is_down else 'up again' if change.before else 'up'}",
        text="\n".join(lines),
        link=link,
        urgency=Urgency.HIGH if is_down else Urgency.NORMAL,
    )


def of_price(
    check: Check,
    event: PriceEvent,
    before: PriceMemory,
    now: PriceMemory,
    *,
    sighting: Sighting | None = None,
    link: str,
) -> Message:
    """A price has done what somebody waits for."""
    if sighting is not None:
        return _of_sighting(check, event, before, sighting, link=link)
    was = "not known" if before.price is None else str(before.price)
    price = "not said" if now.price is None else str(now.price)
    lowest = (
        ""
        if now.lowest is None or now.price is None
        else f" The lowest so far is {now.lowest:,.2f} {now.price.currency}."
    )
    return Message(
        title=f"{_short(check.title)} {_SAID[event]}: {price}",
        text=f"It was {was}, and is {price}.{lowest}\n{check.url}",
        link=link,
    )


def _of_sighting(
    check: Check, event: PriceEvent, before: PriceMemory, sighting: Sighting, *, link: str
) -> Message:
    is_new = event is PriceEvent.NEW_LISTING and sighting.newest is not None
    seen = sighting.newest if is_new and sighting.newest is not None else sighting.best
    was = "" if before.price is None or is_new else f"It was {before.price} before.\n"
    ends = "" if seen.ends_at is None else f"It ends at {moment(seen.ends_at)}.\n"
    return Message(
        title=f"{_short(check.title)} {_SAID[event]}: {seen.price}",
        text=f"{_short(seen.title)}\n{was}{ends}{seen.url or check.url}",
        link=link,
    )


def of_failure(check: Check, reason: str, *, link: str) -> Message:
    """It can't be run as it is configured."""
    return Message(
        title=f"{_short(check.title)} can't be looked at",
        text=f"{reason}.\nIt does not run until you change or resume it.\n{check.url}",
        link=link,
    )


def lasting(time: timedelta) -> str:
    """`3 days 4 hours`, in the two largest units."""
    left = max(round(time.total_seconds()), 0)
    parts = []
    for name, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "a moment"


def moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _short(title: str) -> str:
    return title if len(title) <= 100 else f"{title[:99]}…"
