"""Chips, the pot, drinks, and bets beside the pot: whatever one player wins, others have lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.errors import Refused
from engine.ship.events import Bet, BetOn
from engine.ship.play.turn import Turn
from engine.ship.rules import MOST_CHIPS


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet that lies there: on whose turn, who says what of it, and who holds against."""

    shooter: str
    by: str
    on: BetOn
    chips: int
    against: str


@dataclass(frozen=True, slots=True)
class Money:
    """What everybody has won or lost since the game began (negative: lost), and what lies in the middle.

    Nobody's purse is known, so chips may go below zero; chips and pot together are always zero. ``ante`` is what was
    paid for this round, ``bets`` are those not decided yet, ``drinks`` counts who had to drink.
    """

    chips: Mapping[str, int]
    pot: int = 0
    ante: int | None = None
    bets: tuple[Wager, ...] = ()
    drinks: Mapping[str, int] = field(default_factory=dict)


def ante(money: Money, players: Iterable[str], chips: int) -> Money:
    """Everybody pays the ante into the pot."""
    payers = tuple(players)
    paid = {name: had - chips if name in payers else had for name, had in money.chips.items()}
    return replace(money, chips=paid, pot=money.pot + chips * len(payers), ante=chips)


def pay_out(money: Money, winners: Sequence[str]) -> Money:
    """The pot goes to the winner; several share it, and odd chips go to the first of them."""
    if not money.pot:
        return money
    share, odd = divmod(money.pot, len(winners))
    won = {name: share + (place < odd) for place, name in enumerate(winners)}
    return replace(money, chips={name: had + won.get(name, 0) for name, had in money.chips.items()}, pot=0)


def settle(money: Money, turns: Iterable[Turn]) -> Money:
    """Bets that are decided are paid at even chips: the shooter has qualified, or the turn is over without."""
    decided = {turn.player: turn.qualified for turn in turns if turn.qualified or turn.over}
    chips = dict(money.chips)
    for bet in money.bets:
        if bet.shooter in decided:
            won = decided[bet.shooter] is (bet.on == "qualify")
            chips[bet.by] += bet.chips if won else -bet.chips
            chips[bet.against] -= bet.chips if won else -bet.chips
    return replace(money, chips=chips, bets=tuple(bet for bet in money.bets if bet.shooter not in decided))


def drink(money: Money, players: Iterable[str]) -> Money:
    """These have to drink (003: “everyone except the winner”)."""
    drinks = dict(money.drinks)
    for name in players:
        drinks[name] = drinks.get(name, 0) + 1
    return replace(money, drinks=drinks)


def place_bet(money: Money, bet: Bet, shooter: str, players: Sequence[str]) -> Money:
    """The bet lies there; :class:`Refused` if it cannot be made."""
    against = bet.against or shooter
    for name in (bet.by, against):
        if name not in players:
            raise Refused("no_such_player", f"{name} is not at the table.")
    if bet.by == against:
        raise Refused("own_bet", f"{bet.by} cannot bet against {bet.by}: name somebody to bet against.")
    if bet.on not in ("qualify", "miss"):
        raise Refused("bad_bet", "A bet is on “qualify” or on “miss”.")
    check_chips(bet.chips)
    return replace(money, bets=(*money.bets, Wager(shooter, bet.by, bet.on, bet.chips, against)))


def check_chips(chips: int) -> None:
    """Refuse a number of chips that cannot be staked."""
    if not 1 <= chips <= MOST_CHIPS:
        raise Refused("bad_chips", f"{chips if abs(chips) <= 10**12 else 'That'} is no stake: 1 to {MOST_CHIPS} chips.")
