"""The line protocol: one JSON object a line as input, one JSON object a line as the answer.

Input, one command a line. ``"player": NAME`` may be added to a player's action, ``"confirm": true`` to a command that
affects earlier turns::

    {"new": {"preset": NAME, "options": {…}, "players": [NAME, …], "starter": NAME, "handicap": {NAME: 20}}}
    {"roll": [6, 4, 2, 2, 1]}                   only the dice thrown; three each where the dice decide who starts
    {"join": NAME}  {"leave": NAME}  {"rename": {"player": NAME, "name": NAME}}
    {"correct": {"roll": K, "dice": […]}}       the K-th roll of the whole game, from 1
    {"undo": true}
    {"state": true}  {"text": true}  {"log": true}  {"load": LOG}
    {"advise": AIM}  {"review": true}

and the commands of each game, which ``docs/line-protocol.md`` lists with its aims.

Output: ``{"ok": true, "announce": […], "state": {…}}``, with ``text``, ``log``, ``advice`` or ``review`` if that was
requested, or ``{"ok": false, "code": …, "why": …}``, in which case nothing has changed.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, NoReturn, TypeVar

from engine.codec import dump, from_rows, is_right, text, value_of
from engine.errors import BadLog, BadRules, Refused
from engine.events import Corrected, Event, Joined, Left, Renamed, Rolled, Started, Undone
from engine.history import GameHistory, history_of
from engine.i18n import full_sentence
from engine.names import nearest
from engine.players import with_new_names
from engine.values import Announcement

LONGEST = 65536
"""The largest number of characters of a line that is parsed."""

COMMANDS: Mapping[str, type[Event]] = {
    "roll": Rolled,
    "join": Joined,
    "leave": Left,
    "rename": Renamed,
    "correct": Corrected,
    "undo": Undone,
}
QUERIES = ("new", "state", "text", "log", "load", "advise", "review")
_MODIFIERS = ("player", "confirm")

E = TypeVar("E", bound=Event)


class Conversation:
    """One game played through the line protocol. Every line is answered. A line that is refused changes nothing."""

    def __init__(self) -> None:
        self._history: GameHistory | None = None

    def answer(self, line: str) -> str:
        try:
            return _line_of({"ok": True, **self._result(_object(line))})
        except Refused as refused:
            return _line_of({"ok": False, "code": refused.code, "why": refused.why})
        except BadRules as error:
            return _line_of({"ok": False, "code": "bad_rules", "why": full_sentence(str(error))})
        except BadLog as error:
            return _line_of({"ok": False, "code": "bad_log", "why": full_sentence(str(error))})

    def _result(self, command: dict[str, Any]) -> dict[str, object]:
        name = self._command(command)
        value = command[name]
        match name:
            case "new":
                self._history = GameHistory(with_new_names(_start_of(value), ()))
                return self._with_state(())
            case "load":
                self._history = history_of(from_rows(value))
                return self._with_state(())
        history = self._game()
        if name in QUERIES:
            return self._with_state(()) | self._query(history, name, value)
        event = with_new_names(self._event_in(history, name, command), history.state.players)
        if not command.get("confirm") and (why := history.asks(event)):
            raise Refused("confirm", why)
        before = history.state
        player = history.thrower(event.roll) if isinstance(event, Corrected) else None
        history.write(event)
        if isinstance(event, Corrected | Undone):
            return self._with_state(_changes(history, event, player, before))
        return self._with_state(history.game.announcements(before, history.state))

    def _command(self, command: dict[str, Any]) -> str:
        own = self._history.game.commands if self._history else {}
        known = (*QUERIES, *COMMANDS, *own)
        names = [key for key in command if key not in _MODIFIERS]
        for key in names:
            if key not in known:
                raise Refused("unknown", full_sentence(f"unknown field “{key[:40]}”{nearest(key[:40], known)}"))
        if len(names) != 1:
            raise Refused("one_thing", "Send one command a line.")
        if not isinstance(command.get("confirm", True), bool):
            raise Refused("wrong_type", "“confirm” must be true or false.")
        return names[0]

    def _game(self) -> GameHistory:
        if self._history is None:
            raise Refused("no_game", "No game has started: start one with “new”.")
        return self._history

    def _query(self, history: GameHistory, name: str, value: object) -> dict[str, object]:
        match name:
            case "log" if value is True:
                return {"log": json.loads(dump(history.events))}
            case "text" if value is True:
                return {"text": text(history.state)}
            case "review" if value is True:
                return {"review": history.game.review([(entry.before, entry.event) for entry in history.played])}
            case "state" if value is True:
                return {}
            case "advise" if isinstance(value, str):
                return {"advice": history.game.advice(history.state, value)}
        raise Refused("wrong_type", f"“{name}” takes {'an aim' if name == 'advise' else 'true'}.")

    def _event_in(self, history: GameHistory, name: str, command: dict[str, Any]) -> Event:
        kind = {**COMMANDS, **history.game.commands}[name]
        value, player = command[name], command.get("player")
        if isinstance(value, dict) and "confirm" in value and kind in (Corrected, Undone):
            command["confirm"] = value["confirm"] is True
            value = {key: part for key, part in value.items() if key != "confirm"} or True
        if player is not None:
            if not isinstance(player, str):
                raise Refused("wrong_type", "A player is a name.")
            if player not in history.state.players:
                raise Refused("no_such_player", f"{player[:60]} isn’t playing.")
        if kind is Rolled:
            given = {"dice": value, "player": player if player != history.state.player else None}
        else:
            given = _fields_of(name, kind, value)
            if player is not None and player != history.state.player:
                raise Refused("not_your_turn", f"It is not {player}’s turn.")
        return _event_of(name, kind, given)

    def _with_state(self, announced: tuple[Announcement, ...]) -> dict[str, object]:
        history = self._game()
        label = history.state.rules.label
        announce = [
            {"word": one.word, "player": one.player, "number": one.number, "called": label(one.word)}
            for one in announced
        ]
        return {"announce": announce, "state": history.game.report(history.state)}


def _object(line: str) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise Refused("too_long", f"That line is too long: up to {LONGEST} characters.")
    try:
        command = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refused("not_json", "That is not JSON.") from None
    if not isinstance(command, dict):
        raise Refused("not_an_object", "A line is one JSON object.")
    return command


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _line_of(answer: dict[str, object]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _start_of(value: object) -> Started:
    if not isinstance(value, dict):
        raise Refused("wrong_type", "A new game takes an object: preset, options, players, starter, handicap.")
    known = ("preset", "options", "players", "starter", "handicap")
    for key in value:
        if key not in known:
            raise Refused("unknown", full_sentence(f"a new game has no “{key[:40]}”{nearest(key[:40], known)}"))
    return _event_of("new", Started, value)


def _fields_of(name: str, kind: type[Event], value: Any) -> dict[str, Any]:
    """Return the fields of an event: none (given as ``true``), its only one, or an object of them."""
    names = [field.name for field in fields(kind)]
    if not names:
        if value is not True:
            raise Refused("wrong_type", f"“{name}” takes true.")
        return {}
    if len(names) == 1:
        return {names[0]: value}
    if not isinstance(value, dict):
        raise Refused("wrong_type", f"“{name}” takes an object: {', '.join(names)}.")
    if strange := next((key for key in value if key not in names), None):
        raise Refused("unknown", full_sentence(f"“{name}” has no “{strange[:40]}”{nearest(strange[:40], names)}"))
    return value


def _event_of(name: str, kind: type[E], given: Mapping[str, Any]) -> E:
    values = {key: value for key, value in given.items() if value is not None}
    for field in fields(kind):
        if field.name in values and not is_right(kind, field.name, values[field.name]):
            raise Refused("wrong_type", f"The {field.name} of “{name}” is not {_TYPES.get(field.name, 'a text')}.")
        if field.name not in values and field.default is field.default_factory is MISSING:
            raise Refused("wrong_type", f"“{name}” lacks its {field.name}.")
    return value_of(kind, values)


def _changes(history: GameHistory, event: Event, player: str | None, before: Any) -> tuple[Announcement, ...]:
    if isinstance(event, Corrected):
        announced = [Announcement("corrected", player, event.roll)]
    else:
        announced = [Announcement("undone", history.state.player)]
    if history.dropped:
        announced.append(Announcement("set_aside", history.state.player, history.dropped))
    if history.state.winner is not None and history.state.winner != before.winner:
        announced.append(Announcement("won", history.state.winner))
    return tuple(announced)


_TYPES: Mapping[str, str] = {
    "dice": "a list of whole numbers",
    "players": "a list of names",
    "options": "an object",
    "handicap": "an object with points by name",
    "roll": "a whole number",
    "chips": "a whole number",
    "rounds": "a whole number",
}
"""What fields take; those that are not here take a text."""
