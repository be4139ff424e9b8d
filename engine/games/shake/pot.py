"""The pot of Shake of the Day: what a throw pays, and what a shake has moved the pot by.

What a shake adds to the pot and takes from it follows from its own events (:func:`moved`). So the pot is a sum over
games, and a correction puts it right. The table posts and counts; the bar pays.
"""

from collections.abc import Sequence

from engine.games.shake.rules import Rules, fits
from engine.i18n import Text, joined, number
from engine.i18n import gettext as _
from engine.turns.state import TurnState

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
