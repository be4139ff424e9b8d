"""The hand at the helm: the pages and sheets for whoever runs the table from a phone.

- :func:`at_the_helm` — all of them, as parts of the application,
- :mod:`web.helm.action_bar` — what may be done now, :mod:`web.helm.manual_entry` — a game told by hand,
- :mod:`web.helm.new_game` — a new game, and every variant of the rules,
- :mod:`web.helm.appliance` — lamp, calibration, doctor, backup,
- :mod:`web.helm.correction` — a die that was misread, and what another face would change.

What is tapped here goes to the API (:mod:`web.api`) like what any other client sends.
"""

from flask import Blueprint

from table.snapshot import SnapshotSource
from web.access.download_tickets import Tickets
from web.access.sessions import ControlSessions
from web.appliance import Appliance
from web.helm.appliance import helm_box
from web.helm.new_game import helm_games
from web.helm.pages import helm_pages
from web.pairing.room import Room

__all__ = ["at_the_helm"]


def at_the_helm(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, room: Room, tickets: Tickets
) -> tuple[Blueprint, ...]:
    """The pages for whoever is at the helm of this table."""
    return (
        helm_pages(table, appliance, hands, room),
        helm_games(table, appliance, hands),
        helm_box(table, appliance, hands, tickets),
    )
