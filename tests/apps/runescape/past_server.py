"""A Wise Old Man on this machine: it gives snapshots in parts, the latest first, in the form that his API publishes."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.services.outbound.servers import Asked, answer, listening


@dataclass
class OldMan:
    """What he knows of whom, by lower-case names, and what he answers in the place of it."""

    known: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    renamed: list[dict[str, Any]] = field(default_factory=list)
    instead: list[tuple[str, bytes]] = field(default_factory=list)
    """Status lines and bodies for the next questions, one after another."""
    asked: list[str] = field(default_factory=list)
    url: str = ""

    def saw(
        self, name: str, at: datetime, xp: Mapping[str, int], kills: Mapping[str, int] | None = None
    ) -> None:
        """Has him have seen somebody."""
        skills = {
            metric: {"metric": metric, "experience": value, "rank": 100, "level": 50, "ehp": 1.5}
            for metric, value in {"overall": sum(xp.values()), **xp}.items()
        }
        skills["sailing"] = {"metric": "sailing", "experience": -1, "rank": -1, "level": 1, "ehp": 0}
        bosses = {
            metric: {"metric": metric, "kills": count, "rank": 7 if count > 0 else -1, "ehb": 0}
            for metric, count in {"mimic": -1, **(kills or {})}.items()
        }
        activities = {"last_man_standing": {"metric": "last_man_standing", "score": 700, "rank": 9}}
        snapshots = self.known.setdefault(name.lower(), [])
        snapshots.append(
            {
                "id": len(snapshots) + 1,
                "playerId": 1,
                "createdAt": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "importedAt": None,
                "data": {
                    "skills": skills,
                    "bosses": bosses,
                    "activities": activities,
                    "computed": {"ehp": {"metric": "ehp", "value": 1, "rank": 1}},
                },
            }
        )

    def heard(self, old: str, new: str, at: datetime, *, status: str = "approved") -> None:
        """Has him have heard of a change of names."""
        self.renamed.append(
            {
                "id": len(self.renamed) + 1,
                "playerId": 1,
                "oldName": old,
                "newName": new,
                "status": status,
                "reviewContext": None,
                "resolvedAt": f"{at:%Y-%m-%dT%H:%M:%S.000Z}" if status == "approved" else None,
                "createdAt": f"{at:%Y-%m-%dT%H:%M:%S.000Z}",
            }
        )

    def answer_to(self, path: str) -> tuple[str, bytes]:
        if self.instead:
            return self.instead.pop(0)
        parts = urlsplit(path)
        if parts.path == "/v2/names":
            part = parse_qs(parts.query)["username"][0].lower()
            found = [each for each in self.renamed if part in f"{each['oldName']} {each['newName']}".lower()]
            return "200 OK", json.dumps(found).encode()
        _, version, players, name, what = unquote(parts.path).split("/")
        if (version, players, what) != ("v2", "players", "snapshots") or name.lower() not in self.known:
            return "404 Not Found", json.dumps({"message": "Player not found."}).encode()
        asked = {key: int(value) for key, [value] in parse_qs(parts.query).items()}
        limit, offset = asked.get("limit", 20), asked.get("offset", 0)
        if not 1 <= limit <= 50:
            return "400 Bad Request", b'{"message": "The maximum results limit is 50"}'
        latest_first = sorted(self.known[name.lower()], key=lambda each: each["createdAt"], reverse=True)
        return "200 OK", json.dumps(latest_first[offset : offset + limit]).encode()


@asynccontextmanager
async def opened_old_man() -> AsyncIterator[OldMan]:
    """Him for the length of a block, at `url`."""
    man = OldMan()

    async def answering(asked: Asked, writer: Any) -> None:
        path = asked.line.split()[1]
        man.asked.append(path)
        status, body = man.answer_to(path)
        await answer(status, body=body)(asked, writer)

    async with listening(answering) as server:
        man.url = server.url
        yield man
