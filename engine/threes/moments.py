"""The moments of Threes."""

from collections.abc import Iterator, Mapping, Sequence

from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep

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
