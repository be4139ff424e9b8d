"""Strict request parsing: refuses ambiguous requests before anything reads them.

A proxy, a browser and this server may each use another one of two headers. Waitress joins duplicate headers, or uses
one of two lengths; this parser answers such a request with 400.
"""

from collections import Counter
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError, get_header_lines

ONCE = frozenset(
    {b"host", b"content-length", b"content-type", b"cookie", b"origin", b"sec-fetch-site", b"transfer-encoding"}
)
"""Headers that decide what a request is, to whom it goes and who sends it: each stands there once at the most."""


class StrictParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Waitress's parser, which also refuses duplicate headers."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the first line and the headers. Raises waitress's ParsingError, which is answered with 400."""
        _, _, lines = header_plus.partition(b"\r\n")
        named = Counter(line.partition(b":")[0].strip().lower() for line in get_header_lines(lines))
        if twice := next((name for name in ONCE if named[name] > 1), None):
            raise ParsingError(f"{twice.decode()} stands there twice")
        if named[b"transfer-encoding"] and named[b"content-length"]:
            raise ParsingError("Transfer-Encoding and Content-Length exclude each other")
        try:
            super().parse_header(header_plus)
        except ValueError:  # of a target that is none, such as http://[
            raise ParsingError("Bad URI") from None
        if named[b"transfer-encoding"] and not self.chunked:
            raise ParsingError("Transfer-Encoding is for HTTP/1.1")
        if self.proxy_scheme and not self._names_the_host():
            raise ParsingError("The target names another host than Host does")

    def _names_the_host(self) -> bool:
        """Return whether a target with scheme and host, as proxies get it, names the host of the request."""
        host: Any = self.headers.get("HOST", "")
        named: Any = self.proxy_netloc
        return self.proxy_scheme.lower() in ("http", "https") and bool(named) and bool(named.lower() == host.lower())
