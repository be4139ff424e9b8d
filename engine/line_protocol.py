"""The line protocol: one JSON object a line as input, one JSON object a line as the answer.

In, one of these a line (``"player": NAME`` may stand beside what a player does, ``"confirm": true`` beside what reaches
back past the turn that is on)::

    {"new": {"preset": NAME, "options": {…}, "players": [NAME, …], "starter": NAME}}
    {"roll": [6, 4, 2, 2, 1]}                   only the dice thrown; three each where the dice decide who starts
    {"join": NAME}  {"leave": NAME}  {"rename": {"player": NAME, "name": NAME}}
    {"correct": {"roll": K, "dice": […]}}       the K-th roll of the whole game, from 1
    {"undo": true}
    {"state": true}  {"text": true}  {"log": true}  {"load": LOG}
    {"advise": AIM}  {"review": true}

and the commands of each game: in Ship, Captain, Crew ``{"hold": [5]}``, ``{"release": [5]}``, ``{"stop": true}``,
``{"pass": true}``, ``{"ante": 5}``, ``{"bet": {"by": NAME, "on": "qualify" | "miss", "chips": 2, "against": NAME}}``,
and the aims ``"points"``, ``"beat"``, ``"win"`` and ``"qualify"``; in Yahtzee ``{"keep": [6, 6]}`` (the dice that stay
at the next roll), ``{"score": "fives"}``, the aims ``"points"``, ``"beat"`` and ``"reach 250"``, and the review of a
game.

Output: ``{"ok": true, "announce": […], "state": {…}}``, with ``text``, ``log``, ``advice`` or ``review`` where that was
asked for, or ``{"ok": false, "code": …, "why": …}``, and nothing has changed.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NoReturn

from engine.codec import dump, from_rows, is_right
from engine.errors import BadLog, BadRules, Refused
from engine.events import Corrected, Event, Joined, Left, Renamed, Rolled, Started, Undone
from engine.history import GameHistory, history_of
from engine.names import nearest, sentence
from engine.values import Announcement

LONGEST = 65536
"""The largest number of characters of a line that is parsed."""

_DONE: Mapping[str, type[Event]] = {
    "roll": Rolled,
    "join": Joined,
    "leave": Left,
    "rename": Renamed,
    "correct": Corrected,
    "undo": Undone,
}
_ASKED = ("new", "state", "text", "log", "load", "advise", "review")
_BESIDE = ("player", "confirm")


class Conversation:
    """One game played through the line protocol. Every line is answered. A line that is refused changes nothing."""

    def __init__(self) -> None:
        self._book: GameHistory | None = None

    def answer(self, line: str) -> str:
        """Return the answer to one line."""
        try:
            return _written({"ok": True, **self._done(_object(line))})
        except Refused as refused:
            return _written({"ok": False, "code": refused.code, "why": refused.why})
        except BadRules as error:
            return _written({"ok": False, "code": "bad_rules", "why": sentence(str(error))})
        except BadLog as error:
            return _written({"ok": False, "code": "bad_log", "why": sentence(str(error))})

    def _done(self, said: dict[str, Any]) -> dict[str, object]:
        name = self._command(said)
        value = said[name]
        match name:
            case "new":
                self._book = GameHistory(_start(value))
                return self._told(())
            case "load":
                self._book = history_of(from_rows(value))
                return self._told(())
        book = self._open()
        if name in _ASKED:
            return self._told(()) | self._answers(book, name, value)
        event = self._event(book, name, said)
        if not said.get("confirm") and (why := book.asks(event)):
            raise Refused("confirm", why)
        before = book.state
        player = book.thrower(event.roll) if isinstance(event, Corrected) else None
        book.write(event)
        if isinstance(event, Corrected | Undone):
            return self._told(_mended(book, event, player, before))
        return self._told(book.game.announcements(before, book.state))

    def _command(self, said: dict[str, Any]) -> str:
        own = self._book.game.commands if self._book else {}
        known = (*_ASKED, *_DONE, *own)
        names = [key for key in said if key not in _BESIDE]
        for key in names:
            if key not in known:
                raise Refused("unknown", sentence(f"nobody knows what “{key[:40]}” means{nearest(key[:40], known)}"))
        if len(names) != 1:
            raise Refused("one_thing", "Say one thing a line.")
        if not isinstance(said.get("confirm", True), bool):
            raise Refused("wrong_type", "“confirm” is true or false.")
        return names[0]

    def _open(self) -> GameHistory:
        if self._book is None:
            raise Refused("no_game", "No game has begun: say who plays by which rules.")
        return self._book

    def _answers(self, book: GameHistory, name: str, value: object) -> dict[str, object]:
        match name:
            case "log" if value is True:
                return {"log": json.loads(dump(book.events))}
            case "text" if value is True:
                return {"text": book.game.text(book.state)}
            case "review" if value is True:
                return {"review": book.game.review([(entry.before, entry.event) for entry in book.played])}
            case "state" if value is True:
                return {}
            case "advise" if isinstance(value, str):
                return {"advice": book.game.advice(book.state, value)}
        raise Refused("wrong_type", f"“{name}” takes {'an aim' if name == 'advise' else 'true'}.")

    def _event(self, book: GameHistory, name: str, said: dict[str, Any]) -> Event:
        kind = {**_DONE, **book.game.commands}[name]
        value, player = said[name], said.get("player")
        if isinstance(value, dict) and "confirm" in value and kind in (Corrected, Undone):
            said["confirm"] = value["confirm"] is True
            value = {key: part for key, part in value.items() if key != "confirm"} or True
        if player is not None:
            _check_player(book, player)
        if kind is Rolled:
            given = {"dice": value, "player": player if player != book.state.player else None}
        else:
            given = _given(name, kind, value)
            if player is not None and player != book.state.player:
                raise Refused("not_your_turn", f"It is not {player}’s turn.")
        return _made(name, kind, given)

    def _told(self, said: tuple[Announcement, ...]) -> dict[str, object]:
        book = self._open()
        label = book.state.rules.label
        announce = [
            {"word": one.word, "player": one.player, "number": one.number, "called": label(one.word)} for one in said
        ]
        return {"announce": announce, "state": book.game.report(book.state)}


def _object(line: str) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise Refused("too_long", f"That line is too long: {LONGEST} characters are enough.")
    try:
        said = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refused("not_json", "That is not JSON.") from None
    if not isinstance(said, dict):
        raise Refused("not_an_object", "A line is one JSON object.")
    return said


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _written(answer: dict[str, object]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _start(value: object) -> Started:
    if not isinstance(value, dict):
        raise Refused("wrong_type", "A new game takes an object: preset, options, players, starter.")
    for key in value:
        if key not in ("preset", "options", "players", "starter"):
            known = ("preset", "options", "players", "starter")
            raise Refused("unknown", sentence(f"a new game has no “{key[:40]}”{nearest(key[:40], known)}"))
    given = {key: part for key, part in value.items() if part is not None}
    event = _made("new", Started, given)
    assert isinstance(event, Started)
    return event


def _given(name: str, kind: type[Event], value: Any) -> dict[str, Any]:
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
        raise Refused("unknown", sentence(f"“{name}” has no “{strange[:40]}”{nearest(strange[:40], names)}"))
    return value


def _made(name: str, kind: type[Event], given: Mapping[str, Any]) -> Event:
    """Return the event, if every field is present and of the right type."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in given and given[field.name] is not None:
            if not is_right(field.name, given[field.name]):
                raise Refused("wrong_type", f"The {field.name} of “{name}” is not {_TAKES[field.name]}.")
            part = given[field.name]
            values[field.name] = tuple(part) if isinstance(part, list) else part
    try:
        return kind(**values)
    except TypeError:
        missing = next(field.name for field in fields(kind) if field.name not in values)
        raise Refused("wrong_type", f"“{name}” lacks its {missing}.") from None


def _check_player(book: GameHistory, player: object) -> None:
    if not isinstance(player, str):
        raise Refused("wrong_type", "A player is a name.")
    if player not in book.state.players:
        raise Refused("no_such_player", f"{player[:60]} is not at the table.")


def _mended(book: GameHistory, event: Event, player: str | None, before: Any) -> tuple[Announcement, ...]:
    """Return the changes made by a correction or an undo."""
    if isinstance(event, Corrected):
        said = [Announcement("corrected", player, event.roll)]
    else:
        said = [Announcement("undone", book.state.player)]
    if book.aside:
        said.append(Announcement("set_aside", book.state.player, len(book.aside)))
    if book.state.winner is not None and book.state.winner != before.winner:
        said.append(Announcement("won", book.state.winner))
    return tuple(said)


_TAKES: Mapping[str, str] = {
    "dice": "a list of whole numbers",
    "players": "a list of names",
    "options": "an object",
    "roll": "a whole number",
    "chips": "a whole number",
} | dict.fromkeys(("preset", "starter", "player", "name", "by", "on", "against", "box"), "a text")
