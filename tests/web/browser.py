"""A browser without a window: it asks an application in the same process, keeps cookies, and sends them back."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from starlette.types import ASGIApp, Message


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    content: bytes

    def header(self, name: str) -> str | None:
        """A header, its lines joined; None when there is none."""
        values = [value for each, value in self.headers if each == name.lower()]
        return ", ".join(values) if values else None

    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def text(self) -> str:
        return self.content.decode()


@dataclass
class Browser:
    """One person's browser. `always` are headers that it sends with everything."""

    app: ASGIApp
    address: str = "192.0.2.7"
    origin: str = "http://localhost"
    always: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **more: Any) -> Answer:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, **more: Any) -> Answer:
        return await self.ask("POST", path, **more)

    async def put(self, path: str, **more: Any) -> Answer:
        return await self.ask("PUT", path, **more)

    async def patch(self, path: str, **more: Any) -> Answer:
        return await self.ask("PATCH", path, **more)

    async def delete(self, path: str, **more: Any) -> Answer:
        return await self.ask("DELETE", path, **more)

    async def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        form: Mapping[str, str] | None = None,
        content: bytes = b"",
    ) -> Answer:
        """One request. `body` is sent as JSON, `form` as a form, `content` as it is."""
        host = urlsplit(self.origin).netloc
        sent = {
            "host": host,
            **self.always,
            **{name.lower(): value for name, value in (headers or {}).items()},
        }
        if body is not None:
            content = json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
        elif form is not None:
            content = urlencode(form).encode()
            sent.setdefault("content-type", "application/x-www-form-urlencoded")
        if content:
            sent["content-length"] = str(len(content))
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        parts = urlsplit(path)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": urlsplit(self.origin).scheme,
            "path": unquote(parts.path),
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": (self.address, 50_000),
            "server": (host, 80),
        }
        return self._kept(await _asked(self.app, scope, content))

    def _kept(self, answer: Answer) -> Answer:
        for name, value in answer.headers:
            if name == "set-cookie":
                for each, morsel in SimpleCookie(value).items():
                    if morsel["max-age"] == "0":
                        self.cookies.pop(each, None)
                    else:
                        self.cookies[each] = morsel.value
        return answer


async def _asked(app: ASGIApp, scope: dict[str, Any], content: bytes) -> Answer:
    said: list[Message] = []
    unsent = [content]
    ended = asyncio.Event()

    async def receive() -> Message:
        if not unsent:
            await ended.wait()  # it stays until it has its answer
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": unsent.pop(), "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            ended.set()

    await app(scope, receive, send)
    [start] = [message for message in said if message["type"] == "http.response.start"]
    headers = [(name.decode().lower(), value.decode("latin-1")) for name, value in start["headers"]]
    return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in said))
