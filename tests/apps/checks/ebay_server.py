"""An eBay on this machine that answers as the Browse API is published: tokens, quota, searches, groups, auctions, errors."""

import asyncio
import base64
import json
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from tests.services.outbound.servers import Asked

CLIENT_ID: Final = "Cairn-App"
CLIENT_SECRET: Final = "a secret of eBay's"
_BROWSE: Final = "/buy/browse/v1"
Item = dict[str, Any]


def item(number: int, price: str, title: str = "Cast iron kettle", **fields: Any) -> Item:
    """A listing as the API tells it. Of its seller more is told than may be kept."""
    return {
        "itemId": f"v1|{number}|0",
        "title": title,
        "itemWebUrl": f"https://www.ebay.de/itm/{number}",
        "price": {"value": price, "currency": "EUR"},
        "buyingOptions": ["FIXED_PRICE"],
        "condition": "New",
        "seller": {"username": "kettle_bay", "feedbackPercentage": "99.1", "feedbackScore": 500},
        "itemCreationDate": "2026-03-01T00:00:00.000Z",
        **fields,
    }


def shipping(cost: str) -> dict[str, Any]:
    return {
        "shippingOptions": [{"shippingCostType": "FIXED", "shippingCost": {"value": cost, "currency": "EUR"}}]
    }


def auction(number: int, bid: str, ends: str, bids: int = 3) -> Item:
    listed = item(number, bid, buyingOptions=["AUCTION"], itemEndDate=ends, bidCount=bids)
    listed["currentBidPrice"] = listed.pop("price")
    return listed


@dataclass
class EbayServer:
    """`listings` are found by searches and by their numbers; `groups` are listings with variations."""

    listings: list[Item] = field(default_factory=list)
    groups: dict[str, list[Item]] = field(default_factory=dict)
    quota: int = 1_000_000
    expires_in: int = 7200
    fault: tuple[int, int, str] | None = None
    mints: int = 0
    calls: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)

    @property
    def searches(self) -> int:
        return Counter(each.partition("?")[0] for each in self.calls)["/item_summary/search"]

    async def __call__(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        status, body = self.answer(asked)
        text = json.dumps(body).encode()
        head = f"HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + text)

    def answer(self, asked: Asked) -> tuple[int, Any]:
        method, target, _ = asked.line.split()
        if method == "POST" and target == "/identity/v1/oauth2/token":
            return self._token(asked)
        path = target.removeprefix(_BROWSE)
        self.calls.append(path)
        self.headers.append(asked.headers)
        if asked.headers.get("authorization", "").removeprefix("Bearer ") not in self.tokens:
            return _error(401, 1001, "Invalid access token")
        if len(self.calls) > self.quota:
            return _error(429, 2001, "Too many requests.")
        if self.fault is not None:
            return _error(*self.fault)
        parts = urlsplit(path)
        given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        match parts.path:
            case "/item_summary/search":
                return self._search(given)
            case "/item/get_item_by_legacy_id":
                return self._item(given)
            case "/item/get_items_by_item_group":
                found = self.groups.get(given["item_group_id"])
                return (
                    (200, {"items": found}) if found else _error(404, 11008, "The item group was not found.")
                )
            case other:
                raise AssertionError(f"eBay has nothing at {other}")

    def _token(self, asked: Asked) -> tuple[int, Any]:
        pair = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        given = parse_qs(asked.body.decode())
        right = {"grant_type": ["client_credentials"], "scope": ["https://api.ebay.com/oauth/api_scope"]}
        if asked.headers.get("authorization") != f"Basic {pair}" or given != right:
            return 401, {"error": "invalid_client", "error_description": "client authentication failed"}
        self.mints += 1
        token = f"v^1.1#i^1#{self.mints}"
        self.tokens.add(token)
        return 200, {
            "access_token": token,
            "expires_in": self.expires_in,
            "token_type": "Application Access Token",
        }

    def _search(self, given: dict[str, str]) -> tuple[int, Any]:
        if "q" not in given and "category_ids" not in given:
            return _error(400, 12001, "The call must have a valid 'q' or 'category_ids' parameter.")
        words = given.get("q", "").lower().split()
        options, least, most = {"FIXED_PRICE"}, Decimal(0), Decimal("Infinity")
        conditions: set[str] = set()
        for each in filter(None, _split(given.get("filter", ""))):
            name, _, value = each.partition(":")
            if name == "buyingOptions":
                options = set(value.strip("{}").split("|"))
            elif name == "conditions":
                conditions = set(value.strip("{}").split("|"))
            elif name == "price":
                low, _, high = value.strip("[]").partition("..")
                least, most = Decimal(low or 0), Decimal(high or "Infinity")
        found = [
            each
            for each in self.listings
            if all(word in each["title"].lower() for word in words)
            and options & set(each["buyingOptions"])
            and least <= _price(each) <= most
            and (not conditions or each["condition"].upper() in conditions)
        ]
        found.sort(key=_price)
        limit = int(given.get("limit", "50"))
        return 200, {"href": "…", "total": len(found), "limit": limit, "offset": 0} | (
            {"itemSummaries": found[:limit]} if found else {}
        )

    def _item(self, given: dict[str, str]) -> tuple[int, Any]:
        number = given["legacy_item_id"]
        if number in self.groups and "legacy_variation_id" not in given:
            href = f"https://api.ebay.com{_BROWSE}/item/get_items_by_item_group?item_group_id={number}"
            said = "The legacy ID is invalid. Use get_items_by_item_group with the item group ID."
            return _error(400, 11006, said, {"name": "itemGroupHref", "value": href})
        wanted = f"v1|{number}|{given.get('legacy_variation_id', '0')}"
        for each in [*self.listings, *self.groups.get(number, [])]:
            if each["itemId"] == wanted:
                return 200, each
        return _error(404, 11001, "The specified item Id was not found.")


def _price(listed: Item) -> Decimal:
    return Decimal((listed.get("price") or listed["currentBidPrice"])["value"])


def _split(filters: str) -> list[str]:
    """Filters are parted by commas, and values by bars."""
    return unquote(filters).split(",")


def _error(status: int, number: int, message: str, *parameters: dict[str, str]) -> tuple[int, Any]:
    error = {
        "errorId": number,
        "domain": "API_BROWSE",
        "category": "REQUEST",
        "message": message,
        "longMessage": message,
        "parameters": list(parameters),
    }
    return status, {"errors": [error]}
