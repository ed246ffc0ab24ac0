"""eBay's marketplaces, by the domains that people see."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Marketplace:
    """One of eBay's sites. `id` is how the API calls it."""

    id: str
    currency: str
    country: str


MARKETPLACES: Final[Mapping[str, Marketplace]] = {
    "ebay.com": Marketplace("EBAY_US", "USD", "US"),
    "ebay.co.uk": Marketplace("EBAY_GB", "GBP", "GB"),
    "ebay.de": Marketplace("EBAY_DE", "EUR", "DE"),
    "ebay.at": Marketplace("EBAY_AT", "EUR", "AT"),
    "ebay.ch": Marketplace("EBAY_CH", "CHF", "CH"),
    "ebay.fr": Marketplace("EBAY_FR", "EUR", "FR"),
    "ebay.it": Marketplace("EBAY_IT", "EUR", "IT"),
    "ebay.es": Marketplace("EBAY_ES", "EUR", "ES"),
    "ebay.nl": Marketplace("EBAY_NL", "EUR", "NL"),
    "ebay.be": Marketplace("EBAY_BE", "EUR", "BE"),
    "ebay.ie": Marketplace("EBAY_IE", "EUR", "IE"),
    "ebay.pl": Marketplace("EBAY_PL", "PLN", "PL"),
    "ebay.ca": Marketplace("EBAY_CA", "CAD", "CA"),
    "ebay.com.au": Marketplace("EBAY_AU", "AUD", "AU"),
    "ebay.com.hk": Marketplace("EBAY_HK", "HKD", "HK"),
    "ebay.com.sg": Marketplace("EBAY_SG", "SGD", "SG"),
}


def marketplace_of(host: str) -> Marketplace | None:
    """The marketplace of a host such as `www.ebay.de`; None for a host that is not eBay's."""
    return MARKETPLACES.get(host.lower().rstrip(".").removeprefix("www.").removeprefix("m."))
