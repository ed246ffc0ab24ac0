"""How much work goes on in the background: assumed, for one worker, which looks after all shards.

Each shard is looked at for what is due, whether there is anything or not: an answer without items is charged like one
with the smallest.
"""

from typing import Final

from cairn.services.jobs.schema import Job
from cairn.services.shards.division import SHARDS
from cairn.services.shards.schema import WorkerSign
from cairn.tables.usage import SECONDS_A_DAY, Kept, Operation, Reading, Usage, Writing

USAGE: Final = Usage(
    source="assumed: each shard looked at once a second, one worker that shows every two that it lives, and "
    "ten jobs a day for a user",
    operations=(
        Operation("Look for what is due", SHARDS * SECONDS_A_DAY, (Reading(Job.due_in),), per="installation"),
        Operation(
            "Show that a worker lives",
            SECONDS_A_DAY / 2,
            # All signs and leases fit into 4 KB, and so cost as much as one of them.
            (Reading(WorkerSign.of, consistent=True), Writing(WorkerSign, "update")),
            per="installation",
        ),
        Operation(
            "Do a job",
            10,
            (
                Writing(Job, in_transaction=True),
                Reading(Job.of, consistent=True),
                Writing(Job, "move"),  # while it is done, it is due again only if its worker falls
                Writing(Job, "delete"),
            ),
        ),
    ),
    kept=(Kept(Job, 1),),
)
