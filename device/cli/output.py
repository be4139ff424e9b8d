"""Terminal output of readings and events: as JSON, one object a line, or as text."""

import json
from typing import Any

from device.evaluation.bound import Bounds
from device.evaluation.metrics import Summary
from device.recording.ground_truth import result_of
from device.recording.recorder import Recorder
from engine import (
    Corrected,
    Held,
    Kept,
    Passed,
    Phase,
    Released,
    Rolled,
    Scored,
    Started,
    Stopped,
    Undone,
    encode,
)
from table.table import ConfirmedEvent
from vision import Reading


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
    return {"rest": reading.rest, "dice": dice, "problems": list(reading.problems)}


def reading_in_words(reading: Reading) -> str:
    """Return one line: the values, a question mark for a die without one, and any problem."""
    values = " ".join(str(die.value or "?") for die in reading.dice) or "no dice"
    doubts = [die.doubt for die in reading.dice if die.value is None and die.doubt]
    said = "; ".join([*doubts, *reading.problems])
    return f"{values}  ({said})" if said else values


def counted_as_json(counted: ConfirmedEvent) -> str:
    """Return a confirmed event and its name as JSON."""
    row = {
        "t": round(counted.moment, 3),
        "event": json.loads(encode(counted.event)),
        "player": counted.player,
        "announce": [{"word": one.word, "player": one.player, "number": one.number} for one in counted.said],
    }
    return json.dumps(row, ensure_ascii=False)


def counted_in_words(counted: ConfirmedEvent) -> str:
    """Return an event as one line."""
    match counted.event:
        case Started(players=players, starter=starter):
            what = f"New game: {', '.join(players)}; {f'{starter} begins' if starter else 'the dice say who begins'}"
        case Rolled(dice=dice):
            what = f"{counted.player} rolled {' '.join(str(die) for die in dice)}"
        case Stopped():
            what = f"{counted.player} stands"
        case Passed():
            what = f"{counted.player} need not throw"
        case Held(dice=dice):
            what = f"{counted.player} sets {' '.join(str(die) for die in dice)} aside"
        case Kept(dice=dice):
            what = f"{counted.player} keeps {' '.join(str(die) for die in dice) or 'nothing'}"
        case Scored(box=box):
            what = f"{counted.player} scores {box.replace('_', ' ')}"
        case Corrected(roll=roll, dice=dice):
            what = f"Roll {roll} showed {' '.join(str(die) for die in dice)}"
        case Undone():
            what = "The last confirmation is taken back"
        case Released(dice=dice):
            what = f"{counted.player} takes up {' '.join(str(die) for die in dice)}"
        case other:
            what = encode(other)
    said = ", ".join(one.word.replace("_", " ") for one in counted.said)
    return f"{counted.moment:7.1f} s  {what}{f'  ({said})' if said else ''}"


def result_in_words(state: Any) -> str:
    """Return the scores of the players who have had their turn, and the winner."""
    result = result_of(state)
    scores = ", ".join(f"{name} {'no score' if score is None else score}" for name, score in result.scores.items())
    shared = f"{' and '.join(state.tied)} tie for the win" if state.phase == Phase.OVER else "the game is not over"
    return f"{scores or 'no scores yet'}: {f'{result.winner} wins' if result.winner else shared}"


def recorded_in_words(recorder: Recorder) -> str:
    """Return how long a recording is, and how much more fits on the disk."""
    room = "" if recorder.room is None else f", room for {duration_in_words(recorder.room)} more"
    kept = f"{duration_in_words(recorder.seconds)} recorded, {recorder.frames} frames"
    return f"{kept}; {recorder.left / 1e9:.1f} GB left on the disk{room}"


def duration_in_words(seconds: float) -> str:
    """Return a duration as text: hours and minutes, or minutes and seconds, or seconds."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def bounds_in_words(bounds: Bounds) -> str:
    """Return the silent misreads of an evaluation and their bounds as a line."""
    kinds = {"dice": bounds.dice, "tables": bounds.tables, "sittings": bounds.sittings}
    counts = ", ".join(f"{one.silent} of {one.of} {kind} (≤ {100 * one.at_most:.3g} %)" for kind, one in kinds.items())
    return f"silent misreads, 95 % bound: {counts}"


def summary_in_words(summary: Summary) -> str:
    """Return one family of an evaluation as a line."""
    kinds = {"exact": summary.exact, "caught": summary.caught, "silent": summary.silent}
    counts = "   ".join(f"{kind} {count:4} ({100 * count / summary.tables:5.1f} %)" for kind, count in kinds.items())
    flags = f"   flags {summary.flags_right} of {summary.flagged}" if summary.flagged else ""
    rests = f"   rest {summary.rests_right} of {summary.rests}" if summary.rests else ""
    problems = f"   problems {summary.problems_seen} of {summary.problems}" if summary.problems else ""
    alarms = f"   false alarms {summary.false_alarms}" if summary.false_alarms else ""
    line = f"{summary.family:20} {summary.tables:5} tables   {counts}   {summary.ms:6.1f} ms"
    return f"{line}{flags}{rests}{problems}{alarms}"
