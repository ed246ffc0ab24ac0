"""The answer that tells whoever started Cairn that it is ready."""

from cairn.dynamo.wire import Application, Receive, Scope, Send

_HEALTHY = b'{"status":"ok"}'


def with_health(application: Application) -> Application:
    """The application, and `GET /healthz`, which answers once requests are served."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/healthz" or scope["method"] not in {"GET", "HEAD"}:
            await application(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_HEALTHY))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": _HEALTHY})

    return answer
