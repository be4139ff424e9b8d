"""Chips, the pot, drinks, and side bets. The chips won always equal the chips lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Refused
from engine.games.ship.events import Bet, BetOn
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import MOST_CHIPS
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import alike, why_no_name
from engine.reports.purse import Purse
from engine.values import replace


@dataclass(frozen=True, slots=True)
class Wager:
    """An open bet: whose turn it is on, who placed it and on what, and who holds against it."""

    shooter: str
    by: str
    on: BetOn
    chips: int
    against: str


@dataclass(frozen=True, slots=True)
class Money:
    """Each player's chips won or lost since the game began (negative: lost), and the pot.

    A player's supply of chips is unlimited, so chips may go below zero. ``bystanders`` are the chips that others have
    won or lost by bets. All chips and the pot together are always zero. ``ante`` is the ante of this round, ``bets``
    are those not decided yet, ``drinks`` counts the drinks of each player. ``former`` are earlier names of players: a
    bet that is replayed after a rename is not one of a bystander.
    """

    chips: Mapping[str, int]
    pot: int = 0
    ante: int | None = None
    bets: tuple[Wager, ...] = ()
    drinks: Mapping[str, int] = field(default_factory=dict)
    bystanders: Mapping[str, int] = field(default_factory=dict)
    former: frozenset[str] = field(default=frozenset(), compare=False)


def ante(money: Money, players: Iterable[str], chips: int) -> Money:
    payers = tuple(players)
    paid = {name: had - chips if name in payers else had for name, had in money.chips.items()}
    return replace(money, chips=paid, pot=money.pot + chips * len(payers), ante=chips)


def purses(money: Money, present: Sequence[str]) -> dict[str, Purse]:
    """Return the chips and drinks of all, bystanders too. A pot that nobody has won yet is shared by those present."""
    shared = pay_out(money, present)
    chips = {**shared.chips, **shared.bystanders}
    found = {name: Purse(won, money.drinks.get(name, 0)) for name, won in chips.items()}
    return {name: purse for name, purse in found.items() if purse}


def refund(money: Money, players: Iterable[str], chips: int) -> Money:
    paid = tuple(players)
    back = {name: had + chips if name in paid else had for name, had in money.chips.items()}
    return replace(money, chips=back, pot=money.pot - chips * len(paid))


def pay_out(money: Money, winners: Sequence[str]) -> Money:
    """Pay the pot to the winner. Several winners share it, and odd chips go to the first of them."""
    if not money.pot:
        return money
    share, odd = divmod(money.pot, len(winners))
    won = {name: share + (place < odd) for place, name in enumerate(winners)}
    return replace(money, chips={name: had + won.get(name, 0) for name, had in money.chips.items()}, pot=0)


def settle(money: Money, turns: Iterable[Turn]) -> Money:
    """Pay decided bets at even chips: the shooter has qualified, or the turn has ended without."""
    decided = {turn.player: turn.qualified for turn in turns if turn.qualified or turn.over}
    chips, bystanders = dict(money.chips), dict(money.bystanders)
    for bet in money.bets:
        if bet.shooter in decided:
            won = bet.chips if decided[bet.shooter] is (bet.on == "qualify") else -bet.chips
            for name, more in ((bet.by, won), (bet.against, -won)):
                purse = chips if name in chips else bystanders
                purse[name] += more
    bets = tuple(bet for bet in money.bets if bet.shooter not in decided)
    return replace(money, chips=chips, bystanders=bystanders, bets=bets)


def drink(money: Money, players: Iterable[str]) -> Money:
    """Add a drink for each of these players (003: “everyone except the winner”)."""
    drinks = dict(money.drinks)
    for name in players:
        drinks[name] = drinks.get(name, 0) + 1
    return replace(money, drinks=drinks)


def place_bet(money: Money, bet: Bet, shooter: str, players: Sequence[str]) -> Money:
    """Place the bet, of players or bystanders. Raises :class:`Refused` if it is not allowed."""
    against = bet.against or shooter
    known = (*players, *money.bystanders)
    new = tuple(dict.fromkeys(name for name in (bet.by, against) if name not in known))
    for place, name in enumerate(new):
        if name in money.former:
            raise Refused("no_such_player", _("{name} isn’t playing.", name=name))
        if why := why_no_name(name):
            raise Refused("bad_name", full_sentence(why))
        if other := alike(name, (*known, *new[:place])):
            raise Refused("name_taken", _("The name {new} is already taken.", new=other))
    if bet.by == against:
        raise Refused("own_bet", _("{by} can’t bet against {by}: choose someone else.", by=bet.by))
    if bet.on not in ("qualify", "miss"):
        raise Refused("bad_bet", _("Bet on “qualify” or “miss”."))
    check_chips(bet.chips)
    placed = Wager(shooter, bet.by, "qualify" if bet.on == "qualify" else "miss", bet.chips, against)
    return replace(money, bets=(*money.bets, placed), bystanders={**money.bystanders, **dict.fromkeys(new, 0)})


def seated(money: Money, name: str) -> Money:
    """Return the money with a player more, who may have been a bystander before."""
    bystanders = {other: chips for other, chips in money.bystanders.items() if other != name}
    chips = {**money.chips, name: money.chips.get(name, money.bystanders.get(name, 0))}
    return replace(money, chips=chips, bystanders=bystanders)


def check_chips(chips: int) -> None:
    """Check the number of chips of a stake. Raises :class:`Refused` if it is out of range."""
    if not 1 <= chips <= MOST_CHIPS:
        raise Refused(
            "bad_chips",
            _("{chips} isn’t a valid stake: use 1 to {most} chips.", chips=chips, most=MOST_CHIPS)
            if abs(chips) <= 10**12
            else _("That isn’t a valid stake: use 1 to {most} chips.", most=MOST_CHIPS),
        )
