"""The event streams of the pages. A change is framed once, and written to each connection without a task in between.

Through the layers of an ASGI server each of a thousand streams costs three times as much as the system's ``send``.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

TRANSPORT = "transport"
BACKLOG = 256 << 10
"""Bytes that wait for a slow stream before it is closed."""
PROXY = "127.0.0.1"
"""The address of a proxy on this machine, which says who asks, and has the connections of all."""
MOST_CONNECTIONS = 128
"""Connections of one address: its streams, and as many that load pages. The oldest without a request is closed."""


class StreamProtocol(H11Protocol):
    """HTTP/1.1 whose requests have their connection in their state, as :data:`TRANSPORT`.

    A request may be waited for as long as the next one: no guest keeps others out with connections that say nothing.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, TRANSPORT: transport}
        self._wait()
        connections: Iterable[Any] = self.connections
        own = [one for one in connections if one.client and one.client[0] == self.client[0]] if self.client else []
        if len(own) > MOST_CONNECTIONS and own[0].client[0] != PROXY:
            waiting = [one for one in own if one.timeout_keep_alive_task and not one.transport.is_closing()]
            min(waiting, key=lambda one: one.timeout_keep_alive_task.when()).transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self._wait()

    def _wait(self) -> None:
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)


@dataclass(eq=False)
class BoardStream:
    """A page that follows the board. ``chunked``: its messages are framed as HTTP/1.1 wants it."""

    language: str
    address: str
    transport: asyncio.WriteTransport
    chunked: bool = True
    is_open: bool = False
    """Whether the answer has begun, so that messages may be written."""

    def put(self, framed: bytes) -> bool:
        """Write a framed message. Return whether the stream keeps up; one that does not is closed."""
        if self.transport.get_write_buffer_size() > BACKLOG:
            self.transport.abort()
        if self.transport.is_closing():
            return False
        self.transport.write(framed)
        return True


def framed(message: bytes, *, chunked: bool) -> bytes:
    return b"%x\r\n%b\r\n" % (len(message), message) if chunked else message


class StreamResponse(Response):
    """An answer that lasts as long as the page is open.

    ``begin`` is called once the headers are sent, and opens the stream; ``end`` when the page is gone.
    """

    media_type = "text/event-stream"

    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._begin, self._end = begin, end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            start: Message = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            if scope["method"] == "HEAD":
                await send({"type": "http.response.body"})
                return
            self._begin()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._end()
