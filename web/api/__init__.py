"""The HTTP API: everything that the pages show and do, as JSON; see docs/api.md.

- :func:`api`: returns the blueprint of the API,
- :mod:`web.api.state`: the state as JSON; :mod:`web.api.body`: bodies of requests; :mod:`web.api.commands`: commands,
- ``web/openapi.json``: the specification, which the tests check.
"""

from flask import Blueprint

from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.access.sessions import ControlSessions, Tickets
from web.api.commands import CommandHandler
from web.api.guests import join_requests, profiles, reactions
from web.api.helm import helm, screens
from web.api.machine import caring, machine
from web.api.moves import playing
from web.api.owner import owner, people
from web.api.rolls import clips, corrections, misreads
from web.api.settings import keeping
from web.api.state import watching
from web.api.tournament import tournament
from web.appliance import Appliance
from web.guests.joining import GuestDesk, OwnPlayer
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.history.ledger_book import LedgerBook
from web.history.player_book import PlayerBook
from web.http.limits import Streams
from web.show.clip_desk import ClipDesk
from web.show.misreads import MisreadDesk
from web.show.reactions import Reactions
from web.tournament.desk import TournamentDesk

__all__ = ["api"]


def api(
    table: SnapshotSource,
    appliance: Appliance,
    hands: ControlSessions,
    room: Room,
    streams: Streams,
    heartbeat: float,
    tickets: Tickets,
    rights: OwnerRights,
    book: PlayerBook,
    ledger: LedgerBook,
    desk: GuestDesk | None,
    own: OwnPlayer,
    shown_clips: ClipDesk,
    from_guests: Reactions,
    reported: MisreadDesk,
    cup: TournamentDesk,
    sound: SoundSwitch,
) -> Blueprint:
    """Return the blueprint of the API."""
    commands = CommandHandler(table, appliance.helm)
    whole = Blueprint("api", __name__, url_prefix="/api")
    whole.register_blueprint(watching(table, appliance, rights, streams, heartbeat))
    whole.register_blueprint(playing(table, commands, appliance.archive))
    whole.register_blueprint(corrections(table, hands, commands))
    whole.register_blueprint(keeping(appliance, hands, commands, rights))
    whole.register_blueprint(caring(appliance, commands, rights, tickets))
    whole.register_blueprint(helm(table, appliance, hands, room, rights))
    whole.register_blueprint(screens(appliance, room, rights, sound))
    whole.register_blueprint(owner(rights, appliance.care))
    whole.register_blueprint(machine(table, appliance, rights))
    whole.register_blueprint(people(appliance.archive, book, ledger, commands, rights))
    whole.register_blueprint(profiles(table, appliance.archive, own.profiles, own))
    whole.register_blueprint(join_requests(appliance, hands, commands, desk))
    whole.register_blueprint(tournament(table, commands, cup))
    whole.register_blueprint(clips(appliance, shown_clips, commands))
    whole.register_blueprint(reactions(from_guests))
    whole.register_blueprint(misreads(reported, appliance, commands))
    return whole
