"""ClientRequestToken: a transaction that is sent again within ten minutes is carried out once.

The token is kept in the transaction's own commit, so that a crash can't part the two.
"""

from hashlib import sha256
from typing import Any, Final

from msgspec.msgpack import Encoder

from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import IdempotentParameterMismatchException
from cairn.dynamo.seam import Request

TOKEN_SECONDS: Final = 10 * 60
_encoded = Encoder(order="deterministic").encode


def fingerprint(request: Request) -> bytes:
    """What makes two requests the same one. How much is reported about them does not count."""
    return sha256(_encoded(request["TransactItems"])).digest()


def was_carried_out(transaction: Transaction, token: str, print_of_request: bytes) -> bool:
    """Whether the request with this token has been carried out. Raises when that was another request."""
    known: Any = transaction.execute(
        "SELECT fingerprint FROM request_tokens WHERE token = ? AND at >= ?",
        (token, transaction.now - TOKEN_SECONDS),
    ).get
    if known is None:
        return False
    if known != print_of_request:
        raise IdempotentParameterMismatchException(
            "The provided client request token was already used with different request parameters; "
            "please retry with a new token or the same parameters"
        )
    return True


def remember(transaction: Transaction, token: str, print_of_request: bytes) -> None:
    transaction.execute(
        "INSERT OR REPLACE INTO request_tokens VALUES (?, ?, ?)", (token, transaction.now, print_of_request)
    )


def forget_old(transaction: Transaction) -> None:
    transaction.execute("DELETE FROM request_tokens WHERE at < ?", (transaction.now - TOKEN_SECONDS,))
