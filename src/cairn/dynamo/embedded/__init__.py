"""DynamoDB inside the process, on one SQLite file."""

from cairn.dynamo.embedded.engine import Embedded, open_folder
from cairn.dynamo.embedded.faults import DataFolderError

__all__ = ["DataFolderError", "Embedded", "open_folder"]
