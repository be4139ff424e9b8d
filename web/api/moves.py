"""Commands of the game: moves, buttons, pauses and new games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from flask import Blueprint, Response

from engine import Bet, Event, Joined, Left, Renamed, Rolled, Started, Undone, game_of
from engine.errors import BadRules
from engine.events import MAX_PLAYERS
from engine.i18n import gettext as _
from engine.names import is_long, tidied
from table.commands import Command, Pause, Play, Push, Reopen, StandByHand, ThrowByHand, UseCamera
from table.games import check_start, playable_presets
from table.snapshot import SnapshotSource
from web.api.command_routes import CommandHandler
from web.api.request import FURTHEST, Fields
from web.display_names import why_not_called
from web.errors import Denied
from web.games.rule_options import why_bad
from web.services.archive import Archive

KNOWN = 200
"""Players of past games whose names may be longer than a new name."""


def playing(table: SnapshotSource, commands: CommandHandler, archive: Archive) -> Blueprint:
    """Return the blueprint for commands of the game."""
    part = Blueprint("playing", __name__)

    @part.post("/moves")
    def move() -> Response:
        return commands.execute(lambda given: _move(given, table.snapshot().state))

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
        return commands.execute(lambda given: _reopened(given, archive, table.snapshot().former))

    return part


_PUSHES = {"roll": Push("roll"), "stand": Push("stand"), "take_back": Push("take_back")}

SHARED: Mapping[str, type[Event]] = {"roll": Rolled, "join": Joined, "leave": Left, "rename": Renamed, "undo": Undone}
"""The moves of every game, by name, as events. Each game adds its own."""

BY_HAND = ("throw", "stand")
"""Moves of every game that are what dice and STAND would mean on the tray."""


def _move(given: Fields, state: Any) -> Command:
    moves = {**all_moves(), **game_of(state.rules.name).commands}
    name, players = given.one_of("do", (*moves, *BY_HAND)), state.players
    if name == "throw":
        return ThrowByHand(given.faces("aside", 0), given.faces("dice"))
    if name == "stand":
        return StandByHand()
    event = event_of(moves[name], given)
    match event:
        case Joined(player) if player not in players:
            event = Joined(_new_name(player, players))
        case Renamed(player, new):
            event = Renamed(player, _new_name(new, tuple(one for one in players if one != player)))
        case Bet(by=by, against=against):
            event = replace(event, by=_bystander(by, players), against=against and _bystander(against, players))
    return Play(event, sure=given.flag("sure", False) if name == "undo" else False)


def all_moves() -> dict[str, type[Event]]:
    """Return the moves of all games that the table can play. Those of another game are refused by the rules."""
    return dict(SHARED) | {
        name: kind for preset in playable_presets() for name, kind in game_of(preset).commands.items()
    }


def event_of(kind: type[Event], given: Fields) -> Event:
    """Return the event with these fields, each of its own type. A field with a default may be missing."""
    types = get_type_hints(kind)
    least = 1 if kind is Rolled else 0
    return kind(
        **{one.name: _read(given, one.name, types[one.name], least) for one in fields(kind) if one.name != "told"}
    )


def _read(given: Fields, name: str, kind: Any, least: int) -> object:
    if get_origin(kind) is tuple:
        return given.faces(name, least)
    if get_origin(kind) is Literal:
        return given.one_of(name, get_args(kind))
    if kind is int:
        return given.number(name, -FURTHEST, FURTHEST)
    return given.text(name) if kind is str else given.text_or_none(name)


def _new_game(given: Fields, former: tuple[str, ...], archive: Archive) -> Command:
    preset, options = given.text("preset"), given.options("options")
    named, starter = given.names("players", MAX_PLAYERS), given.text_or_none("starter")
    players = new_names(named, (*former, *archive.names(KNOWN)))
    starter = players[named.index(starter)] if starter in named else starter
    called = dict(zip(named, players, strict=True))
    ahead = {called.get(name, name): points for name, points in given.points("handicap", MAX_PLAYERS).items()}
    return Play(_started(preset, options, players, starter, ahead))


def new_names(named: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the names as they are stored; long ones are only possible for ``known`` players.

    Raises :class:`~web.errors.Denied` for one that is not possible.
    """
    players: tuple[str, ...] = ()
    for name in named:
        players = (*players, name if is_long(name) and name in known else _new_name(name, players))
    return players


def _reopened(given: Fields, archive: Archive, former: int | None) -> Command:
    """Return the command to resume a stored game, which must not be over unless it is the ``former`` one."""
    number = given.number("game", 1)
    if number == former:
        return Reopen(number)
    record = archive.record(number)
    if record is None or not record.parts or archive.game(number) is None:
        raise Denied(422, "no_such_game", _("Game {number} can’t be resumed: choose an unfinished one.", number=number))
    if record.over:
        raise Denied(422, "game_over", _("Game {number} is finished.", number=number))
    return Reopen(number)


def _started(
    preset: str,
    options: Mapping[str, object],
    players: tuple[str, ...],
    starter: str | None,
    handicap: Mapping[str, int],
) -> Started:
    """Return the start of that game; :class:`~web.errors.Denied` if it cannot be played."""
    try:
        start = Started(preset, players, starter, options, handicap)
        check_start(start)
    except BadRules as error:
        raise Denied(422, "bad_rules", why_bad(error, preset)) from None
    return start


def _bystander(name: str, players: tuple[str, ...]) -> str:
    """Return the name of one who bets, as it is stored."""
    return name if name in players else tidied(name) or name


def _new_name(name: str, others: tuple[str, ...]) -> str:
    """Return the name as it is stored. Raises :class:`~web.errors.Denied` for one that is not possible."""
    if why := why_not_called(name, others):
        raise Denied(422, "bad_name", why)
    return tidied(name)
