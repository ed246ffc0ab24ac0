"""The pages of who looks after the installation: how it is, who has an account, what was sent."""

import asyncio
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from cairn.apps.base import House, Operator, Page, PageRouter, Redirect, Toast
from cairn.services.accounts.oversight import AccountListed
from cairn.services.jobs import Counts
from cairn.services.notify import MailRecord
from cairn.services.settings import Settings
from cairn.tables.comparison import live_table

router: Final = PageRouter()
TABS: Final = (
    ("Overview", "/operator"),
    ("Accounts", "/operator/accounts"),
    ("Jobs", "/operator/jobs"),
    ("Tables", "/operator/tables"),
    ("Mail", "/operator/mail"),
)


@dataclass(frozen=True)
class Storage:
    """What the data folder takes, and what is left beside it."""

    folder: str
    size: int
    free: int


@dataclass(frozen=True)
class Overview:
    """How the installation is."""

    counts: Counts
    storage: Storage
    version: str
    places: Sequence[tuple[str, str]]
    apps: Sequence[str]
    is_mail_sent: bool
    tabs: Sequence[tuple[str, str]] = TABS


@dataclass(frozen=True)
class AccountsPage:
    """Who has an account."""

    accounts: Sequence[AccountListed]
    own_id: str
    more: str
    tabs: Sequence[tuple[str, str]] = TABS


@dataclass(frozen=True)
class TableShown:
    """A table; no size where it is not there."""

    name: str
    part: str
    items: int
    size: int | None


@dataclass(frozen=True)
class TablesPage:
    """The tables and what is in them."""

    tables: Sequence[TableShown]
    largest: int
    tabs: Sequence[tuple[str, str]] = TABS


@dataclass(frozen=True)
class MailPage:
    """What became of the mails of today."""

    mails: Sequence[MailRecord]
    is_mail_sent: bool
    tabs: Sequence[tuple[str, str]] = TABS


@router.get("/operator")
async def show_overview(_: Operator, house: House) -> Page:
    settings = house.settings[Settings]
    shown = Overview(
        counts=await house.jobs.counts(),
        storage=await asyncio.to_thread(_storage, house.folder),
        version=version("cairn"),
        places=(
            ("Tables", settings.tables or "the data folder"),
            ("Files", settings.blobs or "the data folder"),
            ("News between servers", "Redis" if settings.bus else "within this process"),
            (
                "New accounts",
                "anybody can make one" if settings.sign_up == "open" else "made by the operator",
            ),
        ),
        apps=[part.title for part in house.parts if part.is_app and hasattr(part, "title")],
        is_mail_sent=settings.mail is not None,
    )
    return Page("operator/overview.html", shown, title="Operator")


@router.get("/operator/accounts")
async def show_accounts(operator: Operator, house: House, cursor: str | None = None) -> Page:
    page = await house.accounts.operators.page(operator, cursor=cursor)
    more = "" if page.cursor is None else f"/operator/accounts?cursor={page.cursor}"
    return Page(
        "operator/accounts.html", AccountsPage(page.items, operator.account_id, more), title="Accounts"
    )


@router.post("/operator/accounts/{account_id}/suspend")
async def suspend(operator: Operator, house: House, account_id: str) -> Redirect:
    await house.accounts.operators.suspend(operator, account_id)
    return _to_accounts("The account is suspended. What it keeps stays.")


@router.post("/operator/accounts/{account_id}/resume")
async def resume(operator: Operator, house: House, account_id: str) -> Redirect:
    await house.accounts.operators.resume(operator, account_id)
    return _to_accounts("The account works again.")


@router.post("/operator/accounts/{account_id}/make-operator")
async def make_operator(operator: Operator, house: House, account_id: str) -> Redirect:
    await house.accounts.operators.make_operator(operator, account_id)
    return _to_accounts("They look after this installation, too.")


@router.post("/operator/accounts/{account_id}/dismiss")
async def dismiss(operator: Operator, house: House, account_id: str) -> Redirect:
    await house.accounts.operators.dismiss(operator, account_id)
    return _to_accounts("They are no operator any more.")


@router.post("/operator/accounts/{account_id}/delete")
async def delete_account(operator: Operator, house: House, account_id: str) -> Redirect:
    await house.accounts.operators.delete(operator, account_id)
    return _to_accounts("The account is gone, and what it kept is being removed.")


@router.get("/operator/tables")
async def show_tables(_: Operator, house: House) -> Page:
    stage = house.settings[Settings].stage
    shown = []
    for part in house.parts:
        for table in part.tables:
            live = await live_table(house.dynamo, table, stage)
            items, size = (0, None) if live is None else (live.items, live.size)
            shown.append(TableShown(table.name_at(stage), part.name, items, size))
    largest = max((table.size or 0 for table in shown), default=0)
    return Page("operator/tables.html", TablesPage(shown, largest), title="Tables")


@router.get("/operator/mail")
async def show_mail(_: Operator, house: House) -> Page:
    mails = await house.notify.mailing.of_day(house.clock.now())
    is_sent = house.settings[Settings].mail is not None
    return Page("operator/mail.html", MailPage(mails, is_sent), title="Mail")


def _to_accounts(said: str) -> Redirect:
    return Redirect("/operator/accounts", toast=Toast(said))


def _storage(folder: Path) -> Storage:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return Storage(str(folder), sum(path.stat().st_size for path in files), shutil.disk_usage(folder).free)
