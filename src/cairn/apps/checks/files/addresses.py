"""Plain lists of addresses: one a line, and behind a space its tags with commas, as changedetection.io writes them."""

from collections.abc import Iterator

from cairn.apps.checks.files.found import FoundCheck, Untaken
from cairn.apps.checks.kinds import KINDS
from cairn.apps.checks.schema import CheckType

_SCHEMES = {"tcp": CheckType.TCP}


def read(text: str) -> Iterator[FoundCheck | Untaken]:
    """The checks of the lines. Lines that begin with `#` say something to people."""
    for line in text.splitlines():
        if not (written := line.strip()) or written.startswith("#"):
            continue
        url, _, tags = written.partition(" ")
        if "." not in url and ":" not in url:
            yield Untaken(written, "this is no address")
            continue
        named = frozenset(tag for each in tags.split(",") if (tag := each.strip()))
        yield FoundCheck(url, type_of(url), tags=named)


def type_of(url: str) -> CheckType:
    """What an address by itself seems to ask for: eBay's searches and listings are watched for their prices."""
    scheme, found, _ = url.partition("://")
    if found and scheme.lower() in _SCHEMES:
        return _SCHEMES[scheme.lower()]
    ebay = KINDS.get(CheckType.EBAY)
    if ebay is not None and "ebay." in url:
        try:
            ebay.address(url)
        except ValueError:
            return CheckType.AVAILABILITY
        return CheckType.EBAY
    return CheckType.AVAILABILITY
