"""How many files are kept: assumed. Their bytes lie elsewhere and are not reckoned here."""

from typing import Final

from cairn.services.blobs.schema import Content
from cairn.services.blobs.schema import Kept as KeptFile
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

_FILES: Final = 100

USAGE: Final = Usage(
    source=f"assumed: {_FILES} files of a user, half of them uploaded in a month",
    operations=(
        Operation(
            "Upload a file",
            _FILES / 60,
            (
                Reading(Content.of, consistent=True),
                Writing(KeptFile, in_transaction=True),
                Writing(Content, in_transaction=True),
            ),
        ),
        Operation("Open a file", 20, (Reading(KeptFile.with_id), Reading(Content.of))),
    ),
    kept=(Kept(KeptFile, _FILES), Kept(Content, _FILES)),
)
