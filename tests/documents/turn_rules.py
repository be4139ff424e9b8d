"""The games of turns in ``docs/rules.md``: what is played, and the variants."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.face import Option
from engine.games.bar_dice.rules import Rules as BarDiceRules
from engine.games.bar_dice.rules import of_a_kind
from engine.games.farkle.chances import bust, for_points
from engine.games.farkle.rules import PENALTY
from engine.games.farkle.rules import Rules as FarkleRules
from engine.games.midnight import COACH as MIDNIGHT
from engine.games.midnight import Rules as MidnightRules
from engine.games.pig.chances import MOST, hold_at, of_throw, race
from engine.games.pig.rules import Rules as PigRules
from engine.games.threes import COACH as THREES
from engine.games.threes import Rules as ThreesRules
from engine.i18n import in_words as number
from engine.i18n import number as decimal
from engine.i18n import percent

PLAY_ON = "If no one who is still playing has enough points, play continues."
TIE = "Players who tie have one more turn each, until one leads."


def in_words(rules: Any) -> Iterator[str]:
    """The rules in sentences."""
    return SENTENCES[type(rules)](rules)


def variants(options: tuple[Option, ...]) -> Iterator[str]:
    """The list of variants."""
    return map(line_of, options)


def line_of(option: Option | Option) -> str:
    """A variant: its name and key, what it does, and its values."""
    match option.takes:
        case "number":
            values = f" ({option.least} to {option.most})"
        case "flag":
            values = ""
        case _:
            known = (f"`{key}`" if key == title else f"`{key}` {title}" for key, title in option.choices.items())
            values = f" ({', '.join(known)})"
    return f"- {option.title} `{option.key}`: {option.line}{values}"


def _pig(rules: PigRules) -> Iterator[str]:
    yield "A turn is one die, rolled as often as you like. The pips add up."
    yield "A 1 ends the turn with nothing. If you stand, you bank the points of the turn."
    yield f"Once a player has {rules.goal} points, the round is finished. The most points win."
    yield PLAY_ON
    yield TIE
    points = decimal(float(of_throw(rules.dice, 0, 0)), 1)
    yield f"For the most points, stand at {hold_at(rules.dice)} or more: {points} points a turn on average."
    wins = percent(race(MOST).chance(0, 0))
    yield f"If {MOST} points win at once, the first of two perfect players wins {wins} of games."


def _threes(rules: ThreesRules) -> Iterator[str]:
    yield f"A turn is {number(rules.dice)} dice. After each roll, set at least one aside, until none is left."
    yield "A 3 counts 0, any other die its pips. The lowest total wins."
    yield TIE
    yield f"With the best play the total is {decimal(float(THREES.exact('points', rules.dice)), 1)} on average."


def _midnight(rules: MidnightRules) -> Iterator[str]:
    yield "A turn is six dice. After each roll, set at least one aside, until none is left. It stays there."
    yield "A 1 and a 4 qualify. The sum of the other four dice is the score, up to 24. Without both it is 0."
    yield f"The highest score wins. {TIE}"
    qualify = percent(float(MIDNIGHT.exact("qualify", rules.dice)))
    yield f"With the best play the score is {decimal(float(MIDNIGHT.exact('points', rules.dice)), 1)} on average."
    yield f"Played only to qualify, {qualify} of turns do."


def _farkle(rules: FarkleRules) -> Iterator[str]:
    yield "A turn is six dice. After each roll, set at least one die aside. Every die set aside must score."
    yield "Then roll the others, or stand and bank the points of the turn."
    yield "A roll that scores nothing is a farkle: the points of the turn are lost."
    yield "Once all six have scored, they are hot dice: roll all six again."
    yield "A 1 is 100, a 5 is 50; three of a kind are 100 times their face, three 1s are 1000."
    yield "Four of a kind are 1000, five 2000, six 3000, a straight or three pairs 1500, two triplets 2500."
    yield "With plain scores each die beyond three of a kind doubles it, and there are no other combinations."
    yield f"Your first scoring turn takes {rules.opening} points."
    yield f"The first player with {rules.goal} points starts the last round: one more turn for each other player."
    yield PLAY_ON
    yield f"The most points win. {TIE}"
    if rules.three_farkles:
        yield f"Three farkles in a row cost {PENALTY} points."
    chance = percent(float(bust(rules.scores, 6)))
    points = decimal(for_points(rules.scores, 0).throw(6, 0), 1)
    yield f"Six dice are a farkle in {chance} of rolls. With the best play a turn is {points} points on average."


def _bar_dice(rules: BarDiceRules) -> Iterator[str]:
    yield "A turn is five dice and up to three rolls. Keep any dice, and roll kept dice again if you like."
    yield "The first player of a round sets the number of rolls for the others. The next player starts the next round."
    yield "As many of a kind as possible, then the higher face. 1s are wild; five 1s beat all."
    yield "A hand without a 1 ranks below every hand with one."
    yield f"The lowest hand of a round loses a life. Each player has {number(rules.lives)}. The last player left wins."
    yield "Players who tie for last roll once more. A player who joins later gets the fewest lives of any player."
    three = percent(float(sum(chance for many, chance in of_a_kind().items() if int(many) >= 3)))
    yield f"One roll has three or more of a kind in {three} of cases."


SENTENCES: dict[type, Callable[[Any], Iterator[str]]] = {
    PigRules: _pig,
    ThreesRules: _threes,
    MidnightRules: _midnight,
    FarkleRules: _farkle,
    BarDiceRules: _bar_dice,
}
