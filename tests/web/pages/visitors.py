"""What people do at a browser, in the words in which they see it."""

from playwright.sync_api import Page, expect

PASSWORD = "no engine can originate"
OTHER_PASSWORD = "it does whatever we order"


def sign_up(page: Page, email: str, password: str = PASSWORD) -> None:
    page.goto("/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Make my account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Good ")


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.goto("/sign-in")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page).to_have_url("/sign-in")
