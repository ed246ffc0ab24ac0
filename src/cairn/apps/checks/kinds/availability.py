"""Whether a page is there, and says what it should: status, keyword, and whatever else is asserted."""

import asyncio
from typing import Annotated, Final, Literal

from pydantic import Field

from cairn.apps.checks.kinds.addresses import web_address
from cairn.apps.checks.kinds.faults import asks_for_a_person, look_of, wants_us_to_wait
from cairn.apps.checks.kinds.kind import Attributes, Kind, Look, Sight, judged
from cairn.apps.checks.looking.assertions import Assertion, Contains, StatusIs, Text
from cairn.apps.checks.looking.findings import Inspection
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import Answer, OutboundError

_MOST_REDIRECTS: Final = 10
_SAMPLE: Final = 1_000
_LARGE: Final = 50_000
"""Bytes from which on a page is looked through in another thread."""
_WELL: Final = StatusIs(ranges="200-299")

HeaderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,100}$")]
HeaderValue = Annotated[str, Field(max_length=2_000, pattern=r"^[^\r\n\x00]*$")]


class AvailabilityAttributes(Attributes):
    """What can be said of an AVAILABILITY check."""

    keyword: Text | None = Field(default=None, description="A text that has to stand on the page.")
    opposite: bool = Field(
        default=False, description="The keyword has to be absent: “Notify me when available”, for instance."
    )
    match_case: bool = Field(default=False, description="Whether the keyword's capitals count.")
    method: Literal["GET", "HEAD", "POST"] = "GET"
    body: Annotated[str, Field(max_length=20_000)] = Field(default="", description="What a POST sends.")
    headers: Annotated[dict[HeaderName, HeaderValue], Field(max_length=20)] = Field(default_factory=dict)
    follow_redirects: bool = True
    assertions: Annotated[tuple[Assertion, ...], Field(max_length=20)] = Field(
        default=(), description="What else has to hold. Without a status among them, 200 to 299 has to come."
    )

    certificate_days: Annotated[int, Field(ge=0, le=365)] = Field(
        default=14, description="Tell me so many days before the certificate runs out; 0 is never."
    )

    @property
    def warns_of_certificate(self) -> int | None:
        return self.certificate_days or None

    @property
    def statuses(self) -> tuple[StatusIs, ...]:
        return tuple(each for each in self.assertions if isinstance(each, StatusIs))

    @property
    def asserted(self) -> tuple[Assertion, ...]:
        """All that has to hold, in the order in which it is told."""
        asserted: list[Assertion] = [] if self.statuses else [_WELL]
        if self.keyword is not None:
            asserted.append(Contains(text=self.keyword, absent=self.opposite, match_case=self.match_case))
        return (*asserted, *self.assertions)


async def look(sight: Sight, url: str, wanted: AvailabilityAttributes) -> Look:
    try:
        answer = await sight.outbound.fetch(
            url,
            method=wanted.method,
            headers=wanted.headers,
            body=wanted.body.encode() if wanted.method == "POST" else b"",
            within=sight.within,
            most_redirects=_MOST_REDIRECTS if wanted.follow_redirects else 0,
        )
    except OutboundError as fault:
        return look_of(fault)
    if (hidden := asks_for_a_person(answer)) is not None:
        return Look(Verdict.UNKNOWN, hidden)
    wait = wants_us_to_wait(answer)
    if wait is not None and not any(each.allows(answer.status) for each in wanted.statuses):
        again_at = sight.now + max(wait, sight.delay)
        return Look(
            Verdict.UNKNOWN, "we could not look: the site says that we ask too often", again_at=again_at
        )
    inspection = Inspection(answer, now=sight.now)
    if len(answer.body) > _LARGE:
        return await asyncio.to_thread(_inspected, inspection, wanted)
    return _inspected(inspection, wanted)


def _inspected(inspection: Inspection, wanted: AvailabilityAttributes) -> Look:
    answer = inspection.answer
    findings = tuple(inspection.findings(wanted.asserted))
    verdict, reason = judged(findings)
    certificate = answer.certificate
    return Look(
        verdict,
        reason,
        findings,
        response_time=inspection.milliseconds,
        keyword_found=_keyword_found(inspection, wanted),
        certificate_until=None if certificate is None else certificate.not_after,
        sample=_sample(answer, inspection) if verdict is Verdict.BAD else None,
    )


def _keyword_found(inspection: Inspection, wanted: AvailabilityAttributes) -> bool | None:
    if wanted.keyword is None:
        return None
    return inspection.has(wanted.keyword, match_case=wanted.match_case)


def _sample(answer: Answer, inspection: Inspection) -> str:
    return f"HTTP {answer.status}\n{inspection.seen[:_SAMPLE]}"


AVAILABILITY: Final = Kind(
    check_type=CheckType.AVAILABILITY,
    title="A page",
    summary="Is it up, and does it say what it should?",
    example="https://example.org/",
    wanted=AvailabilityAttributes,
    address=web_address,
    look=look,
)
