"""Whatever typed writes an item went through, its attributes and index keys are those of a fresh put."""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from cairn.dynamo.aws import AwsDynamo
from cairn.dynamo.seam import Dynamo, Item
from cairn.tables import (
    AlreadyThereError,
    Change,
    ConditionFailedError,
    IncompleteUpdateError,
    KeyValueError,
    Tables,
    attribute,
    create,
    delete,
    put,
    update,
    upsert,
)
from cairn.tables.rewriting import same
from tests.documents.examples import made
from tests.tables.post_office import Parcel, State, post_office

T = TypeVar("T")

NUMBERS: Final = (1, 2)
UNKNOWN: Final[Item] = {"stranger": {"M": {"keeps": {"S": "his place"}}}, "sizes": {"NS": ["1", "2"]}}
LAYOUT = Parcel.__layout__
OWN_INDEX_KEYS = {half.attribute for plan in LAYOUT.index_keys for half in plan.own_attributes}

names = st.sampled_from(["ada", "bo", "cy"])
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds of local times
FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "state": st.sampled_from(State),
    "counter": st.none() | names,
    "sent_at": st.none() | moments,
    "one": st.none() | names,
    "other": st.none() | names,
    "weight": st.none() | st.integers(-5, 5),
    "shelf": names,
    "arrived_at": st.none() | moments,
    "stamps": st.integers(0, 5),
    "note": st.none() | names,
    "remark": st.none() | names,
    "marks": st.lists(names, max_size=2),
    "tags": st.frozensets(names, max_size=2),
}
fields = st.fixed_dictionaries({}, optional=FIELDS)


def _named(field: str) -> Any:
    return attribute(getattr(Parcel, field))


def _set(field: str) -> st.SearchStrategy[tuple[str, str, Any]]:
    return st.tuples(st.just("set"), st.just(field), FIELDS[field])


one_change = st.one_of(
    *(_set(field) for field in FIELDS),
    *(st.tuples(st.just("unset"), st.just(field), st.none()) for field in FIELDS),
    *(st.tuples(st.just("add"), st.just(field), st.integers(-3, 3)) for field in ("stamps", "weight")),
    st.tuples(st.just("append"), st.just("marks"), names),
    st.tuples(st.just("include"), st.just("tags"), names),
    st.tuples(st.just("exclude"), st.just("tags"), names),
    *(st.tuples(st.just("set if absent"), st.just(field), names) for field in ("note", "counter", "remark")),
)
several_changes = st.lists(one_change, min_size=1, max_size=4, unique_by=lambda change: change[1])


def change_of(kind: str, field: str, value: Any) -> Change:
    of = _named(field)
    change: Change = {
        "set": lambda: of.set(value),
        "unset": of.unset,
        "add": lambda: of.add(value),
        "append": lambda: of.append(value),
        "include": lambda: of.include(value),
        "exclude": lambda: of.exclude(value),
        "set if absent": lambda: of.set_if_absent(value),
    }[kind]()
    return change


class PostOffice(RuleBasedStateMachine):
    """Writes parcels in every way, and keeps what each should be."""

    tables: Tables
    loop: asyncio.AbstractEventLoop
    read = Bundle("parcels as they were read")

    def __init__(self) -> None:
        super().__init__()
        self.expected: dict[int, dict[str, Any]] = {}
        self.done(self.clear())

    async def clear(self) -> None:
        await self.tables.write_batch([delete(Parcel.key(sender="ada", number=number)) for number in NUMBERS])

    def done(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def parcel(self, number: int, given: dict[str, Any]) -> Parcel:
        return Parcel(sender="ada", number=number, **given)

    def values(self, parcel: Parcel) -> dict[str, Any]:
        return {field: getattr(parcel, field) for field in FIELDS}

    async def stored(self, number: int) -> Item | None:
        request = {"TableName": post_office.name, "Key": Parcel.key(sender="ada", number=number).key}
        found: Item | None = (
            await self.tables.dynamo.call("GetItem", {**request, "ConsistentRead": True})
        ).get("Item")
        return found

    # What is done

    @rule(number=st.sampled_from(NUMBERS), given=fields)
    def is_put(self, number: int, given: dict[str, Any]) -> None:
        parcel = self.parcel(number, given)
        self.done(self.tables.write(put(parcel)))
        self.expected[number] = self.values(parcel)

    @rule(number=st.sampled_from(NUMBERS), given=fields)
    def is_created(self, number: int, given: dict[str, Any]) -> None:
        parcel = self.parcel(number, given)
        try:
            self.done(self.tables.write(create(parcel)))
        except AlreadyThereError:
            assert number in self.expected
        else:
            assert number not in self.expected
            self.expected[number] = self.values(parcel)

    @rule(number=st.sampled_from(NUMBERS))
    def is_deleted(self, number: int) -> None:
        self.done(self.tables.write(delete(Parcel.key(sender="ada", number=number))))
        self.expected.pop(number, None)

    @rule(number=st.sampled_from(NUMBERS))
    def is_written_by_a_stranger(self, number: int) -> None:
        """Others add what we don't know."""
        if number in self.expected:
            request = {
                "TableName": post_office.name,
                "Key": Parcel.key(sender="ada", number=number).key,
                "UpdateExpression": "SET #0 = :0, #1 = :1",
                "ExpressionAttributeNames": dict(zip(("#0", "#1"), UNKNOWN, strict=True)),
                "ExpressionAttributeValues": dict(zip((":0", ":1"), UNKNOWN.values(), strict=True)),
            }
            self.done(self.tables.dynamo.call("UpdateItem", request))

    @rule(target=read, number=st.sampled_from(NUMBERS))
    def is_read(self, number: int) -> Parcel | None:
        return self.done(self.tables.get(Parcel.key(sender="ada", number=number), consistent=True))

    @rule(number=st.sampled_from(NUMBERS), given=fields)
    def is_read_changed_and_put(self, number: int, given: dict[str, Any]) -> None:
        parcel = self.done(self.tables.get(Parcel.key(sender="ada", number=number), consistent=True))
        if parcel is not None:
            changed = parcel.changed(**given)
            self.done(self.tables.write(put(changed)))
            self.expected[number] = self.values(changed)

    @rule(number=st.sampled_from(NUMBERS), changes=several_changes)
    def is_updated_as_it_was_read(self, number: int, changes: Sequence[tuple[str, str, Any]]) -> None:
        parcel = self.done(self.tables.get(Parcel.key(sender="ada", number=number), consistent=True))
        if parcel is not None:
            self.change(number, parcel, changes)

    @rule(number=st.sampled_from(NUMBERS), changes=several_changes)
    def is_updated_by_its_key(self, number: int, changes: Sequence[tuple[str, str, Any]]) -> None:
        self.change(number, Parcel.key(sender="ada", number=number), changes)

    @rule(parcel=read, changes=several_changes)
    def is_updated_as_it_was_read_long_ago(
        self, parcel: Parcel | None, changes: Sequence[tuple[str, str, Any]]
    ) -> None:
        """The keys may have changed since: then nothing happens."""
        if parcel is not None:
            self.change(parcel.number, parcel, changes, may_be_stale=True)

    @rule(number=st.sampled_from(NUMBERS), changes=several_changes)
    def is_upserted(self, number: int, changes: Sequence[tuple[str, str, Any]]) -> None:
        try:
            action = upsert(
                Parcel.key(sender="ada", number=number), *(change_of(*change) for change in changes)
            )
        except (IncompleteUpdateError, KeyValueError):
            return
        self.done(self.tables.write(action))
        before = self.expected.get(number) or self.values(Parcel(sender="ada", number=number))
        self.expected[number] = self.after(before, changes)

    def change(
        self,
        number: int,
        target: Any,
        changes: Sequence[tuple[str, str, Any]],
        *,
        may_be_stale: bool = False,
    ) -> None:
        try:
            action = update(target, *(change_of(*change) for change in changes))
        except (IncompleteUpdateError, KeyValueError):
            return
        try:
            self.done(self.tables.write(action))
        except ConditionFailedError:
            assert may_be_stale or number not in self.expected
        else:
            self.expected[number] = self.after(self.expected[number], changes)

    def after(self, before: dict[str, Any], changes: Sequence[tuple[str, str, Any]]) -> dict[str, Any]:
        default = self.values(Parcel(sender="ada", number=1))
        after = dict(before)
        for kind, field, value in changes:
            now = before[field]
            match kind:
                case "set":
                    after[field] = default[field] if value is None else value
                case "unset":
                    after[field] = default[field]
                case "set if absent":
                    after[field] = value if now is None else now
                case "add":
                    after[field] = (now or 0) + value
                case "append":
                    after[field] = [*now, value]
                case "include":
                    after[field] = now | {value}
                case _:
                    after[field] = now - {value}
        return after

    # What holds

    @invariant()
    def items_are_those_of_a_fresh_put(self) -> None:
        for number in NUMBERS:
            found = self.done(self.stored(number))
            assert (found is not None) == (number in self.expected)
            if found is None:
                continue
            expected = self.parcel(number, self.expected[number])
            assert LAYOUT.entity_of(found) == expected
            fresh = LAYOUT.item_of(expected)
            assert keys_in(found) == keys_in(fresh)
            # What has its default may stand there or not; there is nothing else besides what a stranger wrote.
            others = found.keys() - UNKNOWN.keys()
            assert others <= {*fresh, *LAYOUT.by_attribute}
            assert all(same(found[name], fresh[name]) for name in others & fresh.keys())
            assert all(found[name] == value for name, value in UNKNOWN.items() if name in found)


def keys_in(item: Item) -> Item:
    return {name: value for name, value in item.items() if name in OWN_INDEX_KEYS}


async def test_any_sequence_of_writes_leaves_items_and_index_keys_as_a_fresh_put_would(
    dynamo: Dynamo,
) -> None:
    loop_of_engine = asyncio.get_running_loop()
    async with made(dynamo, [post_office]) as opened:

        class OfThisEngine(PostOffice):
            tables = opened
            loop = loop_of_engine

        program = settings(
            max_examples=15 if isinstance(dynamo, AwsDynamo) else 60,  # over the wire each takes a second
            stateful_step_count=15,
            # A sequence that fails is told as it is: to make it shorter would outlast the test's time.
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            report_multiple_bugs=False,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        )
        await asyncio.to_thread(run_state_machine_as_test, OfThisEngine, settings=program)
