"""The helm as the page tells it: for whoever runs the table from a phone."""

from engine.i18n import gettext as _

HELM_STAND = _("Stand")


HELM_PASS = _("Skip this roll")


HELM_SET_ANTE = _("Set the ante")


def helm_stand_with(score: int | None) -> str:
    """Keep the cargo that lies there."""
    return _("Stand with {score}", score=score)
