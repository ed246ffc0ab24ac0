"""Attributes of an entity's class, from which conditions and changes are made.

`Goal.status == Status.OPEN` is a condition as it stands. For everything else, `attribute(Goal.status)` tells a type
checker that it is the attribute that is meant: `attribute(Goal.status).set(Status.DONE)`.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from pydantic import ValidationError

from cairn.dynamo.seam import AttributeValue
from cairn.tables.conditions import All, AnyOf, Between, Called, Comparison, Condition, Not, OneOf, Path
from cairn.tables.errors import IncompleteUpdateError, KeyValueError
from cairn.tables.values import to_attribute

if TYPE_CHECKING:
    from cairn.tables.layout import Layout
    from cairn.tables.stored_fields import StoredField

T = TypeVar("T")
M = TypeVar("M")
Number = int | float | Decimal

ChangeKind = Literal["set", "set if absent", "unset", "add", "append", "include", "exclude"]
_NULL: AttributeValue = {"S": "NULL"}
_SetOf = set  # within the class, `set` is the change


@dataclass(frozen=True, slots=True)
class Change:
    """What an update does to one attribute. `value` is what the program gave, `stored` what is written of it."""

    attribute: "Attribute[Any]"
    kind: ChangeKind
    value: Any = None
    stored: AttributeValue | None = None

    @property
    def field(self) -> str:
        return self.attribute.field


class Attribute(Generic[T]):
    """An attribute of an entity, or something within it."""

    def __init__(self, layout: "Layout", field: str, within: tuple[str | int, ...] = ()) -> None:
        self.layout = layout
        self.field = field
        self.within = within

    def __repr__(self) -> str:
        within = "".join(f".{each}" for each in self.within)
        return f"{self.layout.entity.__name__}.{self.field}{within}"

    def __hash__(self) -> int:
        return hash((id(self.layout), self.field, self.within))

    def at(self, *within: str | int) -> "Attribute[Any]":
        """What lies within a map or a list."""
        return Attribute(self.layout, self.field, (*self.within, *within))

    # Conditions

    def __eq__(self, value: T) -> Condition:  # type: ignore[override]
        return self._compared("=", value)

    def __ne__(self, value: T) -> Condition:  # type: ignore[override]
        return self._compared("<>", value)

    def __lt__(self, value: T) -> Condition:
        return self._compared("<", value)

    def __le__(self, value: T) -> Condition:
        return self._compared("<=", value)

    def __gt__(self, value: T) -> Condition:
        return self._compared(">", value)

    def __ge__(self, value: T) -> Condition:
        return self._compared(">=", value)

    def between(self, low: T, high: T) -> Condition:
        """At least `low` and at most `high`."""
        return Between(self.path, self._encoded(low), self._encoded(high))

    def is_one_of(self, *values: T) -> Condition:
        return OneOf(self.path, [self._encoded(value) for value in values])

    def exists(self) -> Condition:
        """Whether there is a value."""
        there = Called("attribute_exists", self.path)
        if self._stored_field.or_null and not self.within:
            return All((there, Not(Called("attribute_type", self.path, _NULL))))
        return there

    def missing(self) -> Condition:
        """Whether there is no value."""
        absent = Called("attribute_not_exists", self.path)
        if self._stored_field.or_null and not self.within:
            return AnyOf((absent, Called("attribute_type", self.path, _NULL)))
        return absent

    def begins_with(self, beginning: str) -> Condition:
        return Called("begins_with", self.path, {"S": beginning})

    def contains(self, member: Any) -> Condition:
        """Whether a text contains another, or a list or set a member."""
        return Called("contains", self.path, to_attribute(member))

    def size_is(self, sign: Literal["=", "<>", "<", "<=", ">", ">="], size: int) -> Condition:
        """Compares the length of a text or the number of members."""
        return Comparison(self.path, sign, {"N": str(size)}, of_size=True)

    # Changes

    def set(self, value: T | None) -> Change:
        """Gives it a value; None takes it away, and so does an empty set, which can't be stored."""
        if value is None:
            return self.unset()
        checked = self._checked(value)
        if isinstance(checked, _SetOf | frozenset) and not checked:
            return self.unset()
        stands_in_keys_alone = not self.within and self.field not in self.layout.fields
        encoded = None if stands_in_keys_alone else self._encoded(checked)
        return Change(self, "set", checked, encoded)

    def set_if_absent(self, value: T) -> Change:
        """Gives it a value unless it has one."""
        if not self.within and self._stored_field.or_null:
            raise KeyValueError(
                self.field, "is stored as NULL while it has no value, which is there: set() it when missing()"
            )
        checked = self._checked(value)
        return Change(self, "set if absent", checked, self._encoded(checked))

    def unset(self) -> Change:
        """Takes its value away: an item without it has its default."""
        if not self.within and self.layout.entity.model_fields[self.field].is_required():
            raise IncompleteUpdateError(f"{self}: an item without it can't be read; give it another value")
        or_null = not self.within and self.field in self.layout.fields and self._stored_field.or_null
        return Change(self, "unset", None, {"NULL": True} if or_null else None)

    def add(self, amount: Number) -> Change:
        """Adds to a number; one that is missing counts as zero."""
        return Change(self, "add", amount, to_attribute(amount))

    def append(self: "Attribute[list[M]]", *members: M) -> Change:
        """Adds to the end of a list; one that is missing counts as empty."""
        return Change(self, "append", list(members), to_attribute(list(members)))

    def include(self: "Attribute[_SetOf[M]] | Attribute[frozenset[M]]", *members: M) -> Change:
        """Adds members to a set."""
        return Change(self, "include", _SetOf(members), to_attribute(_SetOf(members)))

    def exclude(self: "Attribute[_SetOf[M]] | Attribute[frozenset[M]]", *members: M) -> Change:
        """Removes members from a set."""
        return Change(self, "exclude", _SetOf(members), to_attribute(_SetOf(members)))

    @property
    def path(self) -> Path:
        return Path((self._stored_field.attribute, *self.within))

    @property
    def _stored_field(self) -> "StoredField":
        found = self.layout.fields.get(self.field)
        if found is None:
            raise KeyValueError(
                self.field, f"stands in a key of {self.layout.entity.__name__} and is no attribute"
            )
        return found

    def _compared(self, sign: str, value: Any) -> Condition:
        return Comparison(self.path, sign, self._encoded(value))

    def _encoded(self, value: Any) -> AttributeValue:
        if self.within:
            return to_attribute(value)
        encoded = self._stored_field.encoded(value)
        if encoded is None:
            raise KeyValueError(
                self.field, f"{value!r} is not stored: ask for exists() or missing(), or unset() it"
            )
        return encoded

    def _checked(self, value: Any) -> Any:
        if self.within:
            return value
        try:
            return self.layout.type_of(self.field).validate_python(value)
        except ValidationError as fault:
            raise KeyValueError(self.field, fault.errors(include_url=False)[0]["msg"]) from fault


def attribute(of: T | None) -> Attribute[T]:
    """The attribute itself, where a type checker sees its value: `attribute(Goal.notes).exists()`."""
    if not isinstance(of, Attribute):
        raise TypeError(f"{of!r} is no attribute: name it on the class, for instance attribute(Goal.status)")
    return cast("Attribute[T]", of)
