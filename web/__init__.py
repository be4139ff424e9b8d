"""The web app: shows the tray and the score, live, on phones and on the TV.

Imports values of the engine and of the table, and no code for cameras or pins. Start with:

- :func:`create_app`: creates the Flask application of a table,
- :func:`create_server`: creates its HTTP server; :func:`serve` runs one until interrupted,
- :func:`create_safe_app`: creates the application of safe mode.

The errors are imported with the package; the other names on first use, since they load Flask.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from web.errors import HostUnknown, NotServed, PortForbidden, PortTaken, WebError

if TYPE_CHECKING:
    from web.app import create_app
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

_ON_FIRST_USE = {
    "Server": "web.http.server",
    "create_app": "web.app",
    "create_safe_app": "web.live.safe_mode",
    "create_server": "web.http.server",
    "serve": "web.http.server",
}
"""The modules of the names that are imported on first use (PEP 562)."""


def __getattr__(name: str) -> object:
    """Import a name on first use. Raises AttributeError for an unknown one."""
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_ON_FIRST_USE[name]), name)
    globals()[name] = value
    return value
