"""The texts of Midnight on the page."""

from engine.i18n import Text
from engine.i18n import gettext as _

MIDNIGHT_CHEERS = {"midnight": _("Midnight!"), "won": _("Land ho!")}
MIDNIGHT_NEEDED = _("Needed")
MIDNIGHT_SCORE = _("Score")
MIDNIGHT_QUALIFY = _("1 and 4 found")
NOT_QUALIFIED = _("no score")
MIDNIGHT_TERMS = {
    "not_qualified": (_("No score"), _("A turn that ends without a 1 and a 4.")),
    "best_score": (_("Midnight"), _("Four sixes beside the 1 and the 4: 24, the highest score.")),
}
"""Special words by their keys, each with what it means."""

HOW_MIDNIGHT = _("Roll six dice.")
HOW_MIDNIGHT_ASIDE = _("After each roll set aside at least one die. Roll the others again until none is left.")
HOW_MIDNIGHT_QUALIFY = _("You need a 1 and a 4 to score.")
HOW_MIDNIGHT_SCORE = _("The other four dice add up to your score: 24 at most.")
HOW_MIDNIGHT_STAND = _("Press STAND to set aside all dice that are left.")
HOW_MIDNIGHT_WIN = _("The highest score wins.")

QUALIFYING_DESCRIBED = _("A bar for each range of scores, the first for turns without a 1 and a 4.")
MIDNIGHTS = _("Midnights")


def midnight_score(player: str, score: int) -> Text:
    """A turn has a score."""
    return _("{player}: score {score}.", player=player, score=score)


def midnight_best(player: str, score: int) -> Text:
    """A turn has the highest score."""
    return _("Midnight! {player} scores {score}.", player=player, score=score)


def midnight_none(player: str) -> Text:
    """A turn has no score."""
    return _("{player}: no 1 and 4, no score.", player=player)


def midnight_stand(score: int | None) -> str:
    """The key that sets all dice aside."""
    return _("Stand: no score") if score is None else _("Stand: score {score}", score=score)
