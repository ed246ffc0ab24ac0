"""Files as a part: what they bring to what is assembled, and what they keep about one account."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, Final

from cairn.services.blobs.blobs import DISCARD, LET_GO, Blobs
from cairn.services.blobs.schema import TABLES
from cairn.services.jobs import JobHandler
from cairn.services.part import Part

_LINKS_LIVE: Final = timedelta(days=7)


class BlobsData:
    """Gives the files of an account out, by addresses that work for a week, and removes them."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        files = await self._blobs.of_account(account_id)
        yield (
            "files.json",
            [
                {
                    "sha256": blob.blob_id,
                    "type": blob.media_type,
                    "bytes": blob.size,
                    "kept_at": blob.kept_at.isoformat(),
                    "download": await self._blobs.link(blob.blob_id, lives=_LINKS_LIVE),
                }
                for blob in files
            ],
        )

    async def delete(self, account_id: str) -> None:
        await self._blobs.forget(account_id)


PART: Final = Part(
    name="blobs",
    tables=TABLES,
    personal_data=lambda services: BlobsData(services.blobs),
    jobs=lambda services: (
        JobHandler(DISCARD, services.blobs.do_discard),
        JobHandler(LET_GO, services.blobs.do_let_go),
    ),
)
