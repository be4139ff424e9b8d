"""Packing: what is written is sent with gzip to whoever takes it, so that a bar's Wi-Fi carries a quarter of it.

The stream of events is never packed: each moment is to go out when it comes.
"""

import gzip

from flask import Request, Response, request

WRITTEN = ("text/html", "application/json")
LEAST = 600
"""Bytes below which packing saves nothing."""


def packed(data: bytes, *, best: bool = False) -> bytes:
    """The data as gzip has it; the same data gives the same bytes. ``best`` takes its time."""
    return gzip.compress(data, 9 if best else 5, mtime=0)


def accepts_gzip(request: Request) -> bool:
    """Whether whoever asks has said that packed answers are understood."""
    return request.accept_encodings["gzip"] > 0


def pack(response: Response) -> Response:
    """The answer, packed where that is worth it: pages and JSON, unless they are sent piece by piece."""
    if response.mimetype not in WRITTEN or response.is_streamed or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    data = response.get_data()
    if len(data) >= LEAST and accepts_gzip(request):
        response.set_data(packed(data))
        response.content_encoding = "gzip"
    return response
