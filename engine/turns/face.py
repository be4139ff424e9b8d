"""What a game of turns shows and says. Table and page read it for all these games, and know none of them.

A game declares a :class:`Face`: it sets the values, and overrides what is different in it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.face import Chance, Effect, Fact, News, QuickGame, RuleLine, Slot, Tile
from engine.i18n import Text, number, pgettext
from engine.i18n import gettext as _
from engine.turns.coach import TurnWay
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

State = TurnState[Any]
Says = Callable[[str, int], Text]
"""Makes a sentence of the player's name and the number of an announcement."""

Counts = Literal["points", "hands", "awards", "rounds", "lives", "tokens", "nothing"]
"""What decides a game: what the winner has more of, or lives left, or tokens, or nothing that is counted."""

Measure = Literal["scored", "mean_score", "mean_total", "best"]
"""A measure of a player over many games: the share of turns that scored, the mean of those, of totals, the best."""

BANKED: Mapping[Measure, Text] = {
    "scored": _("Turns banked"),
    "mean_score": _("Average turn"),
    "best": _("Best turn"),
}
SCORES: Mapping[Measure, Text] = {"mean_total": _("Average score"), "best": _("Best score")}
PLAY_ON = _("Play on if no one still here has enough points.")


@dataclass(frozen=True, slots=True)
class Chart:
    """How often each score came: title, description, the heading of the scores, and the ranges of the bars.

    A range begins at each of ``starts``; the last one is open without a ``most``. ``failed`` names the bar of turns
    that failed, where there is one.
    """

    title: Text
    described: Text
    heading: Text
    starts: Sequence[int]
    failed: Text | None = None
    most: int | None = None


class Face:
    """What one game of turns shows and says."""

    # In the form for a new game

    dice: tuple[int, ...]
    """The dice that stand for the game."""

    quick: Sequence[QuickGame] = ()

    def mean(self, _rules: Any) -> float | None:
        """Return the mean score of a turn with the best play, computed in less than a second; None without one."""
        return None

    # The rules

    terms: Mapping[str, tuple[Text, Text]] = {}
    """Its own special words, besides those of all games of turns."""

    def how(self, rules: Any) -> Iterator[RuleLine]:
        """Yield the rules in short sentences."""
        raise NotImplementedError

    # The game that is on

    tells: Mapping[str, News] = {}
    """The news of its announcements, by their words."""

    def news(self, _state: State, one: Announcement) -> News | None:
        return self.tells.get(one.word)

    sentences: Mapping[str, Says] = {}
    """The sentences of its announcements, by their words. Others are not spoken."""

    def over(self, _state: State) -> Text | None:
        """Return how the game ended; None where who won, and by how much, says it."""
        return None

    def total(self, total: int) -> Text:
        """Return a total as the log shows it."""
        return number(total)

    wins_with_points = True
    """Whether the number that decides the game is points, which are announced with a win."""

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        """Yield the parts of the turn."""
        raise NotImplementedError

    def tiles(self, _state: State, _turn: Turn) -> Iterator[Tile]:
        """Yield the tiles that the turn is played with, of a game that has them."""
        yield from ()

    def facts(self, state: State) -> Iterator[Fact]:
        """Yield the progress of the game."""
        raise NotImplementedError

    def score(self, state: State, name: str) -> str | None:
        """Return a player's score in this round or game; None before there is one."""
        return number(state.totals[name])

    def has_failed(self, _state: State, _name: str) -> bool:
        """Return whether that score is a failure."""
        return False

    def sums(self, _state: State, _name: str) -> Iterator[tuple[Text, int]]:
        yield from ()

    def final_scores(self, state: State) -> dict[str, str | None]:
        return {name: self.score(state, name) for name in state.players}

    def last_hand(self, _state: State, _name: str) -> str:
        """Return a player's hand in the round that decided the game; empty where the score says it."""
        return ""

    def counts(self, _state: State) -> Counts:
        return "points"

    def rolled_off(self, _state: State, result: Result) -> str:
        return str(result[0])

    def leaders(self, state: State) -> Mapping[str, Result]:
        """Return what players lead by, the best of it first to be compared; empty while there is none."""
        points = {name: (total,) for name, total in state.totals.items() if name in state.present}
        return points if len(set(points.values())) > 1 else {}

    def rolls(self, _state: State) -> int:
        """Return the number of rolls of a turn, 0 where it is open."""
        return 0

    def stand(self, _state: State) -> Text | None:
        """Return the label of the key that ends the turn with what lies there; None for that of all games."""
        return None

    aims: Mapping[str, Text] = {}
    """How those aims of the coach are called that only this game has."""

    def way(self, _way: TurnWay) -> Text | None:
        """Return a choice of the coach in words; None for dice that stay and dice that are thrown."""
        return None

    def chances(self, _state: State) -> Iterator[Chance]:
        """Yield the exact chances of the player on turn."""
        yield from ()

    # At the table

    effects: Mapping[str, Effect] = {}
    """What sounds with its announcements, by their words."""

    def goes_on(self, _state: State, _turn: Turn, then: Text | None, _rail: bool) -> Text | None:
        """Return the sentence between two throws; None to say that a die must be set aside.

        ``then`` says what to do with dice that stay, and how many are rolled, where some stay; the last value is
        whether dice are held on a rail.
        """
        return then

    def choosing(self, state: State, turn: Turn) -> Text:
        """Return the sentence where the player must choose before the next throw."""
        raise NotImplementedError

    def counting(self, _state: State, _turn: Turn) -> Text | None:
        """Return the sentence for a throw that can be counted, with the turn after it; None for one without points."""
        return None

    def roll_called(self, state: State, turn: Turn, player: str) -> Text:
        """Return what is called of a roll after which the turn goes on."""
        raise NotImplementedError

    def end_called(self, state: State, turn: Turn, player: str) -> Text:
        """Return what is called of the end of a turn."""
        raise NotImplementedError

    calls: Mapping[str, Callable[[str], Text]] = {}
    """What is called of further announcements at the end of a turn, by their words, with the player's name."""

    # In the log

    figures: Mapping[Measure, Text] = BANKED
    """The figures of players, and the columns of the leaderboard."""

    feats: Sequence[Text] = ()
    """The titles of what is counted of each player, as :attr:`~engine.turns.game.TurnGame.feats`."""

    turns: Text | None = _("Turns")
    """The title of the column of all scores; None where a game is one turn."""

    course: tuple[Text, Text] = (_("A line for each player: the total after each turn."), _("Turn"))
    """The chart of a game: its description, and the heading of its steps."""

    chart: Chart
    """The scores of turns."""

    luck: Text | None = None
    """What luck and costs are where they are shares of 1; None where they are points."""

    def ended(self, _name: str, _total: int, _rules: Any) -> Text | None:
        """Return how a game ended that this player won with that total; None where it was won with points."""
        return None

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        """Return by seat the number of steps that a player has finished, and the total; None without a course."""
        turns = state.round - 1
        return [(turns + (name in state.scores), state.totals[name]) for name in state.players]


def race_fact(state: State, goal: int, most: int) -> Fact:
    """Return the goal; once a player has ``most`` and that is enough, what the others must beat."""
    if state.turn and not state.leg and most >= goal:
        return Fact(_("Last chance: {points} to beat", points=number(most)))
    return Fact(_("First to {points}", points=number(goal)))


def tie_line(rules: Any) -> RuleLine:
    if rules.tie == "rolloff":
        return RuleLine(_("On a tie those players have one more turn each."), rank=3)
    return RuleLine(_("Players who tie share the win."), rank=3)


def aside_slot(turn: Turn, figure: str = "") -> Slot:
    aside = turn.aside + turn.fresh
    return Slot("aside", _("Set aside"), aside, "held" if aside else "open", figure, term="aside")


def banked_slot(points: int) -> Slot:
    return Slot("banked", _("This turn"), (), "held" if points else "open", number(points), term="bank")


def points_chart(*starts: int) -> Chart:
    """Return the chart of a game in which turns are banked or lost, with a bar from each of these scores on."""
    return Chart(
        _("Points per turn"),
        _("A bar for each range of points, the first for turns that scored nothing."),
        _("Points"),
        starts,
        pgettext("turn", "lost"),
    )
