"""`cairn account create`, `cairn account reset-password`, `cairn account list`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.accounts.opened import read_password, show, with_services
from cairn.cli.accounts.options import AsLink, Email, Json
from cairn.cli.options import Data, ExistingData

if TYPE_CHECKING:
    from cairn.services.accounts import AccountListed
    from cairn.services.services import Services


def create_account(
    email: Email,
    data: Data = Path("cairn-data"),
    *,
    operator: Annotated[
        bool, typer.Option("--operator", help="Let it look after the installation, as the first one does.")
    ] = False,
    link: AsLink = False,
) -> None:
    """Make an account, also where sign-up is closed. The password is asked for, or is the first line of what is piped in.

    Example: cairn account create ada@example.org --data cairn-data

    Example: pass show cairn | cairn account create ada@example.org
    """
    password = None if link else read_password(f"Password for {email}")

    async def create(services: "Services") -> "tuple[AccountListed, str | None]":
        keeping = services.accounts.keeping
        made = await keeping.create(email, password=password, is_operator=operator)
        return made, await keeping.password_link(email) if link else None

    made, url = with_services(data, create, may_be_fresh=True)
    what = "an account, and looks after this installation" if made.is_operator else "an account"
    print(url or f"{made.email} has {what}.")


def reset_password(email: Email, data: ExistingData = Path("cairn-data"), *, link: AsLink = False) -> None:
    """Give an account another password, which signs it out everywhere.

    Example: cairn account reset-password ada@example.org

    Example: cairn account reset-password ada@example.org --link
    """
    password = None if link else read_password(f"New password for {email}")

    async def reset(services: "Services") -> str | None:
        if password is None:
            return await services.accounts.keeping.password_link(email)
        await services.accounts.keeping.set_password(email, password)
        return None

    url = with_services(data, reset)
    print(url or f"{email} has a new password, and is signed out everywhere.")


def list_accounts(data: ExistingData = Path("cairn-data"), *, json: Json = False) -> None:
    """List the accounts, the oldest first.

    Example: cairn account list --json | jq -r .email
    """

    async def everybody(services: "Services") -> "list[AccountListed]":
        return [each async for each in services.accounts.keeping.everybody()]

    rows = [
        {
            "email": each.email,
            "account": each.account_id,
            "status": each.status.lower(),
            "operator": each.is_operator,
            "confirmed": each.is_email_verified,
            "created": each.created_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        for each in with_services(data, everybody)
    ]
    show(rows, as_json=json)
