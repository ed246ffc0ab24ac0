"""The types of checks. A new one is one module, and one line in `listed.py`."""

from cairn.apps.checks.kinds.kind import Attributes, CanNotRun, Kind, Look, Sight
from cairn.apps.checks.kinds.listed import KINDS

__all__ = ["KINDS", "Attributes", "CanNotRun", "Kind", "Look", "Sight"]
