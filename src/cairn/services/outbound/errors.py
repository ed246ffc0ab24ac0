"""Why nothing came back from a server somewhere. The message is for the person on whose behalf it was asked.

OutboundError
├── Refused       we don't ask this: the address, its form, or a header is not allowed
├── Unreachable   the name is unknown, or nobody answers there
├── NoRecords     the name has no records of the kind that was asked for
├── NameServerFailed  the name servers that we ask do not answer us
├── Untrusted     its certificate does not prove that it is who it says
├── TooSlow       it took longer than it may
├── Busy          so many ask this host from here that there was no turn
├── Garbled       what it answers is not HTTP, or not what it says it is
└── Wandering     it redirects too often, or in a circle
"""


class OutboundError(Exception):
    """The root of the family."""


class Refused(OutboundError):
    """We don't ask this. Asking again changes nothing."""


class Unreachable(OutboundError):
    """The name is unknown, or nobody answers there."""


class NoRecords(OutboundError):
    """The name is not there, or has no records of the kind."""


class NameServerFailed(OutboundError):
    """The name servers that we ask do not answer, or will not tell us: that is no fault of the name."""


class Untrusted(OutboundError):
    """Its certificate does not prove that it is who it says."""


class TooSlow(OutboundError):
    """It took longer than it may."""


class Busy(OutboundError):
    """So many ask this host from here that there was no turn: that is our fault, and not the host's."""


class Garbled(OutboundError):
    """What it answers is not HTTP, or not what it says it is."""


class Wandering(OutboundError):
    """It redirects too often, or in a circle."""
