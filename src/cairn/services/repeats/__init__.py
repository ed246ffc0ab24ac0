"""Requests that are sent again: whoever names one by a key has it carried out once."""

from cairn.services.repeats.part import PART
from cairn.services.repeats.repeats import Asked, KeyReused, Outcome, Repeats, StillRunning

__all__ = ["PART", "Asked", "KeyReused", "Outcome", "Repeats", "StillRunning"]
