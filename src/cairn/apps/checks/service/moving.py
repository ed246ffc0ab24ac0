"""Use-cases: checks that come from elsewhere, and all of them to take along.

A file is held against what is there: what is new, what is there already, and what can't be taken and why. Taken over twice,
it makes nothing twice.
"""

import asyncio
import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.checks.files import FoundCheck, FoundFile, UnreadableFile, Untaken, columns, own, read_file
from cairn.apps.checks.schema import Check, CheckAttributes, CheckStatus, CheckType
from cairn.apps.checks.service.keeping import Keeping, Prepared
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.refusals import NoChecksFile
from cairn.apps.checks.service.wanted import DEFAULT_DELAY_MS, LONGEST_NAME, WantedCheck, given, valid
from cairn.apps.checks.settings import LONGEST_DELAY, Allowance
from cairn.services.accounts import Member
from cairn.services.problems import InvalidInput

_MILLISECOND: Final = timedelta(milliseconds=1)
_DEEPEST: Final = 10


class Fate(StrEnum):
    """NEW      it is made
    KNOWN    it is there already
    REFUSED  it can't be taken
    """

    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Line:
    """A check of a file, what becomes of it, and what there is to say of that."""

    name: str
    url: str
    fate: Fate
    said: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """A file, held against what is there."""

    source: str
    lines: Sequence[Line]
    taken: Sequence[FoundCheck]  # what is new or known, as the file tells it

    def count(self, fate: Fate) -> int:
        return sum(each.fate is fate for each in self.lines)


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of a file: all of its lines, and the checks that are made."""

    lines: Sequence[Line]
    made: Sequence[Prepared]
    taken: Sequence[FoundCheck]


class Moving:
    """Checks that come and go in files."""

    def __init__(self, keeping: Keeping, people: People) -> None:
        self._keeping = keeping
        self._people = people

    async def look_at(self, member: Member, content: bytes) -> Preview:
        """What would become of a file. Nothing is made."""
        found, plan = await self._planned(member, content)
        return Preview(found.source.value, plan.lines, plan.taken)

    async def take_over(self, member: Member, content: bytes) -> Preview:
        """Makes what is new of a file. What is there stays as it is."""
        found, plan = await self._planned(member, content)
        await self._keeping.create_prepared(member, plan.made)
        return Preview(found.source.value, plan.lines, plan.taken)

    async def written_json(self, member: Member) -> str:
        """All checks, in a file that comes back as it went."""
        return own.written(await self._taken_along(member))

    async def written_csv(self, member: Member) -> str:
        """The same for spreadsheets."""
        return columns.written(await self._taken_along(member))

    async def _taken_along(self, member: Member) -> list[FoundCheck]:
        checks = await self._keeping.checks(member)
        return [_found_of(each) for each in reversed(checks)]

    async def _planned(self, member: Member, content: bytes) -> tuple[FoundFile, Plan]:
        try:
            found = await asyncio.to_thread(read_file, content)
        except UnreadableFile as fault:
            raise NoChecksFile(f"The file can't be read: {fault}") from fault
        user = await self._people.known(member)
        there = await self._keeping.checks(member)
        room = max(user.check_limit - len(there), 0)
        allowance = self._people.allowance(user)
        plan = await asyncio.to_thread(
            planned, found, there, allowance, room=room, new_id=self._keeping.new_id
        )
        return found, plan


def planned(
    found: FoundFile, there: Sequence[Check], allowance: Allowance, *, room: int, new_id: Callable[[], str]
) -> Plan:
    """What becomes of each entry of a file. The limit is used up in the order of the file."""
    known: dict[Hashable, str] = {key: each.checkid for each in there for key in _keys_of_check(each)}
    ids: dict[str, str] = {}
    lines: list[Line] = []
    made: list[tuple[Prepared, str]] = []
    for entry in found.entries:
        if isinstance(entry, Untaken):
            lines.append(Line(entry.name, "", Fate.REFUSED, entry.why))
            continue
        if not _is_text(entry):
            lines.append(Line("", "", Fate.REFUSED, "it holds half of a letter, which is no text"))
            continue
        wanted, note = _wanted(entry, allowance)
        name = wanted.name or entry.url
        try:
            right = valid(wanted, allowance)
        except InvalidInput as fault:
            lines.append(Line(name, entry.url, Fate.REFUSED, fault.detail))
            continue
        keys = tuple(_keys(wanted.check_type, right.url, right.stored, right.name))
        same = next((known[key] for key in keys if key in known), None)
        if same is not None:
            ids.setdefault(entry.source_id, same)
            lines.append(Line(name, right.url, Fate.KNOWN))
        elif len(made) >= room:
            said = f"the tier {allowance.tier} has no room for more checks"
            lines.append(Line(name, right.url, Fate.REFUSED, said))
        else:
            checkid = new_id()
            known |= dict.fromkeys(keys, checkid)
            ids.setdefault(entry.source_id, checkid)
            made.append((Prepared(checkid, wanted, right, entry.is_paused), entry.depends_on))
            lines.append(Line(name, right.url, Fate.NEW, note))
    taken = [
        entry
        for entry, line in zip(found.entries, lines, strict=True)
        if isinstance(entry, FoundCheck) and line.fate is not Fate.REFUSED
    ]
    return Plan(lines, _with_parents(made, ids), taken)


def _is_text(entry: FoundCheck) -> bool:
    """Whether all of it can be stored: JSON may hold halves of pairs, which are no letters."""
    said = [entry.url, entry.name, *entry.tags, entry.source_id, entry.depends_on]
    try:
        json.dumps([*said, dict(entry.attributes)], ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _wanted(entry: FoundCheck, allowance: Allowance) -> tuple[WantedCheck, str]:
    """An entry within what the tier allows, and what of it is otherwise for that."""
    delay = entry.delay_ms or DEFAULT_DELAY_MS
    allowed = min(max(delay, allowance.shortest // _MILLISECOND), LONGEST_DELAY // _MILLISECOND)
    notes = [entry.note] if entry.note else []
    if allowed != delay:
        notes.append(f"it looks every {allowed / 1000:g} s instead of {delay / 1000:g} s")
    wanted = WantedCheck(
        url=entry.url,
        check_type=entry.check_type,
        delay_ms=allowed,
        attributes=entry.attributes,
        name=" ".join(entry.name.split())[:LONGEST_NAME].strip(),
        tags=entry.tags,
    )
    return wanted, "; ".join(notes)


def _with_parents(made: Sequence[tuple[Prepared, str]], ids: Mapping[str, str]) -> list[Prepared]:
    """Dependencies, as far as they lead to something and never in a circle."""
    parents = {each.checkid: ids[depends_on] for each, depends_on in made if depends_on and depends_on in ids}
    return [
        replace(each, wanted=replace(each.wanted, depends_on=parents[each.checkid]))
        if each.checkid in parents and _leads_somewhere(each.checkid, parents)
        else each
        for each, _ in made
    ]


def _leads_somewhere(checkid: str, parents: Mapping[str, str]) -> bool:
    following, steps = parents[checkid], 1
    while following in parents and following != checkid and steps <= _DEEPEST:
        following, steps = parents[following], steps + 1
    return following != checkid and steps <= _DEEPEST


def _keys_of_check(check: Check) -> Iterator[Hashable]:
    return _keys(check.check_type, check.url, check.attributes, check.name or "")


def _keys(check_type: CheckType, url: str, attributes: CheckAttributes, name: str) -> Iterator[Hashable]:
    """By what a check is known again: what it looks for where, or its name at the same address."""
    looks_for = json.dumps(given(attributes), sort_keys=True, default=str)
    yield (check_type, url, looks_for)
    if name:
        yield (check_type, url, name, "")


def _found_of(check: Check) -> FoundCheck:
    return FoundCheck(
        check.url,
        check.check_type,
        name=check.name or "",
        tags=check.tags,
        delay_ms=check.delay_ms,
        attributes=json.loads(json.dumps(given(check.attributes), default=str)),
        is_paused=check.status is CheckStatus.PAUSED,
        source_id=check.checkid,
        depends_on=check.depends_on or "",
    )
