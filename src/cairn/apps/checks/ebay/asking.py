"""Asking eBay: one token for everybody, one call for all who watch the same, and never more calls than a day has."""

import asyncio
import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from urllib.parse import quote, urlencode
from weakref import WeakValueDictionary

from cairn.apps.checks.ebay.budget import allowed_by_now, quota_day, renewed_at
from cairn.apps.checks.ebay.listings import NotNow
from cairn.apps.checks.ebay.marketplaces import Marketplace
from cairn.apps.checks.ebay_schema import EbayAnswer, EbayDay, EbayToken
from cairn.apps.checks.settings import CheckSettings
from cairn.services.clock import Clock
from cairn.services.outbound import Answer, Outbound, OutboundError
from cairn.tables import ConditionFailedError, Tables, attribute, delete, put, upsert

_SCOPE: Final = "https://api.ebay.com/oauth/api_scope"
_RENEWED_BEFORE: Final = timedelta(minutes=5)
_MOST_MINTS: Final = 500
"""eBay allows a thousand a day. More than a few are a sign that something is wrong."""
_KEPT: Final = timedelta(days=2)
_STALE: Final = timedelta(hours=6)
"""While there are no calls left, an answer of this age is still told, with its time."""
_MOST_BYTES: Final = 4_000_000
_KEPT_FIELDS: Final = (
    *("itemId", "title", "itemWebUrl", "price", "currentBidPrice", "minimumPriceToBid", "buyingOptions"),
    *("itemEndDate", "itemCreationDate", "bidCount", "condition", "estimatedAvailabilities"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a path of the Browse API, at a marketplace, for a country to which is shipped."""

    marketplace: Marketplace
    path: str
    country: str

    @property
    def name(self) -> str:
        """The same for all who ask the same."""
        whole = f"{self.marketplace.id} {self.country} {self.path}"
        return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Told:
    """What eBay has answered, and when."""

    status: int
    body: Mapping[str, Any]
    at: datetime


class Need(StrEnum):
    """FRESH  an answer will do as it is
    STALE  it is to be asked again, when there is a call for it
    URGENT it is to be asked again, with one of the calls that are kept for this
    """

    FRESH = "FRESH"
    STALE = "STALE"
    URGENT = "URGENT"


@dataclass(frozen=True, slots=True)
class Quota:
    """How often eBay was asked today, and how often it may be."""

    is_configured: bool
    calls: int
    calls_a_day: int
    tokens: int
    renewed_at: datetime
    refused_at: datetime | None


class Ebay:
    """eBay's Browse API, for all checks of one installation."""

    def __init__(self, tables: Tables, clock: Clock, outbound: Outbound, settings: CheckSettings) -> None:
        self._tables = tables
        self._clock = clock
        self._outbound = outbound
        self._settings = settings
        self._token: EbayToken | None = None
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def ask(
        self,
        question: Question,
        need: Callable[[Told], Need],
        *,
        within: timedelta,
    ) -> Told:
        """What eBay says, from the last answer where that is fresh. Raises `NotNow` where nothing can be known."""
        if not self._settings.asks_ebay:
            raise NotNow("the operator of this server has given no credentials for eBay")
        turn = self._turns.setdefault(question.name, asyncio.Lock())
        async with turn:
            kept = await self._tables.get(EbayAnswer.to(question.name), consistent=True)
            known = None if kept is None else Told(kept.status, json.loads(kept.body), kept.asked_at)
            needed = Need.STALE if known is None else need(known)
            if known is not None and needed is Need.FRESH:
                return known
            try:
                return await self._asked(question, within, is_urgent=needed is Need.URGENT)
            except NotNow as fault:
                if fault.is_quota and known is not None and self._clock.now() - known.at < _STALE:
                    return known
                raise

    async def quota(self) -> Quota:
        """For the operator."""
        now = self._clock.now()
        day = await self._tables.get(EbayDay.of(quota_day(now)), consistent=True)
        return Quota(
            self._settings.asks_ebay,
            0 if day is None else day.calls,
            self._settings.ebay_calls_a_day,
            0 if day is None else day.mints,
            renewed_at(now),
            None if day is None else day.refused_at,
        )

    async def _asked(self, question: Question, within: timedelta, *, is_urgent: bool) -> Told:
        for is_last in (False, True):
            token = await self._opened(within)
            await self._count(is_urgent=is_urgent)
            answer = await self._called(question, token, within)
            if answer.status == 401 and not is_last:
                await self._drop(token)  # it was withdrawn before its time
                continue
            break
        now = self._clock.now()
        if answer.status == 429:
            day = EbayDay.of(quota_day(now))
            await self._tables.write(upsert(day, attribute(EbayDay.refused_at).set(now)))
            raise NotNow("eBay's quota for today is used up", is_quota=True)
        told = Told(answer.status, _trimmed(_json(answer)), now)
        if answer.is_good or (400 <= answer.status < 500 and answer.status not in {401, 403}):
            kept = EbayAnswer(
                question=question.name,
                asked_at=now,
                status=told.status,
                body=json.dumps(told.body, separators=(",", ":")),
                expires_at=now + _KEPT,
            )
            await self._tables.write(put(kept))
        return told

    async def _called(self, question: Question, token: EbayToken, within: timedelta) -> Answer:
        where = quote(f"country={question.country}", safe="")
        headers = {
            "Authorization": f"Bearer {token.secret}",
            "X-EBAY-C-MARKETPLACE-ID": question.marketplace.id,
            "X-EBAY-C-ENDUSERCTX": f"contextualLocation={where}",
            "Accept": "application/json",
        }
        url = f"{self._settings.ebay_url.rstrip('/')}/buy/browse/v1{question.path}"
        try:
            return await self._outbound.fetch(
                url, headers=headers, most_bytes=_MOST_BYTES, most_redirects=0, within=within
            )
        except OutboundError as fault:
            raise NotNow(f"eBay can't be reached: {fault}") from fault

    async def _count(self, *, is_urgent: bool) -> None:
        """Takes a call of today's, before it is made."""
        now = self._clock.now()
        allowed = allowed_by_now(self._settings.ebay_calls_a_day, now, is_urgent=is_urgent)
        calls, refused = attribute(EbayDay.calls), attribute(EbayDay.refused_at)
        counted = upsert(
            EbayDay.of(quota_day(now)),
            calls.add(1),
            attribute(EbayDay.expires_at).set(now + _KEPT),
            when=(calls.missing() | (calls < allowed)) & refused.missing(),
        )
        try:
            await self._tables.write(counted)
        except ConditionFailedError as fault:
            raise NotNow(
                "eBay may be asked only so often a day, and that is shared by all: it is asked again later",
                is_quota=True,
            ) from fault

    async def _opened(self, within: timedelta) -> EbayToken:
        """The token, renewed some minutes before its end."""
        client_id = self._settings.ebay_client_id or ""
        now = self._clock.now()
        if self._token is None or self._token.good_until - _RENEWED_BEFORE <= now:
            self._token = await self._tables.get(EbayToken.of(client_id), consistent=True)
        if self._token is None or self._token.good_until - _RENEWED_BEFORE <= now:
            turn = self._turns.setdefault("token", asyncio.Lock())
            async with turn:
                self._token = await self._minted(client_id, within)
        return self._token

    async def _minted(self, client_id: str, within: timedelta) -> EbayToken:
        now = self._clock.now()
        # Somebody else may have been quicker, here or in another worker.
        kept = await self._tables.get(EbayToken.of(client_id), consistent=True)
        if kept is not None and kept.good_until - _RENEWED_BEFORE > now:
            return kept
        mints = attribute(EbayDay.mints)
        counted = upsert(
            EbayDay.of(quota_day(now)),
            mints.add(1),
            attribute(EbayDay.expires_at).set(now + _KEPT),
            when=mints.missing() | (mints < _MOST_MINTS),
        )
        try:
            await self._tables.write(counted)
        except ConditionFailedError as fault:
            raise NotNow("eBay has given as many tokens today as are asked for") from fault
        body = await self._granted(client_id, within)
        try:
            lasts = timedelta(seconds=int(body["expires_in"]))
            token = EbayToken(
                client_id=client_id,
                secret=str(body["access_token"]),
                good_until=now + lasts,
                expires_at=now + lasts,
            )
        except (KeyError, TypeError, ValueError) as fault:
            raise NotNow("eBay's answer has no token in it") from fault
        await self._tables.write(put(token))
        return token

    async def _granted(self, client_id: str, within: timedelta) -> Mapping[str, Any]:
        secret = self._settings.ebay_client_secret
        pair = f"{client_id}:{secret.get_secret_value() if secret else ''}"
        try:
            answer = await self._outbound.fetch(
                f"{self._settings.ebay_url.rstrip('/')}/identity/v1/oauth2/token",
                method="POST",
                headers={
                    "Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}",
                    "Content-Type": "application/x-www-form-urlencoded",
                },
                body=urlencode({"grant_type": "client_credentials", "scope": _SCOPE}).encode(),
                most_redirects=0,
                within=within,
            )
        except OutboundError as fault:
            raise NotNow(f"eBay can't be reached: {fault}") from fault
        if not answer.is_good:
            raise NotNow(f"eBay gives no token: it answered {answer.status}")
        return _json(answer)

    async def _drop(self, token: EbayToken) -> None:
        self._token = None
        await self._tables.write(delete(token.key))


def _json(answer: Answer) -> Mapping[str, Any]:
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = None
    if isinstance(body, dict):
        return body
    if answer.is_good:
        raise NotNow("eBay answered something that is not JSON")
    return {}


def _trimmed(body: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of an answer: what is shown and compared, and nothing of who sells."""
    if "errors" in body:
        return {"errors": body["errors"]}
    lists = {name: body[name] for name in ("itemSummaries", "items") if isinstance(body.get(name), list)}
    if lists or "itemId" not in body:
        return {name: [_item(each) for each in found] for name, found in lists.items()}
    return _item(body)


def _item(item: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: item[name] for name in _KEPT_FIELDS if name in item}
    costs = [
        {"shippingCost": each["shippingCost"]}
        for each in item.get("shippingOptions") or ()
        if "shippingCost" in each
    ]
    feedback = (item.get("seller") or {}).get("feedbackScore")
    return {
        **kept,
        **({"shippingOptions": costs} if costs else {}),
        **({} if feedback is None else {"seller": {"feedbackScore": feedback}}),
    }
