"""What people come for, from the first click to the last."""

import http.client
import re
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.pages.conftest import complaining
from tests.web.pages.house import House
from tests.web.pages.visitors import OTHER_PASSWORD, PASSWORD, sign_in, sign_out, sign_up


def test_somebody_makes_an_account_leaves_and_comes_back(page: Page) -> None:
    sign_up(page, "ada@example.org")
    expect(page.get_by_role("status")).to_contain_text("Welcome. Your account is made.")
    expect(page.get_by_text("The path begins here")).to_be_visible()
    sign_out(page)
    page.goto("/account")
    expect(page).to_have_url("/sign-in?next=%2Faccount")
    page.get_by_label("E-mail address").fill("ada@example.org")
    page.get_by_label("Password", exact=True).fill("not the one")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The e-mail address or the password is not right")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url("/account")


def test_a_field_that_is_wrong_says_what_would_be_right(page: Page) -> None:
    page.goto("/sign-up")
    page.get_by_label("E-mail address").fill("short@example.org")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_role("button", name="Make my account").click()
    field = page.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    said = page.locator(f"#{(field.get_attribute('aria-describedby') or '').split()[0]}")
    expect(said).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_have_value("short@example.org")


def test_the_time_zone_of_the_browser_is_the_first_one(page: Page) -> None:
    sign_up(page, "zone@example.org")
    page.goto("/account/preferences")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/London")


def test_a_token_is_made_shown_once_works_and_is_revoked(page: Page, house: House) -> None:
    sign_up(page, "token@example.org")
    page.get_by_role("link", name="Tokens").click()
    page.get_by_role("button", name="Make the token").click()  # the browser asks for a name
    page.get_by_label("What is it for?").fill("Backup")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_text("choose at least one")).to_be_visible()
    page.get_by_label("Read everything").check()
    page.get_by_role("button", name="Make the token").click()
    secret = page.locator("#new-token").inner_text()
    assert secret.startswith("cairn_")
    assert _status_of(house, secret) == 200
    page.reload()
    expect(page.locator("#new-token")).to_have_count(0)
    page.get_by_role("button", name="Revoke Backup").click()
    expect(page.get_by_role("status")).to_contain_text("The token is revoked")
    assert _status_of(house, secret) == 401


def test_a_password_is_chosen_anew_with_the_link_in_a_mail(page: Page, house: House) -> None:
    sign_up(page, "forgetful@example.org")
    sign_out(page)
    page.get_by_role("link", name="I forgot my password").click()
    page.get_by_label("E-mail address").fill("forgetful@example.org")
    page.get_by_role("button", name="Send me the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your mail")
    link = house.mailbox.link_to("/reset-password")
    page.goto(link)
    page.get_by_label("New password").fill(OTHER_PASSWORD)
    page.get_by_role("button", name="Use this password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is changed")
    sign_out(page)
    sign_in(page, "forgetful@example.org", OTHER_PASSWORD)
    expect(page).to_have_url("/")
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link can't be used any more")


def test_an_address_is_confirmed_with_the_link_in_a_mail(page: Page, house: House) -> None:
    sign_up(page, "reader@example.org")
    page.goto("/account")
    page.get_by_role("button", name="Send me the mail that confirms it").click()
    page.goto(house.mailbox.link_to("/verify-email"))
    page.get_by_role("button", name="Confirm this address").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    page.goto("/account")
    expect(page.get_by_text("confirmed", exact=True)).to_be_visible()


@pytest.mark.parametrize(("name", "scheme"), [("Dark", "dark"), ("Light", "light")])
def test_a_theme_stays_when_it_was_chosen(page: Page, name: str, scheme: str) -> None:
    page.goto("/design")
    page.get_by_role("button", name=name, exact=True).click()
    page.goto("/sign-in")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
    expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")


def test_preferences_are_kept_with_the_account(page: Page) -> None:
    sign_up(page, "picky@example.org")
    page.goto("/account/preferences")
    page.get_by_label("Time zone").fill("Mars/Olympus")
    page.get_by_role("button", name="Keep these").click()
    expect(page.get_by_text("'Mars/Olympus' is no time zone")).to_be_visible()
    page.get_by_label("Time zone").fill("Pacific/Auckland")
    page.get_by_label("Dark").check()
    page.get_by_label("Pounds and feet").check()
    page.get_by_role("button", name="Keep these").click()
    expect(page.get_by_role("status")).to_contain_text("Your preferences are kept")
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Auckland")
    expect(page.get_by_label("Pounds and feet")).to_be_checked()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_another_browser_is_signed_out_from_this_one(page: Page, chromium: Browser, house: House) -> None:
    sign_up(page, "twice@example.org")
    with complaining(chromium, house) as other:
        sign_in(other, "twice@example.org")
        expect(other).to_have_url("/")
        page.goto("/account/sessions")
        page.get_by_role("button", name="Sign out there").click()
        expect(page.get_by_role("status")).to_contain_text("That browser is signed out")
        other.goto("/")
        expect(other.get_by_role("link", name="Make an account")).to_be_visible()


def test_what_is_kept_is_taken_along_and_then_left(page: Page, tmp_path: Path) -> None:
    sign_up(page, "leaving@example.org")
    page.goto("/account/data")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    download.value.save_as(tmp_path / "data.zip")
    with zipfile.ZipFile(tmp_path / "data.zip") as archive:
        assert b"leaving@example.org" in archive.read("accounts/account.json")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("status")).to_contain_text("Your account is gone")
    sign_in(page, "leaving@example.org")
    expect(page.get_by_role("alert")).to_contain_text("is not right")


def test_a_channel_is_added_confirmed_tested_paused_and_removed(page: Page, house: House) -> None:
    sign_up(page, "listener@example.org")
    page.goto("/channels")
    expect(page.get_by_text("No channel yet")).to_be_visible()
    page.get_by_role("link", name="E-mail", exact=True).click()
    page.get_by_label("Address").fill("listener@example.org")
    page.get_by_role("button", name="Add E-mail").click()
    expect(page.get_by_text("to be confirmed", exact=True)).to_be_visible()
    page.goto(house.mailbox.link_to("/channels/confirm"))
    page.get_by_role("button", name="I want them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    page.goto("/channels")
    page.get_by_role("button", name="Test E-mail").click()
    ended = house.mailbox.link_to("/unsubscribe")
    page.get_by_role("button", name="Pause E-mail").click()
    expect(page.get_by_text("paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resume E-mail").click()
    page.goto(ended)
    page.get_by_role("button", name="Send no more").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That was it")
    page.goto("/channels")
    expect(page.get_by_text("paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove E-mail").click()
    expect(page.get_by_text("No channel yet")).to_be_visible()


def test_somebody_comes_in_by_way_of_a_provider(page: Page) -> None:
    page.goto("/tokens")
    page.get_by_role("button", name="Go on with The Works").click()
    expect(page).to_have_url("/tokens")
    page.goto("/account")
    expect(page.get_by_text("augusta@example.org").last).to_be_visible()
    expect(page.get_by_role("button", name="Disconnect The Works")).to_be_visible()


def test_a_page_that_is_not_there_leads_home(page: Page) -> None:
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such thing here")
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Mark how far"))


def _status_of(house: House, secret: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(house.url).netloc, timeout=20)
    connection.request("GET", "/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    status = connection.getresponse().status
    connection.close()
    return status
