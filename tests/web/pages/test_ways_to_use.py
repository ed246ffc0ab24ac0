"""The pages for people who use a keyboard, have no scripts, or sign in with somebody who vouches for them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.pages.conftest import PHONE, complaining
from tests.web.pages.house import House
from tests.web.pages.visitors import OTHER_PASSWORD, PASSWORD, sign_up


@pytest.fixture
def plain(chromium: Browser, house: House) -> Iterator[Page]:
    """A browser without scripts."""
    with complaining(chromium, house, has_scripts=False) as page:
        yield page


def test_signing_in_needs_nothing_but_a_keyboard(page: Page) -> None:
    sign_up(page, "keys@example.org")
    page.context.clear_cookies()
    page.goto("/account/sessions")
    expect(page.get_by_label("E-mail address")).to_be_focused()
    page.keyboard.type("keys@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url("/account/sessions")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to what the page is about")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_dialog_opens_and_closes_by_keyboard_and_gives_the_focus_back(page: Page) -> None:
    page.goto("/design")
    opener = page.get_by_role("button", name="Open a dialog")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Remove this stone?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_menu_of_a_phone_opens_and_leads_on(chromium: Browser, house: House) -> None:
    with complaining(chromium, house, viewport=PHONE) as page:
        sign_up(page, "phone@example.org")
        expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Channels").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Channels")


def test_everything_important_works_without_scripts(plain: Page) -> None:
    sign_up(plain, "plain@example.org")
    expect(plain.get_by_role("status")).to_contain_text("Welcome")
    plain.goto("/tokens")
    plain.get_by_label("What is it for?").fill("Backup")
    plain.get_by_label("Read everything").check()
    plain.get_by_role("button", name="Make the token").click()
    expect(plain.locator("#new-token")).to_contain_text("cairn_")
    plain.get_by_role("button", name="Revoke Backup").click()
    expect(plain.get_by_role("status")).to_contain_text("The token is revoked")
    plain.goto("/account")
    plain.get_by_label("Password of today").fill(PASSWORD)
    plain.get_by_label("New password").fill(OTHER_PASSWORD)
    plain.get_by_role("button", name="Change the password").click()
    expect(plain.get_by_role("status")).to_contain_text("The password is changed")
    plain.goto("/account/preferences")
    plain.get_by_label("Dark").check()
    plain.get_by_role("button", name="Keep these").click()
    expect(plain.locator("html")).to_have_attribute("data-theme", "dark")
    plain.get_by_role("button", name="Sign out", exact=True).click()
    expect(plain).to_have_url("/sign-in")


def test_a_toast_goes_by_itself_and_says_what_was_done_once(page: Page) -> None:
    sign_up(page, "toast@example.org")
    toast = page.get_by_role("status").get_by_text("Welcome. Your account is made.")
    expect(toast).to_be_visible()
    expect(toast).to_have_count(0, timeout=15_000)
    page.reload()
    expect(toast).to_have_count(0)


def test_the_log_of_messages_goes_on_by_itself_while_it_is_open(page: Page, house: House) -> None:
    sign_up(page, "log@example.org")
    page.goto("/channels?add=webhook")
    page.get_by_label("Address").fill(f"{house.url}/healthz")
    page.get_by_role("button", name="Add Webhook").click()
    log = page.context.new_page()
    with log.expect_response("**/api/v1/live?topic=messages"):
        log.goto("/channels/log")
    expect(log.get_by_text("Nothing was sent yet")).to_be_visible()
    page.get_by_role("button", name="Test").click()
    expect(log.get_by_role("row", name="A test from Cairn")).to_contain_text("The webhook answered 405")
    log.close()


def test_a_password_can_be_looked_at(page: Page) -> None:
    page.goto("/sign-in")
    field = page.get_by_label("Password", exact=True)
    field.fill(PASSWORD)
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_value(PASSWORD)


def test_charts_tell_their_figures_to_a_pointer_and_as_a_table(page: Page) -> None:
    page.goto("/design")
    bars = page.locator("figure.chart", has_text="Stones laid")
    bars.locator("svg :has(> title)").first.hover()
    expect(bars.locator(".chart-tip")).to_have_text("Mon: 3")
    bars.get_by_text("The figures").click()
    expect(bars.get_by_role("row", name="Sat 9")).to_be_visible()
