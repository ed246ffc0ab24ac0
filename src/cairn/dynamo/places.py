"""Where the tables are, as one setting says it: a folder, AWS, or an address.

The rest of Cairn asks here, and does not learn which of them answers.
"""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from cairn.dynamo.seam import Dynamo


class PlaceError(Exception):
    """The setting names no place. The message says what it may be."""


def connect(place: str, *, must_exist: bool = False, clock: Callable[[], float] = time.time) -> Dynamo:
    """DynamoDB at a place: `aws`, `aws:eu-west-1`, `https://…`, or a data folder's path.

    A folder is made when there is none, unless it must exist. By `clock`, items of a folder expire.

    Keys, and a region that is not named, come from where AWS's tools look for them.
    """
    kind, _, rest = place.partition(":")
    if kind == "aws":
        from cairn.dynamo.aws import AwsDynamo  # noqa: PLC0415 - takes half a second to load, and is seldom meant

        return AwsDynamo(region=rest or None)
    if kind in {"http", "https"}:
        if not urlsplit(place).hostname:
            raise PlaceError(f"'{place}' has no host. An address is for example http://127.0.0.1:8000")
        from cairn.dynamo.aws import AwsDynamo  # noqa: PLC0415

        return AwsDynamo(endpoint_url=place)
    if not place:
        raise PlaceError("The place is empty: name a data folder, aws, aws:REGION, or the URL of an endpoint")
    from cairn.dynamo.embedded import open_folder  # noqa: PLC0415

    folder = Path(place)
    if must_exist and not folder.is_dir():
        raise PlaceError(f"{place}: there is no such data folder")
    return open_folder(folder, clock=clock)


@asynccontextmanager
async def opened(
    place: str, *, must_exist: bool = False, clock: Callable[[], float] = time.time
) -> AsyncGenerator[Dynamo]:
    """DynamoDB at a place, for the length of a block."""
    dynamo = connect(place, must_exist=must_exist, clock=clock)
    try:
        yield dynamo
    finally:
        await dynamo.close()
