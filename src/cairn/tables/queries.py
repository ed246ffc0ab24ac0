"""Queries: a question to a table or an index, before it is asked.

A query is a value. `backward()`, `first(10)`, `since(day)`, `only(condition)` give another one; `Tables` asks it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar

from cairn.dynamo.seam import AttributeValue, Item
from cairn.tables.conditions import Condition, When, all_of, condition
from cairn.tables.errors import DeclarationError, KeyValueError, UnreadableItemError
from cairn.tables.placeholders import Placeholders
from cairn.tables.templates import Placeholder
from cairn.tables.values import to_attribute

if TYPE_CHECKING:
    from cairn.tables.key_plans import KeyAttribute, KeyPlan
    from cairn.tables.layout import Layout
    from cairn.tables.table import Index, Table

R_co = TypeVar("R_co", covariant=True)
_ABOVE_ALL_TEXT: Final = "\U0010ffff"
_JUST_ABOVE: Final = "\0"


@dataclass(frozen=True, slots=True)
class Bound:
    value: AttributeValue
    inclusive: bool = True


@dataclass(frozen=True, slots=True)
class SortKey:
    """What is known of the sort key: a beginning, and the part that is open, which can be bounded."""

    half: "KeyAttribute"
    beginning: str
    open_part: Placeholder | None
    equals: AttributeValue | None = None

    def bound(self, value: Any, *, upper: bool, inclusive: bool) -> Bound:
        """The bound that a value of the open part makes."""
        if self.half.type == "N":
            return Bound(to_attribute(value), inclusive)
        part = self.open_part
        if part is None:
            raise KeyValueError(self.half.attribute, "is known whole, so that nothing is left to be bounded")
        kind = self.half.template.kinds[part.name]
        is_last = self.half.template.is_last(part)
        if kind.is_text and not is_last:
            # "b!#1" sorts before "b#1", although "b!" comes after "b".
            raise KeyValueError(part.name, "is text that goes on in the key, whose order is not the texts'")
        if upper and not inclusive and is_last:
            value = None if kind.before is None else kind.before(value)
            if value is None:
                raise KeyValueError(part.name, "has no value just below it here: use until()")
        text = self.beginning + self.half.template.text_of(part, value)
        if not is_last and upper == inclusive:
            # Past everything that goes on with this value, and before a longer word that begins with it.
            text += self.half.template.after(part) + _ABOVE_ALL_TEXT
        elif is_last and not upper and not inclusive:
            text += _JUST_ABOVE
        return Bound({"S": text})

    def condition(self, lower: Bound | None, upper: Bound | None, placeholders: Placeholders) -> str | None:
        """The sort key's half of a key condition."""

        def of(sign: str, value: AttributeValue) -> str:
            return f"{placeholders.name(self.half.attribute)} {sign} {placeholders.value(value)}"

        if self.equals is not None:
            return of("=", self.equals)
        if self.half.type == "N":
            if lower and upper and not (lower.inclusive and upper.inclusive):
                raise KeyValueError(
                    self.half.attribute, "bounded on both sides, both are inclusive: use between()"
                )
            if lower and not upper:
                return of(">=" if lower.inclusive else ">", lower.value)
            if upper and not lower:
                return of("<=" if upper.inclusive else "<", upper.value)
            if lower is None or upper is None:
                return None
            if Decimal(lower.value["N"]) > Decimal(upper.value["N"]):
                raise KeyValueError(self.half.template.names[0], "ends before it begins")
            return self._between(lower.value, upper.value, placeholders)
        lowest, highest = self._span()
        if lower is None and upper is None and highest is None:
            if not self.beginning:
                return None
            name = placeholders.name(self.half.attribute)
            return f"begins_with({name}, {placeholders.value({'S': self.beginning})})"
        low = lower.value if lower else {"S": self.beginning + lowest}
        high = upper.value if upper else {"S": self.beginning + (highest or _ABOVE_ALL_TEXT)}
        if not low["S"]:  # a bound may not be empty, and nothing sorts before it anyway
            return of("<=", high)
        if low["S"] > high["S"] and self.open_part is not None:
            raise KeyValueError(self.open_part.name, "ends before it begins")
        return self._between(low, high, placeholders)

    def _span(self) -> tuple[str, str | None]:
        if self.open_part is None or self.open_part.fallback is not None:
            return "", None
        kind = self.half.template.kinds[self.open_part.name]
        return kind.lowest, kind.highest or None

    def _between(self, low: AttributeValue, high: AttributeValue, placeholders: Placeholders) -> str:
        name = placeholders.name(self.half.attribute)
        return f"{name} BETWEEN {placeholders.value(low)} AND {placeholders.value(high)}"


@dataclass(frozen=True, slots=True)
class Query(Generic[R_co]):
    """A question whose answer is some `R`: entities, or references to entities where an index carries no more."""

    layouts: tuple["Layout", ...]
    plans: tuple["KeyPlan", ...]
    partition: AttributeValue
    sort: SortKey
    lower: Bound | None = None
    upper: Bound | None = None
    is_backward: bool = False
    most: int | None = None
    is_consistent: bool = False
    conditions: tuple[Condition, ...] = ()

    def between(self, low: Any, high: Any) -> Self:
        """From `low` to `high`, both included, by the first part of the sort key that is not given."""
        return self.since(low).until(high)

    def since(self, low: Any) -> Self:
        return replace(self, lower=self.sort.bound(low, upper=False, inclusive=True))

    def after(self, low: Any) -> Self:
        return replace(self, lower=self.sort.bound(low, upper=False, inclusive=False))

    def until(self, high: Any) -> Self:
        return replace(self, upper=self.sort.bound(high, upper=True, inclusive=True))

    def before(self, high: Any) -> Self:
        return replace(self, upper=self.sort.bound(high, upper=True, inclusive=False))

    def backward(self) -> Self:
        """Highest sort key first."""
        return replace(self, is_backward=True)

    def first(self, most: int) -> Self:
        """No more than so many, and at least one is asked for."""
        if most < 1:
            raise ValueError(f"first({most}): a query is asked for at least one item")
        return replace(self, most=most)

    def consistently(self) -> Self:
        """What was last committed, also on AWS. Indexes can't be read so."""
        return replace(self, is_consistent=True)

    def only(self, when: When) -> Self:
        """Those that satisfy a condition. What does not is read and paid for all the same."""
        return replace(self, conditions=(*self.conditions, condition(when)))

    @property
    def table(self) -> "Table":
        return self.layouts[0].table

    @property
    def index(self) -> "Index | None":
        return self.plans[0].index

    @property
    def position_names(self) -> tuple[str, ...]:
        """The attributes that say where in the answer an item stands."""
        index_names = () if self.index is None else self.index.key_names
        return tuple(dict.fromkeys((*self.table.key_names, *index_names)))

    def request(self, stage: str) -> dict[str, Any]:
        """The request for DynamoDB, without a limit."""
        placeholders = Placeholders()
        pk = self.plans[0].pk.attribute
        key_conditions = [f"{placeholders.name(pk)} = {placeholders.value(self.partition)}"]
        sort = self.sort.condition(self.lower, self.upper, placeholders)
        if sort is not None:
            key_conditions.append(sort)
        request: dict[str, Any] = {
            "TableName": self.table.name_at(stage),
            "KeyConditionExpression": " AND ".join(key_conditions),
        }
        if self.index is not None:
            request["IndexName"] = self.index.name
        wanted = all_of(self.conditions)
        if wanted is not None:
            request["FilterExpression"] = wanted.text(placeholders)
        if self.is_backward:
            request["ScanIndexForward"] = False
        if self.is_consistent:
            request["ConsistentRead"] = True
        return {**request, **placeholders.members()}

    def read(self, item: Item) -> R_co | None:
        """What an item of the answer is; None for one of another kind that shares the keys looked at."""
        found: Any
        for layout, plan in zip(self.layouts, self.plans, strict=True):
            if plan.index is None or plan.index.projection == "ALL":
                found = layout.read(item)
            else:
                found = layout.ref_in_index(item, plan) if layout.recognises(item) else None
            if found is not None:
                return found  # type: ignore[no-any-return]  # R is what the keys that are asked give
        if self.table.layout_of(item) is None:
            key = {name: item[name] for name in self.table.key_names}
            raise UnreadableItemError(self.table.name, key, "no entity of this table has such a key")
        return None


def query_of(
    layouts: tuple["Layout", ...], plans: tuple["KeyPlan", ...], parts: Mapping[str, Any]
) -> "Query[Any]":
    """The query under the parts of a key that are given. Several entities share what their keys begin with."""
    built = [_beginning(layout, plan, parts) for layout, plan in zip(layouts, plans, strict=True)]
    partition, sort = built[0]
    if any(other_partition != partition for other_partition, _ in built):
        raise DeclarationError(
            f"{', '.join(each.entity.__name__ for each in layouts)} lie in different partitions"
        )
    if len(built) > 1:
        beginning = _common_beginning([each.beginning for _, each in built])
        sort = SortKey(sort.half, beginning, None)
    return Query(layouts, plans, partition, sort)


def _beginning(layout: "Layout", plan: "KeyPlan", parts: Mapping[str, Any]) -> tuple[AttributeValue, SortKey]:
    unknown = parts.keys() - set(plan.names)
    if unknown:
        raise KeyValueError(min(unknown), f"is no part of this key of {layout.entity.__name__}")
    parts = plan.in_order(parts)
    partition = plan.pk.build(parts)
    if partition is None:
        missing = next(name for name in plan.pk.template.names if parts.get(name) is None)
        raise KeyValueError(missing, "has no value; a query needs the whole partition key")
    template = plan.sk.template
    if plan.sk.type == "N":
        [name] = template.names
        equals = to_attribute(parts[name]) if name in parts else None
        return partition, SortKey(plan.sk, "", None, equals)
    beginning, open_part = template.beginning(parts)
    given = [name for name in template.names if name in parts]
    if open_part is not None and given != list(template.names[: len(given)]):
        raise KeyValueError(
            open_part.name, f"comes before {given[-1]} in the key, so that it has to be given too"
        )
    equals = {"S": beginning} if open_part is None else None
    return partition, SortKey(plan.sk, beginning, open_part, equals)


def _common_beginning(texts: Sequence[str]) -> str:
    shortest, longest = min(texts), max(texts)
    length = next(
        (place for place, each in enumerate(shortest) if place >= len(longest) or longest[place] != each),
        len(shortest),
    )
    return shortest[:length]
