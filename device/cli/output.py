"""Terminal output: readings and events as JSON or as text in the language of the terminal, and a line of progress."""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from device.terminal import said
from engine import Corrected, Event, Joined, Left, Renamed, Rolled, Started, Stopped, Undone, encode, outcome
from engine.game import games_of_all, owner_of
from engine.i18n import gettext as _
from engine.i18n import joined, listed, number
from table.table import ConfirmedEvent
from vision import Reading

if TYPE_CHECKING:
    from device.recording.recorder import Recorder


def reading_as_json(reading: Reading, factor: int) -> dict[str, Any]:
    """Return the reading as JSON data, its pixel coordinates scaled to a picture ``factor`` times as large."""

    def scaled(point: tuple[float, float]) -> list[float]:
        return [round(value * factor, 1) for value in point]

    dice = [
        {
            "value": die.value,
            "confidence": round(die.confidence, 4),
            "center": scaled(die.center),
            "corners": [scaled(corner) for corner in die.corners],
            "zone": die.zone,
            "flags": sorted(die.flags),
            "doubt": die.doubt,
        }
        for die in reading.dice
    ]
    things = [
        {
            "corners": [scaled(corner) for corner in thing.corners],
            "corners_mm": [list(corner) for corner in thing.corners_mm],
            "area_mm2": round(thing.area),
        }
        for thing in reading.things
    ]
    return {"rest": reading.rest, "dice": dice, "things": things, "problems": list(reading.problems)}


def reading_in_words(reading: Reading) -> str:
    """Return one line: the values, a question mark for a die without one, any problem, and that no tray is known."""
    values = " ".join(str(die.value or "?") for die in reading.dice) or _("no dice")
    doubts = [die.doubt for die in reading.dice if die.value is None and die.doubt]
    loose = any(die.value and die.center_mm is None for die in reading.dice)
    unproven = [_("no tray known: values unproven")] if loose else []
    why = joined([*doubts, *reading.problems, *unproven], "; ")
    return joined([values, "  (", why, ")"], "") if why else values


def counted_as_json(counted: ConfirmedEvent) -> str:
    row = {
        "t": round(counted.moment, 3),
        "event": json.loads(encode(counted.event)),
        "player": counted.player,
        "announce": [{"word": one.word, "player": one.player, "number": one.number} for one in counted.said],
    }
    return json.dumps(row, ensure_ascii=False)


def counted_in_words(counted: ConfirmedEvent) -> str:
    moment = said(number(counted.moment, 1))
    what = said(_event_in_words(counted.event, counted.player or ""))
    words = ", ".join(said(TERMS.get(one.word, one.word)) for one in counted.said)
    return f"{moment:>7} s  {what}{f'  ({words})' if words else ''}"


def _event_in_words(event: Event, player: str) -> str:
    match event:
        case Started(players=players, starter=starter):
            names = ", ".join(players)
            if starter:
                return _("New game: {players}; {starter} starts", players=names, starter=starter)
            return _("New game: {players}; a roll-off decides who starts", players=names)
        case Rolled(dice=dice):
            return _("{player} rolls {dice}", player=player, dice=_row(dice))
        case Stopped():
            return _("{player} stands", player=player)
        case Corrected(roll=roll, dice=dice):
            return _("Roll {roll} corrected to {dice}", roll=roll, dice=_row(dice))
        case Undone():
            return _("Undone: last action")
        case Joined(player=name):
            return _("{player} joins", player=name)
        case Left(player=name):
            return _("{player} leaves", player=name)
        case Renamed(player=name, name=new):
            return _("{player} is now called {name}", player=name, name=new)
    game = owner_of(type(event))
    return (game.event_in_words(event, player) if game else None) or encode(event)


def _row(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def result_in_words(state: Any) -> str:
    result = outcome(state)
    scores: list[str] = []
    for name, score in result.scores.items():
        made = number(score or 0) if result.pot is None else number((score or 0) / 100, 2)
        scores.append(joined((name, _("no score") if score is None else made)))
    if result.winner:
        end = _("{player} wins", player=result.winner)
    elif result.over and not result.tied:
        end = _("The game is over")
    elif result.over:
        end = _("{players} tie for the win", players=listed(result.tied))
    else:
        end = _("the game is not over")
    return joined([joined(scores, ", ") if scores else _("no scores yet"), end], ": ")


def recorded_in_words(recorder: "Recorder") -> str:
    values = {
        "duration": duration_in_words(recorder.seconds),
        "frames": number(recorder.frames),
        "left": number(recorder.left / 1e9, 1),
    }
    if recorder.room is None:
        return _("{duration} recorded, {frames} frames; {left} GB left on the disk", **values)
    return _(
        "{duration} recorded, {frames} frames; {left} GB left on the disk, room for {room} more",
        **values,
        room=duration_in_words(recorder.room),
    )


def duration_in_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


OF_ALL_GAMES: Mapping[str, str] = {
    "joined": _("Joined"),
    "left": _("Left the game"),
    "renamed": _("Renamed"),
    "rolloff": _("Roll-off"),
    "shared": _("Shared win"),
    "starts": _("Starts"),
    "tied": _("Tied"),
    "won": _("Won"),
}
"""The announcements that games share."""

TERMS: Mapping[str, str] = {
    **{word: term for game in reversed(games_of_all(beside=True)) for word, term in game.terms.items()},
    **OF_ALL_GAMES,
}
"""Each announcement's word as people read it, those of each game among them. The first game of a word has it."""


PAUSE = 1.0
"""Seconds between two updates."""


class OneLine:
    """Overwrites one line, at most once a second. Writes nothing if the output is not a terminal."""

    def __init__(self, stream: TextIO = sys.stderr, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._due = clock()
        self._shown = False

    def show(self, words: Callable[[], str]) -> None:
        if self._stream.isatty() and self._clock() >= self._due:
            self._due = self._clock() + PAUSE
            self._shown = True
            self._stream.write(f"\r\x1b[K{words()}")
            self._stream.flush()

    def end(self) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
