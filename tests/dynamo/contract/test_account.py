"""DescribeLimits and DescribeEndpoints."""

from tests.dynamo.contract.engines import Engine, Refusal
from tests.dynamo.differences import DESCRIBE_ENDPOINTS


async def test_an_account_has_the_limits_that_nobody_raised(dynamo: Engine) -> None:
    assert await dynamo.call("DescribeLimits", {}) == {
        "AccountMaxReadCapacityUnits": 80_000,
        "AccountMaxWriteCapacityUnits": 80_000,
        "TableMaxReadCapacityUnits": 40_000,
        "TableMaxWriteCapacityUnits": 40_000,
    }


async def test_an_endpoint_is_kept_for_a_day(dynamo: Engine) -> None:
    outcome = await dynamo.outcome("DescribeEndpoints", {})
    if not isinstance(outcome, Refusal):
        for endpoint in outcome["Endpoints"]:
            assert endpoint.pop("Address")
    assert outcome == DESCRIBE_ENDPOINTS.answer(
        dynamo,
        aws={"Endpoints": [{"CachePeriodInMinutes": 1440}]},
        dynamodb_local=Refusal("UnknownOperationException", "An unknown operation was requested."),
    )
