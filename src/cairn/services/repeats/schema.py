"""What is stored of requests that have a key: an item each, for a day."""

from datetime import datetime
from typing import Self

from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern

repeats = Table("Repeats", pk="PK", sk="SK", ttl="expiresAt")


class Attempt(Entity, table=repeats):
    """A request, by the key that its caller chose. Until there is an outcome, it runs, at the longest `until`."""

    key = repeats.key("ACCOUNT#{account_id}", "KEY#{key_hash}")

    account_id: InKey[str]
    key_hash: InKey[str]
    fingerprint: str  # of what was asked: the same key for something else is a mistake
    until: datetime
    outcome: str | None = None  # sealed, as an answer may hold what is shown only once
    expires_at: ExpiresAt

    @classmethod
    @access_pattern("A request by its key")
    def with_key(cls, account_id: str, key_hash: str) -> Ref[Self]:
        return cls.key(account_id=account_id, key_hash=key_hash)

    @classmethod
    @access_pattern("An account's requests of today")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


TABLES: tuple[Table, ...] = (repeats,)
