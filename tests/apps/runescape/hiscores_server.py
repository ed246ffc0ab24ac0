"""Hiscores on this machine: they answer as the real ones do, and misbehave as those do, when a test has them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cairn.apps.runescape.hiscores.boards import IN_LINES, Board, Game
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.rules.experience import level_of_xp
from tests.services.outbound.servers import Asked, answer, listening


@dataclass
class Player:
    """Somebody on a board. What is not said of a skill is its beginning; a boss that is not named is not ranked."""

    xp: dict[str, int] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    rank: int = 5_000
    more: dict[str, int] = field(default_factory=dict)
    """Activities that nobody has heard of yet."""

    def told(self, board: Board) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Skills and activities, as the board has them."""
        skills = [(name, self.xp.get(name, 0)) for name in SKILLS[board.game]]
        levels = {name: min(level_of_xp(xp), 99) for name, xp in skills}
        total = sum(xp for _, xp in skills)
        told: list[dict[str, Any]] = [
            {"id": 0, "name": "Overall", "rank": self.rank, "level": sum(levels.values()), "xp": total}
        ]
        told += [
            {
                "id": place,
                "name": name,
                "rank": self.rank + place if xp else -1,
                "level": levels[name],
                "xp": xp,
            }
            for place, (name, xp) in enumerate(skills, 1)
        ]
        known = (*SCORES[board.game], *(BOSSES if board.game is Game.OLD_SCHOOL else ()))
        counted = {**dict.fromkeys(known, -1), **self.kills, **self.more}
        activities = [
            {"id": place, "name": name, "rank": 900 if score >= 0 else -1, "score": score}
            for place, (name, score) in enumerate(counted.items())
        ]
        return told, activities

    def body(self, board: Board) -> bytes:
        skills, activities = self.told(board)
        return json.dumps({"name": "?", "skills": skills, "activities": activities}).encode()

    def lines(self, board: Board) -> bytes:
        skills, activities = self.told(board)
        rows = [f"{each['rank']},{each['level']},{each['xp']}" for each in skills]
        rows += [f"{each['rank']},{each['score']}" for each in activities]
        return "\n".join(rows).encode() + b"\n"


@dataclass
class Boards:
    """Who is on which board, by lower-case names, and what is answered in the place of it."""

    players: dict[tuple[Board, str], Player] = field(default_factory=dict)
    instead: tuple[str, bytes] | None = None
    """A status line and a body: maintenance, a firewall, a burst of 429."""
    burst: list[tuple[str, bytes]] = field(default_factory=list)
    """The same for the next questions alone."""
    asked: list[str] = field(default_factory=list)
    url: str = ""

    def put(self, name: str, *boards: Board, **about: Any) -> Player:
        """Puts somebody on some boards, or only on Old School's main one."""
        player = Player(**about)
        for board in boards or (Board.OSRS,):
            self.players[board, name.lower()] = player
        return player

    def remove(self, name: str) -> None:
        for key in [key for key in self.players if key[1] == name.lower()]:
            del self.players[key]

    def answer_to(self, path: str) -> tuple[str, bytes]:
        if self.burst:
            return self.burst.pop(0)
        if self.instead is not None:
            return self.instead
        parts = urlsplit(path)
        [name] = parse_qs(parts.query)["player"]
        for (board, known), player in self.players.items():
            if known != name.lower():
                continue
            if parts.path == f"/{board.path}/index_lite.json" and board not in IN_LINES:
                return "200 OK", player.body(board)
            if parts.path == f"/{board.path}/index_lite.ws":
                return "200 OK", player.lines(board)
        return "404 Not Found", b"<html><body>404"


@asynccontextmanager
async def opened_boards() -> AsyncIterator[Boards]:
    """Boards for the length of a block, at `url`."""
    boards = Boards()

    async def answering(asked: Asked, writer: Any) -> None:
        path = asked.line.split()[1]
        boards.asked.append(path)
        status, body = boards.answer_to(path)
        await answer(status, body=body)(asked, writer)

    async with listening(answering) as server:
        boards.url = server.url
        yield boards
