"""The page: what lies on the table and what it scores, live on every phone and on the TV.

Knows the engine's values and one small protocol, nothing of cameras or pins. The way in:

- :class:`Table` and its :class:`Snapshot` — what the page asks of whoever runs the table,
- :func:`create_app` — the web application of a table,
- :func:`create_server` — the server that brings it to the phones; :func:`serve` runs it until interrupted.
"""

from web.app import create_app
from web.errors import HostUnknown, PortForbidden, PortTaken, WebError
from web.safe import create_safe_app
from web.server import Server, create_server, serve
from web.table import LyingDie, Mode, Snapshot, Table, TrayView

__all__ = [
    "HostUnknown",
    "LyingDie",
    "Mode",
    "PortForbidden",
    "PortTaken",
    "Server",
    "Snapshot",
    "Table",
    "TrayView",
    "WebError",
    "create_app",
    "create_safe_app",
    "create_server",
    "serve",
]
