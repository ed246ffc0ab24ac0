"""The figures of one process, as Prometheus reads them. What each is for stands beside it."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """All figures. Labels have few values: routes and not paths, kinds and not names."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.requests = Histogram(
            "cairn_http_request_seconds",
            "How long answers to requests took.",
            ["method", "route", "status"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.calls = Histogram(
            "cairn_dynamo_call_seconds",
            "How long calls to DynamoDB took.",
            ["operation"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.call_errors = Counter(
            "cairn_dynamo_call_errors",
            "Calls that DynamoDB refused.",
            ["operation", "error"],
            registry=self.registry,
        )
        self.jobs = Histogram(
            "cairn_job_seconds",
            "How long jobs took, by how they ended.",
            ["kind", "outcome"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.lateness = Histogram(
            "cairn_timetable_lateness_seconds",
            "How long after its time what recurs began.",
            ["timetable"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.shards = Gauge(
            "cairn_shards_held",
            "How many shards of the background work this process holds.",
            registry=self.registry,
        )
        self.deliveries = Counter(
            "cairn_message_deliveries",
            "Messages to people, by channel and how it ended.",
            ["channel", "outcome"],
            registry=self.registry,
        )

    def page(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
