"""What a file says of turns and rounds, with the options of one game filled in, and the score of dice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.face import FACES as ONE
from engine.face import OF_A_KIND
from engine.i18n import Text, pgettext, spelled
from engine.turns.state import Result
from engine.values import FACES

if TYPE_CHECKING:
    from engine.turns.kit.scoring.sets import SetTable

Aside = Literal["nothing", "some", "any", "scoring"]
"""What a player does with the dice of a throw: nothing, or sets aside at least one, until none is left, or keeps any
for the next throw."""

Wins = Literal["round", "points", "hands", "last_point"]
"""What wins: the best result of one round, the most points of several, rounds of hands, or the last point of all."""

TARGET, NO_TARGET = -1, 73
"""Stands for the number of the round in a pattern; a target that no throw has."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A condition of a throw, where all that is given holds, and what the throw is worth then.

    ``has`` is a face that must be there, just ``times`` if that is given, ``all_of`` are several; ``without`` are faces
    that must not.
    ``alike`` is how many dice show one face (that of ``has``), where ``wild`` faces count as any, ``run`` how many
    follow each other, ``exact`` are all its dice, ``total`` their sum, ``groups`` how many show one face, another, and
    so on, the most first, and of the faces ``lone`` one is there just once. It is worth ``points``, ``each`` for each
    die of the face, ``sum`` times its sum, and ``highest`` times its highest die; as a set that scores, ``points`` and
    ``face`` times its face.
    """

    has: int = 0
    times: int = 0
    without: tuple[int, ...] = ()
    alike: int = 0
    run: int = 0
    exact: tuple[int, ...] = ()
    total: int = 0
    groups: tuple[int, ...] = ()
    lone: tuple[int, ...] = ()
    wild: tuple[int, ...] = ()
    all_of: tuple[int, ...] = ()
    points: int = 0
    each: int = 0
    sum: int = 0
    highest: int = 0
    face: int = 0

    def fits(self, dice: Sequence[int], target: int) -> bool:
        face, total = (target if one == TARGET else one for one in (self.has, self.total))
        counts = Counter(dice)
        if face and (counts[face] != self.times if self.times else not counts[face]):
            return False
        if self.alike and self.of_a_kind({face: counts[face]} if face and not self.wild else counts)[0] < self.alike:
            return False
        if self.run and not any(all(low + more in counts for more in range(self.run)) for low in counts):
            return False
        if self.exact and tuple(sorted(dice)) != self.exact:
            return False
        if self.lone and not any(counts[face] == 1 for face in self.lone):
            return False
        if self.groups and tuple(sorted(counts.values(), reverse=True)[: len(self.groups)]) != self.groups:
            return False
        if total and sum(dice) != total:
            return False
        return counts.keys() >= set(self.all_of) and not counts.keys() & set(self.without)

    def of_a_kind(self, counts: Mapping[int, int]) -> tuple[int, int]:
        """Return how many dice show one face, wild ones among them, and the face, which all wild ones together beat."""
        of = ((many, face) for face, many in counts.items() if face not in self.wild)
        many, face = max(of, default=(0, ACE_HIGH))
        return many + sum(counts.get(wild, 0) for wild in self.wild), face

    def worth(self, dice: Sequence[int], target: int) -> int:
        face = target if self.has == TARGET else self.has
        highest = self.highest * max(dice, default=0)
        return self.points + self.each * list(dice).count(face) + self.sum * sum(dice) + highest


Hot = Literal["may", "must"]

ACE_HIGH = 7
"""The rank of a 1 that is higher than a 6."""

Compared = Literal["groups", "alike", "dice", "lone", "low", "equal"]
"""How two hands of one kind are compared: by the faces of the largest groups first, by the number of dice of a kind and
their face, by the highest dice first, by the face that is there once, by the lowest die, or not at all."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the rules: its dice, how it is compared with its like, and what it is called.

    ``name`` is for programs, ``title`` what it is called alone, ``called`` with its ``{face}``, its several ``{faces}``
    and ``{others}``, or its ``{dice}`` as a number, ``spoken`` what it is in words alone. With ``out`` it loses a life,
    and the lowest hand does not. One that ``fails`` lacks what is needed. As the best of a round it moves so many
    ``tokens``.
    """

    pattern: Pattern
    name: str
    by: Compared
    out: bool
    fails: bool
    tokens: int
    title: Text = field(compare=False)
    called: Callable[..., Text] = field(compare=False)
    spoken: Callable[..., Text] = field(compare=False)

    def key(self, dice: Sequence[int], rank: Callable[[int], int]) -> tuple[int, ...]:
        """Return what it is compared by, the first number first."""
        counts = Counter(map(rank, dice))
        match self.by:
            case "groups":
                return tuple(face for face, _many in sorted(counts.items(), key=lambda one: one[::-1], reverse=True))
            case "alike":
                return self.pattern.of_a_kind(counts)
            case "dice":
                return tuple(sorted(map(rank, dice), reverse=True))
            case "lone":
                return tuple(sorted((face for face, many in counts.items() if many == 1), reverse=True))
            case "low":
                return (min(dice),)
        return ()


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
    one more, or the ``same_target``.

    Or all players count together to the goal, and who makes the ``last_point`` wins; dice are fewer once fewer points
    are missing, and ``marks`` are points on the way with the words that are announced.

    Where a turn makes one of the ``hands``, the best first, the first player of a round ``first_sets`` the throws of
    the others, and a throw that makes none is thrown ``again``. With ``ace_high`` a 1 is the highest face. The lowest
    hand of a round loses one of the ``lives``, and the last one in wins; or it takes ``tokens``, first those in the
    pot, with ``first_throws`` a turn, then from the highest, and who has all of them loses; else the highest wins the
    round, and so many rounds (``first_to``) the game.

    Where dice that score are set aside, ``sets`` are what scores, each ``alike``, a ``run``, or ``groups`` of all dice.
    When all have scored they come back, and one ``may`` or must go on (``hot``). A turn needs some points ``to_bank``,
    the first that scores those of the ``opening``. A ``streak`` of turns lost in a row costs points. Once the goal is
    reached all others have their ``last_turns``.
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
    same_target: bool = False
    marks: tuple[tuple[int, str], ...] = ()
    hands: tuple[Hand, ...] = ()
    first_sets: bool = False
    again: bool = False
    ace_high: bool = False
    lives: int = 0
    tokens: int = 0
    first_throws: int = 0
    first_to: int = 0
    sets: tuple[Pattern, ...] = ()
    hot: Hot = "may"
    to_bank: int = 0
    opening: int = 0
    streak: int = 0
    streak_costs: int = 0
    last_turns: bool = False
    table: "SetTable" = field(default=None, compare=False)  # type: ignore[assignment]

    @property
    def patterns(self) -> dict[str, tuple[Pattern, ...]]:
        """The patterns of throws, by their keys."""
        return {"score": self.score, "bust": self.bust, "lose_all": self.lose_all, "sets": self.sets}

    @property
    def has_target(self) -> bool:
        """Whether some pattern has the target of the round."""
        return any(TARGET in (one.has, one.total) for patterns in self.patterns.values() for one in patterns)

    @property
    def outs(self) -> bool:
        """Whether some hands lose a life, and not the lowest."""
        return any(one.out for one in self.hands)

    @property
    def of_a_kind(self) -> bool:
        """Whether all hands are dice of a kind."""
        return bool(self.hands) and all(one.by == "alike" for one in self.hands)

    @property
    def highest_place(self) -> int:
        """The place of the first hand: 1 is that of the last one that does not fail."""
        return sum(not one.fails for one in self.hands)

    def of_rules(self, hand: Result) -> Hand:
        """Return which of the rules that hand is."""
        return self.hands[self.highest_place - hand[0]]

    @property
    def lowest_pays(self) -> bool:
        """Whether the lowest hand decides a round, and not the highest."""
        return bool(self.lives or self.tokens)

    @property
    def keep(self) -> bool:
        return self.aside == "any"

    @property
    def most_throws(self) -> int:
        """The throws of a turn that makes a hand; one that is thrown again until it does has one throw that counts."""
        return self.throws or 1

    def number_of(self, dice: Sequence[int]) -> int:
        """Return the number of the first hand that these dice make, those first that are out or exact; -1 for none."""
        for number in self._tried if dice else ():
            if self.hands[number].pattern.fits(dice, 0):
                return number
        return -1

    @property
    def _tried(self) -> list[int]:
        """Return the numbers of the hands as they are tried: those that are out first, then those of exact dice."""
        of = self.hands
        return sorted(range(len(of)), key=lambda number: (not of[number].out, not of[number].pattern.exact))

    def hand(self, dice: Sequence[int]) -> Result | None:
        """Return the hand that these dice make as it is compared, larger ones better; None if they make none."""
        number = self.number_of(dice)
        if number < 0:
            return None
        rank: Callable[[int], int] = (lambda die: ACE_HIGH if die == 1 else die) if self.ace_high else int
        return (self.highest_place - number, *self.hands[number].key(dice, rank))

    def in_words(self, hand: Result, *, spoken: bool = False) -> Text:
        """Return a hand as it is called, with its faces in digits, or in words alone."""
        of = self.of_rules(hand)
        faces = [1 if face == ACE_HIGH else face for face in hand[1:]]
        many = faces.pop(0) if of.by == "alike" else 0
        one, other = (*faces, 1, 1)[:2]
        several = OF_A_KIND if spoken else [pgettext("several dice of a face", "{face}s", face=die) for die in FACES]
        number = int("".join(map(str, faces)) or 0)
        return (of.spoken if spoken else of.called)(
            many,
            number=spelled(many),
            face=ONE[one - 1] if spoken else one,
            faces=several[one - 1],
            others=several[other - 1],
            dice=spelled(number) if spoken else number,
        )

    def targets(self, rounds: int) -> tuple[int, ...]:
        """Return the targets of so many rounds that differ in what a throw is worth."""
        if not self.first_target or not self.has_target:
            return (self.target(1),)
        of_total = any(one.total == TARGET for patterns in self.patterns.values() for one in patterns)
        last = NO_TARGET if of_total else max(self.first_target, 7)
        return tuple(range(self.first_target, min(self.first_target + rounds, last) + 1))

    def target(self, round_number: int) -> int:
        return self.first_target + round_number - 1 if self.first_target and not self.same_target else self.first_target

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
