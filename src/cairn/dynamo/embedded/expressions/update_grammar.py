"""The grammars of updates and of projections."""

from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.grammar import UPDATE_FUNCTIONS, Grammar
from cairn.dynamo.embedded.expressions.syntax import (
    Action,
    Arithmetic,
    Node,
    Operand,
    ParsedUpdate,
    Path,
    Value,
)

_SECTIONS = frozenset(("SET", "REMOVE", "ADD", "DELETE"))


def parsed_update(text: str) -> ParsedUpdate:
    grammar = _UpdateGrammar(text)
    parsed = grammar.update()
    grammar.finish()
    grammar.check_sections()
    return parsed


def parsed_projection(text: str) -> tuple[Path, ...]:
    grammar = _ProjectionGrammar(text)
    paths = [grammar.path()]
    while grammar.reader.current.kind == ",":
        grammar.reader.take()
        paths.append(grammar.path())
    grammar.reader.expect_end()
    grammar.finish()
    return tuple(paths)


class _ProjectionGrammar(Grammar):
    kind = "a projection"
    functions = frozenset()
    nested_functions = frozenset()


class _UpdateGrammar(Grammar):
    kind = "an update"
    functions = UPDATE_FUNCTIONS
    nested_functions = frozenset(("if_not_exists",))

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._sections: list[str] = []

    def update(self) -> ParsedUpdate:
        reader = self.reader
        actions: list[Action] = []
        nodes: list[tuple[Node, ...]] = []
        while reader.current.kind in _SECTIONS:
            section = reader.take().kind
            self._sections.append(section)
            while True:
                actions.append(self._action(section))
                nodes.append(tuple(self.nodes))
                self.nodes.clear()
                if reader.current.kind != ",":
                    break
                reader.take()
        if not actions:
            reader.refuse()
        reader.expect_end()
        return ParsedUpdate(tuple(actions), tuple(nodes))

    def check_sections(self) -> None:
        for place, section in enumerate(self._sections):
            if section in self._sections[:place]:
                raise ExpressionFault(
                    f'The "{section}" section can only be used once in an update expression;'
                )

    def _action(self, section: str) -> Action:
        path = self.path()
        match section:
            case "SET":
                self.reader.expect("=")
                return Action(section, path, self._set_value())
            case "REMOVE":
                return Action(section, path, None)
            case _:
                value = Value(self.reader.expect(":").text)
                self.add(value)
                return Action(section, path, value)

    def _set_value(self) -> Operand | Arithmetic:
        """An operand, a sum or a difference, in parentheses or not."""
        reader = self.reader
        parentheses = 0
        while reader.current.kind == "(":
            reader.take()
            parentheses += 1
        operand, is_parenthesised = self.operand()
        while parentheses and reader.current.kind == ")":
            reader.take()
            parentheses -= 1
            self.parenthesise(is_parenthesised)
            is_parenthesised = True
        if reader.current.kind not in {"+", "-"}:
            if parentheses:
                reader.refuse()
            self.check_parentheses()
            return operand
        self.check_parentheses()
        self.refuse_misuse(operand)
        value = Arithmetic(reader.take().kind, operand, self.nested_operand())
        self.add(value)
        for closed in range(parentheses):
            reader.expect(")")
            self.parenthesise(closed > 0)
            self.check_parentheses()
        return value
