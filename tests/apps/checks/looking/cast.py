"""Answers, as they come from servers."""

from datetime import UTC, datetime, timedelta

from cairn.services.outbound import Answer, Certificate, Timing

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)
PAGE = "text/html; charset=utf-8"


def answer(
    body: str | bytes = "",
    *,
    status: int = 200,
    kind: str = PAGE,
    seconds: float = 0.25,
    days_of_certificate: float | None = None,
    url: str = "https://shop.example/item",
    **headers: str,
) -> Answer:
    certificate = None
    if days_of_certificate is not None:
        certificate = Certificate("shop.example", "An authority", NOW + timedelta(days=days_of_certificate))
    return Answer(
        url,
        status,
        {"content-type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}},
        body.encode() if isinstance(body, str) else body,
        is_cut=False,
        http_version="HTTP/1.1",
        timing=Timing(0, 0, 0, seconds),
        certificate=certificate,
    )
