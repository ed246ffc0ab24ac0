"""DynamoDB, wherever it lives: one call, one vocabulary of requests, answers and errors."""

from cairn.dynamo.errors import DynamoError
from cairn.dynamo.seam import AttributeValue, Dynamo, Item, Operation, Request, Response

__all__ = ["AttributeValue", "Dynamo", "DynamoError", "Item", "Operation", "Request", "Response"]
