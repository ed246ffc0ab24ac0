"""Tags of a table: TagResource, UntagResource, ListTagsOfResource."""

from cairn.dynamo.embedded.definitions import table_name_of_arn
from cairn.dynamo.embedded.operations.tables import change_definition
from cairn.dynamo.embedded.shapes.tags import refuse_too_many_tags
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ResourceNotFoundException, ValidationException
from cairn.dynamo.seam import Request, Response


async def tag_resource(store: Store, request: Request) -> Response:
    table = _tagged(store, request["ResourceArn"])
    added = {tag["Key"]: tag["Value"] for tag in request["Tags"]}

    def change(transaction: Transaction) -> None:
        tags = transaction.current(table).definition.tags | added
        refuse_too_many_tags(len(tags))
        change_definition(transaction, table, tags=tags)

    await store.write(change)
    return {}


async def untag_resource(store: Store, request: Request) -> Response:
    table = _tagged(store, request["ResourceArn"])
    removed = set(request["TagKeys"])

    def change(transaction: Transaction) -> None:
        tags = transaction.current(table).definition.tags
        change_definition(transaction, table, tags={key: tags[key] for key in tags if key not in removed})

    await store.write(change)
    return {}


async def list_tags_of_resource(store: Store, request: Request) -> Response:
    """All tags at once: a table has fewer than a page of them."""
    tags = _tagged(store, request["ResourceArn"]).definition.tags
    if request.get("NextToken") is not None:
        raise ValidationException("Invalid NextToken: all tags come in one page, which has none")
    return {"Tags": [{"Key": key, "Value": value} for key, value in tags.items()]}


def _tagged(store: Store, arn: str) -> Table:
    table = store.find(table_name_of_arn(arn))
    if table is None:
        raise ResourceNotFoundException(f"Requested resource not found: ResourceArn: {arn} not found")
    return table
