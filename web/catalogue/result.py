"""The result of a game."""

from collections.abc import Sequence
from typing import Literal

from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext, percent, signed_number


def turning_point(player: str, roll: int, winner: str) -> str:
    """Say after whose turn the winner's chance stayed the highest."""
    return _(
        "Turning point: {player}’s turn, roll {roll}. {winner} stayed ahead.", player=player, roll=roll, winner=winner
    )


def turning_point_last(player: str, roll: int) -> str:
    """Say that the last turn decided the game."""
    return _("Turning point: {player}’s last turn, roll {roll}.", player=player, roll=roll)


def result_won(
    name: str, by: int, counts: Literal["points", "hands", "rounds", "lives", "nothing"], *, rolled_off: bool
) -> str:
    """Say who has won, and by how much or with how many lives; by nothing after a roll-off."""
    if by < 1 or counts == "nothing":
        return _("{name} wins the roll-off", name=name) if rolled_off else _("{name} wins", name=name)
    if counts == "lives":
        return ngettext("{name} wins with {count} life left", "{name} wins with {count} lives left", by, name=name)
    if counts == "rounds":
        return ngettext("{name} wins by {count} round", "{name} wins by {count} rounds", by, name=name)
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


def result_luck_share(name: str, dice: Sequence[int], share: float) -> str:
    """Say which roll was the luckiest in a game of hands: whose, its dice, and the share of hands above the average."""
    return _(
        "Luckiest roll: {name}, {dice} (beats {share} more hands)",
        name=name,
        dice=" ".join(map(str, dice)),
        share=percent(share),
    )


def result_mistakes(costs: Sequence[tuple[str, str]], *, in_points: bool) -> str:
    """Say what decisions cost, the most first: each player with the cost as it is written."""
    if not costs:
        return _("Points lost to mistakes: none") if in_points else _("Lost to mistakes: nothing")
    lost = [joined(one) for one in costs]
    if not in_points:
        return _("Lost to mistakes: {players}", players=joined(lost, ", "))
    return _("Points lost to mistakes: {players}", players=joined(lost, ", "))
