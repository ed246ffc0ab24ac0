"""DynamoDB's HTTP API in front of any `Dynamo`: SDKs, the aws CLI and table GUIs can open what stands behind it.

An ASGI application, without a server; `cairn.web` serves it.
"""

from cairn.dynamo.wire.application import Application, Receive, Scope, Send, application
from cairn.dynamo.wire.signatures import Credentials

__all__ = ["Application", "Credentials", "Receive", "Scope", "Send", "application"]
