"""What a file is, by its own first bytes. What it is called, and what its sender says of it, proves nothing."""

import re
from enum import StrEnum
from typing import Final

SNIFFED: Final = 512
"""So many bytes are enough to tell."""


class MediaType(StrEnum):
    PNG = "image/png"
    JPEG = "image/jpeg"
    GIF = "image/gif"
    WEBP = "image/webp"
    AVIF = "image/avif"
    HEIC = "image/heic"
    MP4 = "video/mp4"
    QUICKTIME = "video/quicktime"
    WEBM = "video/webm"
    MP3 = "audio/mpeg"
    OGG = "audio/ogg"
    WAV = "audio/wav"
    PDF = "application/pdf"
    ZIP = "application/zip"
    GZIP = "application/gzip"
    SVG = "image/svg+xml"
    HTML = "text/html"
    XML = "application/xml"
    TEXT = "text/plain"
    UNKNOWN = "application/octet-stream"


IMAGES: Final = frozenset({MediaType.PNG, MediaType.JPEG, MediaType.GIF, MediaType.WEBP, MediaType.AVIF})
PHOTOS: Final = IMAGES | {MediaType.HEIC}
VIDEOS: Final = frozenset({MediaType.MP4, MediaType.QUICKTIME, MediaType.WEBM})
SOUNDS: Final = frozenset({MediaType.MP3, MediaType.OGG, MediaType.WAV})
SHOWN: Final = IMAGES | VIDEOS | SOUNDS
"""What a browser may show. Everything else it is told to save: some of it could run what is in it as ours."""

_BEGINNINGS: Final = (
    (b"\x89PNG\r\n\x1a\n", MediaType.PNG),
    (b"\xff\xd8\xff", MediaType.JPEG),
    (b"GIF87a", MediaType.GIF),
    (b"GIF89a", MediaType.GIF),
    (b"\x1aE\xdf\xa3", MediaType.WEBM),
    (b"ID3", MediaType.MP3),
    (b"OggS", MediaType.OGG),
    (b"%PDF-", MediaType.PDF),
    (b"PK\x03\x04", MediaType.ZIP),
    (b"PK\x05\x06", MediaType.ZIP),
    (b"\x1f\x8b", MediaType.GZIP),
)
_BRANDS: Final = {
    b"avif": MediaType.AVIF,
    b"avis": MediaType.AVIF,
    b"heic": MediaType.HEIC,
    b"heix": MediaType.HEIC,
    b"hevc": MediaType.HEIC,
    b"mif1": MediaType.HEIC,
    b"msf1": MediaType.HEIC,
    b"qt  ": MediaType.QUICKTIME,
}
_RIFF: Final = {b"WEBP": MediaType.WEBP, b"WAVE": MediaType.WAV}
_SVG: Final = re.compile(rb"<svg[\s>]", re.IGNORECASE)
_MARKUP: Final = re.compile(rb"<\s*(!doctype\s+html|!--|html|head|body|script|iframe|style|title|a|b|br|div|font|h1|img|p|table)[\s>/]", re.IGNORECASE)  # fmt: skip
_NOT_TEXT: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def media_type_of(beginning: bytes) -> MediaType:
    """The type of what begins so."""
    beginning = beginning[:SNIFFED]
    for start, found in _BEGINNINGS:
        if beginning.startswith(start):
            return found
    if beginning[:4] == b"RIFF":
        return _RIFF.get(beginning[8:12], MediaType.UNKNOWN)
    if beginning[4:8] == b"ftyp":
        return _of_brands(beginning)
    if len(beginning) > 1 and beginning[0] == 0xFF and beginning[1] & 0xE6 == 0xE2:
        return MediaType.MP3
    return _of_text(beginning)


def _of_brands(beginning: bytes) -> MediaType:
    """A file in boxes says in the first of them what it is, and what else it can be read as."""
    end = min(int.from_bytes(beginning[:4]), len(beginning))
    main = _BRANDS.get(beginning[8:12])
    others = [_BRANDS.get(beginning[at : at + 4]) for at in range(16, end - 3, 4)]
    if MediaType.AVIF in others and main is MediaType.HEIC:
        return MediaType.AVIF  # `mif1` is what both begin with
    return main or MediaType.MP4


def _of_text(beginning: bytes) -> MediaType:
    # Browsers look for markup in UTF-16 as well, where every second byte is zero.
    text = beginning.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"").lstrip()
    if _SVG.search(text):
        return MediaType.SVG
    if _MARKUP.search(text):
        return MediaType.HTML
    if text.startswith(b"<?xml"):
        return MediaType.XML
    if beginning and not _NOT_TEXT.search(beginning):
        return MediaType.TEXT
    return MediaType.UNKNOWN
