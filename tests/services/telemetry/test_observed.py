"""Calls to DynamoDB are measured and traced, and answered as before."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.errors import ResourceNotFoundException
from cairn.services.telemetry import open_telemetry


class Collector(BaseHTTPRequestHandler):
    """An OpenTelemetry collector that keeps what it is sent."""

    received: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        assert self.path == "/v1/traces"
        self.received.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_told: object) -> None:
        pass


@pytest.fixture
def collector() -> Iterator[tuple[str, list[ExportTraceServiceRequest]]]:
    received: list[ExportTraceServiceRequest] = []
    server = HTTPServer(("127.0.0.1", 0), type("KeepingCollector", (Collector,), {"received": received}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", received
    server.shutdown()
    thread.join()
    server.server_close()


async def test_calls_and_their_errors_are_counted(tmp_path: Path) -> None:
    telemetry = open_telemetry(None)
    async with open_folder(tmp_path) as embedded:
        dynamo = telemetry.observing(embedded)
        assert await dynamo.call("ListTables", {}) == {"TableNames": []}
        with pytest.raises(ResourceNotFoundException):
            await dynamo.call("DescribeTable", {"TableName": "Nowhere"})
    page = telemetry.metrics.page().decode()
    assert 'cairn_dynamo_call_seconds_count{operation="ListTables"} 1.0' in page
    assert 'cairn_dynamo_call_seconds_count{operation="DescribeTable"} 1.0' in page
    refused = (
        'cairn_dynamo_call_errors_total{error="ResourceNotFoundException",operation="DescribeTable"} 1.0'
    )
    assert refused in page


async def test_calls_are_traced_where_a_collector_is_told(
    tmp_path: Path, collector: tuple[str, list[ExportTraceServiceRequest]]
) -> None:
    address, received = collector
    telemetry = open_telemetry(address)
    assert telemetry.tracer is not None
    async with open_folder(tmp_path) as embedded:
        with telemetry.tracer.start_as_current_span("a request"):
            await telemetry.observing(embedded).call("ListTables", {})
    telemetry.close()
    spans = [
        span
        for each in received
        for resource in each.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    call, request = spans
    assert (call.name, request.name) == ("DynamoDB ListTables", "a request")
    assert call.parent_span_id == request.span_id
