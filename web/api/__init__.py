"""The API: everything that the page can see and do, as JSON for whoever else speaks HTTP; see docs/api.md.

- :func:`api` — all of it, as one part of the application,
- :mod:`web.api.state` — what is told of the table, :mod:`web.api.orders` — how it is changed,
- ``web/openapi.json`` — what it promises, to which tests hold it.
"""

from flask import Blueprint

from table.snapshot import Table
from web.api.caring import caring
from web.api.corrections import corrections
from web.api.helm import helm
from web.api.keeping import keeping
from web.api.orders import Orders
from web.api.playing import playing
from web.api.screens import screens
from web.api.watching import watching
from web.appliance import Appliance
from web.hands import Hands
from web.permission import Permission
from web.room import Room
from web.stream import Streams
from web.tickets import Tickets

__all__ = ["api"]


def api(
    table: Table,
    appliance: Appliance,
    hands: Hands,
    room: Room,
    streams: Streams,
    heartbeat: float,
    tickets: Tickets,
) -> Blueprint:
    """All of the API."""
    orders, permission = Orders(table, appliance.helm), Permission(appliance.helm)
    whole = Blueprint("api", __name__, url_prefix="/api")
    whole.register_blueprint(watching(table, appliance, hands, streams, heartbeat))
    whole.register_blueprint(playing(table, orders, appliance.archive))
    whole.register_blueprint(corrections(table, hands, orders))
    whole.register_blueprint(keeping(appliance, hands, orders, permission))
    whole.register_blueprint(caring(appliance, orders, permission, tickets))
    whole.register_blueprint(helm(table, appliance, hands, room))
    whole.register_blueprint(screens(appliance, hands, room))
    return whole
