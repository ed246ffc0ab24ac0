"""`cairn serve` and `cairn dynamo serve`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn.cli.options import Data

if TYPE_CHECKING:
    from cairn.dynamo.wire import Credentials

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


def serve(
    data: Data = Path("cairn-data"),
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="The address to listen on, 127.0.0.1 by default."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=65535,
            help="The port to listen on, 8000 by default; 0 takes a free one.",
        ),
    ] = None,
    *,
    demo: Annotated[
        bool, typer.Option("--demo", help="Fill the folder with believable data first, where it is fresh.")
    ] = False,
) -> None:
    """Serve Cairn from a data folder. What it should do otherwise is said in settings: cairn settings.

    Example: cairn serve --data cairn-data --port 8000
    """
    import os
    from contextlib import AsyncExitStack

    from cairn.apps.declared import SECTIONS
    from cairn.apps.demonstration import is_empty
    from cairn.apps.registry import chosen_apps, parts
    from cairn.cli.demo import furnished
    from cairn.services.opening import open_services
    from cairn.services.services import AllSettings
    from cairn.services.settings import Settings, load_settings
    from cairn.services.telemetry import configure_logs
    from cairn.services.worker import working
    from cairn.web.application import create_app
    from cairn.web.server import Server, listen, run, url_of

    settings = AllSettings(load_settings(SECTIONS, environment=os.environ, folder=data))
    own = settings[Settings]
    apps = chosen_apps(own.apps)
    configure_logs(form=own.log_format, level=own.log_level)
    # Other machines may come: who wants something of Cairn signs in.
    with listen(host or own.host, own.port if port is None else port, beyond_this_machine=True) as listening:
        # Links in mails lead to where it listens in fact.
        own = own.model_copy(update={"host": host or own.host, "port": listening.getsockname()[1]})
        settings = settings.with_section(own)

        def announce() -> None:
            address = own.public_url or url_of(listening)
            print(
                f"Cairn is at {address} and keeps its data in {data.resolve()}. Ctrl-C stops it.", flush=True
            )

        async def until_stopped() -> None:
            async with AsyncExitStack() as stack:
                services = await stack.enter_async_context(open_services(settings, data, parts(apps)))
                if demo and await is_empty(services):
                    print(await furnished(services, apps), flush=True)
                if own.worker:
                    await stack.enter_async_context(working(services))
                app = create_app(services, apps)
                server = Server(app, ready=announce, stopping=app.state.live.close)
                await server.serve(sockets=[listening])

        run(until_stopped())


def dynamo_serve(
    data: Data = Path("cairn-data"),
    host: Host = "127.0.0.1",
    port: Port = 8000,
    access_key: AccessKey = None,
    secret_key: SecretKey = None,
) -> None:
    """Serve DynamoDB's API alone, for SDKs, the aws CLI and table GUIs.

    Example: cairn dynamo serve --data cairn-data --port 8001
    """
    from cairn.dynamo.embedded import open_folder
    from cairn.dynamo.wire import application
    from cairn.web.server import Server, listen, run, url_of

    credentials = _credentials(access_key, secret_key)
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
                await Server(application(engine, credentials), ready=announce).serve(sockets=[listening])

        run(until_stopped())


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
