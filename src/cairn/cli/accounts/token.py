"""`cairn token create`, `cairn token list`, `cairn token revoke`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.accounts.opened import show, with_services
from cairn.cli.accounts.options import Email, Json
from cairn.cli.options import ExistingData

if TYPE_CHECKING:
    from cairn.services.accounts import NewToken, TokenListed
    from cairn.services.services import Services


def create_token(
    email: Email,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the token is for.")],
    scope: Annotated[
        list[str],
        typer.Option(
            "--scope",
            metavar="APP:RIGHT",
            help="What it may do: habits:read, checks:write, *:read. Give it again for more.",
        ),
    ],
    data: ExistingData = Path("cairn-data"),
    *,
    days: Annotated[
        int | None, typer.Option("--days", metavar="N", min=1, max=3650, help="For how many days it works.")
    ] = None,
) -> None:
    """Make a token and print it. It is shown this once.

    Example: cairn token create ada@example.org --name backup --scope '*:read' --days 90 > token
    """
    from datetime import timedelta

    async def create(services: "Services") -> "NewToken":
        account = await services.accounts.keeping.account(email)
        until = None if days is None else services.clock.now() + timedelta(days=days)
        return await services.accounts.tokens.create_for(account, name=name, scopes=scope, expires_at=until)

    print(with_services(data, create).secret)


def list_tokens(email: Email, data: ExistingData = Path("cairn-data"), *, json: Json = False) -> None:
    """List the tokens of an account, the newest first.

    Example: cairn token list ada@example.org
    """

    async def tokens(services: "Services") -> "list[TokenListed]":
        account = await services.accounts.keeping.account(email)
        return await services.accounts.tokens.of_account(account.account_id)

    rows = [
        {
            "token": each.token_id,
            "name": each.name,
            "scopes": sorted(map(str, each.scopes)),
            "created": f"{each.created_at:%Y-%m-%d}",
            "last used": None if each.last_used_on is None else str(each.last_used_on),
            "expires": None if each.expires_at is None else f"{each.expires_at:%Y-%m-%d}",
        }
        for each in with_services(data, tokens)
    ]
    show(rows, as_json=json)


def revoke_token(
    email: Email,
    token: Annotated[str, typer.Argument(metavar="TOKEN", help="The token, as `cairn token list` names it.")],
    data: ExistingData = Path("cairn-data"),
) -> None:
    """Make a token worthless at once.

    Example: cairn token revoke ada@example.org 66687aadf862bd776c8fc18b8e9f8e20
    """

    async def revoke(services: "Services") -> None:
        account = await services.accounts.keeping.account(email)
        await services.accounts.tokens.revoke_of(account.account_id, token)

    with_services(data, revoke)
    print(f"{token} is revoked.")
