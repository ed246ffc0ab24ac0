"""What somebody wants of a status page, held against what can be shown. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.checks.schema import Check
from cairn.apps.checks.status_schema import Group, PageTheme, ShownCheck
from cairn.services.problems import InvalidInput

LONGEST_TITLE: Final = 100
LONGEST_TEXT: Final = 2_000
LONGEST_POST: Final = 5_000
MOST_SHOWN: Final = 100
_ADDRESS: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]")


@dataclass(frozen=True, slots=True)
class WantedShown:
    """A check that is to be shown. Without a name it has the one that its owner gave it."""

    checkid: str
    name: str = ""
    shows_url: bool = False


@dataclass(frozen=True, slots=True)
class WantedGroup:
    title: str
    checks: Sequence[WantedShown]


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedPage:
    """A status page as it is asked for."""

    address: str
    title: str
    text: str = ""
    theme: PageTheme = PageTheme.SYSTEM
    groups: Sequence[WantedGroup] = ()

    @property
    def checkids(self) -> list[str]:
        return [each.checkid for group in self.groups for each in group.checks]


@dataclass(frozen=True, slots=True)
class ValidPage:
    """One that can be shown."""

    address: str
    title: str
    text: str
    groups: tuple[Group, ...]


def is_address(text: str) -> bool:
    return _ADDRESS.fullmatch(text) is not None


def valid_page(wanted: WantedPage, own: Mapping[str, Check]) -> ValidPage:
    """Raises `InvalidInput` with every field that is not right. `own` are the caller's checks among those named."""
    faults: dict[str, str] = {}
    address = wanted.address.strip().lower()
    if not is_address(address):
        faults["address"] = "is 3 to 60 letters from a to z, digits and hyphens, and no hyphen at its ends"
    title = line_of(wanted.title)
    if not 1 <= len(title) <= LONGEST_TITLE:
        faults["title"] = f"has 1 to {LONGEST_TITLE} characters"
    text = text_of(wanted.text)
    if len(text) > LONGEST_TEXT:
        faults["text"] = f"has at most {LONGEST_TEXT:,} characters"
    if len(wanted.checkids) > MOST_SHOWN:
        faults["groups"] = f"show at most {MOST_SHOWN} checks together"
    elif len(set(wanted.checkids)) < len(wanted.checkids):
        faults["groups"] = "show each check once"
    groups = []
    for place, group in enumerate(wanted.groups):
        if len(heading := line_of(group.title)) > LONGEST_TITLE:
            faults[f"groups.{place}.title"] = f"has at most {LONGEST_TITLE} characters"
        shown = []
        for number, each in enumerate(group.checks):
            where = f"groups.{place}.checks.{number}"
            check = own.get(each.checkid)
            if check is None:
                faults[f"{where}.checkid"] = "is no check of yours"
                continue
            name = line_of(each.name) or check.name or ""
            if not 1 <= len(name) <= LONGEST_TITLE:
                faults[f"{where}.name"] = (
                    f"is what everybody reads: choose 1 to {LONGEST_TITLE} characters, as the check has no name of its own"
                )
            shown.append(ShownCheck(checkid=each.checkid, name=name, shows_url=each.shows_url))
        groups.append(Group(title=heading, checks=tuple(shown)))
    if faults:
        raise InvalidInput.of_all(faults)
    return ValidPage(address, title, text, tuple(each for each in groups if each.checks))


def line_of(text: str) -> str:
    """A text in one line, without what can't be seen."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def text_of(text: str) -> str:
    """A text of several lines, without what can't be seen."""
    plain = text.replace("\r\n", "\n")
    return "".join(each for each in plain if each.isprintable() or each in "\n\t").strip()
