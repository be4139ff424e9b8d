"""Static files: styles, scripts, drawings and icons, read and compressed once, and cached by browsers.

Their folder in an address is named after the build, so a browser loads each file once per build. Several styles can be
joined in one response: ``theme+page.css`` is both. Pages and JSON are compressed here too: gzip is about a quarter of
the size. The event stream is never compressed, so that no event is delayed.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Request, Response, abort, request

WRITTEN = ("text/html", "application/json")
LEAST = 600
"""Bytes below which packing saves nothing."""


def packed(data: bytes, *, best: bool = False) -> bytes:
    """Return the data compressed with gzip; the same data gives the same bytes. ``best`` is slower."""
    return gzip.compress(data, 9 if best else 5, mtime=0)


def accepts_gzip(request: Request) -> bool:
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


FOLDER = Path(__file__).parents[1] / "static"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
}
COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
"""A comment of a style, which no phone needs."""

YEAR = 31_536_000
MOST = 16
"""Files that one answer may join."""


@dataclass(frozen=True, slots=True)
class File:
    """One response body: plain, compressed, and its ``tag``."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str


def build_of(package: Path) -> str:
    """Return a hash of the package, which makes the pages; a page of another build reloads itself."""
    digest = hashlib.sha256()
    for path in sorted(path for path in package.rglob("*") if path.is_file() and path.parent.name != "__pycache__"):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


BUILD = build_of(Path(__file__).parents[1])


def files() -> Blueprint:
    part = Blueprint("files", __name__)
    kept = {path.name: path.read_bytes() for path in FOLDER.rglob("*") if path.suffix in KINDS}
    kept |= {name: COMMENT.sub(b"", data) for name, data in kept.items() if name.endswith(".css")}

    @lru_cache(maxsize=32)
    def file(names: tuple[str, ...]) -> File:
        plain = b"\n".join(kept[name] for name in names)
        kind = KINDS[Path(names[-1]).suffix]
        return File(kind, plain, packed(plain, best=True), hashlib.sha256(plain).hexdigest()[:20])

    @part.get("/static/<name>")
    @part.get("/static/<build>/<name>")
    def get(name: str, build: str = "") -> Response:
        stem, dot, ending = name.rpartition(".")
        names = tuple(f"{one}{dot}{ending}" for one in stem.split("+"))
        if len(set(names)) != len(names) or len(names) > MOST or not kept.keys() >= set(names):
            abort(404)
        return _answer(file(names), lasts=build == BUILD)

    return part


def _answer(file: File, *, lasts: bool) -> Response:
    small = accepts_gzip(request)
    answer = Response(file.packed if small else file.plain, content_type=file.kind)
    if small:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.set_etag(f"{file.tag}-gzip" if small else file.tag)
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if lasts else "no-cache"
    answer.make_conditional(request)
    return answer
