"""What is stored of files: who keeps which, and where the bytes lie.

| item | key | |
| --- | --- | --- |
| Kept | ACCOUNT#{account_id} / FILE#{blob_id} | that an account keeps a file, and how often |
| Content | CONTENT#{digest} / CONTENT | where the bytes are, and how many accounts keep them |

The same bytes lie once, however many keep them. When the last one lets go, `Content` is removed in the same
transaction, with a job that removes the bytes. As each upload has a place of its own, nobody can come to need the
bytes in between: who uploads them again puts them elsewhere.
"""

from datetime import datetime
from typing import Self

from cairn.services.blobs.media import MediaType
from cairn.tables import Entity, InKey, Query, Ref, Table, access_pattern

blobs = Table("Blobs", pk="PK", sk="SK", version="schemaVersion")


class Kept(Entity, table=blobs, version=1):
    """That an account keeps a file. Its id is the SHA-256 of its bytes."""

    key = blobs.key("ACCOUNT#{account_id}", "FILE#{blob_id}")

    account_id: InKey[str]
    blob_id: InKey[str]
    media_type: MediaType
    size: int
    kept_at: datetime
    uses: int = 1  # a file that was kept twice is let go of twice

    @classmethod
    @access_pattern("A file that an account keeps")
    def with_id(cls, account_id: str, blob_id: str) -> Ref[Self]:
        return cls.key(account_id=account_id, blob_id=blob_id)

    @classmethod
    @access_pattern("The files that an account keeps")
    def of_account(cls, account_id: str) -> Query[Self]:
        return cls.key.query(account_id=account_id).consistently()


class Content(Entity, table=blobs, version=1):
    """Where the bytes of a file are."""

    key = blobs.key("CONTENT#{digest}", "CONTENT")

    digest: InKey[str]
    place: str
    media_type: MediaType
    size: int
    keepers: int = 1

    @classmethod
    @access_pattern("Where the bytes of a file are")
    def of(cls, digest: str) -> Ref[Self]:
        return cls.key(digest=digest)


TABLES: tuple[Table, ...] = (blobs,)
