"""Threes: set aside at least one die of each throw until none is left; a 3 counts nothing, the lowest total wins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import ClassVar

from engine.events import Event
from engine.face import Chance, Fact, News, Option, RuleLine, Slot, blank, drawn
from engine.game import RecordedAs, Titles
from engine.i18n import Text, in_words, ngettext, pgettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep
from engine.reports.odds_report import Figure, FigureName
from engine.turns.coach import advise
from engine.turns.face import Chart, Says, aside_slot, tie_line
from engine.turns.game import Move
from engine.turns.state import TIE, Turn, TurnRules, TurnState
from engine.turns.until_all_aside import (
    AllAsideCoach,
    AllAsideFace,
    AsideScoring,
    UntilAllAside,
    move,
    rest_slot,
)
from engine.values import Announcement


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    terms: ClassVar[Mapping[str, Text]] = {
        "total": _("Total"),
        "rolloff": _("Roll-off"),
    }

    name: str = "threes"
    dice: int = 5


OPTIONS = (Option("dice", "number", _("Dice"), _("More dice make a higher total."), least=4, most=6), TIE)


def points(dice: Iterable[int]) -> int:
    """Return the total of these dice: a 3 counts nothing, all else its pips."""
    return sum(die for die in dice if die != 3)


PRESETS = {"threes": Rules()}
TITLES: Titles = {
    "threes": (
        pgettext("name of a game", "Threes"),
        _("Set aside a die after each roll. Threes count nothing. The lowest total wins."),
    )
}


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; they stay there."""

    dice: tuple[int, ...]


LOW = 3
LOWEST_WINS = _("The lowest total wins.")

ThreesState = TurnState[Rules]


@cache
def _parts(faces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the lowest die of a throw, its two lowest, and so on to all: only how many is to be chosen."""
    lowest = sorted(faces, key=lambda die: points([die]))
    return tuple((many, points(lowest[:many])) for many in range(1, len(lowest) + 1))


COACH = AllAsideCoach(AsideScoring(points, int, add, int, _parts), SetAside, ("points", "beat"), lowest=True)


class ThreesFace(AllAsideFace):
    dice = (3,)
    sentences: Mapping[str, Says] = {
        "total": lambda player, total: _("{player}: total {total}.", player=player, total=total)
    }
    aims: Mapping[str, Text] = {"points": _("Each choice: average total, less is better")}

    def news(self, _state: ThreesState, one: Announcement) -> News | None:
        return News(_("Perfect threes!")) if one.word == "total" and one.number == 0 else None

    chart = Chart(
        _("Score frequency"), _("A bar for each range of scores."), pgettext("column", "Score"), (0, 1, 4, 7, 10, 13)
    )

    def mean(self, rules: Rules) -> float:
        return float(COACH.exact("points", rules.dice))

    def slots(self, state: ThreesState, turn: Turn) -> Iterator[Slot]:
        aside = turn.aside + turn.fresh
        yield aside_slot(turn, str(points(aside)) if aside else "")
        yield rest_slot(turn, state.rules.dice)

    def facts(self, _state: ThreesState) -> Iterator[Fact]:
        yield Fact(LOWEST_WINS)

    def stand(self, state: ThreesState) -> Text:
        turn = state.turn
        return _("Stand: total {total}", total=points(turn.aside + turn.lies) if turn else 0)

    def chances(self, state: ThreesState) -> Iterator[Chance]:
        mean = advise(COACH, state, "points", lowest=True).best.value
        yield Chance("mean", mean, "points", says=_("Average total"))

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        dice = rules.dice
        yield RuleLine(ngettext("Roll one die.", "Roll {number} dice.", dice, number=in_words(dice)), blank(dice))
        yield RuleLine(_("After each roll set aside at least one die. Roll the others again until none is left."))
        yield RuleLine(_("A 3 counts nothing. All other dice count what they show."), drawn(3, 3, 1, 2))
        yield RuleLine(_("Stand to set aside all dice that are left."))
        yield RuleLine(LOWEST_WINS)
        yield tie_line(rules)

    def end_called(self, _state: ThreesState, turn: Turn, player: str) -> Text:
        return _("{player} has {number}.", player=player, number=spelled(points(turn.aside + turn.fresh)))


class Threes(UntilAllAside):
    kind = "threes"
    moment_texts: Mapping[str, MomentText] = {
        "threes.perfect": MomentText(_("Perfect threes"), _("Finish with 0 points."), "crown"),
        "threes.low": MomentText(_("Under the radar"), _("Finish with 3 points or fewer."), "course"),
    }
    title = pgettext("name of a game", "Threes")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"threes.set_aside": SetAside}
    commands: Mapping[str, type[Event]] = {"set_aside": SetAside}
    moves: Mapping[type[Event], Move] = {SetAside: move}
    lowest_wins = True
    examples: Mapping[str, str] = {"set_aside": '{"set_aside": [3, 1]}'}
    recorded: Mapping[type[Event], RecordedAs] = {SetAside: "aside"}
    figure_names: Mapping[str, FigureName] = {"expected_score": FigureName(_("mean score"))}
    coach = COACH
    face = ThreesFace()

    def scoring(self, _state: ThreesState, turn: Turn) -> tuple[int, ...]:
        return tuple(die for die in turn.loose if die == 3)

    def points(self, _rules: Rules, turn: Turn) -> int:
        return points(turn.aside + turn.fresh)

    def moments_of(self, step: SeenStep, _past: Sequence[SeenStep], /) -> Iterator[Found]:
        for one in step.said:
            if one.word == "total" and one.player and one.number is not None and one.number <= LOW:
                yield one.player, "threes.low" if one.number else "threes.perfect"

    def said(self, _before: ThreesState, after: ThreesState, turn: Turn) -> Sequence[Announcement]:
        return (Announcement("total", turn.player, self.result(after.rules, turn)[0]),)

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        return {"expected_score": COACH.exact("points", rules.dice)}
