"""Thresholds by which a value is accepted and a die is reported as leaning, stacked or otherwise wrong.

They were set in view of the rendered stills and the photographs (docs/accuracy.md). Probabilities are the networks',
0–1; fits and leads are those of `PipCount`. What else is needed where no tray is known is in `untrayed`.
"""

from typing import NamedTuple


class Evidence(NamedTuple):
    """The least evidence for a value: its ``share`` by the classifier, and the ``fit`` of its pattern and the ``lead``
    over the patterns of other values by one of the pip counts."""

    share: float
    fit: float
    lead: float


ACCEPTED = (Evidence(0.65, 0.35, 0.2), Evidence(0.85, 0.16, 0.12), Evidence(0.95, 0.14, 0.1))
"""Alternatives for accepting a value by classifier and pip counter: the surer the one, the less the other must be."""
ACCEPTED_BY_MARKS = (Evidence(0.75, 0.35, 0.2), Evidence(0.85, 0.2, 0.1), Evidence(0.95, 0.15, 0.05))
"""The same with pips counted on the heat map."""
TRACE, WITHOUT_TRACE = 0.05, Evidence(0.95, 0.35, 0.2)
"""Fit by the pip counter below which the colours show no trace of the pips, and what is needed then by the heat map on
a known tray: patches of cork and dice in motion are read with less, hardly a true value is."""
CLEARLY_MARKED = Evidence(0.45, 0.5, 0.45)
"""One more alternative with the heat map where no tray is known, for ones on worn dice in arcs of light. On a known
tray a dark patch of cork would pass for a one."""
MAYBE_NONE, OF_FACES, PLAIN = 0.6, 0.75, 0.4
"""Acceptance of a value where no face is likeliest: maximum probability of no face, minimum share among the six values,
and minimum fit and lead by both pip counts."""
SURE = ACCEPTED[0].share
"""Minimum probability of a value, whatever the pips say."""
PLAINLY_ONE = 0.98
"""Probability of a one above which the fallback classifier is not asked: 19 in 20 ones reach it, one cap in ten."""

WRONG = 0.5
"""Minimum probability for reporting what is wrong with a die: covered, moving, pips of low contrast."""
STACKED = 0.54
"""Minimum probability for reporting a die as lying on another."""
LEANS, LEANS_ALONE = 0.3, 0.88
"""Minimum probability for reporting a die as leaning, where it slopes away from the nearest thing beside it, and
alone."""
LEANS_AWAY = 0.06
"""Minimum slope away from the nearest thing for that: the sine of the angle."""
AWAY = 0.02
"""Minimum slope away from a thing for a die to lean on it."""
WALL, NEIGHBOUR, BESIDE = 1.0, 1.4, 1.0
"""Maximum distance of a wall, of the middle of another die, and of a thing's edge, that a die may lean on, in edges
from its middle."""
