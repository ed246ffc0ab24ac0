"""How much is kept of requests that may be sent again: assumed. Each is written when it begins and when it ended."""

from typing import Final

from cairn.services.repeats.schema import Attempt
from cairn.tables.usage import Kept, Operation, Usage, Writing

_REQUESTS_A_DAY: Final = 20

USAGE: Final = Usage(
    source=f"assumed: {_REQUESTS_A_DAY} requests with a key a day",
    operations=(
        Operation(
            "Carry out a request once", _REQUESTS_A_DAY, (Writing(Attempt), Writing(Attempt, "update"))
        ),
    ),
    kept=(Kept(Attempt, _REQUESTS_A_DAY),),  # for a day
)
