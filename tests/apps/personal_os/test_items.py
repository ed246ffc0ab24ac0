"""Items of the Personal OS are stored as the document shows them, and keep their place in keys and indexes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cairn.apps.personal_os.schema import (
    Area,
    Goal,
    GoalActivity,
    GoalTask,
    MetricInsight,
    MetricLog,
    Task,
    TaskStatus,
    Wallet,
    WalletTransaction,
    personal_os,
)
from cairn.dynamo.seam import Item
from cairn.tables import Entity, KeyValueError, Ref, Tables, UnreadableItemError, attribute, create, put
from tests.apps.personal_os.cast import ADA, BO, LATER, MOMENT, everything_of, item_of
from tests.apps.personal_os.sections import DOCUMENT, ENTITIES, EXAMPLES
from tests.documents.examples import entity_of, stored_and_read_back
from tests.documents.examples import item_of as shown_item

CREATED = datetime(2026, 1, 10, 10, tzinfo=UTC)


async def stored(tables: Tables, ref: Ref[Any]) -> Item:
    """The attributes of an item as they are in the table."""
    request = {"TableName": personal_os.name_at(tables.stage), "Key": ref.key}
    found: Item = (await tables.dynamo.call("GetItem", request))["Item"]
    return found


@pytest.mark.parametrize("section", EXAMPLES)
async def test_each_example_is_stored_and_read_back_equal(tables: Tables, section: str) -> None:
    example = EXAMPLES[section].value
    assert type(entity_of(personal_os, example)) is ENTITIES[section]
    assert await stored_and_read_back(tables, personal_os, example) == shown_item(example)


def test_the_document_has_these_examples() -> None:
    assert list(EXAMPLES) == [
        "User Profile",
        "Task",
        "Task Dependency (Separate Item)",
        "Metric Log (Separate Items)",
    ]


async def test_the_embedded_examples_are_stored_and_read_back_equal(tables: Tables) -> None:
    goal = item_of(Goal, user_id=ADA, id="goal-fit")
    example = {
        "successCriteria": [DOCUMENT.block("Success Criterion (Embedded)").value],
        "progressConfig": DOCUMENT.block("Progress Config (Embedded)").value,
    }
    changed = Goal.__layout__.entity_of({**Goal.__layout__.item_of(goal), **shown_item(example)})
    await tables.write(put(changed))
    found = await stored(tables, goal.key)
    assert {name: found[name] for name in example} == shown_item(example)


@pytest.mark.parametrize("kind", ENTITIES.values(), ids=ENTITIES)
async def test_each_kind_is_stored_and_read_back_equal(tables: Tables, kind: type[Entity]) -> None:
    entity = everything_of(ADA)[kind]
    await tables.write(create(entity))
    ref = kind.__layout__.ref(entity)
    assert await tables.get(ref) == entity
    assert await stored(tables, ref) == kind.__layout__.item_of(entity)


async def test_both_peoples_items_lie_side_by_side(tables: Tables) -> None:
    everything = [*everything_of(ADA).values(), *everything_of(BO).values()]
    await tables.write_batch([put(each) for each in everything])
    assert await tables.get_all([each.__layout__.ref(each) for each in everything]) == everything


async def test_a_change_of_status_or_area_moves_a_task_in_the_indexes_and_keeps_when_it_was_created(
    tables: Tables,
) -> None:
    task = item_of(Task, user_id=ADA, id="task-1", status=TaskStatus.IN_PROGRESS, created_at=CREATED)
    await tables.write(put(task))
    done = await tables.update(task, attribute(Task.status).set(TaskStatus.DONE))
    await tables.update(done, attribute(Task.area).set(Area.LOVE))
    found = await stored(tables, task.key)
    assert {name: value["S"] for name, value in found.items() if name.startswith("gsi")} == {
        "gsi1pk": "TASK",
        "gsi1sk": "Done#2026-01-10T10:00:00.000000Z",
        "gsi2pk": "Love",
        "gsi2sk": "TASK#2026-01-10T10:00:00.000000Z",
    }


async def test_an_insight_expires_in_epoch_seconds(tables: Tables) -> None:
    insight = everything_of(ADA)[MetricInsight]
    await tables.write(put(insight))
    found = await stored(tables, MetricInsight.__layout__.ref(insight))
    assert found["ttl"] == {"N": str(int(LATER.timestamp()))}
    assert found["expiresAt"] == {"S": "2096-01-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        (GoalActivity, {"goal_id": "goal-1"}),
        (MetricLog, {"metric_id": "metric-1"}),
        (WalletTransaction, {}),
    ],
)
async def test_what_happens_within_a_second_keeps_its_order(
    tables: Tables, kind: Any, of: dict[str, Any]
) -> None:
    moments = [MOMENT.replace(microsecond=each) for each in (0, 1, 10, 999_999)]
    moments.append(MOMENT.replace(microsecond=0) + timedelta(seconds=1))
    for moment in reversed(moments):
        await tables.write(create(item_of(kind, user_id=ADA, **of, timestamp=moment)))
    found = await tables.all(kind.key.query(**(of or {"user_id": ADA})))
    assert [each.timestamp for each in found] == moments


async def test_the_wallet_is_not_among_its_transactions(tables: Tables) -> None:
    mine = everything_of(ADA)
    await tables.write(put(mine[Wallet]), put(mine[WalletTransaction]))
    assert await tables.all(WalletTransaction.of_user(ADA)) == [mine[WalletTransaction]]
    assert await tables.get(Wallet.of_user(ADA)) == mine[Wallet]


@pytest.mark.parametrize("forged", ["", "x#y", f"{BO}#TASK", "#"])
def test_a_value_forges_no_key(forged: str) -> None:
    for ask in (
        lambda: Task.with_id(ADA, forged),
        lambda: Task.with_id(forged, "task-1"),
        lambda: GoalTask.of_goal(forged),
        lambda: put(item_of(Task, user_id=ADA, id=forged)),
    ):
        with pytest.raises(KeyValueError):
            ask()


@pytest.mark.parametrize(
    ("attribute_name", "value"), [("status", "Waiting"), ("area", "Work"), ("size", -1), ("pointValue", None)]
)
def test_an_item_that_is_not_as_declared_is_told_by_table_key_and_field(
    attribute_name: str, value: Any
) -> None:
    example = {**EXAMPLES["Task"].value, attribute_name: value}
    field = "point_value" if attribute_name == "pointValue" else attribute_name
    with pytest.raises(
        UnreadableItemError,
        match=rf"^Task in personal-os-\{{stage\}} pk=USER#abc-123 sk=TASK#task-xyz-789: {field}: ",
    ):
        entity_of(personal_os, example)
