"""Midnight as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.events import Event
from engine.game import RecordedAs, Titles
from engine.games.midnight.rules import BEST, OPTIONS, PRESETS, QUALIFIERS, TITLES, Rules, SetAside, score
from engine.games.midnight.scoring import COACH
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, said
from engine.reports.odds_report import Figure, FigureName
from engine.turns.game import Move
from engine.turns.state import Turn, TurnState
from engine.turns.until_all_aside import UntilAllAside, move
from engine.values import Announcement, GameOutcome

TEXTS: Mapping[str, MomentText] = {
    "midnight.midnight": MomentText(_("Stroke of midnight"), _("Score 24."), "midnight"),
    "midnight.at_once": MomentText(_("Early bird"), _("Roll a 1 and a 4 in the first roll."), "aboard"),
}


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    yield from said(step, {"midnight": "midnight.midnight"})
    was, now = step.before.turn, step.after.turn
    if was and now and not was.throws and now.throws == 1 and set(QUALIFIERS) <= set(now.lies):
        yield now.player, "midnight.at_once"


MidnightState = TurnState[Rules]


class Midnight(UntilAllAside):
    """The rules of Midnight."""

    kind = "midnight"
    moment_texts: Mapping[str, MomentText] = TEXTS
    title = _("Midnight")
    also = _("1-4-24")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"midnight.set_aside": SetAside}
    commands: Mapping[str, type[Event]] = {"set_aside": SetAside}
    moves: Mapping[type[Event], Move] = {SetAside: move}
    examples: Mapping[str, str] = {"set_aside": '{"set_aside": [1, 4]}'}
    recorded: Mapping[type[Event], RecordedAs] = {SetAside: "aside"}
    figure_names: Mapping[str, FigureName] = {
        "expected_score": FigureName(_("mean score")),
        "qualify_at_best": FigureName(_("chance to qualify"), is_chance=True),
    }
    feats: Sequence[str] = ("midnight",)
    coach = COACH

    def points(self, rules: Rules, turn: Turn) -> int:
        """Return the score of the dice that are set aside, 0 without a 1 and a 4."""
        return self.result(rules, turn)[0]

    def outcome(self, state: MidnightState) -> GameOutcome:
        """Return the scores, None for a turn without a 1 and a 4."""
        found = super().outcome(state)
        return replace(found, scores={name: score or None for name, score in found.scores.items()})

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments_of(step, past)

    def said(self, _before: MidnightState, _after: MidnightState, turn: Turn) -> Sequence[Announcement]:
        """Return ``total`` with the score, ``midnight`` for the highest, or ``not_qualified``."""
        points = score(turn.aside + turn.fresh)
        if points is None:
            return (Announcement("not_qualified", turn.player),)
        return (Announcement("midnight" if points == BEST else "total", turn.player, points),)

    def reported(self, state: MidnightState) -> dict[str, object]:
        """Return which of the two dice that qualify are set aside."""
        turn = state.turn
        return {"qualified": turn is not None and score(turn.aside + turn.fresh) is not None}

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the best mean of a turn's score, and the best chance to qualify."""
        return {
            "expected_score": COACH.exact("points", rules.dice),
            "qualify_at_best": COACH.exact("qualify", rules.dice),
        }
