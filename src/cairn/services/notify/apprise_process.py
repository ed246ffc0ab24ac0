"""Apprise in a process of its own: the program that `couriers/apprise.py` starts for each message.

Apprise speaks to whatever an address names, in more than a hundred ways. Here all of them pass one place: Python tells
an audit hook of every connection with the address that the name led to, of every file and of every program that is
started, and the hook can't be taken out again. What may be reached is what requests on behalf of people may reach.
"""

import importlib
import json
import logging
import os
import re
import sys
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Any, Final

import apprise

from cairn.services.outbound import AddressPolicy

_STARTING: Final = (
    "subprocess.", "syslog.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.", "ctypes.dlopen",
)  # fmt: skip
_CHANGING: Final = ("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate", "shutil.")  # fmt: skip
_SENDING: Final = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind")
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_READABLE: Final = ("/etc/hosts", "/etc/mime.types", "/etc/ssl", "/usr/lib", "/usr/share", "/dev/null")
_STATUS: Final = re.compile(r"error=(\d{3})")


class RefusedError(ConnectionRefusedError):
    """What the hook answers. A connection that is refused is something that every plugin expects."""


class Guard:
    """The hook. `refusals` are what it has refused, for the person whose address it was."""

    def __init__(self, policy: AddressPolicy, readable: Sequence[str]) -> None:
        self._policy = policy
        self._readable = tuple(readable)
        self.refusals: list[str] = []

    def __call__(self, event: str, details: tuple[Any, ...]) -> None:
        if event in _SENDING:
            self._connection(event, details)
        elif event == "open":
            self._file(*details[:3])
        elif event.startswith((*_STARTING, *_CHANGING)):
            self._refuse("it would change or start something on this machine")

    def _connection(self, event: str, details: tuple[Any, ...]) -> None:
        address = details[1]
        if event == "socket.bind" or not isinstance(address, tuple):
            self._refuse("it would not speak to the internet, but to this machine")
        host = str(address[0])
        try:
            refusal = self._policy.refusal(host, host)
        except ValueError:
            # What it leads to would be looked up below Python, where nothing is told of it.
            refusal = "it would send to a name and not to an address"
        if refusal is not None:
            self._refuse(refusal)

    def _file(self, path: object, mode: object, flags: object) -> None:
        if isinstance(path, int):
            return
        is_writing = isinstance(flags, int) and flags & _WRITING
        where = os.path.realpath(os.fsdecode(path)) if isinstance(path, str | bytes | os.PathLike) else ""
        if (is_writing and where != "/dev/null") or not where.startswith(self._readable):
            self._refuse("it would open a file of this machine")

    def _refuse(self, why: str) -> None:
        self.refusals.append(why)
        raise RefusedError(why)


def main() -> None:
    order = json.load(sys.stdin)
    policy = AddressPolicy(
        tuple(ip_network(each) for each in order["policy"]["networks"]), frozenset(order["policy"]["hosts"])
    )
    code = [sys.prefix, sys.base_prefix, *(path for path in sys.path if path)]
    guard = Guard(policy, [*_READABLE, *(os.path.realpath(each) for each in code)])
    importlib.import_module("requests")  # tries by itself what this machine's network can do
    sys.addaudithook(guard)
    answer = carry_out(order, guard)
    json.dump(answer, sys.stdout)


def carry_out(order: dict[str, Any], guard: Guard) -> dict[str, Any]:
    plugin = apprise.Apprise.instantiate(order["url"], suppress_exceptions=True)
    if plugin is None:
        return {
            "service": None,
            "sent": False,
            "again": False,
            "detail": "Apprise does not know this address",
        }
    service = str(plugin.service_name)
    if "body" not in order:
        return {"service": service}
    with apprise.LogCapture(level=logging.WARNING) as log:  # type: ignore[no-untyped-call]
        try:
            sent = plugin.notify(body=order["body"], title=order["title"], notify_type=order["type"])
        except RefusedError:
            sent = False
        lines = log.getvalue().splitlines()
    # Some plugins take a connection that is refused for a message that is lost on its way, which is no fault to them.
    return {
        "service": service,
        "sent": bool(sent) and not guard.refusals,
        **_told(service, lines, guard.refusals),
    }


def _told(service: str, lines: Sequence[str], refusals: Sequence[str]) -> dict[str, Any]:
    """Why it was not sent, and whether it could be another time."""
    if refusals:
        return {"detail": f"{service}: {refusals[-1]}", "again": False}
    said = re.sub(r"^.*? - (WARNING|ERROR) - ", "", lines[0]) if lines else "it gave no reason"
    statuses = [int(found) for line in lines for found in _STATUS.findall(line)]
    is_final = any(400 <= status < 500 and status not in {408, 429} for status in statuses)
    return {"detail": f"{service}: {said[:300]}", "again": not is_final}


if __name__ == "__main__":
    main()
