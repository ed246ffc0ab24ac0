"""What DynamoDB validates about a request by its own shape, before anything is looked up."""

from cairn.dynamo.embedded.shapes.checks import check
from cairn.dynamo.embedded.shapes.names import table_name

__all__ = ["check", "table_name"]
