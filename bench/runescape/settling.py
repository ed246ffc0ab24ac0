"""Fills a world: characters that are followed, each with goals."""

from bench.runescape.world import Player, World
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service.wanted import NewGoal

GOALS = (
    ("Woodcutting", TargetType.XP, 200_000_000),
    ("Slayer", TargetType.LEVEL, 120),
    ("Overall", TargetType.XP, 4_000_000_000),
    ("Mining", TargetType.XP, 200_000_000),
)


def name_of(number: int) -> str:
    return f"Player{number}"


async def settle(world: World, numbers: range) -> None:
    """One person a character, and four goals each."""
    for number in numbers:
        name = name_of(number)
        world.hiscores.players[name] = Player(number)
        member = world.member(number)
        await world.runescape.characters.add(member, name, board=Board.OSRS)
        for attribute, kind, target in GOALS:
            new = NewGoal(target_attribute=attribute, target_type=kind, target_value=target)
            await world.runescape.goals.set_goal(member, name, new)
    await world.drain(at_once=16)
