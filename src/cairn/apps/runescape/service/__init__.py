"""Use-cases of RuneScape goals: read, decide by the rules, write once."""

from cairn.apps.runescape.service.runescape import Runescape

__all__ = ["Runescape"]
