"""The pictures of docs/images. They are taken anew where CAIRN_PICTURES is set: `CAIRN_PICTURES=1 scripts/test -k pictures`.

Otherwise the same pages are drawn and nothing is written, so that a test run leaves the checkout as it was.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, expect

from cairn.apps.demonstration import furnish, invite
from cairn.apps.registry import APPS
from cairn.services.accounts.schema import Account
from cairn.services.services import Services
from cairn.services.shards.schema import WorkerSign
from cairn.tables import attribute, put, update
from tests.services.due_jobs import do_due
from tests.web.pages.conftest import complaining
from tests.web.pages.house import House, prepared_house
from tests.web.pages.visitors import PASSWORD, sign_in

ADA: Final = "ada@example.org"
IMAGES: Final = Path(__file__).parents[3] / "docs/images"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
HAND: Final[ViewportSize] = {"width": 390, "height": 844}
Scheme = Literal["light", "dark"]


async def furnished(services: Services) -> None:
    """What the demonstration shows, with a password for Ada, and nothing that is still to be done."""
    _, people = await invite(services)
    async for _ in furnish(services, APPS, people):
        pass
    await services.sql.relay()
    await do_due(services)
    await services.accounts.keeping.set_password(ADA, PASSWORD)
    verified = attribute(Account.email_verified_at).set(services.clock.now())
    await services.tables.write(update(Account.with_id(people[0].account_id), verified))
    # Nothing works here that would ask the web for what the pictures show; the operator's page need not complain of it.
    worker = WorkerSign(worker_id="1", started_at=services.clock.now(), machine="cairn", process=1)
    await services.tables.write(put(worker))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with prepared_house(tmp_path_factory.mktemp("house"), APPS, furnished) as house:
        yield house


@pytest.fixture(scope="module")
def ada(chromium: Browser, house: House) -> StorageState:
    """The cookies of somebody who has settled in."""
    with complaining(chromium, house) as page:
        sign_in(page, ADA)
        page.wait_for_url("**/")
        page.goto("/account/preferences")
        page.get_by_label("Time zone").fill("Europe/London")
        page.get_by_role("button", name="Keep these").click()
        page.goto("/habits")
        page.locator(".tap-button[aria-pressed=false]").first.click()
        expect(page.locator(".tap-button[aria-pressed=true]")).to_have_count(1)
        page.goto("/tokens")
        page.get_by_label("What is it for?").fill("Backup script")
        page.get_by_label("Read everything").check()
        page.get_by_role("button", name="Make the token").click()
        page.locator("#new-token").wait_for()
        return page.context.storage_state()


@pytest.mark.parametrize(
    ("name", "path", "scheme", "viewport"),
    [
        ("landing", "/", "light", DESK),
        ("landing-dark", "/", "dark", DESK),
        ("landing-phone", "/", "dark", HAND),
        ("sign-up", "/sign-up", "light", HAND),
    ],
)
def test_pictures_of_the_entrance(
    chromium: Browser, house: House, name: str, path: str, scheme: Scheme, viewport: ViewportSize
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport) as page:
        _take(page, path, name)


@pytest.mark.parametrize(
    ("name", "path", "scheme", "viewport", "whole"),
    [
        ("home", "/", "light", DESK, False),
        ("home-dark", "/", "dark", DESK, False),
        ("home-phone", "/", "light", HAND, True),
        ("tokens", "/tokens", "light", DESK, False),
        ("tokens-phone", "/tokens", "dark", HAND, True),
        ("account", "/account", "light", DESK, True),
        ("preferences", "/account/preferences", "dark", DESK, False),
        ("channels", "/channels?add=telegram", "light", DESK, True),
        ("operator", "/operator", "light", DESK, True),
        ("operator-jobs", "/operator/jobs", "dark", DESK, False),
        ("design", "/design", "light", DESK, True),
        ("design-dark", "/design", "dark", DESK, True),
    ],
)
def test_pictures_of_the_house(
    chromium: Browser,
    house: House,
    ada: StorageState,
    name: str,
    path: str,
    scheme: Scheme,
    viewport: ViewportSize,
    *,
    whole: bool,
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport, state=ada) as page:
        _take(page, path, name, whole=whole)


def _take(page: Page, path: str, name: str, *, whole: bool = False) -> None:
    page.goto(path)
    page.evaluate("document.fonts.ready")
    # Where a folder of this test is, is nobody's business.
    page.evaluate(
        "for (const it of document.querySelectorAll('dd > code')) it.textContent = '/var/lib/cairn'"
    )
    picture = page.screenshot(full_page=whole, animations="disabled")
    if os.environ.get("CAIRN_PICTURES"):
        IMAGES.mkdir(exist_ok=True)
        (IMAGES / f"{name}.png").write_bytes(picture)
    assert picture.startswith(b"\x89PNG")
