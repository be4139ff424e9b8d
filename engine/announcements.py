"""The words that the game has for what just happened, derived from the states before and after."""

from dataclasses import dataclass
from typing import Literal

from engine.state import PARTS, Phase, State, Turn

Word = Literal[
    "ship", "captain", "crew", "qualified", "cargo", "minimum", "midnight", "point", "no_score", "rolloff", "won"
]


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing worth saying: the game's word for it, of whom, and the number that goes with it (points, or a face)."""

    word: Word
    player: str
    number: int | None = None


def announcements(before: State, after: State) -> tuple[Announcement, ...]:
    """What the step from one state to the next is called at the table, in the order in which it would be said."""
    turn = after.last
    if turn is None or before.turn is None:
        return ()
    said = [*_of_the_throw(before, before.turn, turn)]
    if turn.over:
        said += _of_the_turn(before, after, turn)
    return tuple(said)


def _of_the_throw(before: State, was: Turn, now: Turn) -> list[Announcement]:
    said = [
        Announcement(PARTS[part], now.player, before.rules.sequence[part])
        for part in range(len(was.held), len(now.held))
    ]
    if now.qualified and not was.qualified:
        said.append(Announcement("qualified", now.player))
    if now.qualified and len(now.rolls) > len(was.rolls):
        said.append(Announcement("cargo", now.player, now.score))
        said += [Announcement(word, now.player, now.score) for word in _extreme(now)]
    return said


def _extreme(turn: Turn) -> list[Word]:
    """003: a two is a minimum, a twelve a midnight (of two cargo dice; with more, only the minimum has a name)."""
    if set(turn.cargo) == {1}:
        return ["minimum"]
    return ["midnight"] if turn.cargo == (6, 6) else []


def _of_the_turn(before: State, after: State, turn: Turn) -> list[Announcement]:
    if turn.score is None:
        said = [Announcement("no_score", turn.player)]
    elif before.point is None or turn.score > before.point:
        said = [Announcement("point", turn.player, turn.score)]
    else:
        said = []
    if after.phase is Phase.OVER and after.winner is not None:
        said.append(Announcement("won", after.winner, turn.score if after.winner == turn.player else after.point))
    elif after.rolloffs > before.rolloffs:
        said += [Announcement("rolloff", player) for player in after.shooters]
    return said
