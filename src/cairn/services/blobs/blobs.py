"""Files: taken in as they come, kept once however often they are sent, given out by signed addresses."""

from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from cairn.services.blobs.media import SHOWN, MediaType
from cairn.services.blobs.places import Place
from cairn.services.blobs.receiving import Reception
from cairn.services.blobs.schema import Content, Kept
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.jobs import JobKind, Jobs, Run
from cairn.services.problems import Conflict, NotFound
from cairn.services.secret_keys import SecretKeys
from cairn.services.signed_texts import SignedTexts
from cairn.tables import (
    Action,
    ConditionFailedError,
    KeyValueError,
    Tables,
    attribute,
    create,
    delete,
    update,
)

_UNTIL_FORGOTTEN: Final = timedelta(days=1)
_TRIES: Final = 20
MOST_BYTES: Final = 100 << 20
LINK_LIVES: Final = timedelta(hours=6)


class Upload(BaseModel):
    """Bytes at a place that nothing refers to, unless something does by then."""

    model_config = ConfigDict(frozen=True)

    place: str


class Use(BaseModel):
    """One use that an account makes of a file."""

    model_config = ConfigDict(frozen=True)

    account_id: str
    blob_id: str


DISCARD: Final = JobKind("blobs.discard", Upload)
LET_GO: Final = JobKind("blobs.let_go", Use)


@dataclass(frozen=True, kw_only=True, slots=True)
class Blob:
    """A file that an account keeps. `blob_id` is the SHA-256 of its bytes."""

    blob_id: str
    media_type: MediaType
    size: int
    kept_at: datetime


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A file that was just taken in. It is let go of in a day, unless `keep` is written by then."""

    blob: Blob
    keep: Action


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A file that somebody has a signed address of."""

    blob_id: str
    media_type: MediaType
    size: int
    name: str
    until: datetime

    @property
    def is_shown(self) -> bool:
        """Whether a browser may show it; otherwise it is saved."""
        return self.media_type in SHOWN


class Blobs:
    """The files of an installation."""

    def __init__(
        self, tables: Tables, jobs: Jobs, place: Place, *, clock: Clock, keys: SecretKeys, public_url: str
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._place = place
        self._clock = clock
        self._ids = Identifiers(clock)
        self._public_url = public_url
        self._links = SignedTexts(keys.key("blobs"), "read")
        self.origin = place.origin
        """Where addresses of files lead, if not here."""

    async def take_in(
        self,
        account_id: str,
        chunks: AsyncIterator[bytes],
        *,
        accept: Collection[MediaType] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> TakenIn:
        """Takes a file in for an account. Raises `TooLarge` or `WrongType`, by what is in it.

        What refers to the file is written with `keep` in one transaction, so that neither is there without the other.
        """
        reception = Reception(chunks, accept=accept, most_bytes=most_bytes)
        media_type = await reception.media_type()
        upload_id = self._ids.new()
        place = f"{upload_id[-2:]}/{upload_id}"
        # Should this process die in the middle, somebody clears away.
        forgotten = self._clock.now() + _UNTIL_FORGOTTEN
        await self._tables.write(self._jobs.enqueue(DISCARD, Upload(place=place), key=place, at=forgotten))
        shown = "inline" if media_type in SHOWN else "attachment"
        await self._place.put(
            place, reception.passing(), headers={"Content-Type": media_type, "Content-Disposition": shown}
        )
        kept = await self._refer(account_id, upload_id, place, reception, media_type)
        return TakenIn(_blob(kept), self._jobs.cancel(LET_GO, key=upload_id))

    def let_go(self, account_id: str, blob_id: str) -> Action:
        """Ends one use of a file, for the transaction that removes what referred to it."""
        return self._jobs.enqueue(LET_GO, Use(account_id=account_id, blob_id=blob_id))

    async def find(self, account_id: str, blob_id: str) -> Blob:
        """A file that an account keeps."""
        try:
            kept = await self._tables.get(Kept.with_id(account_id, blob_id))
        except KeyValueError as fault:
            raise _no_file() from fault
        if kept is None:
            raise _no_file()
        return _blob(kept)

    async def of_account(self, account_id: str) -> list[Blob]:
        return [_blob(kept) for kept in await self._tables.all(Kept.of_account(account_id))]

    async def link(self, blob_id: str, *, name: str = "", lives: timedelta = LINK_LIVES) -> str:
        """An address under which whoever holds it can read a file for some time. Who may have it, the caller knows."""
        try:
            content = await self._tables.get(Content.of(blob_id))
        except KeyValueError as fault:
            raise _no_file() from fault
        if content is None:
            raise _no_file()
        elsewhere = await self._place.signed_url(content.place, lives=lives)
        if elsewhere is not None:
            return elsewhere
        # Two links of one hour are the same text, so that browsers need not fetch the file again.
        until = (self._clock.now() + lives).timestamp() // 3600 * 3600 + 3600
        token = self._links.sign({"blob": blob_id, "until": int(until), "name": name})
        return f"{self._public_url}/blobs/{token}"

    async def served(self, token: str) -> Served:
        """What a signed address gives. Raises `NotFound` for one that is too old, or none of ours."""
        values = self._links.read(token)
        if values is None or int(values["until"]) <= self._clock.now().timestamp():
            raise NotFound("This address is too old, or not whole; load the page again that shows the file")
        content = await self._tables.get(Content.of(str(values["blob"])))
        if content is None:
            raise _no_file()
        return Served(
            blob_id=content.digest,
            media_type=content.media_type,
            size=content.size,
            name=str(values["name"]),
            until=datetime.fromtimestamp(int(values["until"]), UTC),
        )

    async def read(self, blob_id: str, *, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        """The bytes of a file, or some of them, in pieces of about a megabyte."""
        content = await self._tables.get(Content.of(blob_id))
        if content is None:
            raise _no_file()
        last = content.size if end is None else min(end, content.size)
        async for chunk in self._place.read(content.place, start=start, end=last):
            yield chunk

    async def do_discard(self, upload: Upload, _run: Run) -> None:
        await self._place.remove(upload.place)

    async def do_let_go(self, use: Use, run: Run) -> None:
        for _ in range(_TRIES):
            actions = await self._letting_go(use.account_id, use.blob_id, all_uses=False)
            if not actions:
                return None
            try:
                return await run.complete(*actions)
            except ConditionFailedError:
                continue  # somebody else keeps or lets go of the same file
        raise Conflict("The file is kept and let go of by many at once")

    async def forget(self, account_id: str) -> None:
        """Lets go of all that an account keeps."""
        for kept in await self._tables.all(Kept.of_account(account_id)):
            while actions := await self._letting_go(account_id, kept.blob_id, all_uses=True):
                try:
                    await self._tables.write(*actions)
                except ConditionFailedError:
                    continue
                break

    async def _refer(
        self, account_id: str, upload_id: str, place: str, reception: Reception, media_type: MediaType
    ) -> Kept:
        """Notes that an account keeps a file, which lies where it was just put or where it was before."""
        digest, now = reception.digest, self._clock.now()
        use = Use(account_id=account_id, blob_id=digest)
        until_kept = self._jobs.enqueue(LET_GO, use, key=upload_id, at=now + _UNTIL_FORGOTTEN)
        for _ in range(_TRIES):
            kept = await self._tables.get(Kept.with_id(account_id, digest), consistent=True)
            content = await self._tables.get(Content.of(digest), consistent=True)
            if content is None:
                there = create(
                    Content(digest=digest, place=place, media_type=media_type, size=reception.size)
                )
            elif kept is None:
                there = update(content.key, attribute(Content.keepers).add(1))
            else:
                there = None
            own = kept or Kept(
                account_id=account_id,
                blob_id=digest,
                media_type=media_type,
                size=reception.size,
                kept_at=now,
            )
            upload = (
                self._jobs.cancel(DISCARD, key=place)
                if content is None
                else self._jobs.enqueue(DISCARD, Upload(place=place), key=place)
            )
            actions = [
                create(own) if kept is None else update(kept.key, attribute(Kept.uses).add(1)),
                upload,
                until_kept,
            ]
            try:
                await self._tables.write(*actions, *([] if there is None else [there]))
            except ConditionFailedError:
                continue  # the same bytes came from elsewhere at this moment, or were let go of
            return own
        raise Conflict("The same file is sent by many at once; try again")

    async def _letting_go(self, account_id: str, blob_id: str, *, all_uses: bool) -> list[Action]:
        """What ends a use. With the last one of all accounts, the bytes go."""
        kept = await self._tables.get(Kept.with_id(account_id, blob_id), consistent=True)
        if kept is None:
            return []
        as_seen = Kept.uses == kept.uses
        if kept.uses > 1 and not all_uses:
            return [update(kept.key, attribute(Kept.uses).add(-1), when=as_seen)]
        content = await self._tables.get(Content.of(blob_id), consistent=True)
        if content is None:
            return [delete(kept, when=as_seen)]
        still = Content.keepers == content.keepers
        if content.keepers > 1:
            return [
                delete(kept, when=as_seen),
                update(content.key, attribute(Content.keepers).add(-1), when=still),
            ]
        return [
            delete(kept, when=as_seen),
            delete(content, when=still),
            self._jobs.enqueue(DISCARD, Upload(place=content.place), key=content.place),
        ]


def _blob(kept: Kept) -> Blob:
    return Blob(blob_id=kept.blob_id, media_type=kept.media_type, size=kept.size, kept_at=kept.kept_at)


def _no_file() -> NotFound:
    return NotFound("There is no such file")
