"""Two characters side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cairn.apps.runescape.rules.totals import EntryGain


@dataclass(frozen=True, slots=True)
class Side:
    """What one of them has of an entry, and has gained of it lately. None is what nobody knows."""

    value: int | None
    gained: int | None


@dataclass(frozen=True, slots=True)
class Pair:
    """An entry that at least one of them has."""

    name: str
    is_skill: bool
    one: Side
    other: Side

    @property
    def ahead_by(self) -> int | None:
        """How far the first is ahead; negative when it is behind."""
        if self.one.value is None or self.other.value is None:
            return None
        return self.one.value - self.other.value


def side_by_side(one: Sequence[EntryGain], other: Sequence[EntryGain]) -> list[Pair]:
    """In the order of the first, then what the other alone has. What neither knows a value of is left out."""
    ones, others = _by_name(one), _by_name(other)
    pairs = []
    for name in dict.fromkeys([*ones, *others]):
        left, right = ones.get(name), others.get(name)
        known = left or right
        if known is not None:
            pairs.append(Pair(name, known.is_skill, _side(left), _side(right)))
    return [each for each in pairs if each.one.value is not None or each.other.value is not None]


def _by_name(entries: Sequence[EntryGain]) -> Mapping[str, EntryGain]:
    return {each.name: each for each in entries}


def _side(entry: EntryGain | None) -> Side:
    return Side(None, None) if entry is None else Side(entry.value, entry.gained)
