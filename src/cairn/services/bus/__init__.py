"""Publish and subscribe: how a page that is open learns that something is new, on whichever server it was written."""

from cairn.services.bus.bus import Bus, Missed, News, Subscription, own_topic
from cairn.services.bus.local import LocalBus
from cairn.services.bus.opening import open_bus
from cairn.services.bus.over_redis import RedisBus

__all__ = ["Bus", "LocalBus", "Missed", "News", "RedisBus", "Subscription", "open_bus", "own_topic"]
