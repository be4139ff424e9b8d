"""Compression: responses are sent with gzip to clients that accept it, about a quarter of the size.

The event stream is never compressed, so that no event is delayed.
"""

import gzip

from flask import Request, Response, request

WRITTEN = ("text/html", "application/json")
LEAST = 600
"""Bytes below which packing saves nothing."""


def packed(data: bytes, *, best: bool = False) -> bytes:
    """Return the data compressed with gzip; the same data gives the same bytes. ``best`` is slower."""
    return gzip.compress(data, 9 if best else 5, mtime=0)


def accepts_gzip(request: Request) -> bool:
    """Return whether the client accepts gzip."""
    return request.accept_encodings["gzip"] > 0


def pack(response: Response) -> Response:
    """Compress the response if that is worth it: pages and JSON, but no streams."""
    if response.mimetype not in WRITTEN or response.is_streamed or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    data = response.get_data()
    if len(data) >= LEAST and accepts_gzip(request):
        response.set_data(packed(data))
        response.content_encoding = "gzip"
    return response
