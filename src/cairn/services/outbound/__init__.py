"""Requests to the web on behalf of people: guarded, bounded, and told in words when they fail."""

from cairn.services.outbound.addresses import AddressPolicy
from cairn.services.outbound.answers import Answer, Certificate, Timing
from cairn.services.outbound.client import Outbound
from cairn.services.outbound.errors import (
    Busy,
    Garbled,
    NameServerFailed,
    NoRecords,
    OutboundError,
    Refused,
    TooSlow,
    Unreachable,
    Untrusted,
    Wandering,
)
from cairn.services.outbound.knocking import Knock
from cairn.services.outbound.naming import Records
from cairn.services.outbound.urls import Target, target_of

__all__ = [
    "AddressPolicy",
    "Answer",
    "Busy",
    "Certificate",
    "Garbled",
    "Knock",
    "NameServerFailed",
    "NoRecords",
    "Outbound",
    "OutboundError",
    "Records",
    "Refused",
    "Target",
    "Timing",
    "TooSlow",
    "Unreachable",
    "Untrusted",
    "Wandering",
    "target_of",
]
