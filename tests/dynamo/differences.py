"""Where DynamoDB Local is known to answer otherwise than AWS: the one list of it.

Cairn follows AWS. A test that meets one of these places says what both answer, so that it compares exactly
wherever it runs; a difference that no test uses fails `test_differences.py`.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

Answer = TypeVar("Answer")


class Answering(Protocol):
    """Whatever a test asks, as far as a difference needs to know it."""

    @property
    def is_dynamodb_local(self) -> bool: ...


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One matter in which DynamoDB Local is not like AWS, in words, and how we know what AWS does."""

    dynamodb_local: str
    aws: str
    known_by: str

    def answer(self, dynamo: Answering, *, aws: Answer, dynamodb_local: Answer) -> Answer:
        """What this one answers: AWS's answer, or what DynamoDB Local is known to answer instead."""
        assert aws != dynamodb_local, "this is no difference"
        return dynamodb_local if dynamo.is_dynamodb_local else aws


DESCRIBE_ENDPOINTS = Difference(
    dynamodb_local="DescribeEndpoints is an operation that it does not know",
    aws="answers the region's endpoint, to be kept for 1,440 minutes",
    known_by="the API reference of DescribeEndpoints, and SDKs' endpoint discovery, which rests on it",
)

TABLE_REQUESTS = Difference(
    dynamodb_local="has words of its own for what is wrong with a request about tables, and few that name the place",
    aws="lists what breaks the shape of the request with its place and value, then names what does not fit together",
    known_by="AWS's answers as dynalite's tests record them; the words of the shape are those of all AWS's services",
)

TABLE_SETTINGS = Difference(
    dynamodb_local="takes settings of tables that AWS refuses: it does not look at what it does not use",
    aws="refuses them",
    known_by="AWS's answers as dynalite's tests record them, and the API reference of CreateTable and UpdateTable",
)

TABLE_NAMES = Difference(
    dynamodb_local="has one sentence for every wrong name of a table or an index",
    aws="says which bound or pattern the name breaks",
    known_by="AWS's answers as dynalite's tests record them",
)

MISSING_TABLE = Difference(
    dynamodb_local="'Cannot do operations on a non-existent table' from every operation",
    aws="names the table from operations on tables; says 'Requested resource not found' from operations on items",
    known_by="AWS's answers as dynalite's tests record them",
)

EXISTING_TABLE = Difference(
    dynamodb_local="'Cannot create preexisting table'",
    aws="'Table already exists: ' and the name",
    known_by="AWS's answers as dynalite's tests record them",
)

CHANGING_TABLE = Difference(
    dynamodb_local="answers UpdateTable and DeleteTable with a table that is ACTIVE",
    aws="answers with UPDATING and DELETING",
    known_by="the API reference of UpdateTable and DeleteTable, and AWS's answers as dynalite's tests record them",
)

INDEXES_PAID_PER_REQUEST = Difference(
    dynamodb_local="goes on describing what an index was provisioned for when its table becomes paid per request",
    aws="describes no throughput any longer, for the table and its indexes alike",
    known_by="AWS's answers as dynalite's tests record them",
)

INDEX_VIOLATIONS = Difference(
    dynamodb_local="takes items into a new index whose key has another type, or is empty, there",
    aws="leaves them out",
    known_by="the developer guide: 'Detecting and correcting index key violations'",
)


INDEX_KEY_TYPE = Difference(
    dynamodb_local="'Type mismatch for Index Key' without a name, or 'Invalid attribute value type' for no scalar",
    aws="names the attribute, both types and the index, before it looks at the item; says that an update attempted "
    "it where that depends on the item",
    known_by="AWS's answers, word for word, in many public reports of them, and as dynalite gives them",
)

COMPUTED_INDEX_KEYS = Difference(
    dynamodb_local="lets a sum become the key of a local index whose type is text or binary, and lists it there",
    aws="refuses a value of another type, however it comes about",
    known_by="the developer guide: a value of another type than the index key's is refused; the API reference of "
    "TransactWriteItems lists an update of 'the secondary index key to unsupported type'",
)

INDEX_KEY_SIZE = Difference(
    dynamodb_local="'Size limit exceeded'",
    aws="says which part of a key is larger than its limit, or that an update attempted to make it so",
    known_by="AWS's answers as dynalite's tests record them, the API reference of TransactWriteItems, which lists "
    "what updates are refused for, and the developer guide for the limits",
)

FILTERED_SCANS_OF_INDEXES = Difference(
    dynamodb_local="lets a scan of an index filter by what the index does not hold, as if it held the whole item",
    aws="is not on record; Cairn refuses it as both refuse such a query, since a global index could not know",
    known_by="the words for queries, which are AWS's own; nobody's records for scans",
)

KEY_SIZE = Difference(
    dynamodb_local="one sentence for both parts of a key; a query for too long a key finds nothing",
    aws="says which part of a key is larger than its limit",
    known_by="AWS's answers as dynalite's tests record them",
)

KEYS = Difference(
    dynamodb_local="has words of its own for keys that lack a part, or have one of another type or too many",
    aws="names the attribute and the types for an item, and says that a key does not match the schema",
    known_by="AWS's answers as dynalite's tests record them",
)

NUMBERS = Difference(
    dynamodb_local="does not show what is no number, and has words of its own for too many digits",
    aws="shows the text that is no number",
    known_by="AWS's answers as dynalite's tests record them",
)

DUPLICATES = Difference(
    dynamodb_local="drops the full stop, and does not show binary members",
    aws="shows the members of the set",
    known_by="AWS's answers as dynalite's tests record them",
)

NESTED_EXPRESSION_VALUES = Difference(
    dynamodb_local="says that the nesting is too deep",
    aws="says in which value of the expression",
    known_by="AWS's way of telling every other fault of an expression's values, as dynalite's tests record it",
)

TIME_TO_LIVE = Difference(
    dynamodb_local="does not say which attribute the time to live is on",
    aws="names the attribute",
    known_by="AWS's answer in public reports of templates that moved the time to live to another attribute",
)

TAGS = Difference(
    dynamodb_local="'Tagging is not currently supported in DynamoDB Local.'",
    aws="tags tables",
    known_by="DynamoDB Local's usage notes in the developer guide",
)

STREAM_REQUESTS = Difference(
    dynamodb_local="has words of its own for what lacks or does not exist, and looks at some members not at all",
    aws="lists what breaks the shape of the request with its place and value",
    known_by="the service model of the streams API; the words of the shape are those of all AWS's services",
)

OVERLAPPING_PATHS = Difference(
    dynamodb_local="names the last path of the expression as the second of two that overlap",
    aws="names the two that overlap",
    known_by="AWS's answers as dynalite's tests record them",
)

FAULTS_IN_AN_ITEM = Difference(
    dynamodb_local="looks for what in an item does not suit an update in an order of its own",
    aws="is not on record where an update suits the item in several places; Cairn goes from left to right",
    known_by="nobody's records, so that either is as good for somebody who mends one after another",
)

ATTRIBUTE_TYPES = Difference(
    dynamodb_local="lists the types of attributes in another order",
    aws="lists its ten types",
    known_by="AWS's answers as dynalite's tests record them",
)

RESERVED_SIZE = Difference(
    dynamodb_local="takes 'size' as the name of an attribute",
    aws="refuses it as a reserved word",
    known_by="the developer guide's list of reserved words",
)

KEY_CONDITIONS = Difference(
    dynamodb_local="does not name the key that a query asks nothing of, and speaks of paths as elsewhere",
    aws="names the key, and says that a key condition can't be on a nested attribute",
    known_by="AWS's answers as dynalite's tests record them",
)

RETURN_VALUES = Difference(
    dynamodb_local="'Return values set to invalid value', whatever is wrong with it",
    aws="lists the values that there are, or says that only ALL_OLD and NONE are for puts and deletes",
    known_by="AWS's answers as dynalite's tests record them",
)

UPDATED_VALUES = Difference(
    dynamodb_local="returns whole attributes where an update changed a part of them",
    aws="returns the parts",
    known_by="AWS's answers as dynalite gives them",
)

DELETING_NOTHING = Difference(
    dynamodb_local="tells what was consumed, without being asked, when it deletes an item that is not there",
    aws="answers nothing",
    known_by="the API reference: consumed capacity is returned when it is asked for",
)

START_KEYS = Difference(
    dynamodb_local="has words of its own for a key to start from that is none of what is read",
    aws="says that the starting key is invalid, does not match, or lies outside what is asked for",
    known_by="AWS's answers as dynalite's tests record them",
)

REQUESTS_FOR_ITEMS = Difference(
    dynamodb_local="has words of its own for limits, segments, batches and transactions that can't be",
    aws="lists what breaks the shape of the request with its place and value, as for tables",
    known_by="AWS's answers as dynalite's tests record them; for transactions, the same words in the API's own model",
)

MEGABYTE_OF_A_PAGE = Difference(
    dynamodb_local="counts towards the megabyte of a query what a filter keeps, and of an index the whole item",
    aws="counts what is read: before the filter, and of an index what the index holds",
    known_by="the developer guide: 'A single Query operation can retrieve a maximum of 1 MB of data. This limit "
    "applies before any FilterExpression'; an index is charged for what it holds",
)

ORDER_OF_FAULTS = Difference(
    dynamodb_local="looks for the table and at the key before it reads values and expressions",
    aws="reads all of the request before it looks for the table, and then at the key",
    known_by="AWS's answers as dynalite's tests record them",
)

COLLECTIONS = Difference(
    dynamodb_local="never tells the size of an item collection",
    aws="tells it for tables with local indexes, when it is asked",
    known_by="the API reference of ItemCollectionMetrics",
)

UNITS_OF_TRANSACTIONS = Difference(
    dynamodb_local="does not say what kind of units a transaction consumed",
    aws="tells ReadCapacityUnits and WriteCapacityUnits beside their sum",
    known_by="AWS's answers in public reports of what transactions consume",
)

MISSING_ITEMS_IN_BATCHES = Difference(
    dynamodb_local="charges nothing for an item that a batch does not find, and twice for deleting one in a batch",
    aws="charges the smallest unit for an item that is not there, as for any other request",
    known_by="the developer guide: 'If you perform a read operation on an item that does not exist, DynamoDB still "
    "consumes provisioned read throughput'",
)

KEYS_IN_A_BATCH = Difference(
    dynamodb_local="compares the keys of BatchGetItem as they are written, so that 1 and 1.0 are two",
    aws="compares keys by their values, as everywhere",
    known_by="AWS's answers as dynalite gives them",
)

REUSED_TOKENS = Difference(
    dynamodb_local="has no words for a token that was used for another transaction",
    aws="says so",
    known_by="AWS's answers in public reports of IdempotentParameterMismatchException",
)

TRANSACTION_SIZE = Difference(
    dynamodb_local="has words of its own for a transaction of more than 4 MB",
    aws="refuses it; its words are not on record",
    known_by="the API reference of TransactWriteItems and TransactGetItems, for the limit",
)

NUMBERS_WITHIN = Difference(
    dynamodb_local="keeps numbers within lists and maps in the form in which they were written",
    aws="has one form for a number, wherever it stands",
    known_by="the developer guide, which says of all numbers that leading and trailing zeroes are trimmed",
)

PAGES_AT_A_BOUND = Difference(
    dynamodb_local="ends a query where a full page reaches the bound of its key condition, if it goes backwards",
    aws="is not on record; Cairn gives a key to go on from, which leads to an empty page, as after any full page",
    known_by="the developer guide: a key to go on from does not mean that there is more",
)

REASONS_TO_CANCEL = Difference(
    dynamodb_local="refuses a transaction whole, without reasons, for an update that does not suit its item",
    aws="cancels it, with the fault as the reason at that action's place",
    known_by="the API reference of TransactWriteItems, which lists these faults among the reasons of a cancellation",
)

CHECKS_IN_TRANSACTIONS = Difference(
    dynamodb_local="ends the words for a ConditionCheck that is not met with a full stop",
    aws="has the same words for every condition that is not met",
    known_by="AWS's answers in public reports of cancelled transactions",
)

ITEMS_NAMED_TWICE = Difference(
    dynamodb_local="tells conditions that are not met before it sees that a transaction names one item twice",
    aws="looks at what the request names before it looks at items",
    known_by="the API reference of TransactWriteItems, where two actions on one item are a fault of the request",
)

ZERO = Difference(
    dynamodb_local="keeps the places after the point of a sum that is nothing",
    aws="keeps one zero for all",
    known_by="AWS's one form of a number, in which zeros that mean nothing are dropped; its developer guide says so",
)
