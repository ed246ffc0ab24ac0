"""DynamoDB, watched: each call is measured, and is a span of the trace that it belongs to."""

from functools import cache
from time import perf_counter

from opentelemetry.trace import SpanKind, Tracer

from cairn.dynamo.errors import DynamoError
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.services.telemetry.metrics import Metrics


class ObservedDynamo:
    """Passes every call on, and notes how long it took and how it ended."""

    def __init__(self, dynamo: Dynamo, metrics: Metrics, tracer: Tracer | None) -> None:
        self._dynamo = dynamo
        self._metrics = metrics
        self._tracer = tracer
        # To find a figure by its labels takes longer than to add to it.
        self._time_of = cache(metrics.calls.labels)

    async def call(self, operation: Operation, request: Request) -> Response:
        began = perf_counter()
        try:
            if self._tracer is None:
                return await self._dynamo.call(operation, request)
            with self._tracer.start_as_current_span(
                f"DynamoDB {operation}",
                kind=SpanKind.CLIENT,
                attributes={
                    "db.system.name": "aws.dynamodb",
                    "db.operation.name": operation,
                    "db.collection.name": str(request.get("TableName", "")),
                },
                # A refused condition is an answer, not a failure; what went wrong is told where it is understood.
                record_exception=False,
                set_status_on_exception=False,
            ):
                return await self._dynamo.call(operation, request)
        except DynamoError as refusal:
            self._metrics.call_errors.labels(operation, type(refusal).__name__).inc()
            raise
        finally:
            self._time_of(operation).observe(perf_counter() - began)

    async def close(self) -> None:
        await self._dynamo.close()
