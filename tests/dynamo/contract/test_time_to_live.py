"""UpdateTimeToLive and DescribeTimeToLive. What expires, and when, is tested with a clock of its own."""

from typing import Any

import pytest

from tests.dynamo.contract.engines import Engine, Refusal, Tables
from tests.dynamo.contract.schemas import invalid
from tests.dynamo.differences import TABLE_REQUESTS, TIME_TO_LIVE


def setting(name: str, attribute: str, *, enabled: bool) -> dict[str, Any]:
    return {"TableName": name, "TimeToLiveSpecification": {"Enabled": enabled, "AttributeName": attribute}}


async def test_time_to_live_is_turned_on_and_off(dynamo: Engine, table: Tables) -> None:
    name = await table()
    off = {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
    assert await dynamo.call("DescribeTimeToLive", {"TableName": name}) == off
    turn_on = setting(name, "at", enabled=True)
    assert await dynamo.call("UpdateTimeToLive", turn_on) == {
        "TimeToLiveSpecification": turn_on["TimeToLiveSpecification"]
    }
    if dynamo.name == "endpoint":
        return  # AWS takes up to an hour for each change
    assert await dynamo.call("DescribeTimeToLive", {"TableName": name}) == {
        "TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": "at"}
    }
    turn_off = setting(name, "at", enabled=False)
    assert await dynamo.call("UpdateTimeToLive", turn_off) == {
        "TimeToLiveSpecification": turn_off["TimeToLiveSpecification"]
    }
    assert await dynamo.call("DescribeTimeToLive", {"TableName": name}) == off


async def test_time_to_live_is_not_turned_on_twice(dynamo: Engine, table: Tables) -> None:
    name = await table()
    await dynamo.call("UpdateTimeToLive", setting(name, "at", enabled=True))
    assert await dynamo.outcome("UpdateTimeToLive", setting(name, "at", enabled=True)) == Refusal(
        "ValidationException", "TimeToLive is already enabled"
    )


async def test_time_to_live_is_not_turned_off_twice(dynamo: Engine, table: Tables) -> None:
    name = await table()
    assert await dynamo.outcome("UpdateTimeToLive", setting(name, "at", enabled=False)) == Refusal(
        "ValidationException", "TimeToLive is already disabled"
    )


@pytest.mark.parametrize("enabled", [True, False])
async def test_time_to_live_stays_on_its_attribute(dynamo: Engine, table: Tables, enabled: bool) -> None:
    name = await table()
    await dynamo.call("UpdateTimeToLive", setting(name, "at", enabled=True))
    assert await dynamo.outcome("UpdateTimeToLive", setting(name, "other", enabled=enabled)) == Refusal(
        "ValidationException",
        TIME_TO_LIVE.answer(
            dynamo,
            aws="TimeToLive is active on a different AttributeName: current AttributeName is at",
            dynamodb_local="TimeToLive is active on a different AttributeName",
        ),
    )


async def test_what_lacks_is_told(dynamo: Engine, table: Tables) -> None:
    name = await table()
    nothing = await dynamo.outcome("UpdateTimeToLive", {"TableName": name})
    assert nothing == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(
            dynamo,
            aws=invalid("null", "timeToLiveSpecification", "not be null"),
            dynamodb_local="TimeToLiveSpecification cannot be null",
        ),
    )
    unnamed = await dynamo.outcome("UpdateTimeToLive", setting(name, "", enabled=True))
    assert unnamed == Refusal(
        "ValidationException",
        TABLE_REQUESTS.answer(
            dynamo,
            aws=invalid(
                "''", "timeToLiveSpecification.attributeName", "have length greater than or equal to 1"
            ),
            dynamodb_local=(
                "Names of key attributes and attributes projected into an index must be between 1 and 255 "
                "characters, inclusive"
            ),
        ),
    )
