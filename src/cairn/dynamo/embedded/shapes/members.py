"""Members that several operations share, in the shapes that AWS's service model and its answers give them."""

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.shape import (
    AttributeMap,
    Boolean,
    ListOf,
    MapOf,
    Required,
    String,
    TableName,
)

TEXT = String()
BOOLEAN = Boolean()
ATTRIBUTES = AttributeMap()
TABLE_NAME = Required(TableName())
# The operations on tables tell a fault of the name alone and in words of their own, and only then anything else.
TABLE_NAME_TOLD_ALONE = Required(TableName(told_alone=True))
INDEX_NAME = String(names.PATTERN, names.SHORTEST, names.LONGEST)
EXPRESSION_ATTRIBUTE_NAMES = MapOf(TEXT)

RETURN_CONSUMED_CAPACITY = String(one_of=("INDEXES", "TOTAL", "NONE"))
RETURN_ITEM_COLLECTION_METRICS = String(one_of=("SIZE", "NONE"))
RETURN_VALUES = String(one_of=("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))
RETURN_VALUES_ON_CONDITION_CHECK_FAILURE = String(one_of=("ALL_OLD", "NONE"))
SELECT = String(one_of=("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"))

KEYS = ListOf(ATTRIBUTES, fewest=1, most=100)

_OF_2012 = "it belongs to DynamoDB's interface of before 2014;"
ATTRIBUTES_TO_GET = {"AttributesToGet": f"{_OF_2012} use ProjectionExpression."}
EXPECTED = {
    "Expected": f"{_OF_2012} use ConditionExpression.",
    "ConditionalOperator": f"{_OF_2012} use AND and OR in ConditionExpression.",
}
ATTRIBUTE_UPDATES = {"AttributeUpdates": f"{_OF_2012} use UpdateExpression."}
FILTER_OPERATOR = {"ConditionalOperator": f"{_OF_2012} use AND and OR in FilterExpression."}
QUERY_FILTER = {"QueryFilter": f"{_OF_2012} use FilterExpression."}
SCAN_FILTER = {"ScanFilter": f"{_OF_2012} use FilterExpression."}
KEY_CONDITIONS = {"KeyConditions": f"{_OF_2012} use KeyConditionExpression."}
