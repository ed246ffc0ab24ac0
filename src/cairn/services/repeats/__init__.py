"""Requests that are sent again: whoever names one by a key has it carried out once."""

from cairn.services.repeats.part import PART
from cairn.services.repeats.repeats import MOST_BYTES, Asked, KeyReused, Outcome, Repeats, StillRunning

__all__ = ["MOST_BYTES", "PART", "Asked", "KeyReused", "Outcome", "Repeats", "StillRunning"]
