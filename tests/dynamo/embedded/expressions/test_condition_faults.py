"""What is wrong with a condition that can be read, in DynamoDB's words and order."""

import pytest

from cairn.dynamo.embedded.expressions import Expressions
from cairn.dynamo.errors import ValidationException
from tests.dynamo.embedded.expressions.cast import fault

FAULTS: dict[str, str] = {
    "((a = :v))": "The expression has redundant parentheses;",
    "((a)) = :v": "The expression has redundant parentheses;",
    "a[99999999999] = :v": "List index is not within the allowable range; index: [99999999999]",
    "foo(a)": "Invalid function name; function: foo",
    "foo(a) = :v": "Invalid function name; function: foo",
    "Size(a) = :v": "Invalid function name; function: Size",
    "SIZE(a) = :v": "Invalid function name; function: SIZE",
    "size(a)": "The function is not allowed to be used this way in an expression; function: size",
    "size(a) = :v OR size(a)": "The function is not allowed to be used this way in an expression; function: size",
    "contains(a,:v) = :v": "The function is not allowed to be used this way in an expression; function: contains",
    "contains(contains(a,:v),:v)": "The function is not allowed to be used this way in an expression; function: contains",
    "size(size(a)) = :v": "Incorrect operand type for operator or function; operator or function: size, operand type: N",
    "attribute_exists(:v)": "Operator or function requires a document path; operator or function: attribute_exists",
    "attribute_exists(a,b)": "Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2",
    "attribute_exists(size(a))": "Operator or function requires a document path; operator or function: attribute_exists",
    "begins_with(a)": "Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1",
    "name = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "Name = :v": "Attribute name is a reserved keyword; reserved keyword: Name",
    "m.name = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "size = :v": "Attribute name is a reserved keyword; reserved keyword: size",
    "attribute_type(a, :v)": "Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
    "(a = :v) AND (((a = :w)))": "The expression has redundant parentheses;",
    "((a = :zz)) AND foo(a)": "The expression has redundant parentheses;",
    "foo(a) AND contains(a,:v) = :v": "Invalid function name; function: foo",
    "contains(a,:v) = :v AND foo(a)": "The function is not allowed to be used this way in an expression; function: contains",
    "name = :v AND foo(a)": "Attribute name is a reserved keyword; reserved keyword: name",
    "name = :v AND contains(a,:v) = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "name = :zz": "Attribute name is a reserved keyword; reserved keyword: name",
    "#z = :zz": "An expression attribute name used in the document path is not defined; attribute name: #z",
    "#z = :v AND name = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "name = :v AND #z = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "a = a AND name = :v": "Attribute name is a reserved keyword; reserved keyword: name",
    "a = a": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
    "a = a AND #z = :v": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
    "#z=:v AND a = a": "An expression attribute name used in the document path is not defined; attribute name: #z",
    "a.b = a.b": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a, b]",
    "a[1] = a[1]": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a, [1]]",
    "a <> a": "The first operand must be distinct from the remaining operands for this operator or function; operator: <>, first operand: [a]",
    "a < a": "The first operand must be distinct from the remaining operands for this operator or function; operator: <, first operand: [a]",
    "a BETWEEN a AND a": "The first operand must be distinct from the remaining operands for this operator or function; operator: BETWEEN, first operand: [a]",
    "a IN (a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]",
    "a IN (:v, a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]",
    "a IN (b, :v, a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]",
    "a BETWEEN :v AND a": "The first operand must be distinct from the remaining operands for this operator or function; operator: BETWEEN, first operand: [a]",
    "contains(a,a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]",
    "begins_with(a,a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: begins_with, first operand: [a]",
    "attribute_type(a,a)": "The first operand must be distinct from the remaining operands for this operator or function; operator: attribute_type, first operand: [a]",
    "size(:v) = :v": "Incorrect operand type for operator or function; operator or function: size, operand type: N",
    "size(:t) = :v": "Incorrect operand type for operator or function; operator or function: size, operand type: BOOL",
    "a < :t": "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "a < :l": "Incorrect operand type for operator or function; operator or function: <, operand type: L",
    ":t < a": "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "a < :n": "Incorrect operand type for operator or function; operator or function: <, operand type: NULL",
    "a <= :m": "Incorrect operand type for operator or function; operator or function: <=, operand type: M",
    "a > :ss": "Incorrect operand type for operator or function; operator or function: >, operand type: SS",
    "a BETWEEN :t AND :t": "Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL",
    "a BETWEEN :v AND :s": "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:x}",
    "a BETWEEN :w AND :v": "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
    "a BETWEEN :l AND :l": "Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: L",
    "begins_with(a,:v)": "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "begins_with(:v,a)": "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "begins_with(a,:ss)": "Incorrect operand type for operator or function; operator or function: begins_with, operand type: SS",
    "begins_with(size(a), :s)": "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "attribute_type(a,:s)": "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "attribute_type(:v,:s)": "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "attribute_type(a,b)": "Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}",
    "attribute_type(size(a),:s)": "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "attribute_type(a, size(a))": "Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
    "a = :v AND foo(a) AND ((a = :w))": "The expression has redundant parentheses;",
    "attribute_exists(a) = :v": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "attribute_exists(a) IN (:v)": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "a IN (attribute_exists(a))": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "a BETWEEN attribute_exists(a) AND :v": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "attribute_exists(attribute_exists(a))": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "begins_with(attribute_exists(a), :s)": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "foo(bar(a))": "Invalid function name; function: foo",
    "foo(bar(a), :zz)": "Invalid function name; function: foo",
    "size(foo(a)) = :v": "Invalid function name; function: foo",
    "NOT size(a)": "The function is not allowed to be used this way in an expression; function: size",
    "size(a) AND a = :v": "The function is not allowed to be used this way in an expression; function: size",
    "(size(a))": "The function is not allowed to be used this way in an expression; function: size",
    "((attribute_exists(a)))": "The expression has redundant parentheses;",
    "(attribute_exists(a)) = :v": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "size(((a))) = :v": "The expression has redundant parentheses;",
    "contains(((a)), :v)": "The expression has redundant parentheses;",
    "a IN (((:v)))": "The expression has redundant parentheses;",
    "((a)) BETWEEN :v AND :w": "The expression has redundant parentheses;",
    "if_not_exists(a, :v) = :v": "The function is not allowed in a condition expression; function: if_not_exists",
    "list_append(a, :v)": "The function is not allowed in a condition expression; function: list_append",
    "size(a, b) = :v": "Incorrect number of operands for operator or function; operator or function: size, number of operands: 2",
    "size(name) = foo(a)": "Attribute name is a reserved keyword; reserved keyword: name",
    "a < :t AND b = :zz": "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "b = :zz AND a < :t": "An expression attribute value used in expression is not defined; attribute value: :zz",
    "a < :t OR a = a": "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "a = a OR a < :t": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
    "a = a OR attribute_exists(a,b)": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]",
    "attribute_exists(a,b) OR a = a": "Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2",
    "attribute_exists(:v, :w)": "Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2",
    "attribute_type(a, :s) OR a = a": "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "attribute_type(a, :zz)": "An expression attribute value used in expression is not defined; attribute value: :zz",
    "a BETWEEN :w AND :v OR a = a": "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
    "a[0] = a[0] AND a < :t": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a, [0]]",
    "a < :t AND a < :l": "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "contains(name,:v) = :v": "The function is not allowed to be used this way in an expression; function: contains",
    "foo(name)": "Invalid function name; function: foo",
    "foo(name) = :v": "Invalid function name; function: foo",
    "contains(name, foo(a)) = :v": "The function is not allowed to be used this way in an expression; function: contains",
    "#0 = :v": "An expression attribute name used in the document path is not defined; attribute name: #0",
    "#_ = :v": "An expression attribute name used in the document path is not defined; attribute name: #_",
    "((:v)) = a": "The expression has redundant parentheses;",
    "a BETWEEN :two AND :one": "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2.0}, upper bound operand: AttributeValue: {N:1.00}",
    "e BETWEEN :b AND :bb": "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=5 cap=5]}, upper bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=2 cap=2]}",
    "size(:ss) < :n": "Incorrect operand type for operator or function; operator or function: <, operand type: NULL",
    "size(name)": "The function is not allowed to be used this way in an expression; function: size",
    "size(name) AND a = :v": "The function is not allowed to be used this way in an expression; function: size",
    "attribute_exists(attribute_exists(name))": "The function is not allowed to be used this way in an expression; function: attribute_exists",
    "name = contains(name, foo(a))": "Attribute name is a reserved keyword; reserved keyword: name",
    "if_not_exists(name, foo(a))": "The function is not allowed in a condition expression; function: if_not_exists",
    "a = if_not_exists(name, :v)": "The function is not allowed in a condition expression; function: if_not_exists",
    "name IN (foo(a))": "Attribute name is a reserved keyword; reserved keyword: name",
    "foo(a) IN (name)": "Invalid function name; function: foo",
    "list_append(foo(a), a) = :v": "The function is not allowed in a condition expression; function: list_append",
    "(size(a)) AND a = :v": "The function is not allowed to be used this way in an expression; function: size",
    "NOT (size(a)) AND a = :v": "The function is not allowed to be used this way in an expression; function: size",
    "(NOT ((a = :v)))": "The expression has redundant parentheses;",
    "begins_with(a, size(b))": "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "begins_with(b, foo(a)) = :v": "The function is not allowed to be used this way in an expression; function: begins_with",
    "a[0][99999999999] = :v AND name = :v": "List index is not within the allowable range; index: [99999999999]",
    "attribute_type(:ss, size(a))": "Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
    "contains(contains(a,b),foo(a))": "The function is not allowed to be used this way in an expression; function: contains",
    "attribute_type(b, :e)": "Invalid attribute type name found; type: , valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "a.#n = a.x": "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a, x]",
    "a = ((b)) x": "The expression has redundant parentheses;",
    "size(((a))) x": "The expression has redundant parentheses;",
    "((a = :v)) x": "The expression has redundant parentheses;",
    "size(((a))) = x y": "The expression has redundant parentheses;",
    "contains(((a)), b) x": "The expression has redundant parentheses;",
    "((contains(a,b))) x": "The expression has redundant parentheses;",
    "a IN (((b))) x": "The expression has redundant parentheses;",
    "a IN (((b)) x": "The expression has redundant parentheses;",
    "a BETWEEN ((b)) x": "The expression has redundant parentheses;",
    "((a)) = x y": "The expression has redundant parentheses;",
    "((a = b)) AND x": "The expression has redundant parentheses;",
    "(((a)) = b": "The expression has redundant parentheses;",
    "((a)) =": "The expression has redundant parentheses;",
    "((a)) BETWEEN": "The expression has redundant parentheses;",
    "((a)) IN x": "The expression has redundant parentheses;",
    "((contains(a,b))) AND": "The expression has redundant parentheses;",
    "((contains(a,b)))": "The expression has redundant parentheses;",
    "((contains(a,b)))) ": "The expression has redundant parentheses;",
    "a = size(((a))) x": "The expression has redundant parentheses;",
    "a = size(((a)), x y)": "The expression has redundant parentheses;",
    "((NOT a = :v)) x": "The expression has redundant parentheses;",
    "((a = :v AND ((b = :v)) x": "The expression has redundant parentheses;",
    "((a = :v)) b ((c = :v))": "The expression has redundant parentheses;",
    "contains(a,((b)))) x": "The expression has redundant parentheses;",
    "#z = :v AND #y = :v": "An expression attribute name used in the document path is not defined; attribute name: #z",
    ":zz = a AND :yy = a": "An expression attribute value used in expression is not defined; attribute value: :zz",
    ":zz = #z": "An expression attribute value used in expression is not defined; attribute value: :zz",
    "a IN (#z, :zz)": "An expression attribute name used in the document path is not defined; attribute name: #z",
    "contains(#z, :zz)": "An expression attribute name used in the document path is not defined; attribute name: #z",
    "a BETWEEN #z AND :zz": "An expression attribute name used in the document path is not defined; attribute name: #z",
}


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_faulty_condition_is_refused(text: str, message: str) -> None:
    assert fault("condition", text) == f"Invalid ConditionExpression: {message}"


@pytest.mark.parametrize(
    ("method", "parameter"),
    [
        ("condition", "ConditionExpression"),
        ("filter", "FilterExpression"),
        ("key_conditions", "KeyConditionExpression"),
    ],
)
def test_message_names_the_parameter(method: str, parameter: str) -> None:
    assert fault(method, "a = a") == (
        f"Invalid {parameter}: The first operand must be distinct from the remaining operands for this operator "
        "or function; operator: =, first operand: [a]"
    )


def test_same_text_is_judged_anew_with_other_values() -> None:
    text = "a < :1"
    assert fault("condition", "a < :t").endswith("operator or function: <, operand type: BOOL")
    for value, is_met in (({"N": "2"}, True), ({"N": "0"}, False)):
        assert Expressions(None, {":1": value}).condition(text)({"a": {"N": "1"}}) is is_met
    with pytest.raises(ValidationException) as caught:
        Expressions(None, {":1": {"L": []}}).condition(text)
    assert caught.value.message == (
        "Invalid ConditionExpression: Incorrect operand type for operator or function; "
        "operator or function: <, operand type: L"
    )


def test_bounds_are_quoted_as_they_were_given() -> None:
    with pytest.raises(ValidationException) as caught:
        Expressions(None, {":1": {"N": "1e3"}, ":2": {"N": "1.50"}}).condition("a BETWEEN :1 AND :2")
    assert caught.value.message == (
        "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to "
        "lower bound; lower bound operand: AttributeValue: {N:1e3}, upper bound operand: AttributeValue: {N:1.50}"
    )
