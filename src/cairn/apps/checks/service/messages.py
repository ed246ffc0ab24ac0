"""What people are told: what changed, from what to what, since when, and what was found. Pure."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.rules.price_watch import PriceEvent, PriceMemory, Seen, Sighting
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.rules.states import Change, TargetState
from cairn.apps.checks.rules.telling import Subject
from cairn.apps.checks.schema import Check
from cairn.services.notify import Message, Urgency
from cairn.services.notify.message import cut

_SAID: Final = {
    PriceEvent.BELOW: "has come down to your line",
    PriceEvent.ABOVE: "has gone up to your line",
    PriceEvent.MOVED: "has moved",
    PriceEvent.LOWEST: "was never so low",
    PriceEvent.BACK_IN_STOCK: "can be bought again",
    PriceEvent.NEW_LISTING: "has something new",
    PriceEvent.ENDING: "ends soon",
}
_COUNTED: Final = {
    Subject.DOWN: "{} down",
    Subject.UP: "{} up again",
    Subject.PRICE: "{} about prices",
    Subject.CERTIFICATE: "{} about certificates",
    Subject.FAILED: "{} that can't be looked at",
}
_MOST_LISTED: Final = 30
_LONGEST_LINE: Final = 120


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


def of_prices(
    check: Check,
    events: Sequence[PriceEvent],
    before: PriceMemory,
    now: PriceMemory,
    *,
    sighting: Sighting | None = None,
    link: str,
) -> Message:
    """A price has done what somebody waits for; when it has done several such things, that is one message."""
    event = events[0]
    more = [f"{_SAID[each].capitalize()}, too." for each in events[1:]]
    price = now.price if sighting is None else _seen(event, sighting).price
    if sighting is not None:
        lines = _lines_of_sighting(check, event, before, sighting)
    else:
        was = "not known" if before.price is None else str(before.price)
        lowest = (
            ""
            if now.lowest is None or price is None
            else f" The lowest so far is {Money(now.lowest, price.currency)}."
        )
        lines = [f"It was {was}, and is {'not said' if price is None else price}.{lowest}", check.url]
    return Message(
        title=f"{_short(check.title)} {_SAID[event]}: {'its price is not said' if price is None else price}",
        text="\n".join([*more, *lines]),
        link=link,
    )


def _seen(event: PriceEvent, sighting: Sighting) -> Seen:
    return sighting.newest if event is PriceEvent.NEW_LISTING and sighting.newest else sighting.best


def _lines_of_sighting(check: Check, event: PriceEvent, before: PriceMemory, sighting: Sighting) -> list[str]:
    seen = _seen(event, sighting)
    is_new = event is PriceEvent.NEW_LISTING
    return [
        _short(seen.title),
        *([] if before.price is None or is_new else [f"It was {before.price} before."]),
        *([] if seen.ends_at is None else [f"It ends at {moment(seen.ends_at)}."]),
        seen.url or check.url,
    ]


def of_failure(check: Check, reason: str, *, link: str) -> Message:
    """It can't be run as it is configured."""
    return Message(
        title=f"{_short(check.title)} can't be looked at",
        text=f"{reason}.\nIt does not run until you change or resume it.\n{check.url}",
        link=link,
    )


def of_certificate(check: Check, until: datetime, now: datetime, *, link: str) -> Message:
    """A certificate runs out."""
    left = until - now
    when = "has run out" if left <= timedelta(0) else f"runs out in {lasting(left)}"
    return Message(
        title=f"{_short(check.title)}: the certificate {when}",
        text=f"It is good until {moment(until)}.\n{check.url}",
        link=link,
        urgency=Urgency.HIGH if left < timedelta(days=3) else Urgency.NORMAL,
    )


def together(told: Sequence[Message], subjects: Sequence[Subject], *, quiet: int, link: str) -> Message:
    """One message of several. `quiet` is how many more are not told, as they depend on one that is."""
    behind = f"\n{quiet} more that depend on it {'is' if quiet == 1 else 'are'} kept quiet." if quiet else ""
    if len(told) == 1:
        return told[0].model_copy(update={"text": told[0].text + behind})
    counted = Counter(subjects)
    parts = [_COUNTED[subject].format(counted[subject]) for subject in Subject if counted[subject]]
    lines = []
    for each in told[:_MOST_LISTED]:
        first = cut(each.text.partition("\n")[0], _LONGEST_LINE)
        lines += [f"{each.title}\n{first}\n"]
    if len(told) > _MOST_LISTED:
        lines.append(f"And {len(told) - _MOST_LISTED} more.\n")
    is_urgent = any(each.urgency is Urgency.HIGH for each in told)
    return Message(
        title=f"Checks: {', '.join(parts)}",
        text="\n".join(lines).strip() + behind,
        link=link,
        urgency=Urgency.HIGH if is_urgent else Urgency.NORMAL,
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
