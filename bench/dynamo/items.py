"""The items that every engine stores, about 400 bytes as DynamoDB counts them, and how their keys are numbered.

Kept items are there before anything is measured, a hundred a partition; fresh ones are new and lie scattered.
"""

from cairn.dynamo import Item

TABLE = "Items"
PARTITION = "USER#%08d"
SORT = "TASK#%08d"
ITEMS_A_PARTITION = 100
BATCH = 25
QUERY_LIMIT = 50

_FRESH_PARTITIONS = 90_000_000
_STRIDE = 38_745_191  # coprime to the number of partitions, so that no fresh key comes twice

KeyNumbers = tuple[int, int]


def kept(number: int) -> KeyNumbers:
    return divmod(number, ITEMS_A_PARTITION)


def fresh(number: int) -> KeyNumbers:
    return 1_000_000 + number * _STRIDE % _FRESH_PARTITIONS, number % ITEMS_A_PARTITION


def key(partition: str, sort: str) -> Item:
    return {"PK": {"S": partition}, "SK": {"S": sort}}


def item(partition: str, sort: str) -> Item:
    return {
        **key(partition, sort),
        "entityType": {"S": "TASK"},
        "title": {"S": "Buy milk and bread on the way back from the station"},
        "area": {"S": "Health"},
        "status": {"S": "InProgress"},
        "size": {"N": "30"},
        "createdAt": {"S": "2026-01-01T00:00:00.000000Z"},
        "updatedAt": {"S": "2026-01-01T00:00:00.000000Z"},
        "isRecurring": {"BOOL": False},
        "notes": {"S": "The shop closes at eight. " * 4},
        "pointValue": {"N": "15"},
    }
