"""What AWS has and Cairn does not, each with what to do instead."""

from cairn.dynamo.errors import DynamoError, UnknownOperationException, ValidationException

_PARTIQL = "use GetItem, Query, Scan, PutItem, UpdateItem, DeleteItem or their batches and transactions."
_COPIES = "`cairn backup FILE` copies everything while it serves, and `cairn restore FILE` brings it back."
NO_VECTORS = "there are no vector indexes."
NO_GLOBAL_TABLES = "there are no global tables; a Cairn folder has one region."
_OWN_FOLDER = "who may open the data folder, or holds the key it is served with, may read and write it all."
_MEASURES = "there is nothing of the kind to measure here."
_STREAMS = "read the table's stream with DescribeStream, GetShardIterator and GetRecords."

_PARTIQL_OPERATIONS = ("ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction")

_INSTEAD = {
    **dict.fromkeys(
        (
            "CreateBackup",
            "DeleteBackup",
            "DescribeBackup",
            "DescribeContinuousBackups",
            "DescribeExport",
            "DescribeImport",
            "ExportTableToPointInTime",
            "ImportTable",
            "ListBackups",
            "ListExports",
            "ListImports",
            "RestoreTableFromBackup",
            "RestoreTableToPointInTime",
            "UpdateContinuousBackups",
        ),
        _COPIES,
    ),
    **dict.fromkeys(
        (
            "CreateGlobalTable",
            "DescribeGlobalTable",
            "DescribeGlobalTableSettings",
            "DescribeTableReplicaAutoScaling",
            "ListGlobalTables",
            "UpdateGlobalTable",
            "UpdateGlobalTableSettings",
            "UpdateTableReplicaAutoScaling",
        ),
        NO_GLOBAL_TABLES,
    ),
    **dict.fromkeys(("DeleteResourcePolicy", "GetResourcePolicy", "PutResourcePolicy"), _OWN_FOLDER),
    **dict.fromkeys(
        ("DescribeContributorInsights", "ListContributorInsights", "UpdateContributorInsights"), _MEASURES
    ),
    **dict.fromkeys(
        (
            "DescribeKinesisStreamingDestination",
            "DisableKinesisStreamingDestination",
            "EnableKinesisStreamingDestination",
            "UpdateKinesisStreamingDestination",
        ),
        _STREAMS,
    ),
    "SearchVectors": NO_VECTORS,
}

NOT_OFFERED = frozenset((*_PARTIQL_OPERATIONS, *_INSTEAD))
"""The operations that are AWS's and have no declaration here."""


def refusal_of(operation: str) -> DynamoError:
    """What to answer to an operation that has no declaration here."""
    if operation in _PARTIQL_OPERATIONS:
        return ValidationException(f"{operation} is not offered here, as PartiQL is not: {_PARTIQL}")
    if operation in _INSTEAD:
        return UnknownOperationException(f"{operation} is not offered here: {_INSTEAD[operation]}")
    return UnknownOperationException(f"DynamoDB has no operation {operation[:100]!r}.")
