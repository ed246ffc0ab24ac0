"""A client that sends what it is told to, and shows the answer as it came."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

AMAZON_JSON = "application/x-amz-json-1.0"


@dataclass(frozen=True)
class Answer:
    """An answer; its header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """Sends each request over a connection of its own."""

    host: str
    port: int

    def send(
        self,
        method: str = "POST",
        body: bytes | str = b"{}",
        headers: Mapping[str, str] | None = None,
        *,
        path: str = "/",
    ) -> Answer:
        connection = HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, names, response.read())
        finally:
            connection.close()

    def call(
        self, operation: str, request: Any, headers: Mapping[str, str] | None = None, *, api: str = "DynamoDB"
    ) -> Answer:
        """Asks for an operation as SDKs do; a request that is not text is sent as JSON."""
        body = request if isinstance(request, bytes | str) else json.dumps(request)
        asking = {"X-Amz-Target": f"{api}_20120810.{operation}", "Content-Type": AMAZON_JSON}
        return self.send(body=body, headers={**asking, **(headers or {})})
