"""Whatever else Apprise speaks, in a process of its own that can reach nothing but the public internet."""

import asyncio
import json
import re
import sys
from importlib.resources import files
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from cairn.services.charts import description_of
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.message import Urgency
from cairn.services.notify.targets import HIDDEN, AppriseTarget

_SECONDS: Final = 60
_SHORTEST_SECRET: Final = 5
_TYPES: Final = {Urgency.LOW: "info", Urgency.NORMAL: "info", Urgency.HIGH: "warning"}


async def deliver(target: AppriseTarget, parcel: Parcel, means: Means) -> None:
    message = parcel.message
    told = [message.plain, *(f"{chart.title}: {description_of(chart)}" for chart in message.charts)]
    answer = await _asked(
        means,
        {
            "url": target.url,
            "title": message.title,
            "body": "\n\n".join(part for part in told if part) or message.title,
            "type": _TYPES[message.urgency],
        },
    )
    if not answer["sent"]:
        raise DeliveryFailed(without_secrets(answer["detail"], target.url), again=answer["again"])


def without_secrets(said: str, url: str) -> str:
    """What a plugin says, without the parts of its address, any of which may be a password. The host is none."""
    host = (urlsplit(url).hostname or "").lower()
    for part in sorted(re.split(r"[/:@?&=#]+", url)[1:], key=len, reverse=True):
        if len(part) >= _SHORTEST_SECRET and part.lower() != host:
            said = said.replace(part, HIDDEN).replace(unquote(part), HIDDEN)
    return said


async def service_of(url: str, means: Means) -> str | None:
    """The name of the service that an address leads to; None when Apprise does not know it."""
    answer = await _asked(means, {"url": url})
    service: str | None = answer["service"]
    return service


async def _asked(means: Means, order: dict[str, Any]) -> dict[str, Any]:
    """What the other process says. It is handed all that it may know, and has an empty environment."""
    policy = {
        "networks": [str(each) for each in means.policy.networks],
        "hosts": sorted(means.policy.hosts),
    }
    async with means.processes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-IBX",
            "utf8",
            str(files("cairn.services.notify") / "apprise_process.py"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},
        )
        try:
            output, _ = await asyncio.wait_for(
                process.communicate(json.dumps({**order, "policy": policy}).encode()), _SECONDS
            )
        except TimeoutError as fault:
            raise DeliveryFailed(f"The service took longer than {_SECONDS} seconds", again=True) from fault
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode != 0:
        raise DeliveryFailed("Apprise broke off", again=True)
    answer: dict[str, Any] = json.loads(output)
    return answer
