"""The moments of Midnight."""

from collections.abc import Iterator, Mapping, Sequence

from engine.i18n import gettext as _
from engine.midnight.rules import QUALIFIERS
from engine.moments.moment import Found, MomentText, SeenStep, said

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
