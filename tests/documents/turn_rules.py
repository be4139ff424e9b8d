"""The games of turns in ``docs/rules.md``: what is played, and the table of variants."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.bar_dice.hands import of_a_kind
from engine.bar_dice.rules import Rules as BarDiceRules
from engine.farkle.plan import bust, for_points
from engine.farkle.rules import PENALTY
from engine.farkle.rules import Rules as FarkleRules
from engine.i18n import in_words as number
from engine.midnight.chances import best_mean, best_qualifying
from engine.midnight.rules import Rules as MidnightRules
from engine.pig.race import MOST, race
from engine.pig.rules import Rules as PigRules
from engine.pig.turn_values import hold_at, of_throw
from engine.threes.rules import Rules as ThreesRules
from engine.threes.totals_to_come import mean
from engine.turns.options import GameOption
from web.catalogue import words_in

WORDS = words_in("en")
TIE = "Those who tie have one more turn each, until one leads."


def in_words(rules: Any) -> Iterator[str]:
    """The rules in sentences."""
    return SENTENCES[type(rules)](rules)


def variants(options: tuple[GameOption, ...]) -> Iterator[str]:
    """The rows of the table of variants."""
    for option in options:
        yield f"| {option.title} `{option.key}` | {option.line} | {_may_be(option)} |"


def _may_be(option: GameOption) -> str:
    match option.takes:
        case "number":
            return f"{option.least} to {option.most}"
        case "flag":
            return "`true`, `false`"
    return ", ".join(f"`{choice}` {title}" for choice, title in option.choices.items())


def _pig(rules: PigRules) -> Iterator[str]:
    yield "A turn is one die, thrown as often as the player likes. The pips add up."
    yield "A 1 ends the turn with nothing. Who stands banks the points of the turn."
    yield f"The first with {rules.goal} points ends the game: that round is played to its end, and most points win."
    yield TIE
    points = WORDS.decimal(float(of_throw(rules.dice, 0, 0)))
    yield f"Who plays for points stands from {hold_at(rules.dice)} on, and has {points} points a turn in the mean."
    wins = WORDS.percent(race(MOST).chance(0, 0))
    yield f"Of two players who play best to {MOST} that win at once, the first wins {wins} of games."


def _threes(rules: ThreesRules) -> Iterator[str]:
    yield f"A turn is {number(rules.dice)} dice. After each throw at least one is set aside, until none is left."
    yield "A 3 counts nothing, all else its pips. The lowest total wins."
    yield TIE
    yield f"Who plays it best has a total of {WORDS.decimal(float(mean(rules.dice)))} in the mean."


def _midnight(_rules: MidnightRules) -> Iterator[str]:
    yield "A turn is six dice. After each throw at least one is set aside, until none is left. What is set aside stays."
    yield "A 1 and a 4 are needed. The sum of the other four is the score, 24 at the most; without both it is nothing."
    yield f"The highest score wins. {TIE}"
    qualify = WORDS.percent(float(best_qualifying()))
    yield f"Who plays for points has {WORDS.decimal(float(best_mean()))} in the mean."
    yield f"At best {qualify} of turns qualify."


def _farkle(rules: FarkleRules) -> Iterator[str]:
    yield "A turn is six dice. After each throw at least one die that scores is set aside; each of them must score."
    yield "Then the others are thrown, or the player stands and banks the points of the turn."
    yield "A throw that scores nothing is a farkle: it loses the points of the turn."
    yield "When all six have scored they are hot dice: all are thrown again."
    yield "A 1 is 100, a 5 is 50; three of a kind are 100 times their face, three 1s are 1000."
    yield "Four of a kind are 1000, five 2000, six 3000; a straight or three pairs 1500, two triplets 2500."
    yield "With plain scores each further die of a kind doubles three of a kind, and nothing else scores."
    yield f"The first turn that scores takes {rules.opening} points."
    yield f"Who has {rules.goal} points starts the last round: all others have one more turn, and most points win."
    yield TIE
    yield f"Where that is played, three farkles in a row cost {PENALTY} points."
    chance = WORDS.percent(float(bust(rules.scores, 6)))
    points = WORDS.decimal(for_points(rules.scores, 0).throw(6, 0))
    yield f"Six dice are a farkle in {chance} of throws. Who plays for points has {points} a turn in the mean."


def _bar_dice(rules: BarDiceRules) -> Iterator[str]:
    yield "A turn is five dice and up to three rolls. Any dice may stay each time, and may be given back."
    yield "The first player of a round sets how many rolls the others may take. The next seat begins the next round."
    yield "As many of a kind as possible, then the higher face. 1s are wild; five 1s beat all."
    yield "A hand without a 1 ranks below every hand with one."
    yield f"The lowest hand of a round loses a life. Each player has {number(rules.lives)}; the last one in wins."
    yield "Those who tie for last roll off with one throw. Who comes later has the fewest lives that a player has."
    three = WORDS.percent(float(sum(chance for many, chance in of_a_kind().items() if int(many) >= 3)))
    yield f"One throw has three or more of a kind in {three} of cases."


SENTENCES: dict[type, Callable[[Any], Iterator[str]]] = {
    PigRules: _pig,
    ThreesRules: _threes,
    MidnightRules: _midnight,
    FarkleRules: _farkle,
    BarDiceRules: _bar_dice,
}
