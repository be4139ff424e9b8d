"""Rules of Shake of the Day: what the bar sets up, the patterns that may win, their exact chances, the events, the pot.

Amounts are in hundredths of the currency.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from engine.errors import BadRules
from engine.events import Event
from engine.face import Option
from engine.game import Titles
from engine.i18n import Text, joined, number
from engine.i18n import gettext as _
from engine.spelling import wrong
from engine.turns.state import TurnRules, TurnState
from engine.turns.turn_plan import keeps

PRESET = "shake-of-the-day"
KIND = "shake"

PATTERNS: Mapping[str, Text] = {
    "set_face": _("all of the set face"),
    "five": _("five of a kind"),
    "four": _("four of a kind"),
    "full_house": _("full house"),
    "straight": _("straight"),
    "three": _("three of a kind"),
}
"""The patterns that may win. Of a kind means that many or more."""

NEEDED = {"four": 4, "three": 3, "set_face": 1}
"""The dice that a pattern needs; the others need five."""

MOST = 100_000_000
"""The largest amount: a million."""

KEPT_DAYS = 90
"""Days for which shakes are shown and the pictures of those that won kept, as Montana wants it (ARM 23.16.301)."""

MONTANA = {"price": 50, "dice": 5}
"""The most that a shake-a-day game in Montana may have (MCA 23-5-160, ARM 23.16.301); the winner gets a share."""

SIGNS = {"$": "$", "£": "£", "€": "€", "CHF": "CHF"}


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """What the bar has set up, and the pot of this shake.

    ``pays`` has for each pattern a share of the pot, as ``"50%"``, or an amount; the highest of a throw counts, and
    the best throw of a shake. Once the most is won, the bar fills the pot up to ``seed``. ``pot`` was posted before the
    shake; ``day`` is that of the bar, and ``shaken`` are who had shaken before on it and on the day of shakes before.
    ``added`` was put into the pot after the shake by the owner, and a shake that was ``voided`` does not count.
    """

    terms: ClassVar[Mapping[str, Text]] = MappingProxyType({"nothing": _("No score")})

    name: str = PRESET
    tie: str = "none"
    dice: int = 5
    throws: int = 1
    keep: bool = True
    price: int = 50
    seed: int = 0
    face: int = 6
    montana: bool = False
    currency: str = "$"
    pays: tuple[tuple[str, str], ...] = (("five", "100%"),)
    pot: int = 0
    day: int = 0
    shaken: tuple[tuple[str, int], ...] = ()
    added: int = 0
    voided: bool = False


OPTIONS = (
    Option("dice", "number", least=1, most=6),
    Option("throws", "number", least=1, most=3),
    Option("keep", "flag"),
    Option("price", "number", least=0, most=10_000),
    Option("seed", "number", least=0, most=MOST),
    Option("face", "number", least=1, most=6),
    Option("montana", "flag"),
    Option("currency", "choice", choices=SIGNS),
)

TITLES: Titles = {PRESET: (_("Shake of the Day"), _("One shake a day for the pot."))}


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """These dice stay at the next throw."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PotChanged(Event):
    """The owner put that amount into the pot after this shake, or took it out."""

    amount: int


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """The shake does not count: its player may shake again."""


def pays_of(value: object, rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the pay-outs by pattern in the order of :data:`PATTERNS`. Raises :class:`BadRules`."""
    if not isinstance(value, Mapping) or not value or not set(value) <= set(PATTERNS):
        raise wrong("pays", value, _("it gives one or more of the patterns what they pay"))
    for pattern, pay in value.items():
        if not isinstance(pay, str) or not re.fullmatch(r"(100|[1-9]\d?)%|[1-9]\d{0,7}", pay):
            raise wrong("pays", pay, _("a pattern pays a share such as “50%”, or an amount in hundredths"))
        if NEEDED.get(pattern, 5) > rules.dice:
            raise BadRules(_("{pattern} needs more dice", pattern=PATTERNS[pattern]))
        if rules.montana and not pay.endswith("%"):
            raise BadRules(_("in Montana a winner gets a share of the pot"))
    return tuple((pattern, value[pattern]) for pattern in PATTERNS if pattern in value)


def whole_of(key: str, value: object) -> int:
    if type(value) is not int or abs(value) > 10 * MOST:
        raise wrong(key, value, _("it must be a whole number"))
    return value


def shaken_of(value: object) -> tuple[tuple[str, int], ...]:
    pairs: Any = value if isinstance(value, (list, tuple)) else [value]
    if not all(isinstance(one, (list, tuple)) and len(one) == 2 for one in pairs):
        raise wrong("shaken", value, _("it must be a whole number"))
    return tuple((str(name), whole_of("shaken", day)) for name, day in pairs)


def fits(pattern: str, dice: Sequence[int], face: int) -> bool:
    """Return whether the dice show the pattern. ``face`` is that of ``set_face``."""
    counts = sorted(Counter(dice).values(), reverse=True)
    match pattern:
        case "set_face":
            return set(dice) == {face}
        case "straight":
            return any(set(range(first, first + 5)) <= set(dice) for first in (1, 2))
        case "full_house":
            return counts[0] == 3 and counts[1:2] >= [2]
    return counts[0] >= {"five": 5, "four": 4, "three": 3}[pattern]


@lru_cache(maxsize=256)
def chance(dice: int, throws: int, keep: bool, face: int, patterns: frozenset[str]) -> Fraction:
    """Return the exact chance of at least one of the patterns with the best play for it."""
    known = keeps(dice)
    first = known.first[dice]
    wins = [Fraction(any(fits(pattern, roll, face) for pattern in patterns)) for roll in known.rolls]
    values = wins
    for _throw in range(throws if keep else 1):
        mean = [Fraction()] * first + values
        for place in reversed(range(first)):
            mean[place] = sum((mean[after] for after in known.thrown[place]), Fraction()) / 6
        best = mean[:]
        for place, left in enumerate(known.left):
            best[place] = max(best[place], *(best[one] for one in left), Fraction())
        values = [max(sure, value) for sure, value in zip(wins, best[first:], strict=True)]
    return mean[0] if keep else 1 - (1 - mean[0]) ** throws


def pattern_chances(rules: Rules) -> dict[str, Fraction]:
    """Return the chance of each pattern that pays."""
    return {one: chance(rules.dice, rules.throws, rules.keep, rules.face, frozenset((one,))) for one, _ in rules.pays}


def pattern_name(rules: Rules, pattern: str) -> Text:
    if pattern == "set_face":
        return _("{dice} × {face}", dice=rules.dice, face=rules.face)
    return PATTERNS[pattern]


def one_in(of: Fraction) -> Text:
    """Return a chance as “1 in 1,296”."""
    if of.numerator == 1:
        return _("1 in {number}", number=number(of.denominator))
    return _("about 1 in {number}", number=number(float(1 / of), 1 if of > Fraction(1, 100) else 0))


# What a shake adds to the pot and takes from it follows from its own events (:func:`moved`), so the pot is a sum over
# games, and a correction puts it right. The table posts and counts; the bar pays.

ShakeState = TurnState[Rules]


def money(amount: int, currency: str) -> Text:
    figure, sign = number(abs(amount) / 100, 2 if amount % 100 else 0), "−" if amount < 0 else ""
    parts = (currency, figure) if currency in "$£" else (figure, "\N{NO-BREAK SPACE}", currency)
    return joined((sign, *parts), "")


def amount(rules: Rules, pay: str) -> int:
    """Return what a pay-out is now, with the price of this shake in the pot."""
    pot = max(0, rules.pot + rules.price)
    return pot * int(pay[:-1]) // 100 if pay.endswith("%") else min(int(pay), pot)


def payout(rules: Rules, dice: Sequence[int]) -> int:
    return max((amount(rules, pay) for pattern, pay in rules.pays if fits(pattern, dice, rules.face)), default=0)


def most(rules: Rules) -> int:
    """Return the highest pay-out now."""
    return max(amount(rules, pay) for _, pay in rules.pays)


def moved(state: ShakeState) -> int:
    """Return what the shake has moved the pot by: its price, less its pay-out, and what the pot begins with again."""
    rules = state.rules
    if not counts(state):
        return rules.added
    paid = won(state)
    left = rules.pot + rules.price - paid
    begun_again = max(0, rules.seed - left) if paid and paid == most(rules) else 0
    return left + begun_again - rules.pot + rules.added


def won(state: ShakeState) -> int:
    """Return what the player was paid."""
    return sum(state.totals.values()) if counts(state) else 0


def counts(state: ShakeState) -> bool:
    return state.turn is None and not state.rules.voided


def pay_in_words(rules: Rules, pay: str) -> Text:
    """Return “$61.50”, or for a part of the pot “50% of the pot: $61.50”."""
    now = money(amount(rules, pay), rules.currency)
    if not pay.endswith("%") or pay == "100%":
        return now
    return _("{share} of the pot: {amount}", share=pay, amount=now)
