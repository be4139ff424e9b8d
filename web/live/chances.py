"""Chances and advice beside the game: computed once a state for all who ask, apart from the streams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, get_args

from flask import render_template

from engine import game_of
from engine.i18n import gettext as _
from engine.i18n import in_words, joined, ngettext, number, percent
from engine.reports.win_chances import WinChances, decided, in_percent
from table.games import rulebook
from table.snapshot import Snapshot
from web.display_names import shown
from web.games import game_on_the_page
from web.games.page import Help, Measure
from web.viewer import HelpLevel, Viewer

WIDE = 1000
"""The width of the bar."""


@dataclass(frozen=True, slots=True)
class WinShare:
    """A player's chance: the display name, whole percent as a share, and the part of the bar (its begin and width)."""

    name: str
    percent: float
    begin: int
    width: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one state of the game."""

    chances: tuple[WinShare, ...] = ()
    about: bool = False
    error: float = 0.0


class LiveFigures:
    """Computes the figures of the latest state once for all who ask. Thread-safe.

    ``has_chances`` is whether the table shows the chances to win, ``is_on`` whether the owner has figures shown at all.
    """

    def __init__(self, *, has_chances: bool = True, is_on: Callable[[], bool] = lambda: True) -> None:
        self._has_chances = has_chances
        self.is_on = is_on
        self._lock = Lock()
        self._latest: tuple[object, Figures] | None = None
        self._told: tuple[Any, WinChances | None] | None = None

    def draws(self) -> bool:
        return self._has_chances and self.is_on()

    def of(self, snapshot: Snapshot) -> Figures:
        """Return the figures of the game: the chances with the throw that is shown."""
        if not self.is_on():
            return Figures()
        moment = (snapshot.counted, snapshot.after)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                found = self._chances(snapshot) if self._has_chances else None
                self._latest = moment, Figures(bar_of(found), *((found.about, found.error) if found else ()))
            return self._latest[1]

    def _chances(self, snapshot: Snapshot) -> WinChances | None:
        """Return the chances with the throw that is shown. They stay the same ones when it is counted."""
        state = snapshot.state if snapshot.after is None else snapshot.after
        if self._told is None or self._told[0] != state:
            self._told = state, _shown_chances(snapshot, state)
        return self._told[1]


def figures_on(settings: Callable[[], Mapping[str, object]]) -> Callable[[], bool]:
    """Return the question whether the settings have figures shown."""
    return lambda: settings().get("figures") is not False


def chances_of(state: Any) -> WinChances | None:
    """Return the chances to win of the players of a game that goes on; None where nothing honest can be said."""
    return game_of(state.rules.name).win_chances(state) if state.player is not None else None


def _shown_chances(snapshot: Snapshot, state: Any) -> WinChances | None:
    if state.player is None and snapshot.state.player is not None:
        return decided(state.players, (state.winner,) if state.winner else state.tied)
    return chances_of(state)


def bar_of(found: WinChances | None) -> tuple[WinShare, ...]:
    """Return the chances as parts of one bar, in the order of the seats."""
    parts, begin = [], 0.0
    chances = found.of if found else {}
    for (name, chance), percent_ in zip(chances.items(), in_percent([*chances.values()]), strict=True):
        left, right = round(WIDE * begin), round(WIDE * (begin + chance))
        parts.append(WinShare(shown(name), percent_, left, right - left))
        begin += chance
    return tuple(parts)


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
    found = coach.help(snapshot)
    ways = ways_of(found, snapshot) if level == "advice" else []
    wins = bool(ways) and found.aim.startswith("win") and found.ways[0].value > 1 - 1e-9
    best = _("that wins") if wins else ways[0].value if ways else ""
    return render_template(
        "_help.html",
        chances=[
            ShownChance(
                one.says or _chance(one.name, one.of),
                _measured(one.value, one.measure),
                round(1000 * one.value) if one.measure == "chance" else None,
            )
            for one in found.chances
        ],
        aim=(found.aim_says or AIMS[found.aim]) if ways else "",
        ways=ways[:FIRST],
        others=ways[FIRST:],
        best=_("Best: {what} · {value}", what=ways[0].what, value=best) if ways else "",
        why_not=NO_HELP.get(found.why_not, ""),
    )


NO_HELP = {
    "nobody_throws": _("It’s no one’s turn."),
    "turn_over": _("Last roll of this turn."),
    "own_rules": _("No odds for these house rules."),
}

AIMS = {
    "win": _("Each choice: chance to win"),
    "win_about": _("Each choice: chance to win, about"),
    "beat": _("Each choice: chance to beat the lead"),
    "points": _("Each choice: average points"),
}
"""What choices are measured by."""


def _chance(name: str, of: int | None) -> str:
    match name:
        case "qualify":
            return _("Full crew")
        case "beat":
            return _("More than {of}", of=of)
        case "win":
            return _("Win chance")
        case "mean":
            return _("Average score")
    return _("Expected final score")


def ways_of(found: Help, snapshot: Snapshot) -> list[ShownWay]:
    """Return the choices in words; empty if there is only one."""
    if len(found.ways) < 2:
        return []
    game, rules = game_on_the_page(snapshot.state), snapshot.state.rules
    return [
        ShownWay(
            _("{box}: {points}", box=game.box(rules, one.box), points=one.points)
            if one.box
            else one.says or _way(one.throw, one.keep),
            _measured(one.value, found.measure),
            _cost(one.cost, found.measure),
            place == 0,
        )
        for place, one in enumerate(found.ways)
    ]


def _way(throw: int, keep: Sequence[int]) -> str:
    if not throw:
        return _("Stand")
    number = in_words(throw)
    if not keep:
        return ngettext("Roll one die", "Roll {number} dice", throw, number=number)
    dice = " ".join(map(str, keep))
    return ngettext("Keep {dice}, roll one", "Keep {dice}, roll {number}", throw, dice=dice, number=number)


def _measured(value: float, measure: Measure) -> str:
    """Return the value; points are whole once there are thousands of them."""
    return percent(value) if measure == "chance" else number(value, 1 if abs(value) < 1000 else 0)


def _cost(cost: float, measure: Measure) -> str:
    if cost <= 0:
        return _("best")
    said = _measured(cost, measure)
    return said if said.startswith("<") else joined(("−", said), "")
