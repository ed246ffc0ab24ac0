"""What an update of a table's or an index's throughput must have to do with how the table is paid for by now."""

from collections.abc import Iterator

from cairn.dynamo.embedded.definitions import Definition, Throughput
from cairn.dynamo.embedded.operations.requested_tables import throughput_of
from cairn.dynamo.embedded.shapes.schemas import refuse_unfit_index_billing
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Request

_INVALID = "One or more parameter values were invalid: "


def refuse_unfit_throughput(definition: Definition, request: Request) -> None:
    """Refuses throughput for what is paid per request, the lack of it for what is not, and what changes nothing."""
    now = "PAY_PER_REQUEST" if definition.pay_per_request else "PROVISIONED"
    becomes = request.get("BillingMode") or now
    asked = throughput_of(request.get("ProvisionedThroughput"))
    if asked is not None:
        if becomes == "PAY_PER_REQUEST":
            raise ValidationException(
                f"{_INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                "PAY_PER_REQUEST"
            )
        _refuse_unchanged("table", "table", definition.throughput, asked)
    lacking = [index.name for index in definition.indexes if index.is_global and index.throughput is None]
    for name, is_new, throughput in _of_indexes(request):
        index = definition.index(name)
        if is_new or throughput is not None:
            refuse_unfit_index_billing(name, becomes, throughput)
        if throughput is not None:
            _refuse_unchanged(f"index {name}", "index", index.throughput if index else None, throughput)
            lacking = [other for other in lacking if other != name]
    if becomes == "PROVISIONED" != now and lacking:
        raise ValidationException(
            f"{_INVALID}ProvisionedThroughput must be specified for index: {','.join(lacking)}"
        )


def _of_indexes(request: Request) -> Iterator[tuple[str, bool, Throughput | None]]:
    """The indexes that are made or changed: name, whether it is made, and what is asked for it."""
    for update in request.get("GlobalSecondaryIndexUpdates") or ():
        for action in ("Create", "Update"):
            if update.get(action) is not None:
                settings = update[action]
                yield (
                    settings["IndexName"],
                    action == "Create",
                    throughput_of(settings.get("ProvisionedThroughput")),
                )


def _refuse_unchanged(which: str, kind: str, now: Throughput | None, asked: Throughput) -> None:
    if now == asked:
        raise ValidationException(
            f"The provisioned throughput for the {which} will not change. The requested value equals the current "
            f"value. Current ReadCapacityUnits provisioned for the {kind}: {now.reads}. Requested "
            f"ReadCapacityUnits: {asked.reads}. Current WriteCapacityUnits provisioned for the {kind}: "
            f"{now.writes}. Requested WriteCapacityUnits: {asked.writes}. Refer to the Amazon DynamoDB Developer "
            "Guide for current limits and how to request higher limits."
        )
