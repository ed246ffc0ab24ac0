"""DynamoDB's errors, by the names DynamoDB gives them.

Both ways to DynamoDB raise these, so that whoever calls the seam catches `ConditionalCheckFailedException`
without knowing who answered.
"""

from typing import Any, ClassVar

_DYNAMODB = "com.amazonaws.dynamodb.v20120810"
_CORAL_SERVICE = "com.amazon.coral.service"
_CORAL_VALIDATE = "com.amazon.coral.validate"


class DynamoError(Exception):
    """An answer that is an error. `fields` are what the answer carries besides its message."""

    status: ClassVar[int] = 400
    namespace: ClassVar[str] = _DYNAMODB
    retryable: ClassVar[bool] = False

    def __init__(self, message: str = "", **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields

    @property
    def name(self) -> str:
        return type(self).__name__


class ValidationException(DynamoError):
    """The request, or an item as the request would leave it, breaks a rule of DynamoDB."""

    namespace = _CORAL_VALIDATE


class SerializationException(DynamoError):
    """The request's body can't be read as what the operation takes."""

    namespace = _CORAL_SERVICE


class UnknownOperationException(DynamoError):
    """There is no such operation here."""

    namespace = _CORAL_SERVICE


class RequestEntityTooLargeException(DynamoError):
    """The request's body is larger than 16 MB."""

    status = 413
    namespace = _CORAL_SERVICE


class MissingAuthenticationTokenException(DynamoError):
    """The request carries no signature."""

    namespace = _CORAL_SERVICE


class IncompleteSignatureException(DynamoError):
    """The request's signature lacks a part."""

    namespace = _CORAL_SERVICE


class InvalidSignatureException(DynamoError):
    """The request's signature is not the one its content and the secret key make, or it has expired."""

    namespace = _CORAL_SERVICE


class UnrecognizedClientException(DynamoError):
    """The request is signed with an access key that is not known."""

    namespace = _CORAL_SERVICE


class AccessDeniedException(DynamoError):
    """The caller may not do this."""

    namespace = _CORAL_SERVICE


class ResourceNotFoundException(DynamoError):
    """The table, index, stream or tag's resource does not exist."""


class ResourceInUseException(DynamoError):
    """The table exists already, or is being changed."""


class LimitExceededException(DynamoError):
    """Too many changes of tables at once."""


class ConditionalCheckFailedException(DynamoError):
    """The condition was false. `fields["Item"]` is the item as it was, when the request asked for it."""


class TransactionCanceledException(DynamoError):
    """Nothing of the transaction was done. `fields["CancellationReasons"]` has a reason an action, in order."""


class TransactionConflictException(DynamoError):
    """Another transaction holds the item."""


class ReplicatedWriteConflictException(DynamoError):
    """The item is being written in another region of its global table."""

    retryable = True


class TransactionInProgressException(DynamoError):
    """The transaction with this token is still being carried out."""


class IdempotentParameterMismatchException(DynamoError):
    """The token was used within ten minutes for another request."""


class ItemCollectionSizeLimitExceededException(DynamoError):
    """The items of one partition key, with their local indexes, exceed 10 GB."""


class ProvisionedThroughputExceededException(DynamoError):
    """The table or index is asked for more than it is provisioned for."""

    retryable = True


class ThrottlingException(DynamoError):
    """The account or the control plane is asked for too much."""

    namespace = _CORAL_SERVICE
    retryable = True


class RequestLimitExceeded(DynamoError):
    """The account is asked for too much."""

    retryable = True


class InternalServerError(DynamoError):
    """DynamoDB could not answer. Here that is the disk: full, read-only, damaged; the message says which."""

    status = 500
    retryable = True


class ServiceUnavailable(DynamoError):
    """DynamoDB can't be reached, or can't answer at the moment."""

    status = 503
    namespace = _CORAL_SERVICE
    retryable = True


class ExpiredIteratorException(DynamoError):
    """The shard iterator is older than fifteen minutes."""


class TrimmedDataAccessException(DynamoError):
    """The records asked for are older than a day and gone."""


ERRORS: dict[str, type[DynamoError]] = {error.__name__: error for error in DynamoError.__subclasses__()}
