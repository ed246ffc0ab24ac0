"""boto3, as most callers will use: one thread, one call after another. Most of the time is boto3's own.

As a program of its own it can get into a server's network, as the lean client does.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from statistics import median
from typing import Any

import boto3
import msgspec

from bench.dynamo.items import PARTITION, SORT, KeyNumbers, fresh
from bench.dynamo.requests import get_item, put_item
from bench.dynamo.wire_requests import Place

_FRESH = 80_000_000  # past what the lean clients write


class SdkResult(msgspec.Struct, frozen=True):
    """Median times of a call."""

    get_ms: float
    put_ms: float


def by_sdk(entering: Sequence[str], *, port: int, kept: int, seconds: float) -> SdkResult:
    numbers = [str(number) for number in (port, kept, seconds)]
    answer = subprocess.check_output([*entering, sys.executable, "-m", "bench.dynamo.sdk", *numbers])
    return msgspec.json.decode(answer, type=SdkResult)


def _median_ms(call: Callable[..., Any], requests: Iterator[dict[str, Any]], seconds: float) -> float:
    took: list[float] = []
    deadline = time.perf_counter() + seconds
    for request in requests:
        started = time.perf_counter()
        call(**request)
        now = time.perf_counter()
        took.append(now - started)
        if now > deadline:
            break
    return median(took) * 1e3


def main(port: int, kept: int, seconds: float) -> None:
    def texts(numbers: KeyNumbers) -> tuple[str, str]:
        return PARTITION % numbers[0], SORT % numbers[1]

    client = boto3.client(
        "dynamodb",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id="bench",
        aws_secret_access_key="bench",
    )
    place = Place(connection=0, connections=1, kept=kept, first_fresh=0)
    gets = (get_item(texts(numbers)) for numbers in place.kept_keys())
    puts = (put_item(texts(fresh(number))) for number in count(_FRESH))
    result = SdkResult(
        get_ms=_median_ms(client.get_item, gets, seconds),
        put_ms=_median_ms(client.put_item, puts, seconds),
    )
    print(msgspec.json.encode(result).decode())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
