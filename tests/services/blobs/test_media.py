"""What a file is, its bytes say."""

import pytest

from cairn.services.blobs import SHOWN, MediaType, media_type_of

FTYP = b"\x00\x00\x00\x18ftyp"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", MediaType.PNG),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", MediaType.JPEG),
        (b"GIF89a\x01", MediaType.GIF),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", MediaType.WEBP),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", MediaType.WAV),
        (b"RIFF\x10\x00\x00\x00AVI LIST", MediaType.UNKNOWN),
        (FTYP + b"avif\x00\x00\x00\x00avifmif1", MediaType.AVIF),
        (FTYP + b"mif1\x00\x00\x00\x00mif1avif", MediaType.AVIF),
        (FTYP + b"heic\x00\x00\x00\x00mif1heic", MediaType.HEIC),
        (FTYP + b"isom\x00\x00\x02\x00isomiso2", MediaType.MP4),
        (FTYP + b"qt  \x00\x00\x00\x00qt  \x00\x00\x00\x00", MediaType.QUICKTIME),
        (b"\x1aE\xdf\xa3\x01", MediaType.WEBM),
        (b"ID3\x04\x00", MediaType.MP3),
        (b"\xff\xfb\x90\x00", MediaType.MP3),
        (b"OggS\x00", MediaType.OGG),
        (b"%PDF-1.7", MediaType.PDF),
        (b"PK\x03\x04", MediaType.ZIP),
        (b"\x1f\x8b\x08", MediaType.GZIP),
        (b'<svg xmlns="http://www.w3.org/2000/svg">', MediaType.SVG),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<SVG >', MediaType.SVG),
        (b"  \n<!DOCTYPE html>", MediaType.HTML),
        (b"hello <script>alert(1)</script>", MediaType.HTML),
        ("<html>".encode("utf-16"), MediaType.HTML),
        (b'<?xml version="1.0"?><feed/>', MediaType.XML),
        ("Grüße, 3 < 4".encode(), MediaType.TEXT),
        (b"\x00\x01\x02", MediaType.UNKNOWN),
        (b"", MediaType.UNKNOWN),
    ],
)
def test_a_file_is_what_its_bytes_say(content: bytes, expected: MediaType) -> None:
    assert media_type_of(content) == expected


def test_nothing_that_could_run_is_shown() -> None:
    assert not SHOWN & {MediaType.SVG, MediaType.HTML, MediaType.XML, MediaType.PDF, MediaType.UNKNOWN}
