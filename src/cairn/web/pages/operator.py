"""The pages of who looks after the installation: how it is, who has an account, what was sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from cairn.apps.base import House, Operator, Page, PageRouter, Redirect, Toast
from cairn.services.accounts.oversight import AccountListed
from cairn.services.jobs import Counts
from cairn.services.notify import MailRecord
from cairn.services.settings import Settings
from cairn.web.installation import Finding, Storage, TableSize, findings, storage, table_sizes

router: Final = PageRouter()
TABS: Final = (
    ("Overview", "/operator"),
    ("Accounts", "/operator/accounts"),
    ("Jobs", "/operator/jobs"),
    ("Tables", "/operator/tables"),
    ("Mail", "/operator/mail"),
)


@dataclass(frozen=True)
class Overview:
    """How the installation is."""

    counts: Counts
    storage: Storage
    findings: Sequence[Finding]
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
class TablesPage:
    """The tables and what is in them."""

    tables: Sequence[TableSize]
    largest: int
    tabs: Sequence[tuple[str, str]] = TABS


@dataclass(frozen=True)
class MailPage:
    """What became of the mails of the last days."""

    mails: Sequence[MailRecord]
    is_mail_sent: bool
    tabs: Sequence[tuple[str, str]] = TABS


@router.get("/operator")
async def show_overview(_: Operator, house: House) -> Page:
    settings = house.settings[Settings]
    shown = Overview(
        counts=await house.jobs.counts(),
        storage=await storage(house),
        findings=await findings(house),
        version=version("cairn"),
        places=(
            ("Tables", settings.tables or "the data folder"),
            ("Habits' completions", "PostgreSQL" if settings.sql else "the data folder"),
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
    tables = await table_sizes(house)
    largest = max((table.size for table in tables), default=0)
    return Page("operator/tables.html", TablesPage(tables, largest), title="Tables")


@router.get("/operator/mail")
async def show_mail(_: Operator, house: House) -> Page:
    mails = await house.notify.mailing.latest()
    is_sent = house.settings[Settings].mail is not None
    return Page("operator/mail.html", MailPage(mails, is_sent), title="Mail")


def _to_accounts(said: str) -> Redirect:
    return Redirect("/operator/accounts", toast=Toast(said))
