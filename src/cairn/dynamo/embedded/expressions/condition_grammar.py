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

_COMPARATORS = frozenset(("=", "<>", "<", "<=", ">", ">="))


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
        kind = reader.current.kind
        condition: Condition
        if kind in _COMPARATORS:
            self.refuse_misuse(operand)
            condition = Comparison(reader.take().kind, operand, self.nested_operand())
        elif kind == "BETWEEN":
            self.refuse_misuse(operand)
            reader.take()
            lower = self.nested_operand()
            reader.expect("AND")
            condition = Between(operand, lower, self.nested_operand())
        elif kind == "IN":
            self.refuse_misuse(operand)
            reader.take()
            condition = Membership(operand, self._choices())
        elif isinstance(operand, Function):
            if operand.name == "size":
                self.misused(operand)
            return operand, is_parenthesised
        else:
            reader.refuse()
        self.add(condition)
        return condition, False

    def _choices(self) -> tuple[Operand, ...]:
        self.reader.expect("(")
        choices = [self.nested_operand()]
        while self.reader.current.kind == ",":
            self.reader.take()
            choices.append(self.nested_operand())
        self.reader.expect(")")
        return tuple(choices)
