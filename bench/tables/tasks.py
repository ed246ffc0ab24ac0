"""The items of bench.dynamo as an entity, and what is asked of them: the same for all who are compared."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, Literal

from bench.dynamo.items import TABLE, KeyNumbers
from cairn.tables import (
    Action,
    Change,
    Entity,
    InKey,
    Query,
    Ref,
    Table,
    When,
    attribute,
    check,
    create,
    put,
    update,
)

items: Final = Table(TABLE, pk="PK", sk="SK")


class Area(StrEnum):
    HEALTH = "Health"
    WEALTH = "Wealth"


class Status(StrEnum):
    IN_PROGRESS = "InProgress"
    WAITING = "Waiting"
    ARCHIVED = "Archived"


class Task(Entity, table=items):
    """An item of bench.dynamo."""

    key = items.key("USER#{user_id}", "TASK#{task_id}")

    user_id: InKey[str]
    task_id: InKey[str]
    entity_type: Literal["TASK"] = "TASK"
    title: str
    area: Area
    status: Status
    size: int
    created_at: datetime
    updated_at: datetime
    is_recurring: bool
    notes: str
    point_value: int


NOW: Final = datetime(2026, 2, 2, tzinfo=UTC)
CREATED: Final = datetime(2026, 1, 1, tzinfo=UTC)


def ids(numbers: KeyNumbers) -> tuple[str, str]:
    return f"{numbers[0]:08}", f"{numbers[1]:08}"


def ref(numbers: KeyNumbers) -> Ref[Task]:
    user_id, task_id = ids(numbers)
    return Task.key(user_id=user_id, task_id=task_id)


def first_of(numbers: KeyNumbers, most: int) -> Query[Task]:
    """The first items of a partition."""
    return Task.key.query(user_id=ids(numbers)[0]).first(most).consistently()


def changes() -> tuple[Change, ...]:
    return (
        attribute(Task.status).set(Status.WAITING),
        attribute(Task.updated_at).set(NOW),
        attribute(Task.point_value).add(1),
    )


def unless_archived() -> When:
    return Task.status != Status.ARCHIVED


def task(numbers: KeyNumbers) -> Task:
    user_id, task_id = ids(numbers)
    return Task(
        user_id=user_id,
        task_id=task_id,
        title="Buy milk and bread on the way back from the station",
        area=Area.HEALTH,
        status=Status.IN_PROGRESS,
        size=30,
        created_at=CREATED,
        updated_at=CREATED,
        is_recurring=False,
        notes="The shop closes at eight. " * 4,
        point_value=15,
    )


def actions(of: Sequence[KeyNumbers]) -> tuple[Action, ...]:
    """Four in one transaction: two puts, one of them only when the item is new, an update and a check."""
    new, other, changed, checked = of
    return (
        create(task(new)),
        put(task(other)),
        update(ref(changed), *changes(), when=unless_archived()),
        check(ref(checked)),
    )
