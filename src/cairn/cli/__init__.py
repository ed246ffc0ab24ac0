"""The command `cairn`. Known failures are one line on stderr and exit code 1; wrong usage exits with 2."""

import sys
from typing import Annotated

import typer

from cairn.cli.accounts import account, token
from cairn.cli.demo import demo
from cairn.cli.folder import backup, doctor, restore
from cairn.cli.serving import dynamo_serve, serve
from cairn.cli.settings import settings
from cairn.cli.tables import tables
from cairn.cli.working import worker

app = typer.Typer(
    name="cairn",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
dynamo = typer.Typer(
    help="The tables of a data folder, as DynamoDB.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(dynamo, name="dynamo")
app.add_typer(tables, name="tables")
app.add_typer(account, name="account")
app.add_typer(token, name="token")


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"cairn {version('cairn')}")
        raise typer.Exit


@app.callback()
def cairn(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Goals, habits, checks and the people one shares them with: five apps, one process, one data folder."""


app.command()(serve)
app.command()(worker)
app.command()(demo)
app.command()(backup)
app.command()(restore)
app.command()(doctor)
app.command()(settings)
dynamo.command("serve")(dynamo_serve)


def main() -> None:
    """Runs the command line."""
    try:
        app()
    except Exception as error:
        line = _known_failure(error)
        if line is None:
            raise
        print(f"cairn: {line}", file=sys.stderr)
        sys.exit(1)


def _known_failure(error: Exception) -> str | None:
    """What to tell a person about a failure that is not a mistake in Cairn."""
    from cairn.dynamo.embedded import DataFolderError
    from cairn.dynamo.errors import DynamoError
    from cairn.dynamo.places import PlaceError
    from cairn.services.problems import Problem
    from cairn.services.secret_keys import SecretKeyError
    from cairn.services.settings import SettingsError
    from cairn.tables import TablesError
    from cairn.web.server import ListenError

    if isinstance(error, SettingsError):
        return str(error)  # a line for each fault
    if isinstance(error, Problem):
        return error.detail
    if isinstance(
        error, DataFolderError | DynamoError | ListenError | PlaceError | SecretKeyError | TablesError
    ):
        return " ".join(str(error).split())
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return None
