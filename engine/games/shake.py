"""Shake of the Day: one throw, or a few, a person and day for the posted pot of the bar.

A shake is a game of one player. Its start has what the bar has set up, and the pot as it was posted then. Amounts are
in hundredths of the currency.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import floordiv
from types import MappingProxyType
from typing import Any, ClassVar

from engine.errors import BadRules, Refused
from engine.events import Event, Left, Started, Stopped
from engine.face import Effect, Fact, Option, RuleLine, Slot, blank, roll_called, rolls_left
from engine.game import RecordedAs, Step, Titles
from engine.i18n import Text, full_sentence, in_words, joined, ngettext, number
from engine.i18n import gettext as _
from engine.reports.figures import Part
from engine.reports.odds_report import Figure, FigureName
from engine.spelling import number as whole
from engine.spelling import within, wrong
from engine.turns import rounds
from engine.turns.coach import Coach
from engine.turns.face import Chart, Counts, Face, Says
from engine.turns.game import Wait
from engine.turns.setting_aside import KeepingGame, between_throws
from engine.turns.state import Result, Turn, TurnRules, TurnState
from engine.turns.turn_plan import keeps, plan
from engine.values import Announcement, GameOutcome, replace

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
    Option("pot", "number", least=-10 * MOST, most=10 * MOST),
    Option("day", "number", least=0, most=MOST),
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
        if not any(fits(pattern, dice, rules.face) for dice in keeps(rules.dice).rolls):
            raise BadRules(_("{pattern} needs more dice", pattern=PATTERNS[pattern]))
        if rules.montana and not pay.endswith("%"):
            raise BadRules(_("in Montana a winner gets a share of the pot"))
    return tuple((pattern, value[pattern]) for pattern in PATTERNS if pattern in value)


def shaken_of(value: Any) -> tuple[tuple[str, int], ...]:
    try:
        return tuple((str(name), within("shaken", whole("shaken", day), 0, MOST)) for name, day in value)
    except (TypeError, ValueError):
        raise wrong("shaken", value, _("it is a list of names and days")) from None


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
    sure = 6 ** (dice * throws)
    wins = [sure * any(fits(pattern, roll, face) for pattern in patterns) for roll in keeps(dice).rolls]
    return Fraction(plan(dice, throws, wins, floordiv, keep=keep).worth, sure)


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


def best(rules: Rules, dice: Sequence[int]) -> tuple[int, str]:
    """Return what these dice pay, and for which pattern."""
    paid = [(amount(rules, pay), pattern) for pattern, pay in rules.pays if fits(pattern, dice, rules.face)]
    return max(paid, key=lambda one: one[0], default=(0, ""))


def most(rules: Rules) -> int:
    """Return the highest pay-out now."""
    return max(amount(rules, pay) for _, pay in rules.pays)


def moved(state: ShakeState) -> int:
    """Return what the shake has moved the pot by: its price, less its pay-out, and what the pot begins with again."""
    rules, paid = state.rules, won(state)
    if not counts(state):
        return rules.added
    left = rules.pot + rules.price - paid
    return (max(left, rules.seed) if paid == most(rules) > 0 else left) - rules.pot + rules.added


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


class ShakeFace(Face):
    dice = (5, 5, 5)
    wins_with_points = False
    turns = None
    chart = Chart(_("Won"), _("How often something was won."), _("Won"), (1,), _("nothing"))
    sentences: Mapping[str, Says] = {
        "nothing": lambda player, _amount: full_sentence(_("{player} wins nothing today", player=player)),
    }
    effects: Mapping[str, Effect] = {"nothing": "bust"}

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(
            ngettext(
                "Once a day: roll {dice} dice, once.",
                "Once a day: roll {dice} dice, up to {number} times. The best roll counts.",
                rules.throws,
                dice=in_words(rules.dice),
                number=in_words(rules.throws),
            ),
            blank(rules.dice),
        )
        if rules.throws > 1 and rules.keep:
            yield RuleLine(_("Keep any dice between rolls."))
        for pattern, odds in pattern_chances(rules).items():
            yield RuleLine(full_sentence(joined((pattern_name(rules, pattern), one_in(odds)), ": ")))
        yield RuleLine(_("The bar takes the price and pays. The table only counts."))

    def slots(self, state: ShakeState, turn: Turn) -> Iterator[Slot]:
        dice = turn.lies
        yield Slot("thrown", _("Rolled") if dice else _("To roll"), dice, blanks=0 if dice else state.rules.dice)

    def facts(self, state: ShakeState) -> Iterator[Fact]:
        rules = state.rules
        for pattern, pay in rules.pays:
            yield Fact(joined((pattern_name(rules, pattern), pay_in_words(rules, pay)), ": "))

    def score(self, state: ShakeState, name: str) -> Text | None:
        return None if state.turn else _money(state, state.totals[name]) if state.totals[name] else _("nothing")

    def has_failed(self, state: ShakeState, name: str) -> bool:
        return state.turn is None and not state.totals[name]

    def counts(self, _state: ShakeState) -> Counts:
        return "nothing"

    def rolls(self, state: ShakeState) -> int:
        return state.rules.throws

    def goes_on(self, state: ShakeState, turn: Turn, then: Text | None, rail: bool) -> Text:
        return between_throws(turn, then, holds=rail and state.rules.keep)

    def counting(self, state: ShakeState, turn: Turn) -> Text:
        if pays := best(state.rules, turn.lies)[0]:
            return _("{player} wins {amount}! ROLL counts", player=turn.player, amount=_money(state, pays))
        return _("{player}: {dice}. ROLL counts", player=turn.player, dice=" ".join(map(str, turn.lies)))

    def roll_called(self, state: ShakeState, turn: Turn, player: str) -> Text:
        return roll_called(player, turn.lies, rolls_left(state.rules.throws - turn.throws))

    def end_called(self, _state: ShakeState, turn: Turn, player: str) -> Text:
        if turn.points:
            return _("{player} wins the shake!", player=player)
        return full_sentence(_("{player} wins nothing today", player=player))

    def over(self, state: ShakeState) -> Text:
        [player] = state.players
        if pays := state.totals[player]:
            return _("{player} wins {amount}!", player=player, amount=_money(state, pays))
        return _("{player} wins nothing today", player=player)

    def total(self, total: int) -> Text:
        return number(total / 100, 2)

    def ended(self, name: str, total: int, rules: Rules) -> Text:
        return _("{name} won {amount}.", name=name, amount=money(total, rules.currency))


def _money(state: ShakeState, value: int) -> Text:
    return money(value, state.rules.currency)


class Shake(KeepingGame):
    kind = KIND
    is_beside = True
    title = _("Shake of the Day")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = {PRESET: Rules()}
    known = OPTIONS
    events: Mapping[str, type[Event]] = {
        "shake.kept": Kept,
        "shake.pot_changed": PotChanged,
        "shake.voided": Voided,
    }
    commands: Mapping[str, type[Event]] = {"keep": Kept, "stop": Stopped}
    examples: Mapping[str, str] = {"keep": '{"keep": [1, 6]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {Kept: "aside"}
    figure_names: Mapping[str, FigureName] = {"pattern": FigureName(_("chance"), is_chance=True)}
    coach = Coach()
    face = ShakeFace()

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        given = dict(options)
        pays, shaken = given.pop("pays", {"five": "100%"}), given.pop("shaken", ())
        rules: Rules = super().rules(preset, given)
        for key, limit in MONTANA.items():
            if rules.montana and getattr(rules, key) > limit:
                raise BadRules(_("in Montana a shake costs up to 50 cents and has up to five dice"))
        return replace(rules, pays=pays_of(pays, rules), shaken=shaken_of(shaken))

    def begin(self, start: Started) -> ShakeState:
        if len(start.players) != 1:
            raise BadRules(_("one player shakes at a time"))
        return super().begin(start)

    def apply(self, state: ShakeState, event: Event) -> ShakeState:
        rules = state.rules
        match event:
            case PotChanged(amount=value):
                if rules.montana and value < 0:
                    raise Refused("pot_stays", _("In Montana nothing is taken out of the pot."))
                return replace(state, rules=replace(rules, added=rules.added + value), last=None)
            case Voided() if state.turn is not None or rules.voided:
                raise Refused("not_counted", _("That shake doesn’t count."))
            case Voided():
                return replace(state, rules=replace(rules, voided=True), winner=None, last=None)
            case Left():
                raise Refused("no_leaving", full_sentence(_("one player shakes at a time")))
        return super().apply(state, event)

    def dice_of(self, rules: Rules) -> int:
        return rules.dice

    def keeps(self, rules: Rules) -> bool:
        return rules.keep

    def thrown(self, state: ShakeState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        rules, faces, throws = state.rules, turn.fresh + dice, turn.throws + 1
        points = max(turn.points, best(rules, faces)[0])
        over = throws == rules.throws or points == most(rules) > 0
        return replace(turn, throws=throws, fresh=(), loose=faces, points=points, over=over)

    def result(self, _rules: Rules, turn: Turn) -> Result:
        return (turn.points,)

    def counted(self, state: ShakeState, turn: Turn) -> ShakeState:
        return replace(state, totals={turn.player: turn.points})

    def end_of_round(self, state: ShakeState) -> ShakeState:
        return rounds.end(state, [name for name, total in state.totals.items() if total])

    def closed_to(self, _state: ShakeState) -> Wait:
        return "mid_game"

    def said(self, _before: ShakeState, _after: ShakeState, turn: Turn) -> Sequence[Announcement]:
        return () if turn.points else (Announcement("nothing", turn.player, 0),)

    def figures(self, steps: Sequence[Step], state: ShakeState, *, look_back: bool) -> tuple[Part, ...]:
        """Return the part of the player. What was won is an amount, and no score of a turn."""
        parts = super().figures(steps, state, look_back=look_back)
        return tuple(replace(part, total=won(state), scores=(), whole=False, best=None) for part in parts)

    def outcome(self, state: ShakeState) -> GameOutcome:
        return replace(super().outcome(state), pot=state.rules.pot + moved(state))

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        return {"pattern": pattern_chances(rules)}
