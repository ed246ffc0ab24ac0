"""Everything that is stored about somebody, as a zip of JSON that is sent while it is made."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from pydantic_core import to_json

from cairn.services.accounts.callers import SignedIn
from cairn.services.accounts.limits import EXPORT_BY_ACCOUNT
from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import Account, Identity, Link, Session, Token, everything_of
from cairn.services.part import PersonalData

_PART: Final = "accounts"
_SECRET: Final = {"password_hash"}


class Exports:
    """Gives people what is kept of them."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def of_member(
        self, member: SignedIn, personal_data: Mapping[str, PersonalData]
    ) -> AsyncIterator[bytes]:
        """The zip, piece by piece. `personal_data` is what the other parts keep: `services.personal_data`.

        Each part has a folder. Passwords and other secrets stay out, also as hashes.
        """
        await self._means.limits.of_account(EXPORT_BY_ACCOUNT, member.account_id)
        return self._zip(member.account_id, personal_data)

    async def _zip(self, account_id: str, personal_data: Mapping[str, PersonalData]) -> AsyncIterator[bytes]:
        written = _Written()
        moment = self._means.clock.now().timetuple()[:6]
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            async for path, content in self._files(account_id, personal_data):
                entry = zipfile.ZipInfo(path, moment)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o600 << 16
                await asyncio.to_thread(archive.writestr, entry, to_json(content, indent=2))
                yield written.taken()
        yield written.taken()

    async def _files(
        self, account_id: str, personal_data: Mapping[str, PersonalData]
    ) -> AsyncIterator[tuple[str, Any]]:
        async for name, content in self._own(account_id):
            yield f"{_PART}/{name}.json", content
        for part, data in sorted(personal_data.items()):
            async for name, content in data.export(account_id):
                yield f"{part}/{name.removesuffix('.json')}.json", content

    async def _own(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        found = await self._means.tables.all(everything_of(account_id))
        for name, kind in (
            ("account", Account),
            ("sessions", Session),
            ("tokens", Token),
            ("links", Link),
            ("identities", Identity),
        ):
            yield name, [each.model_dump(exclude=_SECRET) for each in found if isinstance(each, kind)]


class _Written(io.RawIOBase):
    """A file that can't be gone back in, and is taken away as it is written."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        content = bytes(piece)
        self._pieces.append(content)
        return len(content)

    def taken(self) -> bytes:
        """What was written since it was taken last."""
        content = b"".join(self._pieces)
        self._pieces.clear()
        return content
