"""Key conditions: what they ask of a key, and what is wrong with them."""

import pytest

from cairn.dynamo.embedded.expressions import Expressions, KeyCondition
from cairn.dynamo.embedded.keys import KeyAttribute, KeySchema
from cairn.dynamo.errors import ValidationException
from tests.dynamo.embedded.expressions.cast import SCHEMA, expressions, key_conditions

P, K, Y, Z = ({"S": text} for text in ("p", "s", "a", "z"))

ASKED = {
    "PK = :p": KeyCondition(P, None, ()),
    ":p = PK": KeyCondition(P, None, ()),
    "(PK = :p)": KeyCondition(P, None, ()),
    "PK = (:p)": KeyCondition(P, None, ()),
    "PK = :p AND SK = :k": KeyCondition(P, "=", (K,)),
    "SK = :k AND PK = :p": KeyCondition(P, "=", (K,)),
    "(PK = :p) AND (SK = :k)": KeyCondition(P, "=", (K,)),
    "PK = :p AND SK < :k": KeyCondition(P, "<", (K,)),
    "PK = :p AND SK <= :k": KeyCondition(P, "<=", (K,)),
    "PK = :p AND SK > :k": KeyCondition(P, ">", (K,)),
    "PK = :p AND SK >= :k": KeyCondition(P, ">=", (K,)),
    ":p = PK AND :k = SK": KeyCondition(P, "=", (K,)),
    "PK = :p AND :k < SK": KeyCondition(P, ">", (K,)),
    "PK = :p AND :k <= SK": KeyCondition(P, ">=", (K,)),
    "PK = :p AND :k > SK": KeyCondition(P, "<", (K,)),
    "PK = :p AND :k >= SK": KeyCondition(P, "<=", (K,)),
    "begins_with(SK, :k) AND PK = :p": KeyCondition(P, "begins_with", (K,)),
    "PK = :p AND SK BETWEEN :y AND :z": KeyCondition(P, "BETWEEN", (Y, Z)),
    "SK BETWEEN :y AND :z AND PK = :p": KeyCondition(P, "BETWEEN", (Y, Z)),
}

FAULTS: dict[str, str] = {
    "PK = :p AND begins_with(:k, SK)": "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand",
    "PK = :p AND SK BETWEEN :z AND :y": "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:z}, upper bound operand: AttributeValue: {S:a}",
    "PK = :p AND :y BETWEEN SK AND :z": "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand",
    "PK = :p AND SK BETWEEN SK AND :z": "Invalid KeyConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: BETWEEN, first operand: [SK]",
    "PK = :p AND SK <> :k": "Invalid operator used in KeyConditionExpression: <>",
    "PK = :p OR SK = :k": "Invalid operator used in KeyConditionExpression: OR",
    "NOT PK = :p": "Invalid operator used in KeyConditionExpression: NOT",
    "PK = :p AND NOT SK = :k": "Invalid operator used in KeyConditionExpression: NOT",
    "PK = :p AND SK IN (:k)": "Invalid operator used in KeyConditionExpression: IN",
    "PK IN (:p)": "Invalid operator used in KeyConditionExpression: IN",
    "PK = :p AND attribute_exists(SK)": "Invalid operator used in KeyConditionExpression: attribute_exists",
    "PK = :p AND attribute_not_exists(SK)": "Invalid operator used in KeyConditionExpression: attribute_not_exists",
    "PK = :p AND contains(SK, :k)": "Invalid operator used in KeyConditionExpression: contains",
    "PK = :p AND size(SK) = :v": "KeyConditionExpressions cannot contain nested operations",
    "PK = :p AND attribute_type(SK, :s)": "Invalid KeyConditionExpression: Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    "size(PK) = :v": "KeyConditionExpressions cannot contain nested operations",
    "PK < :p": "Query key condition not supported",
    "PK > :p AND SK = :k": "Query key condition not supported",
    "PK BETWEEN :y AND :z": "Query key condition not supported",
    "begins_with(PK, :p)": "Query key condition not supported",
    "SK = :k": "Query condition missed key schema element: PK",
    "SK = :k AND q = :p": "Query condition missed key schema element: PK",
    "PK = :p AND q = :p": "Query condition missed key schema element: SK",
    "q = :p": "Query condition missed key schema element: PK",
    "PK = :p AND PK = :p": "KeyConditionExpressions must only contain one condition per key",
    "PK = :p AND SK = :k AND SK = :k": "KeyConditionExpressions must only contain one condition per key",
    "PK = :p AND SK = :k AND q = :k": "Conditions can be of length 1 or 2 only",
    "PK = :p AND SK > :y AND SK < :z": "KeyConditionExpressions must only contain one condition per key",
    "PK = SK": "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
    "PK = :p AND SK = PK": "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
    "PK = PK": "Invalid KeyConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [PK]",
    "PK.a = :p": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK[0] = :p": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK = :p AND SK.x = :k": "KeyConditionExpressions cannot have conditions on nested attributes",
    ":p = :p": "Invalid condition in KeyConditionExpression: No key attribute specified",
    ":p = :k AND PK = :p": "Invalid condition in KeyConditionExpression: No key attribute specified",
    "PK = :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :v AND SK = :k": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK = :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK < :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND begins_with(SK, :v)": "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "PK = :p AND begins_with(SK, :b)": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK BETWEEN :v AND :k": "Invalid KeyConditionExpression: The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:s}",
    "PK = :p AND SK BETWEEN :v AND :w": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK BETWEEN :w AND :v": "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
    "PK = :e": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: PK",
    "PK = :p AND SK = :e": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: SK",
    "PK = :p AND SK > :e": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: SK",
    "PK = :p AND begins_with(SK, :e)": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: SK",
    "PK = :p AND SK BETWEEN :e AND :z": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: SK",
    "PK = :p AND SK BETWEEN :e AND :e": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: SK",
    "PK = :t": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :l": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK < :t": "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "PK = :p AND SK < :t": "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
    "((PK = :p))": "Invalid KeyConditionExpression: The expression has redundant parentheses;",
    "PK = size(SK)": "KeyConditionExpressions cannot contain nested operations",
    "PK = :p AND SK = size(q)": "KeyConditionExpressions cannot contain nested operations",
    "PK = begins_with(SK, :k)": "Invalid KeyConditionExpression: The function is not allowed to be used this way in an expression; function: begins_with",
    "PK = :p AND": 'Invalid KeyConditionExpression: Syntax error; token: "<EOF>", near: "AND"',
    "pk = :p": "Query condition missed key schema element: PK",
    "name = :p": "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: name",
    "PK = :zz": "Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; attribute value: :zz",
    "#z = :p": "Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #z",
    "PK = :p AND foo(SK)": "Invalid KeyConditionExpression: Invalid function name; function: foo",
    "PK <> :p": "Invalid operator used in KeyConditionExpression: <>",
    "PK = :p AND PK > :y": "KeyConditionExpressions must only contain one condition per key",
    "PK > :y AND PK = :p": "KeyConditionExpressions must only contain one condition per key",
    "SK = :k AND SK = :k": "KeyConditionExpressions must only contain one condition per key",
    "SK > :k AND q = :p": "Query condition missed key schema element: PK",
    "q = :p AND r = :k": "Query condition missed key schema element: PK",
    "PK = :p AND SK = :k OR q = :k": "Invalid operator used in KeyConditionExpression: OR",
    "PK = :p AND (SK = :k OR SK = :y)": "Invalid operator used in KeyConditionExpression: OR",
    "PK = :p AND begins_with(SK, SK)": "Invalid KeyConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: begins_with, first operand: [SK]",
    "begins_with(PK, :p) AND SK = :k": "Query key condition not supported",
    "attribute_exists(PK)": "Invalid operator used in KeyConditionExpression: attribute_exists",
    "PK = :p AND begins_with(q, :k)": "Query condition missed key schema element: SK",
    "PK = :p AND q BETWEEN :y AND :z": "Query condition missed key schema element: SK",
    "PK = :ss": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK = :ss": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK = :m": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :n": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :v AND SK > :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :v AND q = :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "SK = :v": "Query condition missed key schema element: PK",
    "PK < :v": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :e AND SK = :v": "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: PK",
    "PK = :v AND SK = :e": "One or more parameter values were invalid: Condition parameter type does not match schema type",
    "PK = :p AND SK = #k": "Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #k",
    "PK = :p AND SK = a": "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
    "PK = :p AND SK = a.b": "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
    "PK = :p AND SK BETWEEN :y AND a": "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
    "if_not_exists(PK, :p) = :p": "Invalid KeyConditionExpression: The function is not allowed in a condition expression; function: if_not_exists",
    "begins_with(PK, begins_with(SK,:k))": "Invalid KeyConditionExpression: The function is not allowed to be used this way in an expression; function: begins_with",
    "PK = :p AND contains(size(SK), :k)": "Invalid operator used in KeyConditionExpression: contains",
    "PK = :p AND SK IN (SK)": "Invalid KeyConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [SK]",
    "PK = :p AND size(SK)": "Invalid KeyConditionExpression: The function is not allowed to be used this way in an expression; function: size",
    ":p <= PK": "Query key condition not supported",
    "PK = :p AND :k <> SK": "Invalid operator used in KeyConditionExpression: <>",
    "contains(SK, :k) OR PK = :p": "Invalid operator used in KeyConditionExpression: OR",
    "NOT contains(SK, :k) OR PK = :p": "Invalid operator used in KeyConditionExpression: OR",
    "SK <> :k OR PK = :p": "Invalid operator used in KeyConditionExpression: OR",
    "PK = :p AND begins_with(SK.a, :k)": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK = :p AND SK BETWEEN size(a) AND :z": "KeyConditionExpressions cannot contain nested operations",
    "PK = :p AND size(SK) BETWEEN :v AND :w": "KeyConditionExpressions cannot contain nested operations",
    "PK = :p AND begins_with(size(SK), :k)": "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "#p = :p": "Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #p",
    "#p = :p and #s = :k": "Invalid KeyConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #p",
    "PK < :e": "Query key condition not supported",
    "PK < :e AND SK = :v": "Query key condition not supported",
    "PK > :p AND SK = :v": "Query key condition not supported",
    "PK > :p AND q = :v": "Query key condition not supported",
    "PK > :p AND SK = :e": "Query key condition not supported",
    "PK = :p AND :y BETWEEN :k AND :z": "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand",
    "PK = :p AND :y BETWEEN size(a) AND :z": "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand",
    "PK = :p AND begins_with(size(SK), SK)": "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    "PK = :p AND :y = size(SK)": "KeyConditionExpressions cannot contain nested operations",
    "PK = :p AND SK.x = size(a)": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK = :p AND SK.x = q.y": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK = :p AND PK = :p AND NOT SK = :k": "KeyConditionExpressions must only contain one condition per key",
    "PK = :p AND PK.x = :p": "KeyConditionExpressions cannot have conditions on nested attributes",
    "PK = :p AND a = :k AND a = :p AND b = :p": "KeyConditionExpressions must only contain one condition per key",
    "PK = :p AND begins_with(:k, :y)": "Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand",
}


@pytest.mark.parametrize(("text", "asked"), ASKED.items())
def test_key_condition_asks_for_a_partition_and_a_part_of_it(text: str, asked: KeyCondition) -> None:
    assert expressions(text).key_condition(text, SCHEMA) == asked


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_faulty_key_condition_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationException) as caught:
        key_conditions(text).of(SCHEMA)
    assert caught.value.message == message


def test_names_may_be_placeholders() -> None:
    schema = KeySchema(KeyAttribute("a", "S"), KeyAttribute("x", "S"))
    text = "#a = :p AND begins_with(#n, :k)"
    assert expressions(text).key_condition(text, schema) == KeyCondition(P, "begins_with", (K,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = :v AND b = :w", "Query key condition not supported"),
        ("b = :v AND PK = :w", "Query key condition not supported"),
        ("a > :v", "Query key condition not supported"),
        ("b = :v", "Query condition missed key schema element: a"),
        (
            "a = :h",
            "One or more parameter values were invalid: Condition parameter type does not match schema type",
        ),
    ],
)
def test_key_without_sort_key_has_one_condition(text: str, message: str) -> None:
    with pytest.raises(ValidationException) as caught:
        key_conditions(text).of(KeySchema(KeyAttribute("a", "N"), None))
    assert caught.value.message == message


def test_shape_is_checked_without_a_schema() -> None:
    with pytest.raises(ValidationException) as caught:
        key_conditions("PK = :p OR SK = :k").check_shape()
    assert caught.value.message == "Invalid operator used in KeyConditionExpression: OR"


def test_long_sort_key_is_refused() -> None:
    long = Expressions(None, {":p": P, ":k": {"S": "x" * 1025}})
    with pytest.raises(ValidationException) as caught:
        long.key_condition("PK = :p AND SK = :k", SCHEMA)
    assert caught.value.message == (
        "One or more parameter values were invalid: "
        "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
    )
