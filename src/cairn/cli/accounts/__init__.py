"""`cairn account …` and `cairn token …`: what whoever holds the data folder does, also while Cairn serves it."""

import typer

from cairn.cli.accounts.account import create_account, list_accounts, reset_password
from cairn.cli.accounts.token import create_token, list_tokens, revoke_token

account = typer.Typer(help="The accounts of an installation.", no_args_is_help=True, rich_markup_mode=None)
account.command("create")(create_account)
account.command("reset-password")(reset_password)
account.command("list")(list_accounts)

token = typer.Typer(
    help="The tokens with which programs use the API.", no_args_is_help=True, rich_markup_mode=None
)
token.command("create")(create_token)
token.command("list")(list_tokens)
token.command("revoke")(revoke_token)
