"""What a power cut leaves: everything acknowledged, nothing half done, indexes that agree with their table."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cairn.dynamo import Dynamo, Item
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.embedded.doctor import examine

LOAD = Path(__file__).with_name("load.py")
KILLS = 20


def killed_in_the_middle(folder: Path, run: str, seconds: float) -> list[list[str]]:
    """Starts the load, kills it, and returns what it said was acknowledged."""
    with subprocess.Popen([sys.executable, str(LOAD), str(folder), run], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
        process.kill()
        said = process.stdout.read()
    complete, _, _cut = said.rpartition(b"\n")
    return [line.split() for line in complete.decode().splitlines()]


async def everything(dynamo: Dynamo, table: str) -> list[Item]:
    items: list[Item] = []
    request: dict[str, object] = {"TableName": table}
    while True:
        page = await dynamo.call("Scan", request)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


@pytest.mark.timeout(180)
async def test_twenty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(20)
    acknowledged: list[list[str]] = []
    for kill in range(KILLS):
        acknowledged += killed_in_the_middle(tmp_path, f"run{kill}", chance.uniform(0.05, 0.4))
        assert examine(tmp_path) == []

    async with open_folder(tmp_path) as dynamo:
        left = {(item["PK"]["S"], item["SK"]["S"]) for item in await everything(dynamo, "Left")}
        right = await everything(dynamo, "Right")

    assert len(acknowledged) > KILLS
    assert {(pk, sk) for _, pk, sk in acknowledged} - left == set()
    pairs_left = {pk for pk, _ in left if pk.startswith("pair#")}
    pairs_right = {item["PK"]["S"] for item in right if item["PK"]["S"].startswith("pair#")}
    assert pairs_left == pairs_right
    counts = {
        item["PK"]["S"]: int(item["written"]["N"]) for item in right if item["PK"]["S"].startswith("count#")
    }
    assert sum(counts.values()) == len(pairs_right)
    for owner, count in counts.items():
        prefix = owner.replace("count#", "pair#", 1) + "#"
        assert count == sum(pair.startswith(prefix) for pair in pairs_right)
