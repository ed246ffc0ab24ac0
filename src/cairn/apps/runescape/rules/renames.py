"""Telling a rename: a name that is gone after long success, or whose new bearer has less than the old one had."""

from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading

_SKILLS_THAT_FELL: Final = 3


def is_somebody_else(before: Reading, after: Reading) -> bool:
    """Whether so much experience was lost that another character bears the name now.

    Experience never falls: one skill that did may be a rollback of the game, several are another person.
    """
    fell = 0
    for name, skill in before.skills.items():
        now = after.skills.get(name)
        if now is not None and now.xp is not None and skill.xp is not None and now.xp < skill.xp:
            fell += 1
    return fell >= _SKILLS_THAT_FELL


def may_be(before: Reading, candidate: Reading) -> bool:
    """Whether a character under another name can be the one that was followed: it has all that the old one had."""
    known = {name: skill.xp for name, skill in before.skills.items() if skill.xp is not None}
    compared = [
        (xp, now.xp)
        for name, xp in known.items()
        if (now := candidate.skills.get(name)) is not None and now.xp is not None
    ]
    return len(compared) * 2 >= len(known) > 0 and all(now >= xp for xp, now in compared)
