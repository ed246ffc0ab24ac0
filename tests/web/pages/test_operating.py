"""The operator at a browser: jobs that were given up, accounts of others, and an app with a card at home."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.pages.conftest import complaining
from tests.web.pages.garden import Soil, garden
from tests.web.pages.house import House, served_house
from tests.web.pages.visitors import sign_in, sign_up


@pytest.fixture(scope="module")
def soil() -> Soil:
    return Soil()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, soil: Soil) -> Iterator[House]:
    """A house with a garden, whose operator is Ada."""
    with served_house(tmp_path_factory.mktemp("house"), [garden(soil)]) as house:
        yield house


@pytest.fixture(scope="module")
def operator(chromium: Browser, house: House) -> Iterator[Page]:
    with complaining(chromium, house) as page:
        sign_up(page, "ada@example.org")
        yield page


def test_a_job_that_was_given_up_says_why_and_is_done_when_it_is_tried_again(
    operator: Page, soil: Soil
) -> None:
    page = operator
    page.goto("/operator/jobs")
    given_up = page.locator(".figure", has_text="Given up").locator("dd")
    expect(given_up).to_have_text("0")
    with page.context.expect_page() as opened:
        page.evaluate("window.open('/garden')")
    garden_page = opened.value
    garden_page.get_by_role("button", name="Plant one").click()
    expect(garden_page.get_by_role("status")).to_contain_text("It is planted soon")
    garden_page.close()
    expect(given_up).to_have_text("1")  # by itself
    page.reload()
    expect(page.get_by_text("the soil is frozen")).to_be_visible()
    soil.is_frozen = False
    page.get_by_role("button", name="Try again garden.plant").click()
    expect(page.get_by_text("Nothing. Whatever was asked for is done")).to_be_visible()
    expect(given_up).to_have_text("0")
    page.goto("/")
    expect(page.get_by_role("article", name="").filter(has_text="Garden")).to_contain_text("1 trees")


def test_a_job_that_was_given_up_is_discarded(operator: Page, soil: Soil) -> None:
    page = operator
    soil.is_frozen = True
    page.goto("/garden")
    page.get_by_role("button", name="Plant one").click()
    page.goto("/operator/jobs")
    given_up = page.locator(".figure", has_text="Given up").locator("dd")
    expect(given_up).to_have_text("1")
    page.reload()
    page.get_by_role("button", name="Discard garden.plant").click()
    expect(page.get_by_role("status")).to_contain_text("It is discarded")
    expect(given_up).to_have_text("0")


def test_an_account_is_suspended_resumed_and_deleted(operator: Page, chromium: Browser, house: House) -> None:
    with complaining(chromium, house) as other:
        sign_up(other, "bo@example.org")
        operator.goto("/operator/accounts")
        operator.get_by_role("button", name="Suspend bo@example.org").click()
        expect(operator.get_by_text("suspended", exact=True)).to_be_visible()
        sign_in(other, "bo@example.org")
        expect(other.get_by_role("alert")).to_contain_text("This account is suspended")
        operator.get_by_role("button", name="Resume bo@example.org").click()
        expect(operator.get_by_text("suspended", exact=True)).to_have_count(0)
        sign_in(other, "bo@example.org")
        expect(other).to_have_url("/")
        other.goto("/operator")
        expect(other.get_by_role("heading", level=1)).to_have_text("This is not allowed")
    operator.get_by_role("button", name="Delete bo@example.org").click()
    operator.get_by_role("button", name="Delete it").click()
    expect(operator.get_by_role("status")).to_contain_text("The account is gone")


def test_tables_storage_and_mails_are_shown(operator: Page) -> None:
    operator.goto("/operator/tables")
    expect(operator.get_by_role("row", name="Accounts")).to_be_visible()
    operator.goto("/operator")
    expect(operator.locator(".figure", has_text="In the data folder")).to_contain_text("B")
    operator.goto("/operator/mail")
    expect(operator.get_by_text("Confirm your e-mail address").first).to_be_visible()
