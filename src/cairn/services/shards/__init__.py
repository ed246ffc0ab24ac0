"""Shards: background work in parts, each of which one worker holds at a time."""

from cairn.services.shards.division import SHARDS, shard_of

__all__ = ["SHARDS", "shard_of"]
