"""What an operator can see of a running Cairn: its log, its figures, and the traces of requests and jobs."""

from cairn.services.telemetry.logs import FIELDS, configure_logs
from cairn.services.telemetry.metrics import Metrics
from cairn.services.telemetry.observed import ObservedDynamo
from cairn.services.telemetry.outliving import Outliving
from cairn.services.telemetry.telemetry import Telemetry, open_telemetry

__all__ = [
    "FIELDS",
    "Metrics",
    "ObservedDynamo",
    "Outliving",
    "Telemetry",
    "configure_logs",
    "open_telemetry",
]
