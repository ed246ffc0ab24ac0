"""Headers of requests on behalf of people: which may be given, and which go along to another host."""

import re
from collections.abc import Mapping
from typing import Final

from cairn.services.outbound.errors import Refused

_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VALUE: Final = re.compile(r"[\x20-\x7e\x80-\xff\t]{0,8000}")
# What belongs to the connection, and what would let one host be asked in another's name.
_OURS: Final = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect"}
    | {"keep-alive", "proxy-authorization", "proxy-connection", "accept-encoding"}
)
_FOR_EVERYBODY: Final = frozenset({"accept", "accept-language", "user-agent"})


def checked(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers by their names in lower case. Raises `Refused` for one that may not be given."""
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            raise Refused(f"{name[:40]!r} is not a name of a header")
        if name.lower() in _OURS:
            raise Refused(f"the header {name} is set by Cairn and can't be given")
        if not _VALUE.fullmatch(value):
            raise Refused(f"the value of the header {name} has a character that none may have")
    return {name.lower(): value for name, value in headers.items()}


def for_another_host(headers: Mapping[str, str]) -> dict[str, str]:
    """What goes along when a redirect leads to another host: nothing that was meant for the first one."""
    return {name: value for name, value in headers.items() if name in _FOR_EVERYBODY}
