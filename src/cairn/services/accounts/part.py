"""Accounts as a part: what they bring to what is assembled."""

from typing import Final

from cairn.services.accounts.schema import TABLES
from cairn.services.part import Part

PART: Final = Part(name="accounts", tables=TABLES)
