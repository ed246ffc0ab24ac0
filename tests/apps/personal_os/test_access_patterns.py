"""Each row of the document's access patterns, and each of its query examples, is answered by one request.

Both are also asked as they stand there, with boto3's own conditions, and the answers are compared.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from boto3.dynamodb.conditions import ConditionBase, ConditionExpressionBuilder, Key

from cairn.apps.personal_os.schema import (
    Area,
    Goal,
    GoalActivity,
    GoalHabit,
    GoalMetric,
    GoalStatus,
    GoalTask,
    Habit,
    HabitLog,
    LogbookEntry,
    Metric,
    MetricInsight,
    MetricLog,
    MetricMilestone,
    Project,
    ProjectTask,
    Reward,
    Task,
    TaskDependency,
    TaskStatus,
    UserProfile,
    Wallet,
    WalletTransaction,
    personal_os,
)
from cairn.tables import Entity, Tables, access_patterns, put
from tests.apps.personal_os.cast import ADA, BO, DAY, MOMENT, everything_of, item_of
from tests.apps.personal_os.sections import DOCUMENT
from tests.documents.agreement import answer_of, assert_agrees, pattern_named, snake_case
from tests.documents.examples import item_of as attribute_values

ROWS = {row["Pattern"]: row for row in DOCUMENT.table("Access Patterns").rows}
PROGRAMS = {block.headings[-1]: block.text for block in DOCUMENT.blocks_under("Query Examples (boto3)")}
TIME_RANGE = "Get Metric Logs (Time Range)"
ANSWERS = {
    "List User's Tasks": "List user's tasks",
    "Get Tasks by Status (GSI1)": "Query tasks by status",
    "Get Goal's Linked Tasks": "List goal→task links",
    TIME_RANGE: TIME_RANGE,
}
BESIDES = {
    TIME_RANGE: "one of the query examples, and no row of the table",
    "Get single metric": "there is one for tasks and goals",
    "Get single habit": "there is one for tasks and goals",
    "Get single project": "there is one for tasks and goals",
    "Get single reward": "there is one for tasks and goals",
    "Get logbook entry": "a day's, as its key has it",
    "List wallet transactions": "nothing else tells where the balance comes from",
}
FOUND: dict[str, list[type[Entity]]] = {
    "Get user profile": [UserProfile],
    "List user's tasks": [Task],
    "Get single task": [Task],
    "List user's goals": [Goal],
    "Get single goal": [Goal],
    "List user's metrics": [Metric],
    "List user's habits": [Habit],
    "List user's projects": [Project],
    "List user's logbook": [LogbookEntry],
    "Get wallet": [Wallet],
    "List rewards": [Reward],
    "List metric logs": [MetricLog],
    "List habit logs": [HabitLog],
    "List goal→task links": [GoalTask],
    "List goal→metric links": [GoalMetric],
    "List goal→habit links": [GoalHabit],
    "List task dependencies": [TaskDependency],
    "List project→task links": [ProjectTask],
    "List milestones": [MetricMilestone],
    "List AI insights (cached)": [MetricInsight],
    "List goal activities": [GoalActivity],
    "Query tasks by status": [Task],
    "Query goals by status": [Goal],
    "Query by area": [Goal, Habit, Metric, Project, Task],
    "Get single metric": [Metric],
    "Get single habit": [Habit],
    "Get single project": [Project],
    "Get single reward": [Reward],
    "Get logbook entry": [LogbookEntry],
    "List wallet transactions": [WalletTransaction],
    TIME_RANGE: [MetricLog],
}
STATUSES = {"Query tasks by status": TaskStatus.IN_PROGRESS, "Query goals by status": GoalStatus.ACTIVE}
START, END = MOMENT.replace(hour=0), MOMENT.replace(day=11, hour=0)
VALUES: dict[str, Any] = {
    **{f"{kind}_id": f"{kind}-{ADA}" for kind in ("task", "goal", "metric", "habit", "project", "reward")},
    "user_id": ADA,
    "area": Area.WEALTH,
    "day": DAY,
    "start": START,
    "end": END,
}


class AskedTable:
    """Stands for the document's `table`: notes what it is asked, and answers with what it was given."""

    def __init__(self, items: list[dict[str, str]]) -> None:
        self.items = items
        self.asked: dict[str, Any] = {}

    def query(self, **asked: Any) -> dict[str, Any]:
        self.asked = asked
        return {"Items": self.items}


async def stored_for_both(tables: Tables) -> None:
    """What both people have, among more of Ada's that no pattern below asks for."""
    others: list[Entity] = [
        item_of(Task, user_id=ADA, id=f"task-{BO}", status=TaskStatus.DONE, area=Area.LOVE),
        item_of(Goal, user_id=ADA, id=f"goal-{BO}", status=GoalStatus.ACHIEVED, area=Area.LOVE),
        item_of(MetricLog, user_id=ADA, metric_id=f"metric-{ADA}", timestamp=END.replace(day=12)),
    ]
    everything = [*everything_of(ADA).values(), *everything_of(BO).values(), *others]
    await tables.write_batch([put(each) for each in everything])


def filled(template: str, values: Mapping[str, Any]) -> str:
    return snake_case(template).format_map(values)


def condition_of(row: Mapping[str, str], values: Mapping[str, Any]) -> ConditionBase:
    """The key condition that a row of the table writes down."""
    prefix = "" if row["Index"] == "Table" else row["Index"].lower()
    partition = Key(f"{prefix}pk").eq(filled(row["PK"], values))
    sort, written = Key(f"{prefix}sk"), row["SK"]
    if beginning := re.fullmatch(r"begins_with\((.*)\)", written):
        return partition & sort.begins_with(beginning[1])
    if not written.endswith("{createdAt}"):
        return partition & sort.eq(filled(written, values))
    # Asked for a status, and for no kind: it is the column for all kinds of an area.
    known = written.removesuffix("{createdAt}").replace("{entityType}#", "")
    return partition & sort.begins_with(filled(known, values)) if known else partition


async def asked_plainly(tables: Tables, condition: ConditionBase, index: str | None) -> list[Entity]:
    """What a condition of boto3's finds, told by the declaration."""
    built = ConditionExpressionBuilder().build_expression(condition, is_key_condition=True)
    request: dict[str, Any] = {
        "TableName": personal_os.name_at(tables.stage),
        "KeyConditionExpression": built.condition_expression,
        "ExpressionAttributeNames": built.attribute_name_placeholders,
        "ExpressionAttributeValues": attribute_values(built.attribute_value_placeholders),
    }
    if index is not None:
        request["IndexName"] = index
    found = []
    for item in (await tables.dynamo.call("Query", request))["Items"]:
        layout = personal_os.layout_of(item)
        assert layout is not None
        found.append(layout.entity_of(item))
    return found


def question(title: str) -> Any:
    pattern = pattern_named(personal_os, title)
    values = {**VALUES, "status": STATUSES.get(title)}
    return pattern.ask(**{name: values[name] for name in pattern.parameters})


def owners_of(entities: list[Any]) -> set[str]:
    return {each.user_id for each in entities}


def test_the_documents_rows_are_the_access_patterns() -> None:
    assert len(ROWS) == 24
    titles = [each.title for each in access_patterns(personal_os)]
    assert_agrees("access patterns", ROWS, titles, besides=BESIDES)
    assert_agrees("what they find", titles, FOUND)


@pytest.mark.parametrize("title", FOUND)
async def test_each_pattern_finds_a_persons_own_with_one_request(tables: Tables, title: str) -> None:
    await stored_for_both(tables)
    found = await answer_of(tables, question(title))
    wanted = everything_of(ADA)
    of_the_cast = [each for each in found if each in wanted.values()]
    assert of_the_cast == [wanted[kind] for kind in FOUND[title]]
    assert owners_of(found) == {ADA}


@pytest.mark.parametrize("title", ROWS)
async def test_each_row_asked_as_it_stands_finds_the_same(tables: Tables, title: str) -> None:
    await stored_for_both(tables)
    row = ROWS[title]
    condition = condition_of(row, {**VALUES, "status": STATUSES.get(title)})
    index = None if row["Index"] == "Table" else row["Index"]
    plain = await asked_plainly(tables, condition, index)
    found = await answer_of(tables, question(title))
    assert found == [each for each in plain if owners_of([each]) == {ADA}]
    # An index holds everybody's, and a partition of the table one person's.
    assert owners_of(plain) == ({ADA} if index is None else {ADA, BO})


@pytest.mark.parametrize("heading", ANSWERS)
async def test_each_query_example_run_as_it_stands_finds_the_same(tables: Tables, heading: str) -> None:
    await stored_for_both(tables)
    table = AskedTable([])
    run(heading, table)
    plain = await asked_plainly(tables, table.asked["KeyConditionExpression"], table.asked.get("IndexName"))
    found = await answer_of(tables, question(ANSWERS[heading]))
    assert found
    assert found == [each for each in plain if owners_of([each]) == {ADA}]


def test_every_query_example_is_asked() -> None:
    assert_agrees("query examples", PROGRAMS, ANSWERS)


async def test_a_link_tells_the_task_as_the_example_takes_it_from_the_key(tables: Tables) -> None:
    await stored_for_both(tables)
    links = await tables.all(GoalTask.of_goal(f"goal-{ADA}"))
    table = AskedTable([{"sk": link.key.key["sk"]["S"]} for link in links])
    namespace = run("Get Goal's Linked Tasks", table)
    assert namespace["linked_task_ids"] == [link.task_id for link in links] == [f"task-{ADA}"]


async def test_a_stranger_finds_nothing_of_others_in_an_index(tables: Tables) -> None:
    await stored_for_both(tables)
    for asked in (
        Task.with_status("stranger", TaskStatus.IN_PROGRESS),
        Goal.with_status("stranger", GoalStatus.ACTIVE),
        Project.and_all_else_in_area("stranger", Area.WEALTH),
    ):
        assert await answer_of(tables, asked) == []


def run(heading: str, table: AskedTable) -> dict[str, Any]:
    """Runs the document's program, and gives the names that it leaves behind."""
    namespace: dict[str, Any] = {
        "table": table,
        "Key": Key,
        **VALUES,
        "start_date": START.date().isoformat(),
        "end_date": END.date().isoformat(),
    }
    exec(PROGRAMS[heading], namespace)  # noqa: S102 - the document's own program
    return namespace
