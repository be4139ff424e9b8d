"""Chances and advice for viewers who want them, computed once per state apart from the streams, and as HTML."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, get_args

from flask import render_template

from table.games import rulebook
from table.snapshot import Snapshot
from web.catalogue import Words
from web.games import game_on_the_page
from web.games.help import Help, Measure
from web.viewer import HelpLevel, Viewer

LEVELS: tuple[HelpLevel, ...] = get_args(HelpLevel)


class AdviceCache:
    """Caches the help for the latest state. Concurrent callers wait for the same result. Thread-safe.

    ``levels`` are the levels that the table allows, the lowest first.
    """

    def __init__(self, help_of: Callable[[Any], Help] | None = None, most: HelpLevel = "advice") -> None:
        self.levels = LEVELS[: LEVELS.index(most) + 1]
        self._help_of = help_of or (lambda state: game_on_the_page(state).help(state))
        self._lock = Lock()
        self._latest: tuple[Any, Help] | None = None

    def allowed(self, wished: HelpLevel) -> HelpLevel:
        """Return the level of help for a viewer who wants that one."""
        return wished if wished in self.levels else self.levels[-1]

    def help(self, snapshot: Snapshot) -> Help:
        """Return the help for the current turn, with an uncounted throw applied; none if that throw ends the turn."""
        state = snapshot.state
        if snapshot.after is not None:
            if snapshot.after.player != state.player or not rulebook(snapshot.after).begun(snapshot.after):
                return Help(why_not="turn_over")
            state = snapshot.after
        with self._lock:
            if self._latest is None or self._latest[0] != state:
                self._latest = state, self._help_of(state)
            return self._latest[1]


FIRST = 4
"""Choices shown at once; the others are folded away."""


@dataclass(frozen=True, slots=True)
class ShownChance:
    """A chance in words, and the length of its bar out of 1000 (None if it is not a chance)."""

    name: str
    value: str
    bar: int | None


@dataclass(frozen=True, slots=True)
class ShownWay:
    """A choice in words, its value, and its cost."""

    what: str
    value: str
    cost: str
    best: bool


def help_as_html(coach: AdviceCache, viewer: Viewer, snapshot: Snapshot) -> str:
    """Return the help that this viewer wants; empty if none."""
    level = coach.allowed(viewer.help)
    if level == "off":
        return ""
    words, found = viewer.words, coach.help(snapshot)
    ways = ways_of(found, snapshot, words) if level == "advice" else []
    return render_template(
        "_help.html",
        chances=[
            ShownChance(
                words.told(one.says) if one.says else words.chance(one.name, one.of),
                _measured(one.value, one.measure, words),
                round(1000 * one.value) if one.measure == "chance" else None,
            )
            for one in found.chances
        ],
        aim=(words.told(found.aim_says) if found.aim_says else words.aim(found.aim)) if ways else "",
        ways=ways[:FIRST],
        others=ways[FIRST:],
        best=words.best_move(ways[0].what, words.THAT_WINS if _wins(found) else ways[0].value) if ways else "",
        why_not=words.NO_HELP.get(found.why_not, ""),
    )


def ways_of(found: Help, snapshot: Snapshot, words: Words) -> list[ShownWay]:
    """Return the choices in words; empty if there is only one."""
    if len(found.ways) < 2:
        return []
    game, rules = game_on_the_page(snapshot.state), snapshot.state.rules
    return [
        ShownWay(
            words.into_box(game.box(rules, one.box, words), one.points) if one.box else words.way(one.throw, one.keep),
            _measured(one.value, found.measure, words),
            _cost(one.cost, found.measure, words),
            place == 0,
        )
        for place, one in enumerate(found.ways)
    ]


def _wins(found: Help) -> bool:
    return found.aim.startswith("win") and found.ways[0].value > 1 - 1e-9


def _measured(value: float, measure: Measure, words: Words) -> str:
    text: str = words.percent(value) if measure == "chance" else words.points(value)
    return text


def _cost(cost: float, measure: Measure, words: Words) -> str:
    if cost <= 0:
        return str(words.BEST)
    said = _measured(cost, measure, words)
    return said if said.startswith("<") else f"−{said}"
