"""Couriers: one for each kind of channel, which knows how the service at its end is asked. Mail has its own (`post`)."""

from cairn.services.notify.couriers.delivering import deliver
from cairn.services.notify.couriers.means import Gateways, Means, Parcel

__all__ = ["Gateways", "Means", "Parcel", "deliver"]
