"""What the background work keeps, as a part: jobs, and the shards into which they are divided."""

from typing import Final

from cairn.services import jobs, shards
from cairn.services.part import Part

PART: Final = Part(name="background", tables=(*jobs.TABLES, *shards.TABLES))
