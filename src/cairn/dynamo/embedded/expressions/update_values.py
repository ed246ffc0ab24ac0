"""What an update makes of a place in an item: a value that is set, one that is added to, or none."""

from collections.abc import Callable
from typing import Any, Final

from cairn.dynamo.embedded.expressions.operands import compiled_operand
from cairn.dynamo.embedded.expressions.paths import Lookup, Names, Values, lookup
from cairn.dynamo.embedded.expressions.syntax import Action, Arithmetic, Function, Node, Operand, Path, Value
from cairn.dynamo.embedded.numbers import add, sort_key, subtract
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item

# From the item as it was, names and values: what shall be at the place, None for nothing.
Outcome = Callable[[Item, Names, Values], AttributeValue | None]
Source = Callable[[Item, Names, Values], AttributeValue]

_ARITHMETIC: Final = {"+": add, "-": subtract}


def compiled_outcome(action: Action) -> Outcome:
    match action.section, action.value:
        case "ADD", Value(placeholder):
            return _addition(lookup(action.path.parts), placeholder)
        case "DELETE", Value(placeholder):
            return _deletion(lookup(action.path.parts), placeholder)
        case "SET", Arithmetic() as arithmetic:
            return _arithmetic(arithmetic)
        case "SET", Path() | Value() | Function() as operand:
            return _source(operand)
        case _:
            return lambda _item, _names, _values: None


def type_in_any_case(value: Node | None, values: Values) -> str | None:
    """The type of what an action writes or adds; None where that depends on the item."""
    match value:
        case Value(placeholder):
            return next(iter(values[placeholder]))
        case Arithmetic():
            return "N"
        case Function("list_append"):
            return "L"
        case Function("if_not_exists", (_, otherwise)):
            return type_in_any_case(otherwise, values)
        case _:
            return None


def _source(operand: Operand) -> Source:
    match operand:
        case Value(placeholder):
            return lambda _item, _names, values: values[placeholder]
        case Path():
            return _required(compiled_operand(operand, _function))
        case Function():
            return _function(operand)


def _required(found: Lookup) -> Source:
    def source(item: Item, names: Names, values: Values) -> AttributeValue:
        value = found(item, names, values)
        if value is None:
            raise ValidationException(
                "The provided expression refers to an attribute that does not exist in the item"
            )
        return value

    return source


def _function(function: Function) -> Source:
    if function.name == "list_append":
        first, second = function.operands
        return _list_append(_source(first), _source(second))
    wanted: list[Lookup] = []
    otherwise: Operand = function
    while isinstance(otherwise, Function):  # of which only if_not_exists may stand here
        path, otherwise = otherwise.operands
        wanted.append(compiled_operand(path, _function))
    return _first_that_exists(wanted, _source(otherwise))


def _first_that_exists(wanted: list[Lookup], otherwise: Source) -> Source:
    def value(item: Item, names: Names, values: Values) -> AttributeValue:
        # Evaluated in any case: DynamoDB complains of a missing attribute here even when it is not needed.
        substitute = otherwise(item, names, values)
        for find in wanted:
            found = find(item, names, values)
            if found is not None:
                return found
        return substitute

    return value


def _list_append(first: Source, second: Source) -> Source:
    def value(item: Item, names: Names, values: Values) -> AttributeValue:
        beginning = _content(first(item, names, values), "L")
        return {"L": beginning + _content(second(item, names, values), "L")}

    return value


def _arithmetic(arithmetic: Arithmetic) -> Source:
    left = _source(arithmetic.left)
    right = _source(arithmetic.right)
    compute = _ARITHMETIC[arithmetic.operator]

    def value(item: Item, names: Names, values: Values) -> AttributeValue:
        augend = left(item, names, values).get("N")
        if augend is None:
            raise _wrong_type()
        addend = right(item, names, values).get("N")
        if addend is None:
            raise _wrong_type()
        return {"N": compute(augend, addend)}

    return value


def _addition(present: Lookup, placeholder: str) -> Outcome:
    def value(item: Item, names: Names, values: Values) -> AttributeValue:
        addition = values[placeholder]
        existing = present(item, names, values)
        if existing is None:
            return addition
        [(kind, content)] = addition.items()
        members = _content(existing, kind)
        if kind == "N":
            return {"N": add(members, content)}
        return {kind: sorted({*members, *content}, key=sort_key if kind == "NS" else None)}

    return value


def _deletion(present: Lookup, placeholder: str) -> Outcome:
    def value(item: Item, names: Names, values: Values) -> AttributeValue | None:
        existing = present(item, names, values)
        if existing is None:
            return None
        [(kind, content)] = values[placeholder].items()
        gone = set(content)
        kept = [member for member in _content(existing, kind) if member not in gone]
        return {kind: kept} if kept else None

    return value


def _content(value: AttributeValue, kind: str) -> Any:
    content = value.get(kind)
    if content is None:
        raise _wrong_type()
    return content


def _wrong_type() -> ValidationException:
    return ValidationException("An operand in the update expression has an incorrect data type")
