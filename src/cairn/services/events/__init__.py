"""Events: what has happened, told to whoever follows it, once each."""

from cairn.services.events.events import Event, Events, Follower

__all__ = ["Event", "Events", "Follower"]
