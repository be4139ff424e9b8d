"""The event streams of the pages. A change is framed once, and written to each connection without a task in between.

Through the layers of an ASGI server each of a thousand streams costs three times as much as the system's ``send``.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

TRANSPORT = "transport"
BACKLOG = 256 << 10
"""Bytes that wait for a slow stream before it is closed."""


class StreamProtocol(H11Protocol):
    """HTTP/1.1 whose requests have their connection in their state, as :data:`TRANSPORT`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, TRANSPORT: transport}


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
