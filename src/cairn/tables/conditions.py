"""Conditions: what must hold for a write to happen, or for an item to be among a query's.

They are made by comparing attributes of an entity's class, and combined with `&`, `|` and `~`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from cairn.dynamo.seam import AttributeValue
from cairn.tables.placeholders import Placeholders


class Condition(ABC):
    @abstractmethod
    def text(self, placeholders: Placeholders) -> str:
        """The condition in DynamoDB's expression language."""

    def __and__(self, other: "When") -> "Condition":
        return All((self, condition(other)))

    def __or__(self, other: "When") -> "Condition":
        return AnyOf((self, condition(other)))

    def __invert__(self) -> "Condition":
        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(
            "a condition is asked of DynamoDB: combine conditions with & and |, not with and, or, in"
        )


When = Condition | bool
"""A condition. To a type checker, `Goal.status == Status.OPEN` is a bool; when it runs, it is a condition."""


def condition(given: When) -> Condition:
    """The condition itself, where a type checker saw a bool."""
    if isinstance(given, Condition):
        return given
    raise TypeError(
        f"{given!r} is no condition: compare an attribute of the class, for instance Goal.status == Status.OPEN"
    )


@dataclass(frozen=True, slots=True)
class Path:
    """Where a value lies in an item: an attribute, or something within it."""

    names: tuple[str | int, ...]

    def text(self, placeholders: Placeholders) -> str:
        first, *rest = self.names
        path = placeholders.name(str(first))
        for each in rest:
            path += f"[{each}]" if isinstance(each, int) else f".{placeholders.name(each)}"
        return path

    def __str__(self) -> str:
        return ".".join(map(str, self.names))


@dataclass(frozen=True, slots=True)
class Comparison(Condition):
    path: Path
    sign: str
    value: AttributeValue
    of_size: bool = False

    def text(self, placeholders: Placeholders) -> str:
        path = self.path.text(placeholders)
        measured = f"size({path})" if self.of_size else path
        return f"{measured} {self.sign} {placeholders.value(self.value)}"

    def __str__(self) -> str:
        measured = f"size of {self.path}" if self.of_size else str(self.path)
        return f"{measured} {self.sign} {_shown(self.value)}"


@dataclass(frozen=True, slots=True)
class Between(Condition):
    path: Path
    low: AttributeValue
    high: AttributeValue

    def text(self, placeholders: Placeholders) -> str:
        path = self.path.text(placeholders)
        return f"{path} BETWEEN {placeholders.value(self.low)} AND {placeholders.value(self.high)}"

    def __str__(self) -> str:
        return f"{self.path} between {_shown(self.low)} and {_shown(self.high)}"


@dataclass(frozen=True, slots=True)
class OneOf(Condition):
    path: Path
    values: Sequence[AttributeValue]

    def text(self, placeholders: Placeholders) -> str:
        path = self.path.text(placeholders)
        return f"{path} IN ({', '.join(map(placeholders.value, self.values))})"

    def __str__(self) -> str:
        return f"{self.path} one of {', '.join(map(_shown, self.values))}"


@dataclass(frozen=True, slots=True)
class Called(Condition):
    """A function of a path and perhaps a value: attribute_exists, begins_with, …"""

    function: str
    path: Path
    value: AttributeValue | None = None

    def text(self, placeholders: Placeholders) -> str:
        path = self.path.text(placeholders)
        if self.value is None:
            return f"{self.function}({path})"
        return f"{self.function}({path}, {placeholders.value(self.value)})"

    def __str__(self) -> str:
        value = "" if self.value is None else f", {_shown(self.value)}"
        return f"{self.function}({self.path}{value})"


@dataclass(frozen=True, slots=True)
class All(Condition):
    conditions: tuple[Condition, ...]

    def text(self, placeholders: Placeholders) -> str:
        return " AND ".join(_in_parentheses(each, placeholders) for each in self.conditions)

    def __str__(self) -> str:
        return " and ".join(map(str, self.conditions))


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    conditions: tuple[Condition, ...]

    def text(self, placeholders: Placeholders) -> str:
        return " OR ".join(_in_parentheses(each, placeholders) for each in self.conditions)

    def __str__(self) -> str:
        return f"({' or '.join(map(str, self.conditions))})"


@dataclass(frozen=True, slots=True)
class Not(Condition):
    denied: Condition

    def text(self, placeholders: Placeholders) -> str:
        return f"NOT ({self.denied.text(placeholders)})"

    def __str__(self) -> str:
        return f"not ({self.denied})"


def all_of(conditions: Sequence[Condition]) -> Condition | None:
    """The conditions together; None when there is none."""
    return All(tuple(conditions)) if len(conditions) > 1 else next(iter(conditions), None)


def _in_parentheses(each: Condition, placeholders: Placeholders) -> str:
    text = each.text(placeholders)
    return f"({text})" if isinstance(each, All | AnyOf) else text


def _shown(value: AttributeValue) -> str:
    [content] = value.values()
    return repr(content)
