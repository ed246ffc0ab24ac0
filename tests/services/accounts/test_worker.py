"""What accounts ask for is done by the worker that serves."""

import asyncio
from datetime import timedelta
from pathlib import Path

from cairn.services import accounts, notify
from cairn.services import worker as background
from cairn.services.accounts.schema import Account
from cairn.services.clock import ManualClock
from cairn.services.jobs import Counts
from cairn.services.opening import open_services
from cairn.services.part import Part
from cairn.services.services import AllSettings
from cairn.services.settings import Settings
from cairn.services.worker import working
from tests.services.accounts.belongings import Drawers
from tests.services.accounts.cast import ADA, BO, HOME, NOON, PASSWORD
from tests.services.worker.cast import has_counts, until


async def test_the_worker_deletes_accounts_with_what_all_parts_keep_and_mails_links(tmp_path: Path) -> None:
    drawers = Drawers({}, failures=1)
    part = Part(name="drawers", personal_data=lambda _: drawers)
    clock = ManualClock(NOON)
    settings = AllSettings({Settings: Settings()})
    parts = [background.PART, accounts.PART, notify.PART, part]
    async with open_services(settings, tmp_path, parts, clock=clock) as services, working(services):
        doors = services.accounts
        ada, bo = [
            (await doors.entrance.sign_up(HOME, email=email, password=PASSWORD)).member for email in (ADA, BO)
        ]
        drawers.contents = {each.account_id: ["a pen"] for each in (ada, bo)}
        await doors.departures.delete_account(bo, password=PASSWORD)
        await doors.links.ask_to_reset_password(HOME, email=ADA)
        await has_counts(services, Counts(1, 0, 0))
        mails = [(mail.to, mail.subject) for mail in await services.notify.mailing.latest()]
        assert sorted(mails) == [
            (ADA, "Choose a new password"),
            (ADA, "Confirm your e-mail address"),
            (BO, "Confirm your e-mail address"),
        ]
        assert drawers.contents.keys() == {ada.account_id, bo.account_id}

        clock.advance(timedelta(seconds=10))
        await until(lambda: drawers.failures == 0)
        async with asyncio.timeout(60):
            while len(drawers.contents) == 2 or await services.jobs.counts() != Counts(0, 0, 0):
                clock.advance(timedelta(seconds=1))  # by then the failure may not be noted yet
                await asyncio.sleep(0.02)
        assert drawers.contents == {ada.account_id: ["a pen"]}
        assert await services.tables.all(Account.all()) == [Account.with_id(ada.account_id)]
