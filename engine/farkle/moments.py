"""The moments of Farkle."""

from collections.abc import Iterator, Mapping, Sequence

from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, from_behind, said

BEHIND = 2000
BIG = 1000
HUGE = 2000

TEXTS: Mapping[str, MomentText] = {
    "farkle.hot_dice": MomentText(_("Hot dice"), _("Score with all six dice."), "comet"),
    "farkle.big_turn": MomentText(_("Full hold"), _("Bank 1,000 or more in one turn."), "chest"),
    "farkle.huge_turn": MomentText(_("Treasure fleet"), _("Bank 2,000 or more in one turn."), "crown"),
    "farkle.comeback": MomentText(_("Turned the tide"), _("Win from 2,000 points behind."), "wind"),
}


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    yield from said(step, {"hot_dice": "farkle.hot_dice"})
    for one in step.said:
        if one.word == "banked" and one.player and (one.number or 0) >= BIG:
            yield one.player, "farkle.big_turn"
            if (one.number or 0) >= HUGE:
                yield one.player, "farkle.huge_turn"
    if from_behind(step, past, lambda state: state.totals, BEHIND):
        yield step.after.winner, "farkle.comeback"
