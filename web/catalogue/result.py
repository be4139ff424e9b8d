"""The result of a game."""

from collections.abc import Sequence
from typing import Literal

from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext, number, signed_number

RESULT = _("Result")
RESULT_REMATCH = _("Rematch")
RESULT_NEW = _("New game")
RESULT_REPLAY = _("Replay")
RESULT_SHARE = _("Share")


def result_won(name: str, by: int, counts: Literal["points", "hands"]) -> str:
    """Say who has won, and by how much; by nothing after a roll-off."""
    if by < 1:
        return _("{name} wins", name=name)
    if counts == "hands":
        return ngettext("{name} wins by {count} hand", "{name} wins by {count} hands", by, name=name)
    return _("{name} wins by {by}", name=name, by=by)


def result_shared(names: Sequence[str]) -> str:
    """Say who shares the game."""
    if not names:
        return _("The game is over")
    if len(names) > 3:
        return ngettext("{count} player ties for the win", "{count} players tie for the win", len(names))
    return _("{names} tie for the win", names=listed(names)) if names[1:] else _("{name} wins", name=names[0])


def result_alone(name: str, total: int) -> str:
    """Say what a single player has."""
    return _("{name} has {total}", name=name, total=total)


def result_luck(name: str, dice: Sequence[int], points: float) -> str:
    """Say which roll was the luckiest: whose it was, its dice, and the points above the average."""
    return _(
        "Luckiest roll: {name}, {dice} ({points} points)",
        name=name,
        dice=" ".join(map(str, dice)),
        points=signed_number(points),
    )


def result_mistakes(costs: Sequence[tuple[str, float]]) -> str:
    """Say what decisions cost, the most first."""
    if not costs:
        return _("Points lost to mistakes: none")
    lost = [joined((name, number(points, 1))) for name, points in costs]
    return _("Points lost to mistakes: {players}", players=joined(lost, ", "))
