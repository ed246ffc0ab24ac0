"""What somebody wants of eBay, as the address in their browser says it: a search, or one item."""

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import Final
from urllib.parse import parse_qs, quote, unquote_plus, urlencode, urlsplit

from cairn.apps.checks.ebay.marketplaces import Marketplace, marketplace_of

_ITEM_PATH: Final = re.compile(r"^/itm/(?:[^/]+/)?(\d{9,15})/?$")
_CONDITIONS: Final = {"3": "NEW", "4": "USED", "1000": "NEW", "3000": "USED"}
_NEWEST_FIRST: Final = "10"


class NotWanted(ValueError):
    """The address is of eBay, and not one that can be watched; or of somewhere else. The message says what would be."""


@dataclass(frozen=True, slots=True)
class Item:
    """One listing, and of a listing with variations perhaps one of them."""

    marketplace: Marketplace
    legacy_id: str
    variation: str | None = None

    @property
    def path(self) -> str:
        """What to ask the API."""
        asked = {"legacy_item_id": self.legacy_id}
        if self.variation:
            asked["legacy_variation_id"] = self.variation
        return f"/item/get_item_by_legacy_id?{urlencode(asked)}"

    def varied(self, variation: str) -> "Item":
        return replace(self, variation=variation)


@dataclass(frozen=True, slots=True)
class Group:
    """A listing with all its variations."""

    marketplace: Marketplace
    group_id: str

    @property
    def path(self) -> str:
        """What to ask the API."""
        return f"/item/get_items_by_item_group?{urlencode({'item_group_id': self.group_id})}"


@dataclass(frozen=True, slots=True)
class Search:
    """A search, the cheapest first."""

    marketplace: Marketplace
    words: str
    category: str | None = None
    least: Decimal | None = None
    most: Decimal | None = None
    condition: str | None = None
    buying_options: frozenset[str] = field(default_factory=lambda: frozenset({"FIXED_PRICE"}))
    newest_first: bool = False

    @property
    def path(self) -> str:
        """What to ask the API. The same search by two people is the same text, so that one call answers both."""
        asked = {"q": self.words, "limit": "50", "sort": "newlyListed" if self.newest_first else "price"}
        if self.category:
            asked["category_ids"] = self.category
        asked["filter"] = ",".join(self._filters())
        return f"/item_summary/search?{urlencode(asked, quote_via=quote)}"

    def in_condition(self, condition: str) -> "Search":
        return replace(self, condition=condition)

    def _filters(self) -> list[str]:
        filters = [f"buyingOptions:{{{'|'.join(sorted(self.buying_options))}}}"]
        if self.least is not None or self.most is not None:
            least, most = ("" if bound is None else f"{bound:f}" for bound in (self.least, self.most))
            filters += [f"price:[{least}..{most}]", f"priceCurrency:{self.marketplace.currency}"]
        if self.condition:
            filters.append(f"conditions:{{{self.condition}}}")
        return filters


def wanted(url: str) -> Search | Item:
    """What an address of eBay means. Raises `NotWanted` for any other."""
    parts = urlsplit(url)
    marketplace = marketplace_of(parts.hostname or "")
    if parts.scheme not in {"http", "https"} or marketplace is None:
        raise NotWanted(
            "is no address of eBay: copy it from the browser, for example https://www.ebay.com/itm/…"
        )
    given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    item = _ITEM_PATH.match(parts.path)
    if item:
        return Item(marketplace, item.group(1), given.get("var"))
    if not parts.path.startswith(("/sch/", "/b/")):
        raise NotWanted("is neither a search nor an item of eBay: it has /sch/ or /itm/ in it")
    words = unquote_plus(given.get("_nkw", "")).strip()
    category = given.get("_sacat") if given.get("_sacat") not in {None, "0"} else None
    if not words and not category:
        raise NotWanted("is a search for nothing: it has words (_nkw) or a category (_sacat)")
    return Search(
        marketplace,
        " ".join(words.split()),
        category,
        _price(given, "_udlo"),
        _price(given, "_udhi"),
        _CONDITIONS.get(given.get("LH_ItemCondition", "")),
        _buying_options(given),
        given.get("_sop") == _NEWEST_FIRST,
    )


def _buying_options(given: dict[str, str]) -> frozenset[str]:
    chosen = {
        option
        for name, option in (("LH_BIN", "FIXED_PRICE"), ("LH_Auction", "AUCTION"), ("LH_BO", "BEST_OFFER"))
        if given.get(name) == "1"
    }
    return frozenset(chosen or {"FIXED_PRICE"})


def _price(given: dict[str, str], name: str) -> Decimal | None:
    try:
        price = Decimal(given[name])
    except (KeyError, InvalidOperation):
        return None
    return price if price.is_finite() and price >= 0 else None
