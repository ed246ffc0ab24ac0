"""What can be done with checks."""

from cairn.apps.checks.service.checks import Checks

__all__ = ["Checks"]
