"""What an address of eBay means."""

from urllib.parse import parse_qs, urlsplit

import pytest

from cairn.apps.checks.ebay.wanted import Item, NotWanted, Search, wanted


def asked(url: str) -> dict[str, str]:
    found = wanted(url)
    return {name: values[0] for name, values in parse_qs(urlsplit(found.path).query).items()}


def test_a_search_for_what_is_bought_now_cheapest_first() -> None:
    assert asked("https://www.ebay.com/sch/i.html?_nkw=dutch+oven&_sop=15&LH_BIN=1&_udhi=270") == {
        "q": "dutch oven",
        "limit": "50",
        "sort": "price",
        "filter": "buyingOptions:{FIXED_PRICE},price:[..270],priceCurrency:USD",
    }


def test_all_that_people_set_there() -> None:
    url = "https://www.ebay.de/sch/i.html?_nkw=rad&_sacat=177831&_udlo=10.50&_udhi=90&LH_ItemCondition=3&LH_Auction=1&_sop=10"
    assert asked(url) == {
        "q": "rad",
        "limit": "50",
        "sort": "newlyListed",
        "category_ids": "177831",
        "filter": "buyingOptions:{AUCTION},price:[10.50..90],priceCurrency:EUR,conditions:{NEW}",
    }


def test_two_who_search_for_the_same_ask_the_same() -> None:
    one = wanted("https://www.ebay.com/sch/i.html?_nkw=dutch+oven&LH_BIN=1&_from=R40")
    other = wanted("https://ebay.com/sch/i.html?LH_BIN=1&_trksid=7&_nkw=dutch%20%20oven&_sacat=0")
    assert one == other
    assert one.path == other.path


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://www.ebay.co.uk/itm/364912345678", "legacy_item_id=364912345678"),
        ("https://www.ebay.com/itm/A-fine-pot/364912345678?hash=1", "legacy_item_id=364912345678"),
        (
            "https://www.ebay.com/itm/364912345678?var=63123",
            "legacy_item_id=364912345678&legacy_variation_id=63123",
        ),
    ],
)
def test_an_item(url: str, path: str) -> None:
    found = wanted(url)
    assert isinstance(found, Item)
    assert found.path == f"/item/get_item_by_legacy_id?{path}"


def test_the_marketplace_follows_the_domain() -> None:
    found = wanted("https://www.ebay.com.au/sch/i.html?_nkw=a")
    assert isinstance(found, Search)
    assert (found.marketplace.id, found.marketplace.currency) == ("EBAY_AU", "AUD")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://ebay.com.evil.example/itm/364912345678", "no address of eBay"),
        ("ftp://www.ebay.com/itm/364912345678", "no address of eBay"),
        ("https://www.ebay.com/", "neither a search nor an item"),
        ("https://www.ebay.com/itm/abc", "neither a search nor an item"),
        ("https://www.ebay.com/sch/i.html?_nkw=+", "a search for nothing"),
    ],
)
def test_what_can_not_be_watched_is_told(url: str, words: str) -> None:
    with pytest.raises(NotWanted, match=words):
        wanted(url)
