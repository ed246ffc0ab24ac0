"""The command `cairn`. Known failures are one line on stderr and exit code 1; wrong usage exits with 2."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cairn.dynamo.wire import Application, Credentials

app = typer.Typer(
    name="cairn",
    help="Goals, habits, checks and the people one shares them with: five apps, one process, one data folder.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
dynamo = typer.Typer(
    help="The tables of a data folder, as DynamoDB.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(dynamo, name="dynamo")

Data = Annotated[
    Path,
    typer.Option("--data", metavar="DIR", file_okay=False, help="The data folder; made when there is none."),
]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")]
Port = Annotated[
    int,
    typer.Option("--port", metavar="N", min=0, max=65535, help="The port to listen on; 0 takes a free one."),
]
AccessKey = Annotated[
    str | None,
    typer.Option(
        "--access-key",
        metavar="KEY",
        envvar="CAIRN_DYNAMO_ACCESS_KEY",
        help="Answer only requests signed with this key.",
    ),
]
SecretKey = Annotated[
    str | None,
    typer.Option(
        "--secret-key",
        metavar="SECRET",
        envvar="CAIRN_DYNAMO_SECRET_KEY",
        help="Its secret. Better in the environment: other users can see the arguments of a program.",
    ),
]


@app.command()
def serve(
    data: Data = Path("cairn-data"),
    host: Host = "127.0.0.1",
    port: Port = 8000,
    access_key: AccessKey = None,
    secret_key: SecretKey = None,
) -> None:
    """Serve Cairn from a data folder."""
    from cairn.web.health import with_health

    _serve(data, host, port, _credentials(access_key, secret_key), with_health)


@dynamo.command("serve")
def dynamo_serve(
    data: Data = Path("cairn-data"),
    host: Host = "127.0.0.1",
    port: Port = 8000,
    access_key: AccessKey = None,
    secret_key: SecretKey = None,
) -> None:
    """Serve DynamoDB's API alone, for SDKs, the aws CLI and table GUIs."""
    _serve(data, host, port, _credentials(access_key, secret_key), lambda application: application)


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


def _credentials(access_key: str | None, secret_key: str | None) -> "Credentials | None":
    from cairn.dynamo.wire import Credentials

    if access_key is None and secret_key is None:
        return None
    if access_key is None or secret_key is None:
        raise typer.BadParameter("an access key and a secret key go together; one of them is missing")
    try:
        return Credentials(access_key, secret_key)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def _serve(
    data: Path,
    host: str,
    port: int,
    credentials: "Credentials | None",
    complete: "Callable[[Application], Application]",
) -> None:
    from cairn.dynamo.embedded import open_folder
    from cairn.dynamo.wire import application
    from cairn.web.server import Server, listen, run, url_of

    with listen(host, port, beyond_this_machine=credentials is not None) as listening:
        url = url_of(listening)

        def announce() -> None:
            key = credentials.access_key if credentials else "cairn"
            secret = "..." if credentials else "cairn"
            print(
                f"Cairn serves DynamoDB's API at {url} from {data.resolve()}. Ctrl-C stops it. To look inside:\n"
                f"  AWS_ACCESS_KEY_ID={key} AWS_SECRET_ACCESS_KEY={secret} AWS_DEFAULT_REGION=us-east-1 "
                f"aws --endpoint-url {url} dynamodb list-tables",
                flush=True,
            )

        async def until_stopped() -> None:
            async with open_folder(data) as engine:
                server = Server(complete(application(engine, credentials)), ready=announce)
                await server.serve(sockets=[listening])

        run(until_stopped())


def _known_failure(error: Exception) -> str | None:
    """What to tell a person about a failure that is not a mistake in Cairn."""
    from cairn.dynamo.embedded import DataFolderError
    from cairn.dynamo.errors import DynamoError
    from cairn.web.server import ListenError

    if isinstance(error, DataFolderError | DynamoError | ListenError):
        return " ".join(str(error).split())
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return None
