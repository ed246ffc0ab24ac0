"""What has happened, and who follows it: publishing writes a job for each follower, with the change that it tells of."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

from pydantic import BaseModel, ConfigDict, Field

from cairn.services.jobs import Job, JobHandler, JobKind, Jobs, Run
from cairn.tables import Action, put


class Event(BaseModel):
    """Something that has happened: `class HabitCompleted(Event)`, with what there is to know of it."""

    model_config = ConfigDict(frozen=True)

    event_id: UUID = Field(default_factory=uuid4)


E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Follower(Generic[E]):
    """Somebody whom a kind of event concerns: `Follower("checks.tell_owner", CheckFailed, tell_owner)`.

    Each follower has a job of its own, tried again by itself. It may see an event again, and knows it by its id.
    """

    name: str
    event: type[E]
    follow: Callable[[E, Run], Awaitable[None]]

    @property
    def kind(self) -> JobKind[E]:
        return JobKind(self.name, self.event)

    @property
    def handler(self) -> JobHandler[E]:
        return JobHandler(self.kind, self.follow)


class Events:
    """Tells followers. Those of all parts join once, when the parts are assembled."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._followers: defaultdict[type[Event], list[Follower[Any]]] = defaultdict(list)

    def join(self, followers: Iterable[Follower[Any]]) -> None:
        for follower in followers:
            self._followers[follower.event].append(follower)

    def followers_of(self, event: type[Event]) -> Sequence[Follower[Any]]:
        return tuple(self._followers[event])

    def publish(self, event: Event) -> Sequence[Action]:
        """A job a follower, for the transaction of what has happened."""
        return [put(job) for job in self.jobs_of(event)]

    def jobs_of(self, event: Event) -> Sequence[Job]:
        """What `publish` writes, for those who write it elsewhere first."""
        key = str(event.event_id)
        return [self._jobs.job(follower.kind, event, key=key) for follower in self.followers_of(type(event))]
