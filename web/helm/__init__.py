"""The pages and sheets of the helm, to run the table from a phone.

- :func:`at_the_helm`: returns their blueprints,
- :mod:`web.helm.action_bar`: the actions possible now; :mod:`web.helm.manual_entry`: entry of throws by hand,
- :mod:`web.helm.new_game`: a new game, and every option of the rules,
- :mod:`web.helm.appliance`: settings, calibration, checks, backup,
- :mod:`web.helm.correction`: correction of a misread die.

The actions are sent to the API (:mod:`web.api`), as by any other client.
"""

from flask import Blueprint

from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.access.sessions import ControlSessions, Tickets
from web.appliance import Appliance
from web.guests.room import Room
from web.helm.appliance import helm_box
from web.helm.new_game import helm_games
from web.helm.pages import helm_pages
from web.show.misreads import MisreadDesk
from web.tournament.desk import TournamentDesk

__all__ = ["at_the_helm"]


def at_the_helm(
    table: SnapshotSource,
    appliance: Appliance,
    hands: ControlSessions,
    room: Room,
    tickets: Tickets,
    rights: OwnerRights,
    cup: TournamentDesk,
    misreads: MisreadDesk,
) -> tuple[Blueprint, ...]:
    """Return the blueprints of the helm's pages."""
    return (
        helm_pages(table, appliance, hands, room, cup, misreads),
        helm_games(table, appliance, hands),
        helm_box(table, appliance, hands, tickets, rights),
    )
