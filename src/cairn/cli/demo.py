"""`cairn demo`: a data folder that has something to look at."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cairn.cli.options import Data

if TYPE_CHECKING:
    from cairn.apps.base import App
    from cairn.services.services import Services


def demo(data: Data = Path("cairn-demo")) -> None:
    """Fill a fresh data folder with believable data, and say how to sign in.

    Example: cairn demo --data cairn-demo && cairn serve --data cairn-demo
    """
    from cairn.apps.demonstration import is_empty
    from cairn.apps.registry import chosen_apps
    from cairn.cli.accounts.opened import with_services
    from cairn.services.settings import Settings

    async def fill(services: "Services") -> str | None:
        if not await is_empty(services):
            return None
        return await furnished(services, chosen_apps(services.settings[Settings].apps))

    told = with_services(data, fill, may_be_fresh=True)
    if told is None:
        raise typer.BadParameter(
            f"somebody has an account in {data}; name a folder that is not there yet", param_hint="--data"
        )
    print(told)


async def furnished(services: "Services", apps: Sequence["App"]) -> str:
    """Fills a fresh installation, with a progress bar, and says how to sign in."""
    from cairn.apps.demonstration import furnish, invite
    from cairn.cli.progress import shown_progress

    with shown_progress() as progress:
        progress("Filling the apps", 0)
        guest, people = await invite(services)
        done = 0
        async for _ in furnish(services, apps, people):
            done += 1
            progress("Filling the apps", done / len(apps))
    return f"Sign in as {guest.email} with the password {guest.password}"
