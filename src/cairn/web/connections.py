"""A server connection on which a stalled, endless or idle client wastes its own time and nobody else's.

uvicorn bounds how long a connection idles between two requests. Here are the bounds it lacks: how long a request
may take to arrive, how large its head may be, and how long an answer waits for a client that does not read.
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class BoundedConnection(HttpToolsProtocol):
    """One client. When it passes a bound, its connection ends."""

    seconds_to_arrive: ClassVar[float] = 60
    seconds_to_read_on: ClassVar[float] = 30
    least_bytes_read: ClassVar[int] = 64 * 1024
    most_head_bytes: ClassVar[int] = 64 * 1024
    most_headers: ClassVar[int] = 200

    _arrival: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _requested = False
    _whole = False
    _in_head = False
    _head_bytes = 0
    _unsent_before = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arrival = self.loop.call_later(self.seconds_to_arrive, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_arrival()
        self._forget_stall()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Blank lines between two requests come here as well: uvicorn takes them for the end of idling.
        if self._whole and self._requested and not self.cycle.response_complete:
            self._forget_arrival()
            return
        if self._arrival is None and not self.transport.is_closing():
            self._arrival = self.loop.call_later(self.seconds_to_arrive, self._end)
        if self._in_head:
            self._head_bytes += len(data)
        # After the head there may be trailers.
        if self._head_bytes > self.most_head_bytes or (
            self.headers and len(self.headers) > self.most_headers
        ):
            self._end()

    def on_message_begin(self) -> None:
        self._whole = False
        self._in_head = True
        self._head_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._requested = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._whole = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        self._forget_stall()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        self._end()

    def _watch_reading(self) -> None:
        self._unsent_before = self.transport.get_write_buffer_size()
        self._stall = self.loop.call_later(self.seconds_to_read_on, self._check_reading)

    def _check_reading(self) -> None:
        if self._unsent_before - self.transport.get_write_buffer_size() < self.least_bytes_read:
            self.transport.abort()
        else:
            self._watch_reading()

    def _end(self) -> None:
        # Closing waits for what is unsent, which a client that does not read never takes.
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _forget_arrival(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None

    def _forget_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
