"""DescribeLimits and DescribeEndpoints: what AWS answers for an account that nobody has limited further."""

from cairn.dynamo.embedded.store import Store
from cairn.dynamo.seam import Request, Response


async def describe_limits(store: Store, request: Request) -> Response:
    return {
        "AccountMaxReadCapacityUnits": 80_000,
        "AccountMaxWriteCapacityUnits": 80_000,
        "TableMaxReadCapacityUnits": 40_000,
        "TableMaxWriteCapacityUnits": 40_000,
    }


async def describe_endpoints(store: Store, request: Request) -> Response:
    return {"Endpoints": [{"Address": "localhost", "CachePeriodInMinutes": 1440}]}
