"""The ASGI application: one HTTP request, one call of the seam, one answer as AWS sends it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from cairn.dynamo.errors import DynamoError, InternalServerError, RequestEntityTooLargeException
from cairn.dynamo.seam import Dynamo, Operation, Response
from cairn.dynamo.wire import answers, loopback, requests, signatures

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAXIMUM_BODY = 16 * 1024 * 1024
_LINGER_BODY = 4 * MAXIMUM_BODY
_LINGER_SECONDS = 5

_logger = logging.getLogger(__name__)


def application(
    dynamo: Dynamo,
    credentials: signatures.Credentials | None = None,
    *,
    clock: Callable[[], float] = time.time,
) -> Application:
    """DynamoDB's HTTP API in front of `dynamo`.

    With credentials, requests have to be signed with them. Without, any signature or none will do, but only
    under a loopback name; the server has to see to it that only this machine can connect. `dynamo` is called
    from several threads, each with a loop of its own, as the embedded engine can be.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        content_type = _json_type(headers)
        unread = _has_body(headers)
        cors: answers.Headers = []
        try:
            if credentials is None:
                loopback.check(headers)
            cors = answers.cross_origin(scope["method"], headers)
            if scope["method"] != "POST" or content_type is None:
                content_type = None
                status, content = answers.without_operation(scope["method"], headers)
            else:
                claim = None
                if credentials is not None:
                    claim = signatures.claim_of(
                        headers, scope["query_string"], credentials=credentials, clock=clock
                    )
                body = await _body(headers, receive)
                if body is None:
                    return
                unread = False
                if credentials is not None and claim is not None:
                    signatures.verify(claim, scope, headers, body, credentials=credentials)
                target = headers.get(b"x-amz-target", b"")
                if len(body) < requests.LARGE:
                    operation, request = requests.read(target, body)
                    response = await dynamo.call(operation, request)
                else:
                    operation, response = await asyncio.to_thread(_call_aside, dynamo, target, body)
                status, content = 200, answers.of_response(operation, response)
        except DynamoError as error:
            status, content = error.status, answers.of_error(error)
        except Exception:
            _logger.exception("A request could not be answered")
            status, content = 500, answers.of_error(InternalServerError("Internal server error"))
        fields = answers.headers(content, content_type)
        fields += cors
        if not unread:
            await send({"type": "http.response.start", "status": status, "headers": fields})
            await send({"type": "http.response.body", "body": content})
            return
        # Closing on a client that still sends resets the connection, and the client never sees the answer.
        fields.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": content, "more_body": True})
        await _discard_body(receive)
        await send({"type": "http.response.body", "body": b""})

    return answer


def _call_aside(dynamo: Dynamo, target: bytes, body: bytes) -> tuple[Operation, Response]:
    """Reads and carries out a large request in the calling thread, on a loop of its own.

    Looking at megabytes of attribute values takes a while, in which the server's loop has others to answer.
    """
    operation, request = requests.read(target, body)
    return operation, asyncio.run(dynamo.call(operation, request))


def _json_type(headers: Mapping[bytes, bytes]) -> bytes | None:
    content_type = headers.get(b"content-type", b"")
    if content_type == answers.AMAZON_JSON:
        return content_type
    essence = content_type.partition(b";")[0].strip()
    return essence if essence in {answers.AMAZON_JSON, answers.JSON} else None


def _has_body(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


async def _body(headers: Mapping[bytes, bytes], receive: Receive) -> bytes | None:
    """The whole body, or None when the client is gone. Never holds more than a body may have."""
    if int(headers.get(b"content-length", 0)) > MAXIMUM_BODY:
        raise _too_large()
    message = await receive()
    if message["type"] == "http.disconnect":
        return None
    if not message.get("more_body"):
        body: bytes = message.get("body", b"")
        if len(body) > MAXIMUM_BODY:
            raise _too_large()
        return body
    chunks = [message.get("body", b"")]
    size = len(chunks[0])
    while message.get("more_body"):
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > MAXIMUM_BODY:
            raise _too_large()
        chunks.append(chunk)
    return b"".join(chunks)


def _too_large() -> RequestEntityTooLargeException:
    return RequestEntityTooLargeException(f"The request's body is larger than {MAXIMUM_BODY} bytes")


async def _discard_body(receive: Receive) -> None:
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_LINGER_SECONDS):
            while size < _LINGER_BODY:
                message = await receive()
                if not message.get("more_body"):
                    return
                size += len(message.get("body", b""))
