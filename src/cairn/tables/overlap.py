"""Whether one key could be read by two templates.

A part never holds a separator of its own template, so two keys are equal only if they have the same separators and
equal segments between them. Each pair of segments is compared; one pair that can't be equal keeps the templates apart.
"""

import re

from cairn.tables.parts import PartKind
from cairn.tables.templates import Piece, Placeholder, Template

_Segment = tuple[Piece, ...]


def could_be_equal(one: Template, other: Template) -> bool:
    """Whether some key matches both. When in doubt, it could."""
    if not one.names:
        return other.matches(one.text)
    if not other.names:
        return one.matches(other.text)
    if _takes_any_text(one) or _takes_any_text(other):
        return True
    if not _begin_alike(one, other):
        return False
    separators = one.separators | other.separators
    if not separators:
        return _segments_could_be_equal(one, one.pieces, other, other.pieces)
    ours, our_separators = _segments(one, separators)
    theirs, their_separators = _segments(other, separators)
    if our_separators != their_separators:
        return _may_hold(one, other.separators) or _may_hold(other, one.separators)
    return all(
        _segments_could_be_equal(one, segment, other, their_segment)
        for segment, their_segment in zip(ours, theirs, strict=True)
    )


def _begin_alike(one: Template, other: Template) -> bool:
    beginning, their_beginning = one.beginning({})[0], other.beginning({})[0]
    return beginning.startswith(their_beginning) or their_beginning.startswith(beginning)


def _takes_any_text(template: Template) -> bool:
    return len(template.pieces) == 1 and _has_text(template)


def _may_hold(template: Template, separators: frozenset[str]) -> bool:
    """Whether a part may hold what separates the parts of another template only."""
    foreign = separators - template.separators
    return any(
        bool(foreign) if kind.is_text else bool(foreign & set(kind.punctuation))
        for kind in template.kinds.values()
    )


def _has_text(template: Template) -> bool:
    return any(kind.is_text for kind in template.kinds.values())


def _segments(template: Template, separators: frozenset[str]) -> tuple[list[_Segment], str]:
    between = re.compile(f"([{re.escape(''.join(sorted(separators)))}])")
    segments: list[list[Piece]] = [[]]
    found = ""
    for piece in template.pieces:
        if isinstance(piece, Placeholder):
            segments[-1].append(piece)
            continue
        for text in between.split(piece):
            if text in separators:
                found += text
                segments.append([])
            elif text:
                segments[-1].append(text)
    return [tuple(segment) for segment in segments], found


def _segments_could_be_equal(
    one: Template, segment: _Segment, other: Template, their_segment: _Segment
) -> bool:
    if all(isinstance(piece, str) for piece in segment):
        return _could_match(other, their_segment, "".join(map(str, segment)))
    if all(isinstance(piece, str) for piece in their_segment):
        return _could_match(one, segment, "".join(map(str, their_segment)))
    match segment, their_segment:
        case (Placeholder() as ours,), (Placeholder() as theirs,):
            return _kinds_could_be_equal(one.kinds[ours.name], other.kinds[theirs.name]) or (
                ours.fallback is not None and ours.fallback == theirs.fallback
            )
        case _:
            return True


def _could_match(template: Template, segment: _Segment, text: str) -> bool:
    pattern = "".join(
        re.escape(piece) if isinstance(piece, str) else _pattern(template.kinds[piece.name], piece)
        for piece in segment
    )
    return re.fullmatch(pattern, text, re.DOTALL) is not None


def _pattern(kind: PartKind, piece: Placeholder) -> str:
    return (
        f"(?:{kind.pattern})" if piece.fallback is None else f"(?:{kind.pattern}|{re.escape(piece.fallback)})"
    )


def _kinds_could_be_equal(one: PartKind, other: PartKind) -> bool:
    if one.is_text or other.is_text:
        return True
    if one.words is not None:
        return any(map(other.matches, one.words))
    if other.words is not None:
        return any(map(one.matches, other.words))
    return one.pattern == other.pattern
