"""The trees that expressions are parsed into. A path keeps its placeholders: names and values come later."""

from dataclasses import dataclass

PathParts = tuple[str | int, ...]  # a name, a `#placeholder` of one, or an index into a list


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    parts: PathParts


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    placeholder: str


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    name: str
    operands: "tuple[Operand, ...]"
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic:
    operator: str
    left: "Operand"
    right: "Operand"


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    operator: str
    left: "Operand"
    right: "Operand"


@dataclass(frozen=True, slots=True, eq=False)
class Between:
    operand: "Operand"
    lower: "Operand"
    upper: "Operand"


@dataclass(frozen=True, slots=True, eq=False)
class Membership:
    operand: "Operand"
    choices: "tuple[Operand, ...]"


@dataclass(frozen=True, slots=True, eq=False)
class Negation:
    condition: "Condition"


@dataclass(frozen=True, slots=True, eq=False)
class Junction:
    operator: str  # "AND" | "OR"
    left: "Condition"
    right: "Condition"


Operand = Path | Value | Function
Condition = Comparison | Between | Membership | Function | Negation | Junction
Node = Operand | Arithmetic | Condition


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """One thing that an update does. `value` is missing for REMOVE alone."""

    section: str  # "SET" | "REMOVE" | "ADD" | "DELETE"
    path: Path
    value: Operand | Arithmetic | None


@dataclass(frozen=True, slots=True, eq=False)
class ParsedCondition:
    """A condition and all its nodes in the order in which DynamoDB looks at them: parts before the whole."""

    condition: Condition
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ParsedUpdate:
    """The actions of an update, and the nodes of each action's value as for a condition."""

    actions: tuple[Action, ...]
    nodes: tuple[tuple[Node, ...], ...]
