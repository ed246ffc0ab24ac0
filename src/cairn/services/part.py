"""What a part of Cairn brings: a service that keeps something, or an app. All that is assembled is a list of these."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from cairn.services.settings import Section
from cairn.tables import Table

if TYPE_CHECKING:  # so that a command that only wants a part's tables does not load what runs them
    from cairn.services.events import Follower
    from cairn.services.jobs import JobHandler
    from cairn.services.services import Services
    from cairn.services.sql import SqlSchema
    from cairn.services.timetables import Timetable


class PersonalData(Protocol):
    """What a part keeps about one account: given out whole, and removed whole."""

    def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        """Everything, as names of files and what stands in them as JSON."""
        ...

    async def delete(self, account_id: str) -> None:
        """Removes everything. Done again after it broke off, it goes on; done twice, it changes nothing."""
        ...


def _none(_: "Services") -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part. What it does in the background is bound to the services it is given."""

    is_app: ClassVar[bool] = False
    """Whether people use it as such, so that a token can be allowed something in it."""

    name: str
    tables: tuple[Table, ...] = ()
    sections: tuple[type[Section], ...] = ()
    personal_data: "Callable[[Services], PersonalData] | None" = None
    sql: "SqlSchema | None" = None
    """What it keeps in SQL."""
    jobs: "Callable[[Services], Sequence[JobHandler[Any]]]" = _none
    """What it does in the background when it is asked to."""
    timetables: "Callable[[Services], Sequence[Timetable[Any]]]" = _none
    """What it does again and again."""
    followers: "Callable[[Services], Sequence[Follower[Any]]]" = _none
    """Whom it tells of what has happened, in this part or in another."""
