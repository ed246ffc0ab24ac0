"""The form of a status page: what was written in it as a page that is wanted, and a page as the form shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from pydantic import BaseModel, ConfigDict

from cairn.apps.checks.schema import Check
from cairn.apps.checks.service.wanted_pages import WantedGroup, WantedPage, WantedShown
from cairn.apps.checks.status_schema import PageTheme, StatusPage


class PageForm(BaseModel):
    """What the form holds. The lists are columns of its table: the first of each belong to the first row."""

    model_config = ConfigDict(frozen=True)

    address: str = ""
    title: str = ""
    text: str = ""
    theme: PageTheme = PageTheme.SYSTEM
    shown: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    with_url: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    @classmethod
    def of(cls, page: StatusPage) -> Self:
        """The form that shows a page."""
        rows = [(group.title, each) for group in page.groups for each in group.checks]
        return cls(
            address=page.address,
            title=page.title,
            text=page.text,
            theme=page.theme,
            shown=tuple(each.checkid for _, each in rows),
            names=tuple(each.name for _, each in rows),
            headings=tuple(heading for heading, _ in rows),
            places=tuple(str(place) for place in range(1, len(rows) + 1)),
            with_url=tuple(each.checkid for _, each in rows if each.shows_url),
        )

    @property
    def rows(self) -> "list[Row]":
        """The checks in the order that the form asks for, those that were added at the end."""
        given = zip(self.shown, self.names, self.headings, self.places, strict=False)
        rows = [
            Row(checkid, name, " ".join(heading.split()), checkid in self.with_url, _place(place))
            for checkid, name, heading, place in given
            if checkid not in self.off
        ]
        there = {each.checkid for each in rows}
        last = len(self.shown)
        added = [each for each in dict.fromkeys(self.add) if each and each not in there]
        rows += [Row(each, "", "", shows_url=False, place=last + 1) for each in added]
        return sorted(rows, key=lambda row: row.place)

    @property
    def wanted(self) -> WantedPage:
        groups: dict[str, list[WantedShown]] = {}
        for row in self.rows:
            groups.setdefault(row.heading, []).append(WantedShown(row.checkid, row.name, row.shows_url))
        return WantedPage(
            address=self.address,
            title=self.title,
            text=self.text,
            theme=self.theme,
            groups=[WantedGroup(heading, checks) for heading, checks in groups.items()],
        )

    def wrong_names(self, fields: Mapping[str, str]) -> dict[str, str]:
        """What is wrong with which check's row, of a refusal that counts groups and checks."""
        return {
            each.checkid: said
            for place, group in enumerate(self.wanted.groups)
            for number, each in enumerate(group.checks)
            for name, said in fields.items()
            if name.startswith(f"groups.{place}.checks.{number}.")
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A check in the form."""

    checkid: str
    name: str
    heading: str
    shows_url: bool
    place: int


def others(checks: Sequence[Check], rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The checks that can be added, by what their owner calls them."""
    there = {each.checkid for each in rows}
    left = [(each.checkid, each.title) for each in checks if each.checkid not in there]
    return sorted(left, key=lambda each: each[1].casefold())


def _place(written: str) -> int:
    return int(written) if written.strip().isdecimal() and len(written) < 6 else 0
