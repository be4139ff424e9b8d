"""The moments of Yahtzee."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games.yahtzee.boxes import is_yahtzee
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep

HIGH = 300
FACES_OF_A_LARGE_STRAIGHT = 5

TEXTS: Mapping[str, MomentText] = {
    "yahtzee.at_once": MomentText(_("Yahtzee in one roll"), _("Roll five of a kind at once."), "comet"),
    "yahtzee.further": MomentText(_("Lightning twice"), _("Score a Yahtzee bonus."), "lightning"),
    "yahtzee.upper": MomentText(_("Upper deck"), _("Earn the upper bonus."), "crows_nest"),
    "yahtzee.straight": MomentText(_("Straight course"), _("Roll a large straight at once."), "course"),
    "yahtzee.high": MomentText(_("Three hundred"), _("Finish a game with 300 or more."), "crown"),
}


def moments_of(step: SeenStep, _past: Sequence[SeenStep]) -> Iterator[Found]:
    """Yield the moments of one step."""
    turn, rules = step.after.turn, step.after.rules
    if turn and turn.rolls == 1 and (step.before.turn is None or step.before.turn.rolls == 0):
        if rules.dice == FACES_OF_A_LARGE_STRAIGHT and is_yahtzee(turn.dice):
            yield turn.player, "yahtzee.at_once"
        if len(set(turn.dice)) == FACES_OF_A_LARGE_STRAIGHT and {1, 6} - set(turn.dice):
            yield turn.player, "yahtzee.straight"
    for one in step.said:
        if one.player and one.word in ("yahtzee_bonus", "upper_bonus"):
            yield one.player, "yahtzee.further" if one.word == "yahtzee_bonus" else "yahtzee.upper"
    if step.ends:
        for name, card in step.after.cards.items():
            if card.total(rules) >= HIGH:
                yield name, "yahtzee.high"
