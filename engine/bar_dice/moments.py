"""The moments of Bar dice."""

from collections.abc import Iterator, Mapping, Sequence

from engine.bar_dice.hands import WILD
from engine.bar_dice.rules import DICE
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep

TEXTS: Mapping[str, MomentText] = {
    "bar_dice.five": MomentText(_("Five of a kind"), _("Finish a hand with five of a kind."), "comet"),
    "bar_dice.aces": MomentText(_("Five aces"), _("Finish a hand with five 1s."), "crown"),
    "bar_dice.last_life": MomentText(_("Last one standing"), _("Win with one life left."), "lifeline"),
}


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    for one in step.said:
        if one.word == "hand" and one.player and one.number == DICE:
            turn = step.after.last
            aces = turn is not None and set(turn.lies) == {WILD}
            yield one.player, "bar_dice.aces" if aces else "bar_dice.five"
    rules, winner = step.after.rules, step.after.winner
    if step.ends and winner and rules.match == "lives" and rules.lives > 1 and step.after.totals[winner] == 1:
        yield winner, "bar_dice.last_life"
