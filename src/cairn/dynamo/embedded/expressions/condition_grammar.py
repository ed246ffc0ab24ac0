"""The grammar of conditions, filters and key conditions: NOT before AND before OR, and parentheses."""

from cairn.dynamo.embedded.expressions.grammar import CONDITION_FUNCTIONS, Grammar
from cairn.dynamo.embedded.expressions.syntax import (
    Between,
    Comparison,
    Condition,
    Function,
    Junction,
    Membership,
    Negation,
    Operand,
    ParsedCondition,
)

_RELATIONS = frozenset(("=", "<>", "<", "<=", ">", ">=", "BETWEEN", "IN"))


def parsed_condition(text: str) -> ParsedCondition:
    grammar = _ConditionGrammar(text)
    condition = grammar.condition()
    grammar.finish()
    return ParsedCondition(condition, tuple(grammar.nodes))


class _ConditionGrammar(Grammar):
    kind = "a condition"
    functions = CONDITION_FUNCTIONS
    nested_functions = frozenset(("size",))

    def condition(self) -> Condition:
        reader = self.reader
        pending: list[str] = []  # NOT, AND, OR and open parentheses that wait for what comes after them
        complete: list[Condition] = []  # left sides of the pending AND and OR
        while True:
            while reader.current.kind in {"NOT", "("}:
                pending.append(reader.take().kind)
            condition, is_parenthesised = self._simple_condition(pending)
            while True:
                while pending and pending[-1] == "NOT":
                    pending.pop()
                    condition = Negation(condition)
                    self.add(condition)
                    is_parenthesised = False
                kind = reader.current.kind
                binding_as_strongly = {"AND"} if kind == "AND" else {"AND", "OR"}
                while pending and pending[-1] in binding_as_strongly:
                    condition = Junction(pending.pop(), complete.pop(), condition)
                    self.add(condition)
                    is_parenthesised = False
                if kind in {"AND", "OR"}:
                    break
                if kind == ")" and pending:
                    self.parenthesise(is_parenthesised)
                    self.check_parentheses()
                    is_parenthesised = True
                    pending.pop()
                    reader.take()
                    continue
                if kind != "end" or pending:
                    reader.refuse()
                return condition
            complete.append(condition)
            pending.append(reader.take().kind)

    def _simple_condition(self, pending: list[str]) -> tuple[Condition, bool]:
        """A condition without NOT, AND, OR. Takes back parentheses that turn out to hold an operand."""
        reader = self.reader
        operand, is_parenthesised = self.operand()
        while reader.current.kind == ")" and pending and pending[-1] == "(":
            pending.pop()
            reader.take()
            self.parenthesise(is_parenthesised)
            is_parenthesised = True
        if reader.current.kind in _RELATIONS:
            self.check_parentheses()
            self.refuse_misuse(operand)
            relation = self._relation(operand)
            self.add(relation)
            return relation, False
        if not isinstance(operand, Function):
            reader.refuse()
        self.check_parentheses()
        if operand.name == "size":
            self.misused(operand)
        return operand, is_parenthesised

    def _relation(self, operand: Operand) -> Condition:
        reader = self.reader
        match reader.take().kind:
            case "BETWEEN":
                lower = self.nested_operand()
                reader.expect("AND")
                return Between(operand, lower, self.nested_operand())
            case "IN":
                return Membership(operand, self._choices())
            case comparator:
                return Comparison(comparator, operand, self.nested_operand())

    def _choices(self) -> tuple[Operand, ...]:
        self.reader.expect("(")
        choices = [self.nested_operand()]
        while self.reader.current.kind == ",":
            self.reader.take()
            choices.append(self.nested_operand())
        self.reader.expect(")")
        return tuple(choices)
