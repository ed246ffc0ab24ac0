"""What all expressions are made of: document paths, operands and functions.

Nothing here recurses: an expression of 4,096 parentheses costs a list of that length, not the stack. Faults
that don't spoil the syntax are collected with their place, since DynamoDB reports the first of them only when
the whole expression could be read.
"""

from typing import Final

from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.reserved_words import RESERVED_WORDS
from cairn.dynamo.embedded.expressions.syntax import Function, Node, Operand, Path, Value
from cairn.dynamo.embedded.expressions.tokens import Reader, Token

CONDITION_FUNCTIONS: Final = frozenset(
    ("attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size")
)
UPDATE_FUNCTIONS: Final = frozenset(("if_not_exists", "list_append"))
_HIGHEST_INDEX: Final = 2**31 - 1


class Grammar:
    """Reads the parts that kinds of expressions share."""

    kind: str
    functions: frozenset[str]
    nested_functions: frozenset[str]  # those that may stand where an operand is expected

    def __init__(self, text: str) -> None:
        self.reader = Reader(text, tells_size=self.kind == "a condition")
        self.nodes: list[Node] = []
        self._faults: list[tuple[int, str]] = []
        self._has_redundant_parentheses = False
        self._is_certain = False  # that an operand is being read, and not the beginning of something else

    def finish(self) -> None:
        """Raises what is wrong besides the syntax."""
        if self._faults:
            raise ExpressionFault(min(self._faults, key=lambda fault: fault[0])[1])

    def path(self) -> Path:
        parts: list[str | int] = [self._name()]
        while self.reader.current.kind in {".", "["}:
            if self.reader.take().kind == ".":
                parts.append(self._name())
            else:
                parts.append(self._index())
                self.reader.expect("]")
        return Path(tuple(parts))

    def operand(self) -> tuple[Operand, bool]:
        """An operand, and whether it stands in parentheses.

        The caller has to call `check_parentheses` as soon as it is sure that this is one.
        """
        frames: list[_OpenFunction | None] = []  # None is a parenthesis
        while True:
            reader = self.reader
            if reader.current.kind == "(":
                reader.take()
                frames.append(None)
                continue
            if reader.current.kind == "name" and reader.following == "(":
                frames.append(_OpenFunction(reader.take()))
                reader.take()
                continue
            operand = self._simple_operand()
            is_parenthesised = False
            while frames:
                function = frames[-1]
                if function is not None:
                    self.refuse_misuse(operand)
                    function.operands.append(operand)
                    if reader.current.kind == ",":
                        reader.take()
                        break
                    reader.expect(")")
                    operand = self._function(function)
                    is_parenthesised = False
                else:
                    reader.expect(")")
                    self.parenthesise(is_parenthesised)
                    is_parenthesised = True
                    if self._is_certain:
                        self.check_parentheses()
                frames.pop()
            else:
                return operand, is_parenthesised

    def nested_operand(self) -> Operand:
        """An operand where nothing else can stand, and not every function."""
        self._is_certain = True
        operand, _ = self.operand()
        self._is_certain = False
        self.refuse_misuse(operand)
        return operand

    def parenthesise(self, is_parenthesised: bool) -> None:
        self._has_redundant_parentheses |= is_parenthesised

    def check_parentheses(self) -> None:
        if self._has_redundant_parentheses:
            raise ExpressionFault("The expression has redundant parentheses;")

    def refuse_misuse(self, operand: Operand) -> None:
        if isinstance(operand, Function) and operand.name not in self.nested_functions:
            self.misused(operand)

    def misused(self, function: Function) -> None:
        self._fault(
            function.position,
            f"The function is not allowed to be used this way in an expression; function: {function.name}",
        )

    def add(self, node: Node) -> None:
        """Has to be called for each node after its parts."""
        self.nodes.append(node)

    def _simple_operand(self) -> Operand:
        operand = Value(self.reader.take().text) if self.reader.current.kind == ":" else self.path()
        self.add(operand)
        return operand

    def _function(self, function: "_OpenFunction") -> Function:
        name = function.token.text
        if name not in CONDITION_FUNCTIONS | UPDATE_FUNCTIONS:
            self._fault(function.token.start, f"Invalid function name; function: {name}")
        elif name not in self.functions:
            self._fault(
                function.token.start,
                f"The function is not allowed in {self.kind} expression; function: {name}",
            )
        node = Function(name, tuple(function.operands), function.token.start)
        self.add(node)
        return node

    def _name(self) -> str:
        reader = self.reader
        if reader.current.kind == "#":
            return reader.take().text
        token = reader.expect("name")
        if token.text.upper() in RESERVED_WORDS:
            self._fault(token.start, f"Attribute name is a reserved keyword; reserved keyword: {token.text}")
        return token.text

    def _index(self) -> int:
        token = self.reader.expect("index")
        if len(token.text) > 10 or int(token.text) > _HIGHEST_INDEX:
            self._fault(token.start, f"List index is not within the allowable range; index: [{token.text}]")
            return 0
        return int(token.text)

    def _fault(self, position: int, message: str) -> None:
        self._faults.append((position, message))


class _OpenFunction:
    __slots__ = ("operands", "token")

    def __init__(self, token: Token) -> None:
        self.token = token
        self.operands: list[Operand] = []
