"""What every request passes on its way in, and every answer on its way out; the outermost stands first."""

from cairn.web.middleware.bodies import BoundedBodies
from cairn.web.middleware.headers import SecurityHeaders
from cairn.web.middleware.heads import Heads
from cairn.web.middleware.hosts import Hosts
from cairn.web.middleware.observing import Observed
from cairn.web.middleware.proxies import Proxies
from cairn.web.middleware.repeating import Repeating
from cairn.web.middleware.tagging import Tagged

__all__ = ["BoundedBodies", "Heads", "Hosts", "Observed", "Proxies", "Repeating", "SecurityHeaders", "Tagged"]
