"""What was read of a file, small enough to go along in a form until somebody says that it is to be taken over."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence

from cairn.apps.checks.files import own
from cairn.apps.checks.files.found import FoundCheck, UnreadableFile
from cairn.apps.checks.files.reading import MOST_BYTES


def packed(checks: Sequence[FoundCheck]) -> str:
    """Checks as a text."""
    return b64encode(zlib.compress(own.written(checks).encode())).decode()


def unpacked(text: str) -> bytes:
    """The file that was packed. Whoever sends it may have made it up, so it is unpacked to so much and no more."""
    try:
        inflating = zlib.decompressobj()
        content = inflating.decompress(b64decode(text, validate=True), MOST_BYTES)
    except (ValueError, zlib.error) as fault:
        raise UnreadableFile("it was damaged on its way; choose it again") from fault
    if inflating.unconsumed_tail or not inflating.eof:
        raise UnreadableFile(f"it holds more than {MOST_BYTES // 1024 // 1024} MB of checks")
    return content
