"""Shards: background work in parts, each of which one worker holds at a time."""

from cairn.services.shards.division import SHARDS, shard_of, share_of
from cairn.services.shards.leases import DeclaredDeadError, Leases, Look, Pace, Taken
from cairn.services.shards.schema import TABLES

__all__ = [
    "SHARDS",
    "TABLES",
    "DeclaredDeadError",
    "Leases",
    "Look",
    "Pace",
    "Taken",
    "shard_of",
    "share_of",
]
