"""What can be seen on a PNG: its size and its pixels, as the format's own document says that they are stored."""

import struct
import zlib
from dataclasses import dataclass

_CHANNELS = {2: 3, 6: 4}
Pixel = tuple[int, ...]


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    rows: list[list[Pixel]]

    def count(self, left: int, top: int, right: int, bottom: int, *, darker_than: int) -> int:
        """How many pixels of a part are dark."""
        return sum(
            sum(pixel[:3]) < 3 * darker_than for row in self.rows[top:bottom] for pixel in row[left:right]
        )


def picture_of(png: bytes) -> Picture:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, head = 8, b"", b""
    while at < len(png):
        [length] = struct.unpack(">I", png[at : at + 4])
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        head = content if kind == b"IHDR" else head
        data += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    assert (depth, interlaced) == (8, 0)
    channels = _CHANNELS[colours]
    raw, above = zlib.decompress(data), bytearray(width * channels)
    rows: list[list[Pixel]] = []
    for row in range(height):
        start = row * (width * channels + 1)
        line = bytearray(raw[start + 1 : start + 1 + width * channels])
        _unfilter(raw[start], line, above, channels)
        rows.append([tuple(line[x : x + channels]) for x in range(0, len(line), channels)])
        above = line
    return Picture(width, height, rows)


def _unfilter(kind: int, line: bytearray, above: bytearray, channels: int) -> None:
    for at in range(len(line)):
        left = line[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        guess = (0, left, above[at], (left + above[at]) // 2, left + above[at] - corner)[kind]
        if kind == 4:
            paeth = guess
            guess = min((left, above[at], corner), key=lambda each: abs(paeth - each))
        line[at] = (line[at] + guess) % 256
