"""What the API takes and answers. The names of a check are those of its document."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from cairn.apps.base import Given
from cairn.apps.checks.history_schema import Incident, PriceSeen, RunRecord
from cairn.apps.checks.kinds import Look
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.states import TargetState, Verdict
from cairn.apps.checks.schema import Check, CheckStatus, CheckType, ResultStatus
from cairn.apps.checks.service.keeping import Amended
from cairn.apps.checks.service.viewing import Uptime
from cairn.apps.checks.service.wanted import DEFAULT_DELAY_MS, WantedCheck, given


def without_surrogates(value: Any) -> Any:
    """Text that is none, such as half of a pair, can't be stored."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, dict):
        for name, each in value.items():
            without_surrogates(name)
            without_surrogates(each)
    elif isinstance(value, list):
        for each in value:
            without_surrogates(each)
    return value


class Shown(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, from_attributes=True)


class Asked(Given):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=False, validate_by_alias=True)


Url = Annotated[str, Field(min_length=1, max_length=4096, examples=["https://example.org/"])]
Attributes = Annotated[
    dict[str, Any],
    AfterValidator(without_surrogates),
    Field(
        max_length=50,
        description="What the check's type knows; `GET /checks/types` lists it.",
        examples=[{"keyword": "Example"}],
    ),
]
Delay = Annotated[int, Field(ge=1, le=86_400_000, description="From the start of a run to that of the next.")]
Name = Annotated[str, AfterValidator(without_surrogates), Field(max_length=200)]
DependsOn = Annotated[
    str,
    AfterValidator(without_surrogates),
    Field(
        max_length=36,
        description="The check that keeps this one quiet while it is not up itself. Empty is none.",
    ),
]
Tags = Annotated[list[Annotated[str, AfterValidator(without_surrogates)]], Field(max_length=50)]


class NewCheck(Asked):
    """A check to be made."""

    url: Url
    check_type: CheckType
    delay_ms: Delay = DEFAULT_DELAY_MS
    attributes: Attributes = Field(default_factory=dict)
    name: Name = ""
    tags: Tags = Field(default_factory=list)
    depends_on: DependsOn = ""

    @property
    def wanted(self) -> WantedCheck:
        return WantedCheck(
            url=self.url,
            check_type=self.check_type,
            delay_ms=self.delay_ms,
            attributes=self.attributes,
            name=self.name,
            tags=frozenset(self.tags),
            depends_on=self.depends_on,
        )


class CheckChanges(Asked):
    """What is to be otherwise. What is left out stays; `attributes` replace those that were there."""

    url: Url | None = None
    delay_ms: Delay | None = None
    attributes: Attributes | None = None
    name: Name | None = None
    tags: Tags | None = None
    depends_on: DependsOn | None = None

    @property
    def amended(self) -> Amended:
        return Amended(
            url=self.url,
            delay_ms=self.delay_ms,
            attributes=self.attributes,
            name=self.name,
            tags=None if self.tags is None else frozenset(self.tags),
            depends_on=self.depends_on,
        )


class PriceShown(Shown):
    """A price. Amounts are text, as they are exact."""

    amount: Annotated[str, BeforeValidator(str)]
    currency: str
    in_stock: bool | None
    seen_at: datetime | None
    lowest: Annotated[str, BeforeValidator(str)] | None
    lowest_at: datetime | None


class ResultShown(Shown):
    """What the last run found."""

    status: ResultStatus
    response_time: int | None = Field(description="In milliseconds.")
    keyword_found: bool | None = Field(description="Null when no keyword is asked for.")
    reason: str | None = Field(description="Why it is not up, or why nobody could look.")


class CheckShown(Shown):
    """A check."""

    checkid: str
    name: str
    url: str
    check_type: CheckType
    delay_ms: int
    status: CheckStatus = Field(description="How it stands with the check; what it found is `lastResult`.")
    attributes: dict[str, Any]
    tags: list[str]
    depends_on: str | None
    created_at: datetime
    updated_at: datetime
    last_executed_at: datetime | None
    last_result: ResultShown | None
    due_at: datetime | None
    since: datetime | None = Field(description="Since when it has been up, or down.")
    certificate_until: datetime | None
    price: PriceShown | None

    @classmethod
    def of(cls, check: Check) -> Self:
        standing = check.standing
        price = None if standing is None else standing.price
        return cls(
            checkid=check.checkid,
            name=check.title,
            url=check.url,
            check_type=check.check_type,
            delay_ms=check.delay_ms,
            status=check.status,
            attributes=given(check.attributes),
            tags=sorted(check.tags),
            depends_on=check.depends_on,
            created_at=check.created_at,
            updated_at=check.updated_at,
            last_executed_at=check.last_executed_at,
            last_result=None if check.last_result is None else ResultShown.model_validate(check.last_result),
            due_at=check.due_at if check.status is CheckStatus.ACTIVE else None,
            since=None if standing is None else standing.since,
            certificate_until=None if standing is None else standing.certificate_until,
            price=None if price is None or price.price is None else PriceShown.model_validate(price),
        )


class FindingShown(Shown):
    """One assertion, as it was held against the answer."""

    subject: str
    expected: str
    found: str
    held: bool

    @classmethod
    def of(cls, finding: Finding) -> Self:
        return cls(subject=finding.subject, expected=finding.expected, found=finding.found, held=finding.held)


class LookShown(Shown):
    """What a check would find now."""

    verdict: Verdict
    reason: str | None
    response_time: int | None
    keyword_found: bool | None
    findings: list[FindingShown]
    price: str | None
    in_stock: bool | None

    @classmethod
    def of(cls, look: Look) -> Self:
        return cls(
            verdict=look.verdict,
            reason=look.reason,
            response_time=look.response_time,
            keyword_found=look.keyword_found,
            findings=[FindingShown.of(each) for each in look.findings],
            price=None if look.price is None else str(look.price),
            in_stock=look.in_stock,
        )


class RunShown(Shown):
    """One run."""

    at: datetime
    state: TargetState
    response_time: int | None
    reason: str | None
    findings: list[FindingShown]

    @classmethod
    def of(cls, run: RunRecord) -> Self:
        return cls.model_validate(run)


class IncidentShown(Shown):
    """A time in which it was down."""

    began: datetime
    ended: datetime | None = Field(description="Null while it goes on.")
    cause: str
    sample: str | None = Field(description="The beginning of the answer that broke it.")

    @classmethod
    def of(cls, incident: Incident) -> Self:
        return cls.model_validate(incident)


class PricePoint(Shown):
    """A price, from the moment on at which it was seen."""

    at: datetime
    amount: str
    currency: str

    @classmethod
    def of(cls, seen: PriceSeen) -> Self:
        return cls(at=seen.at, amount=_plain(seen.amount), currency=seen.currency)


class UptimeShown(Shown):
    """How long it was up, of the time in which anybody knows."""

    period: str
    share: float | None = Field(description="From 0 to 1; null where nobody knows.")
    seconds_up: float
    seconds_down: float
    seconds_maintenance: float
    seconds_unknown: float

    @classmethod
    def of(cls, uptime: Uptime) -> Self:
        return cls.model_validate(uptime)


class TypeShown(Shown):
    """A type of checks, and what can be said of one."""

    check_type: CheckType
    title: str
    summary: str
    example: str
    attributes: dict[str, Any] = Field(description="JSON Schema of the attributes.")


class LimitsShown(Shown):
    """What the caller may have."""

    tier: str
    status: str
    checks: int
    check_limit: int
    shortest_delay_ms: int


class EbayShown(Shown):
    """What is left of eBay's calls today."""

    is_configured: bool = Field(description="Whether this server has credentials for eBay.")
    calls: int
    calls_a_day: int
    tokens: int = Field(description="How many tokens were asked for today; eBay gives a thousand.")
    renewed_at: datetime = Field(description="When the day ends, at midnight on the Pacific coast.")
    refused_at: datetime | None = Field(description="Since when eBay says that the day's calls are used up.")


def _plain(amount: Decimal) -> str:
    return f"{amount:f}"
