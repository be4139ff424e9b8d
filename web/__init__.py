"""The web app: shows the tray and the score, live, on phones and on the TV.

Imports values of the engine and of the table, and no code for cameras or pins. Start with:

- :func:`create_app`: creates the Flask application of a table,
- :func:`create_server`: creates its HTTP server; :func:`serve` runs one until interrupted,
- :func:`create_safe_app`: creates the application of safe mode.
"""

from web.app import create_app
from web.errors import HostUnknown, NotServed, PortForbidden, PortTaken, WebError
from web.http.server import Server, create_server, serve
from web.live.safe_mode import create_safe_app

__all__ = [
    "HostUnknown",
    "NotServed",
    "PortForbidden",
    "PortTaken",
    "Server",
    "WebError",
    "create_app",
    "create_safe_app",
    "create_server",
    "serve",
]
