"""Whether a server's certificate is trusted, and for how long yet."""

from datetime import timedelta
from typing import Annotated, Final

from pydantic import Field

from cairn.apps.checks.kinds.addresses import host_and_port, written
from cairn.apps.checks.kinds.faults import look_of
from cairn.apps.checks.kinds.kind import Attributes, Kind, Look, Sight, judged
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import OutboundError

_SCHEME: Final = "https"
_PORT: Final = 443


class CertificateAttributes(Attributes):
    """What can be said of a CERTIFICATE check."""

    days: Annotated[int, Field(ge=1, le=365)] = Field(
        default=14, description="It is not well when the certificate is good for fewer days than these."
    )


def address(url: str) -> str:
    return written(_SCHEME, *host_and_port(url, _SCHEME, port=_PORT))


async def look(sight: Sight, url: str, wanted: CertificateAttributes) -> Look:
    host, port = host_and_port(url, _SCHEME, port=_PORT)
    try:
        knocked = await sight.outbound.knock(host, port, secure=True, within=sight.within)
    except OutboundError as fault:
        return look_of(fault)
    certificate = knocked.certificate
    if certificate is None:
        return Look(Verdict.BAD, f"{host} shows no certificate")
    left = (certificate.not_after - sight.now) // timedelta(days=1)
    held = left >= wanted.days
    findings = (
        Finding("certificate", f"at least {wanted.days} days left", f"{left} days left", held),
        Finding("issuer", "is trusted", certificate.issuer, held=True),
    )
    verdict, reason = judged(findings)
    return Look(
        verdict,
        reason,
        findings,
        response_time=round(knocked.seconds * 1000),
        certificate_until=certificate.not_after,
    )


CERTIFICATE: Final = Kind(
    check_type=CheckType.CERTIFICATE,
    title="A certificate",
    summary="Is it trusted, and for how long yet?",
    example="https://example.org:443",
    wanted=CertificateAttributes,
    address=address,
    look=look,
)
