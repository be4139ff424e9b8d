"""The moments of Pig."""

from collections.abc import Iterator, Mapping, Sequence

from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep, from_behind

BEHIND = 30
BIG = 40

TEXTS: Mapping[str, MomentText] = {
    "pig.comeback": MomentText(_("Turned the tide"), _("Win from 30 points behind."), "wind"),
    "pig.big_turn": MomentText(_("Full hold"), _("Bank 40 or more in one turn."), "chest"),
}


def moments_of(step: SeenStep, past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    for one in step.said:
        if one.word == "banked" and one.player and (one.number or 0) >= BIG:
            yield one.player, "pig.big_turn"
    if from_behind(step, past, lambda state: state.totals, BEHIND):
        yield step.after.winner, "pig.comeback"
