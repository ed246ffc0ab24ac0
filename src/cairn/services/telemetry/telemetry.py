"""Figures and traces together, for whoever observes something."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from opentelemetry.trace import Tracer

from cairn.dynamo.seam import Dynamo
from cairn.services.telemetry.metrics import Metrics
from cairn.services.telemetry.observed import ObservedDynamo

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What is observed. Without a collector there is no tracer, and nothing is spent on traces."""

    metrics: Metrics
    tracer: Tracer | None = None
    provider: "TracerProvider | None" = None

    def observing(self, dynamo: Dynamo) -> Dynamo:
        return ObservedDynamo(dynamo, self.metrics, self.tracer)

    def close(self) -> None:
        """Sends what was traced and not yet sent."""
        if self.provider is not None:
            self.provider.shutdown()


def open_telemetry(collector: str | None) -> Telemetry:
    """Telemetry of this process; its traces go to an OpenTelemetry collector, `http://host:4318`, if there is one."""
    if collector is None:
        return Telemetry(Metrics())
    # They take long to load, and most do without.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": "cairn"}))
    exporter = OTLPSpanExporter(endpoint=f"{collector.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return Telemetry(Metrics(), provider.get_tracer("cairn"), provider)
