"""The page: what lies on the table and what it scores, live on every phone and on the TV.

Knows the engine's and the table's values, nothing of cameras or pins. The way in:

- :func:`create_app` — the web application of a table,
- :func:`create_server` — the server that brings it to the phones; :func:`serve` runs it until interrupted.
"""

from web.app import create_app
from web.errors import HostUnknown, PortForbidden, PortTaken, WebError
from web.http.server import Server, create_server, serve
from web.live.safe_mode import create_safe_app

__all__ = [
    "HostUnknown",
    "PortForbidden",
    "PortTaken",
    "Server",
    "WebError",
    "create_app",
    "create_safe_app",
    "create_server",
    "serve",
]
