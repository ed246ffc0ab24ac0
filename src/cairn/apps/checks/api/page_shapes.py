"""What the API takes and answers of status pages."""

from datetime import date, datetime
from typing import Annotated, Self

from pydantic import AfterValidator, ConfigDict, Field

from cairn.apps.checks.api.shapes import Asked, Shown, without_surrogates
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.strips import DayState, Overall
from cairn.apps.checks.service.shown_pages import PublicPage
from cairn.apps.checks.service.wanted_pages import WantedGroup, WantedPage, WantedShown
from cairn.apps.checks.status_schema import PageTheme, Post, PostKind, StatusPage

Line = Annotated[str, AfterValidator(without_surrogates), Field(max_length=200)]
Text = Annotated[str, AfterValidator(without_surrogates), Field(max_length=6_000)]
CheckId = Annotated[str, AfterValidator(without_surrogates), Field(min_length=1, max_length=100)]


class GivenShown(Asked):
    """A check that is to be shown."""

    checkid: CheckId
    name: Line = Field(
        default="", description="What everybody reads. Without one, the name that the check has."
    )
    shows_url: bool = Field(default=False, description="Whether everybody may read its address.")


class GivenGroup(Asked):
    """Checks that stand together."""

    title: Line = ""
    checks: Annotated[list[GivenShown], Field(max_length=100)]


class GivenPage(Asked):
    """A status page, as it is to be."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "address": "my-shop",
                    "title": "My shop",
                    "text": "How our pages do.",
                    "theme": "system",
                    "groups": [
                        {
                            "title": "Pages",
                            "checks": [{"checkid": "019ba7c7-…", "name": "Front door", "showsUrl": False}],
                        }
                    ],
                }
            ]
        }
    )

    address: Line = Field(
        description="3 to 60 letters from a to z, digits and hyphens: it stands at `/status/{address}`.",
        examples=["my-shop"],
    )
    title: Line = Field(examples=["My shop"])
    text: Text = Field(default="", description="What it says at the top.")
    theme: PageTheme = PageTheme.SYSTEM
    groups: Annotated[list[GivenGroup], Field(max_length=100)] = Field(default_factory=list)

    @property
    def wanted(self) -> WantedPage:
        return WantedPage(
            address=self.address,
            title=self.title,
            text=self.text,
            theme=self.theme,
            groups=[
                WantedGroup(
                    group.title,
                    [WantedShown(each.checkid, each.name, each.shows_url) for each in group.checks],
                )
                for group in self.groups
            ],
        )


class GivenEntry(Asked):
    """What is to be added to a post."""

    kind: PostKind
    text: Text = Field(examples=["We have found the cause, and mend it."])


class GivenPost(GivenEntry):
    """Something that is to be told."""

    title: Line = Field(examples=["The shop is slow"])


class ShownOnPage(Shown):
    """A check on a page."""

    checkid: str
    name: str
    shows_url: bool


class GroupOnPage(Shown):
    """Checks that stand together."""

    title: str
    checks: list[ShownOnPage]


class StatusPageShown(Shown):
    """A status page, as its owner made it."""

    pageid: str
    address: str
    title: str
    text: str
    theme: PageTheme
    groups: list[GroupOnPage]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, page: StatusPage) -> Self:
        return cls.model_validate(page)


class EntryShown(Shown):
    """One thing that was said at a time."""

    at: datetime
    kind: PostKind
    text: str


class PostShown(Shown):
    """Something that is told, with what was added as time went on."""

    postid: str
    title: str
    kind: PostKind = Field(description="What was said last.")
    entries: list[EntryShown]

    @classmethod
    def of(cls, post: Post) -> Self:
        return cls.model_validate(post)


class DayShown(Shown):
    """A day of UTC."""

    day: date
    state: DayState
    share: float | None = Field(description="From 0 to 1; null where nobody knows.")


class PublicCheckShown(Shown):
    """A check under its chosen name."""

    checkid: str
    name: str
    url: str | None = Field(description="Null unless the owner shows it.")
    state: TargetState
    since: datetime | None
    uptime: float | None = Field(description="Of the last 90 days, from 0 to 1; null where nobody knows.")
    days: list[DayShown]


class PublicGroupShown(Shown):
    """Checks that stand together."""

    title: str
    checks: list[PublicCheckShown]


class PublicIncidentShown(Shown):
    """A time in which something was down."""

    name: str
    began: datetime
    ended: datetime | None = Field(description="Null while it goes on.")


class PublicMaintenanceShown(Shown):
    """Maintenance of something on the page."""

    title: str
    note: str
    begins: datetime
    ends: datetime
    goes_on: bool


class PublicPageShown(Shown):
    """A status page, as everybody sees it."""

    address: str
    title: str
    text: str
    at: datetime = Field(description="When it was looked at. It is worked out anew each minute.")
    overall: Overall
    groups: list[PublicGroupShown]
    incidents: list[PublicIncidentShown]
    maintenance: list[PublicMaintenanceShown]
    posts: list[PostShown]

    @classmethod
    def of(cls, seen: PublicPage) -> Self:
        return cls(
            address=seen.page.address,
            title=seen.page.title,
            text=seen.page.text,
            at=seen.at,
            overall=seen.overall,
            groups=[PublicGroupShown.model_validate(each) for each in seen.groups],
            incidents=[PublicIncidentShown.model_validate(each) for each in seen.incidents],
            maintenance=[PublicMaintenanceShown.model_validate(each) for each in seen.maintenance],
            posts=[PostShown.of(each) for each in seen.posts],
        )
