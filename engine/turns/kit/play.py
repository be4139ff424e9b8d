"""What a file says of turns and rounds, with the options of one game filled in, and the score of dice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Aside = Literal["nothing", "some"]
"""What a player does with the dice of a throw: nothing, or sets aside at least one, until none is left."""

Wins = Literal["round", "points"]
"""What wins: the best result of one round, or the most points of several."""

TARGET = -1
"""Stands for the number of the round in a pattern."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A condition of a throw, where all that is given holds, and what the throw is worth then.

    ``has`` is a face that must be there, just ``times`` if that is given; ``without`` are faces that must not.
    ``alike`` is how many dice show one face (that of ``has``), ``run`` how many follow each other, ``exact`` are all
    its dice, ``total`` their sum. It is worth ``points``, ``each`` for each die of the face, ``sum`` times its sum, and
    ``highest`` times its highest die.
    """

    has: int = 0
    times: int = 0
    without: tuple[int, ...] = ()
    alike: int = 0
    run: int = 0
    exact: tuple[int, ...] = ()
    total: int = 0
    points: int = 0
    each: int = 0
    sum: int = 0
    highest: int = 0

    def fits(self, dice: Sequence[int], target: int) -> bool:
        face, total = (target if one == TARGET else one for one in (self.has, self.total))
        counts = Counter(dice)
        if face and (counts[face] != self.times if self.times else not counts[face]):
            return False
        if self.alike and (counts[face] if face else max(counts.values(), default=0)) < self.alike:
            return False
        if self.run and not any(all(low + more in counts for more in range(self.run)) for low in counts):
            return False
        if self.exact and tuple(sorted(dice)) != self.exact:
            return False
        return not (total and sum(dice) != total) and not counts.keys() & set(self.without)

    def worth(self, dice: Sequence[int], target: int) -> int:
        face = target if self.has == TARGET else self.has
        highest = self.highest * max(dice, default=0)
        return self.points + self.each * list(dice).count(face) + self.sum * sum(dice) + highest


@dataclass(frozen=True, slots=True)
class Play:
    """The rules of one game.

    A turn throws ``dice``, at most ``throws`` times (0: until it ends by itself or the player stands, where one may
    ``stop``). ``leaves`` are faces that stay out of the next throw by themselves, ``highest`` one die of them. A throw
    of a pattern of ``bust`` loses the points of the turn, of ``lose_all`` those of the game too; one that is worth
    nothing ends the turn where it ``ends_without_score``. ``score`` has what a throw is worth, the first pattern that
    fits. Where dice are set aside by the player, those set aside count: ``worth`` is what each face is worth, and
    ``needs`` are faces that must be among them and don't count.

    The game is won by the best result of a ``round``, or by ``points`` over some ``rounds``, or to a ``goal`` that
    ends the game ``at_once`` or with the round. ``first_target`` is the target of the first round, each later one is
    one more.
    """

    dice: int = 1
    throws: int = 0
    aside: Aside = "nothing"
    stop: bool = False
    leaves: tuple[int, ...] = ()
    highest: bool = False
    bust: tuple[Pattern, ...] = ()
    lose_all: tuple[Pattern, ...] = ()
    score: tuple[Pattern, ...] = (Pattern(sum=1),)
    ends_without_score: bool = False
    worth: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    needs: tuple[int, ...] = ()
    wins: Wins = "round"
    lowest: bool = False
    goal: int = 0
    at_once: bool = False
    rounds: int = 0
    first_target: int = 0

    def target(self, round_number: int) -> int:
        return self.first_target + round_number - 1 if self.first_target else 0

    def split(self, dice: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the dice of a throw that leave by themselves, and those that stay in it."""
        if self.highest:
            place = dice.index(max(dice))
            return dice[place : place + 1], dice[:place] + dice[place + 1 :]
        return tuple(die for die in dice if die in self.leaves), tuple(die for die in dice if die not in self.leaves)

    @property
    def drops(self) -> bool:
        """Whether dice leave by themselves."""
        return self.highest or bool(self.leaves)

    def points(self, dice: Sequence[int], target: int) -> int:
        """Return what a throw is worth."""
        return next((one.worth(dice, target) for one in self.score if one.fits(dice, target)), 0)

    def is_bust(self, dice: Sequence[int], target: int) -> bool:
        return any(one.fits(dice, target) for one in self.bust + self.lose_all)

    def loses_all(self, dice: Sequence[int], target: int) -> bool:
        return any(one.fits(dice, target) for one in self.lose_all)


Values = Mapping[str, object]
"""The values of the options of a game."""
