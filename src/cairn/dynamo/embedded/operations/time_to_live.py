"""UpdateTimeToLive and DescribeTimeToLive."""

from cairn.dynamo.embedded.definitions import Expiry
from cairn.dynamo.embedded.filling import create_and_fill
from cairn.dynamo.embedded.operations.tables import change_definition, known_table
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Request, Response


async def update_time_to_live(store: Store, request: Request) -> Response:
    table = known_table(store, request["TableName"])
    settings = request["TimeToLiveSpecification"]
    enable, attribute = settings["Enabled"], settings["AttributeName"]

    def change(transaction: Transaction) -> None:
        now = transaction.current(table)
        if not enable and now.expiry is None:
            raise ValidationException("TimeToLive is already disabled")
        if now.expiry is not None and now.expiry.expiry.attribute != attribute:
            raise ValidationException(
                f"TimeToLive is active on a different AttributeName: current AttributeName is {now.expiry.expiry.attribute}"
            )
        if enable and now.expiry is not None:
            raise ValidationException("TimeToLive is already enabled")
        if enable:
            changed = change_definition(transaction, table, expiry=Expiry(attribute=attribute, active=False))
            if changed.expiry is not None:
                create_and_fill(transaction, changed, changed.expiry)
        elif now.expiry is not None:
            change_definition(transaction, table, expiry=None)
            transaction.execute(f"DROP TABLE {now.expiry.name}")

    await store.write(change)
    store.work_for_housekeeping.set()
    return {"TimeToLiveSpecification": {"Enabled": enable, "AttributeName": attribute}}


async def describe_time_to_live(store: Store, request: Request) -> Response:
    store.refresh()
    expiry = known_table(store, request["TableName"]).expiry
    if expiry is None:
        return {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
    return {
        "TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": expiry.expiry.attribute}
    }
