"""Threes as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from engine.events import Event
from engine.game import RecordedAs, Titles
from engine.games.threes.rules import OPTIONS, PRESETS, TITLES, Rules, SetAside, points
from engine.games.threes.scoring import COACH
from engine.i18n import gettext as _
from engine.i18n import pgettext
from engine.moments.moment import Found, MomentText, SeenStep
from engine.reports.odds_report import Figure, FigureName
from engine.turns.game import Move
from engine.turns.state import Turn, TurnState
from engine.turns.until_all_aside import UntilAllAside, move
from engine.values import Announcement

LOW = 3

TEXTS: Mapping[str, MomentText] = {
    "threes.perfect": MomentText(_("Perfect threes"), _("Finish with 0 points."), "crown"),
    "threes.low": MomentText(_("Under the radar"), _("Finish with 3 points or fewer."), "course"),
}


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    for one in step.said:
        if one.word == "total" and one.player and one.number is not None and one.number <= LOW:
            yield one.player, "threes.low" if one.number else "threes.perfect"


ThreesState = TurnState[Rules]


class Threes(UntilAllAside):
    """The rules of Threes."""

    kind = "threes"
    moment_texts: Mapping[str, MomentText] = TEXTS
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

    def points(self, _rules: Rules, turn: Turn) -> int:
        """Return the total of the dice that are set aside."""
        return points(turn.aside + turn.fresh)

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments_of(step, past)

    def said(self, _before: ThreesState, after: ThreesState, turn: Turn) -> Sequence[Announcement]:
        return (Announcement("total", turn.player, self.result(after.rules, turn)[0]),)

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the lowest mean of a turn's total."""
        return {"expected_score": COACH.exact("points", rules.dice)}
