"""The entries that are known by name, in the order in which players know them. Whatever else a board tells is kept as well."""

from typing import Final

from cairn.apps.runescape.hiscores.boards import Game

_OLD_SCHOOL_SKILLS: Final = (
    "Attack|Defence|Strength|Hitpoints|Ranged|Prayer|Magic|Cooking|Woodcutting|Fletching|Fishing|Firemaking|Crafting|"
    "Smithing|Mining|Herblore|Agility|Thieving|Slayer|Farming|Runecraft|Hunter|Construction|Sailing"
)
_RUNESCAPE_3_SKILLS: Final = (
    "Attack|Defence|Strength|Constitution|Ranged|Prayer|Magic|Cooking|Woodcutting|Fletching|Fishing|Firemaking|"
    "Crafting|Smithing|Mining|Herblore|Agility|Thieving|Slayer|Farming|Runecrafting|Hunter|Construction|Summoning|"
    "Dungeoneering|Divination|Invention|Archaeology|Necromancy"
)
_BOSSES: Final = (
    "Abyssal Sire|Alchemical Hydra|Amoxliatl|Araxxor|Artio|Barrows Chests|Brutus|Bryophyta|Callisto|Calvar'ion|"
    "Cerberus|Chambers of Xeric|Chambers of Xeric: Challenge Mode|Chaos Elemental|Chaos Fanatic|Commander Zilyana|"
    "Corporeal Beast|Crazy Archaeologist|Dagannoth Prime|Dagannoth Rex|Dagannoth Supreme|Deranged Archaeologist|"
    "Doom of Mokhaiotl|Duke Sucellus|General Graardor|Giant Mole|Grotesque Guardians|Hespori|Kalphite Queen|"
    "King Black Dragon|Kraken|Kree'Arra|K'ril Tsutsaroth|Lunar Chests|Mad Angel|Maggot King|Mimic|Nex|Nightmare|"
    "Phosani's Nightmare|Obor|Phantom Muspah|Sarachnis|Scorpia|Scurrius|Shellbane Gryphon|Skotizo|Sol Heredit|Spindel|"
    "Tempoross|The Gauntlet|The Corrupted Gauntlet|The Hueycoatl|The Leviathan|The Royal Titans|The Whisperer|"
    "Theatre of Blood|Theatre of Blood: Hard Mode|Thermonuclear Smoke Devil|Tombs of Amascut|"
    "Tombs of Amascut: Expert Mode|TzKal-Zuk|TzTok-Jad|Vardorvis|Venenatis|Vet'ion|Vorkath|Wintertodt|Yama|Zalcano|Zulrah"
)
_OLD_SCHOOL_SCORES: Final = (
    "League Points|Deadman Points|Bounty Hunter - Hunter|Bounty Hunter - Rogue|Bounty Hunter (Legacy) - Hunter|"
    "Bounty Hunter (Legacy) - Rogue|Clue Scrolls (all)|Clue Scrolls (beginner)|Clue Scrolls (easy)|Clue Scrolls (medium)|"
    "Clue Scrolls (hard)|Clue Scrolls (elite)|Clue Scrolls (master)|LMS - Rank|PvP Arena - Rank|Soul Wars Zeal|"
    "Rifts closed|Colosseum Glory|Collections Logged"
)
_RUNESCAPE_3_SCORES: Final = (
    "Bounty Hunter|B.H. Rogues|Dominion Tower|The Crucible|Castle Wars games|B.A. Attackers|B.A. Defenders|"
    "B.A. Collectors|B.A. Healers|Duel Tournament|Mobilising Armies|Conquest|Fist of Guthix|RuneScore|"
    "Clue Scrolls Easy|Clue Scrolls Medium|Clue Scrolls Hard|Clue Scrolls Elite|Clue Scrolls Master"
)

SKILLS: Final = {
    Game.OLD_SCHOOL: tuple(_OLD_SCHOOL_SKILLS.split("|")),
    Game.RUNESCAPE_3: tuple(_RUNESCAPE_3_SKILLS.split("|")),
}
SCORES: Final = {
    Game.OLD_SCHOOL: tuple(_OLD_SCHOOL_SCORES.split("|")),
    Game.RUNESCAPE_3: tuple(_RUNESCAPE_3_SCORES.split("|")),
}
BOSSES: Final = tuple(_BOSSES.split("|"))
"""Of Old School. The other game's board knows none."""


def is_boss(name: str) -> bool:
    return name in _ALL_BOSSES


_ALL_BOSSES: Final = frozenset(BOSSES)
