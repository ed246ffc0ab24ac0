"""All types of checks, in the order in which people see them."""

from collections.abc import Mapping
from typing import Any, Final

from cairn.apps.checks.kinds.availability import AVAILABILITY
from cairn.apps.checks.kinds.certificate import CERTIFICATE
from cairn.apps.checks.kinds.dns import DNS
from cairn.apps.checks.kinds.ebay import EBAY
from cairn.apps.checks.kinds.heartbeat import HEARTBEAT
from cairn.apps.checks.kinds.kind import Kind
from cairn.apps.checks.kinds.price import PRICE
from cairn.apps.checks.kinds.tcp import TCP
from cairn.apps.checks.schema import CheckType

KINDS: Final[Mapping[CheckType, Kind[Any]]] = {
    kind.check_type: kind for kind in (AVAILABILITY, EBAY, PRICE, TCP, CERTIFICATE, DNS, HEARTBEAT)
}
