"""Throughput, which Cairn keeps and describes but does not enforce, and the billing mode it must agree with."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes.shape import Integer, Required, structure
from cairn.dynamo.errors import ValidationException

MOST_UNITS = 1_000_000_000_000

_UNITS = Required(Integer(least=1, java="Long"))
_ANY_UNITS = Integer(java="Long")

PROVISIONED_THROUGHPUT = structure(
    "ProvisionedThroughput", WriteCapacityUnits=_UNITS, ReadCapacityUnits=_UNITS
)
ON_DEMAND_THROUGHPUT = structure(
    "OnDemandThroughput", MaxReadRequestUnits=_ANY_UNITS, MaxWriteRequestUnits=_ANY_UNITS
)
WARM_THROUGHPUT = structure("WarmThroughput", ReadUnitsPerSecond=_ANY_UNITS, WriteUnitsPerSecond=_ANY_UNITS)

_INVALID = "One or more parameter values were invalid: "


def refuse_unfit_throughput_of_new_table(request: Mapping[str, Any]) -> None:
    throughput = request.get("ProvisionedThroughput")
    if request.get("BillingMode") != "PAY_PER_REQUEST":
        if throughput is None:
            raise ValidationException(
                f"{_INVALID}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                "PROVISIONED"
            )
        if request.get("OnDemandThroughput") is not None:
            _refuse_on_demand_when_provisioned(request["OnDemandThroughput"])
    _refuse_both(request.get("BillingMode"), throughput)
    _refuse_out_of_bounds(throughput, request.get("OnDemandThroughput"))


def refuse_unfit_throughput_of_table(request: Mapping[str, Any]) -> None:
    throughput = request.get("ProvisionedThroughput")
    if request.get("BillingMode") == "PROVISIONED" and throughput is None:
        raise ValidationException(
            f"{_INVALID}ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
        )
    _refuse_both(request.get("BillingMode"), throughput)
    _refuse_out_of_bounds(throughput, request.get("OnDemandThroughput"))


def _refuse_both(billing_mode: str | None, throughput: object) -> None:
    if billing_mode == "PAY_PER_REQUEST" and throughput is not None:
        raise ValidationException(
            f"{_INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST"
        )


def _refuse_on_demand_when_provisioned(on_demand: Mapping[str, Any]) -> None:
    for name in ("MaxReadRequestUnits", "MaxWriteRequestUnits"):
        if on_demand.get(name) is not None:
            raise ValidationException(
                f"{_INVALID}{name} for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED."
            )


def _refuse_out_of_bounds(throughput: Mapping[str, Any] | None, on_demand: Mapping[str, Any] | None) -> None:
    for name in ("ReadCapacityUnits", "WriteCapacityUnits"):
        if throughput is not None and throughput[name] > MOST_UNITS:
            raise ValidationException(f"Given value {throughput[name]} for {name} is out of bounds")
    for name in ("MaxReadRequestUnits", "MaxWriteRequestUnits"):
        # -1 takes the limit away.
        if on_demand is not None and (units := on_demand.get(name)) is not None and units < 1 and units != -1:
            raise ValidationException(
                f"{_INVALID}Requested {name} for OnDemandThroughput for table is outside of valid range"
            )
