"""Ship, Captain, Crew as the page tells it."""

from collections.abc import Callable, Sequence, Set

from engine import Announcement
from engine.i18n import Text, in_words, joined, listed, ngettext
from engine.i18n import gettext as _
from table.snapshot import Part

SHIP_PARTS: dict[Part, str] = {"ship": _("Ship"), "captain": _("Captain"), "crew": _("Crew"), "cargo": _("Cargo")}
SLOT_STATES = {"held": _("held"), "seen": _("rolled"), "open": _("needed")}
SLOTS = _("Ship, captain, crew and cargo")

POINT = _("to beat")
HAMMER = _("hammer")
ROLLOFF = _("roll-off")
NO_SCORE = _("no score")
SUMS = {"total": _("total"), "hands": _("hands"), "chips": _("chips"), "drinks": _("drinks")}
"""What is counted over the rounds, behind its number."""

SHIP_CHEERS = {
    "midnight": _("Midnight!"),
    "dream_spider": _("Dream spider!"),
    "minimum": _("Minimum!"),
    "won": _("Land ho!"),
    "pot_won": _("The pot!"),
}


def signed(chips: int) -> str:
    """What somebody has won or lost."""
    return f"+{chips}" if chips > 0 else f"−{-chips}" if chips else "0"


def round_of(number: int, rounds: int) -> str:
    """Which round is on, of so many."""
    return _("Round {number} of {rounds}", number=number, rounds=rounds)


def round_number(number: int) -> str:
    """Which round is on, where nobody knows how many there will be."""
    return _("Round {number}", number=number)


def first_to(hands: int) -> str:
    """How long a game of hands is."""
    return ngettext("One hand wins", "First to {count} hands", hands)


def pot_of(chips: int) -> str:
    """What lies in the middle."""
    return _("Pot {chips}", chips=chips)


def ante_of(chips: int) -> str:
    """What each has paid into it."""
    return _("Ante {chips}", chips=chips)


def bet_of(by: str, chips: int, shooter: str, against: str, *, qualifies: bool) -> str:
    """A bet that lies beside the pot."""
    names = {"by": by, "against": against, "chips": chips, "shooter": shooter}
    if qualifies:
        return _("{by} bets {against} {chips} that {shooter} qualifies", **names)
    return _("{by} bets {against} {chips} that {shooter} fails", **names)


def ship_said(said: Sequence[Announcement], name: Callable[[str | None], str]) -> str:
    """What just happened, in as few sentences as it takes."""
    words = {one.word for one in said}

    def names(word: str) -> list[str]:
        return [name(one.player) for one in said if one.word == word]

    spoken: list[str] = []
    tied = [] if "shared" in words else names("tied")
    for one in said:
        if one.word == "tied" and tied:
            spoken.append(_tie(tied, one.number))
            tied = []
        elif sentence := _sentence(one, words, name):
            spoken.append(sentence)
    crew = [_FOUND[part] for one in said for part in _FOUND if part == one.word]
    if crew and "qualified" not in words:
        spoken.insert(0, _("{player} has {parts}.", player=name(said[0].player), parts=listed(crew)))
    if rolloff := names("rolloff"):
        spoken.append(_("Roll-off: {players}.", players=listed(rolloff)))
    if drinks := names("drinks"):
        spoken.append(ngettext("{players} drinks.", "{players} drink.", len(drinks), players=listed(drinks)))
    if shared := names("shared"):
        spoken.append(_("{players} tie for the win.", players=listed(shared)))
    return joined(spoken)


_FOUND: dict[Part, Text] = {"ship": _("the ship"), "captain": _("the captain"), "crew": _("the crew")}


def _tie(names: Sequence[str], score: int | None) -> str:
    if score is None:
        return _("{players} tie.", players=listed(names))
    return _("{players} tie at {score}.", players=listed(names), score=score)


def _sentence(one: Announcement, words: Set[str], name: Callable[[str | None], str]) -> str | None:
    player, number = name(one.player), one.number
    match one.word:
        case "midnight":
            return _("Midnight!")
        case "dream_spider":
            return _("Dream spider: a second midnight!")
        case "minimum":
            return _("Minimum: cargo {number}.", number=number)
        case "cargo" if not words & {"midnight", "minimum", "point", "won", "hand_won"}:
            return _("Cargo {number}.", number=number)
        case "qualified":
            return _("{player} has ship, captain and crew.", player=player)
        case "point" if not words & {"won", "hand_won"}:
            return _("{player} leads with {number}.", player=player, number=number)
        case "no_score":
            return _("{player}: no score.", player=player)
        case "hand_won" if "won" not in words:
            return (
                _("{player} wins the hand.", player=player)
                if number is None
                else _("{player} wins the hand with {number}.", player=player, number=number)
            )
        case "won":
            return (
                _("{player} wins.", player=player)
                if number is None
                else _("{player} wins with {number}.", player=player, number=number)
            )
        case "rounds":
            rounds = number or 0
            return ngettext("One round now.", "{number} rounds now.", rounds, number=in_words(rounds))
        case "pot_won":
            return _("{player} takes the pot of {number}.", player=player, number=number)
        case "pot_carried":
            return _("The pot of {number} carries over.", number=number)
        case "ante":
            return (
                _("Everyone antes {number} more.", number=number)
                if "pot_carried" in words
                else _("Everyone antes {number}.", number=number)
            )
        case "starts":
            return _("{player} goes first.", player=player)
        case "bet_qualify":
            return _("{player} bets {number} on a full crew.", player=player, number=number)
        case "bet_miss":
            return _("{player} bets {number} against a full crew.", player=player, number=number)
        case "bet_won":
            return _("{player} wins the bet of {number}.", player=player, number=number)
        case "joined":
            return _("{player} joins.", player=player)
        case "left":
            return _("{player} leaves.", player=player)
        case "renamed":
            return _("Now called {player}.", player=player)
    return None
