"""Checks as figures for Prometheus, made from what one query gives. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.standing import Standing

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_NUMBERS: Final = {
    TargetState.DOWN: 0,
    TargetState.UP: 1,
    TargetState.PENDING: 2,
    TargetState.MAINTENANCE: 3,
    TargetState.UNKNOWN: 4,
}
Figure = Callable[[Check, Standing], float | None]


@dataclass(frozen=True, slots=True)
class _Metric:
    name: str
    help: str
    of: Figure


def _running(check: Check, _: Standing) -> float:
    return 1 if check.status is CheckStatus.ACTIVE else 0


def _status(_: Check, standing: Standing) -> float:
    return _NUMBERS[standing.shown]


def _is_up(_: Check, standing: Standing) -> float | None:
    known = {TargetState.UP: 1.0, TargetState.DOWN: 0.0}
    return known.get(standing.shown)


def _response_time(check: Check, _: Standing) -> float | None:
    took = None if check.last_result is None else check.last_result.response_time
    return None if took is None else took / 1000


def _looked(check: Check, _: Standing) -> float | None:
    return None if check.last_executed_at is None else check.last_executed_at.timestamp()


def _since(_: Check, standing: Standing) -> float | None:
    return None if standing.since is None else standing.since.timestamp()


def _delay(check: Check, _: Standing) -> float:
    return timedelta(milliseconds=check.delay_ms).total_seconds()


def _certificate(_: Check, standing: Standing) -> float | None:
    return None if standing.certificate_until is None else standing.certificate_until.timestamp()


def _stock(_: Check, standing: Standing) -> float | None:
    stock = None if standing.price is None else standing.price.in_stock
    return None if stock is None else float(stock)


_METRICS: Final = (
    _Metric("cairn_check_running", "1 while the check runs, 0 when it is paused or can't be run.", _running),
    _Metric(
        "cairn_check_status",
        "0 is down, 1 up, 2 failing and looked at again, 3 maintenance, 4 unknown.",
        _status,
    ),
    _Metric("cairn_check_up", "1 is up, 0 down; not there while that is not known.", _is_up),
    _Metric("cairn_check_since_timestamp_seconds", "Since when it has been up, or down.", _since),
    _Metric("cairn_check_response_time_seconds", "How long the last answer took.", _response_time),
    _Metric("cairn_check_last_look_timestamp_seconds", "When it was looked at last.", _looked),
    _Metric("cairn_check_delay_seconds", "From the start of a look to that of the next.", _delay),
    _Metric(
        "cairn_check_certificate_expiry_timestamp_seconds",
        "Until when the certificate is good.",
        _certificate,
    ),
    _Metric("cairn_check_in_stock", "1 when it can be bought, 0 when not.", _stock),
)


def exposition(checks: Sequence[Check]) -> str:
    """The checks in the text format of Prometheus, the oldest first."""
    return "".join(_lines(checks))


def _lines(checks: Sequence[Check]) -> Iterator[str]:
    known = [(each, each.standing or Standing(), _labels(each)) for each in checks]
    for metric in _METRICS:
        yield f"# HELP {metric.name} {metric.help}\n# TYPE {metric.name} gauge\n"
        for check, standing, labels in known:
            value = metric.of(check, standing)
            if value is not None:
                yield f"{metric.name}{{{labels}}} {value:.15g}\n"
    yield "# HELP cairn_check_price The price that was seen last.\n# TYPE cairn_check_price gauge\n"
    for _, standing, labels in known:
        price = None if standing.price is None else standing.price.price
        if price is not None:
            yield f'cairn_check_price{{{labels},currency="{_escaped(price.currency)}"}} {price.amount:f}\n'


def _labels(check: Check) -> str:
    given = {
        "id": check.checkid,
        "name": check.title,
        "type": check.check_type.value,
        "url": check.url,
        "tags": ",".join(sorted(check.tags)),
    }
    return ",".join(f'{name}="{_escaped(value)}"' for name, value in given.items())


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
