"""A reading as few bytes, for keeping. What the board does not tell takes none.

The first byte says how the rest is written, so that another way can be added and old readings stay readable.
"""

import json
import zlib
from typing import Final

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill

_FIRST_WAY: Final = b"\x01"
# Names that stand here cost next to nothing. Readings are kept for ever: another list of names needs another way.
_KNOWN: Final = json.dumps(
    [
        *(list(SCORES[game]) + list(SKILLS[game]) for game in reversed(Game)),
        list(BOSSES),
        "Overall",
        [None, -1, 99, 200000000],
    ],
    separators=(",", ":"),
).encode()


def packed(reading: Reading) -> bytes:
    """A reading to be kept."""
    told = [
        {name: [each.rank, each.level, each.xp] for name, each in reading.skills.items()},
        {
            name: [each.rank, each.score]
            for name, each in reading.activities.items()
            if each.rank is not None or each.score is not None
        },
    ]
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_KNOWN)
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    return _FIRST_WAY + deflating.compress(text) + deflating.flush()


def unpacked(kept: bytes, *, only: str | None = None) -> Reading:
    """A reading that was kept, or one entry of it. Raises ValueError when it was written in a way that is not known."""
    if kept[:1] != _FIRST_WAY:
        raise ValueError(f"a reading written in way {kept[:1].hex() or 'none'}, which is not known")
    inflating = zlib.decompressobj(-15, zdict=_KNOWN)
    skills, activities = json.loads(inflating.decompress(kept[1:]) + inflating.flush())
    if only is not None:
        # Of years of days, one entry each is wanted: making all the others would take the most time.
        skills, activities = _one(skills, only), _one(activities, only)
    return Reading(
        {name: Skill(*each) for name, each in skills.items()},
        {name: Activity(*each) for name, each in activities.items()},
    )


def _one(entries: dict[str, list[int | None]], name: str) -> dict[str, list[int | None]]:
    return {name: entries[name]} if name in entries else {}
