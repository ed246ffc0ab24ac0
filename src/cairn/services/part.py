"""What a part of Cairn brings: a service that keeps something, or an app. All that is assembled is a list of these."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from cairn.services.settings import Section
from cairn.tables import Table

if TYPE_CHECKING:
    from cairn.services.services import Services


class PersonalData(Protocol):
    """What a part keeps about one account: given out whole, and removed whole."""

    def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        """Everything, as names of files and what stands in them as JSON."""
        ...

    async def delete(self, account_id: str) -> None:
        """Removes everything. Done again after it broke off, it goes on; done twice, it changes nothing."""
        ...


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part. What it does in the background is bound to the services it is given."""

    is_app: ClassVar[bool] = False
    """Whether people use it as such, so that a token can be allowed something in it."""

    name: str
    tables: tuple[Table, ...] = ()
    sections: tuple[type[Section], ...] = ()
    personal_data: "Callable[[Services], PersonalData] | None" = None
