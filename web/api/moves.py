"""Commands of the game: moves, buttons, pauses and new games."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response

from engine import (
    Anted,
    Bet,
    Event,
    Held,
    Joined,
    Kept,
    Left,
    Passed,
    Released,
    Renamed,
    Rolled,
    RoundsSet,
    Scored,
    Started,
    Stopped,
    Undone,
)
from engine.errors import BadRules
from engine.events import MAX_PLAYERS
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import is_long, tidied
from table.commands import Command, Pause, Play, Push, Reopen, UseCamera
from table.games import check_start
from table.snapshot import SnapshotSource
from web.api.command_routes import CommandHandler
from web.api.request.body import Fields
from web.display_names import why_not_called
from web.errors import Denied
from web.ports.archive import Archive

KNOWN = 200
"""Players of past games whose names may be longer than a new name."""


def playing(table: SnapshotSource, commands: CommandHandler, archive: Archive) -> Blueprint:
    """Return the blueprint for commands of the game."""
    part = Blueprint("playing", __name__)

    @part.post("/moves")
    def move() -> Response:
        return commands.execute(lambda given: _move(given, table.snapshot().state.players))

    @part.post("/buttons")
    def push() -> Response:
        return commands.execute(lambda given: _PUSHES[given.one_of("button", tuple(_PUSHES))])

    @part.post("/pause")
    def pause() -> Response:
        return commands.execute(lambda given: Pause(given.flag("on")))

    @part.post("/camera")
    def camera() -> Response:
        return commands.execute(lambda given: UseCamera(given.flag("on")))

    @part.post("/games")
    def new_game() -> Response:
        return commands.execute(lambda given: _new_game(given, table.snapshot().state.players, archive))

    @part.post("/games/reopen")
    def reopen() -> Response:
        return commands.execute(lambda given: _reopened(given, archive))

    return part


_PUSHES = {"roll": Push("roll"), "stand": Push("stand"), "take_back": Push("take_back")}

_MOVES: dict[str, Callable[[Fields], Event]] = {
    "roll": lambda given: Rolled(given.faces("dice"), given.text_or_none("player")),
    "hold": lambda given: Held(given.faces("dice")),
    "release": lambda given: Released(given.faces("dice")),
    "keep": lambda given: Kept(given.faces("dice", 0)),
    "stop": lambda _: Stopped(),
    "pass": lambda _: Passed(),
    "score": lambda given: Scored(given.text("box", 40)),
    "ante": lambda given: Anted(given.number("chips", -(2**53), 2**53)),
    "rounds": lambda given: RoundsSet(given.number("rounds", 1)),
    "bet": lambda given: Bet(
        given.text("by"),
        "qualify" if given.one_of("on", ("qualify", "miss")) == "qualify" else "miss",
        given.number("chips", -(2**53), 2**53),
        given.text_or_none("against"),
    ),
    "join": lambda given: Joined(given.text("player")),
    "leave": lambda given: Left(given.text("player")),
    "rename": lambda given: Renamed(given.text("player"), given.text("name")),
    "undo": lambda _: Undone(),
}


def _move(given: Fields, players: tuple[str, ...]) -> Command:
    name = given.one_of("do", tuple(_MOVES))
    event = _MOVES[name](given)
    match event:
        case Joined(player) if player not in players:
            event = Joined(_new_name(player, players))
        case Renamed(player, new):
            event = Renamed(player, _new_name(new, tuple(one for one in players if one != player)))
        case Bet(by=by, against=against):
            event = replace(event, by=_bystander(by, players), against=against and _bystander(against, players))
    return Play(event, sure=given.flag("sure", False) if name == "undo" else False)


def _new_game(given: Fields, former: tuple[str, ...], archive: Archive) -> Command:
    preset, options = given.text("preset"), given.options("options")
    named, starter = given.names("players", MAX_PLAYERS), given.text_or_none("starter")
    kept = {name for name in named if is_long(name) and name in (*former, *archive.names(KNOWN))}
    players: tuple[str, ...] = ()
    for name in named:
        players = (*players, name if name in kept else _new_name(name, players))
    starter = players[named.index(starter)] if starter in named else starter
    return Play(_started(preset, options, players, starter))


def _reopened(given: Fields, archive: Archive) -> Command:
    """Return the command to resume a stored game, which must not be over."""
    number = given.number("game", 1)
    record = archive.record(number)
    if record is None or not record.parts or archive.game(number) is None:
        raise Denied(422, "no_such_game", _("Game {number} can’t be resumed: choose an unfinished one.", number=number))
    if record.over:
        raise Denied(422, "game_over", _("Game {number} is finished.", number=number))
    return Reopen(number)


def _started(preset: str, options: Mapping[str, object], players: tuple[str, ...], starter: str | None) -> Started:
    """Return the start of that game; :class:`~web.errors.Denied` if it cannot be played."""
    try:
        start = Started(preset, players, starter, options)
        check_start(start)
        return start
    except BadRules as error:
        raise Denied(422, "bad_rules", full_sentence(str(error))) from None


def _bystander(name: str, players: tuple[str, ...]) -> str:
    """Return the name of one who bets, as it is stored."""
    return name if name in players else tidied(name) or name


def _new_name(name: str, others: tuple[str, ...]) -> str:
    """Return the name as it is stored. Raises :class:`~web.errors.Denied` for one that is not possible."""
    if why := why_not_called(name, others):
        raise Denied(422, "bad_name", why)
    return tidied(name)
