"""The states of a table's entities at Home Assistant, computed from a snapshot."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Corrected, Event, Rolled, Undone, history_of, title_of, totals
from engine.game import game_of
from engine.i18n import translated
from table.snapshot import Mode, Snapshot


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements of the machine, None where it has none: °C, free megabytes, and whether the power is too weak."""

    temperature: float | None = None
    disk_free: int | None = None
    undervoltage: bool | None = None


def newest(installed: str, latest: str | None) -> str:
    """Return the later of two versions, by their numbers."""
    return max(installed, latest or "", key=_numbers)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a release, without what follows them: ``1.10.2`` of ``1.10.2.dev3+g12``."""
    release = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, release[0].split("."))) if release else ()


def entity_states(
    snapshot: Snapshot, measured: Measured, installed: str, latest: str, brightness: float | None, language: str
) -> bytes:
    """Return the states of all entities as JSON. ``brightness`` is that of the lamp, 0–1.

    Players are named in attributes only: a state is a seat, counted from 1.
    """
    state = snapshot.state
    points = totals(state)
    rolled = latest_roll(snapshot.log)
    is_over = snapshot.mode is Mode.OVER or state.player is None
    said = {
        "player": _player(state, state.player, points),
        "roll": {"dice": " ".join(map(str, rolled))} if rolled is not None else None,
        "leader": _player(state, leader(state), points),
        "round": round_of(state),
        "game": {
            "title": str(translated(title_of(state.rules.name)[0], language)),
            "preset": state.rules.name,
            "players": list(state.present),
            "scores": {name: points.get(name, 0) for name in state.present},
        },
        "camera_problem": None if snapshot.camera == "off" else snapshot.camera == "lost",
        "running": not is_over,
        "moving": snapshot.mode is Mode.MOVING,
        "temperature": measured.temperature,
        "disk_free": measured.disk_free,
        "undervoltage": measured.undervoltage,
        "version": {"installed_version": installed, "latest_version": latest},
        "brightness": None if brightness is None else round(100 * brightness),
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def leader(state: Any) -> str | None:
    """Return the winner, or the only player who is ahead; None if several are, or nobody has scored."""
    if state.winner is not None:
        return str(state.winner)
    points = {name: points for name, points in totals(state).items() if name in state.present}
    if len(set(points.values())) < 2:
        return None
    best = (min if game_of(state.rules.name).lowest_wins else max)(points.values())
    ahead = [name for name, score in points.items() if score == best]
    return ahead[0] if len(ahead) == 1 else None


def round_of(state: Any) -> int | None:
    """Return the number of the round, from 1; None once the game is over."""
    return None if state.phase == "over" else int(state.round)


def latest_roll(log: Sequence[Event]) -> tuple[int, ...] | None:
    """Return the dice of the latest roll that counts, corrected if it was."""
    if any(isinstance(event, Undone) for event in log):
        played = history_of(log).played
        return next((one.event.dice for one in reversed(played) if isinstance(one.event, Rolled)), None)
    rolls: list[tuple[int, ...]] = []
    for event in log:
        if isinstance(event, Rolled):
            rolls.append(event.dice)
        elif isinstance(event, Corrected):
            rolls[event.roll - 1] = event.dice
    return rolls[-1] if rolls else None


def _player(state: Any, name: str | None, points: dict[str, int]) -> dict[str, object] | None:
    if name is None or name not in state.players:
        return None
    return {"seat": state.players.index(name) + 1, "name": name, "score": points.get(name, 0)}
