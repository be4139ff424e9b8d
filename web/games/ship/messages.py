"""Ship, Captain, Crew as the page tells it."""

from collections.abc import Callable, Sequence, Set

from engine import Announcement
from engine.i18n import Text, in_words, joined, listed, ngettext, pgettext
from engine.i18n import gettext as _
from table.snapshot import Part
from web.catalogue.log import faces_listed

SHIP_PARTS: dict[Part, str] = {"ship": _("Ship"), "captain": _("Captain"), "crew": _("Crew"), "cargo": _("Cargo")}
SLOT_STATES = {"held": _("held"), "seen": _("rolled"), "open": _("needed")}

ROLLOFF = _("roll-off")
NO_SCORE = _("no score")
SUMS = {"total": _("total"), "hands": _("hands"), "chips": _("chips"), "drinks": _("drinks")}
"""What is counted over the rounds, behind its number."""

CARGO = _("Cargo")
MEAN_CARGO = _("Average cargo")
CARGO_CHART = _("Cargo frequency")
CARGO_DESCRIBED = _("A bar for each cargo, the first for turns without a full crew.")
NO_CARGO = pgettext("cargo", "none")

SHIP_TERMS = {
    "ship": (_("Ship"), _("The first die to find. It counts before captain and crew.")),
    "captain": (_("Captain"), _("The second die to find. It needs a ship.")),
    "crew": (_("Crew"), _("The third die to find. It needs ship and captain.")),
    "cargo": (_("Cargo"), _("The other dice. Their sum is your score once you have ship, captain and crew.")),
    "no_score": (_("No score"), _("A turn that ends without ship, captain and crew.")),
    "point": (_("To beat"), _("The best score so far.")),
    "hammer": (_("Hammer"), _("The advantage of rolling last, and who has it.")),
    "rolloff": (_("Roll-off"), _("One more roll to decide a tie, or who goes first.")),
    "midnight": (_("Midnight"), _("A cargo of two sixes: twelve, the highest.")),
    "dream_spider": (_("Dream spider"), _("A second midnight that makes the round a tie.")),
    "minimum": (_("Minimum"), _("A cargo of ones only, the lowest.")),
    "hands": (_("Hand"), _("One round. Win enough of them to win the game.")),
    "ante": (_("Ante"), _("What each player pays into the pot before a round.")),
    "pot": (_("Pot"), _("The chips in the middle. The winner takes them.")),
    "chips": (_("Chips"), _("What you have won or lost so far.")),
    "drinks": (_("Drinks"), _("One for each round that someone else won.")),
    "bet": (_("Bet"), _("Chips on whether a player gets ship, captain and crew.")),
}
"""Special words by their keys, each with what it means."""

SHIP_CHEERS = {
    "midnight": _("Midnight!"),
    "dream_spider": _("Dream spider!"),
    "minimum": _("Minimum!"),
    "won": _("Land ho!"),
    "pot_won": _("The pot!"),
}
SHIP_NO_ODDS = _("No odds for these house rules.")


def ship_odds(qualify: str, usual: str, mean: str, usual_mean: str) -> str:
    """The odds of a turn by these rules, and by the unchanged ones."""
    if (qualify, mean) == (usual, usual_mean):
        return _("Full crew in {qualify} of turns, averaging {mean} points.", qualify=qualify, mean=mean)
    return _(
        "Full crew in {qualify} of turns (standard {usual}), averaging {mean} points (standard {usual_mean}).",
        qualify=qualify,
        usual=usual,
        mean=mean,
        usual_mean=usual_mean,
    )


def signed(chips: int) -> str:
    """What somebody has won or lost."""
    return f"+{chips}" if chips > 0 else f"−{-chips}" if chips else "0"


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


def log_held(name: str, dice: Sequence[int] | None) -> str:
    """Dice were set aside; None where they are drawn."""
    return (
        _("{name} holds", name=name) if dice is None else _("{name} holds {dice}", name=name, dice=faces_listed(dice))
    )


def log_released(name: str, dice: Sequence[int] | None) -> str:
    """Dice were taken up again; None where they are drawn."""
    if dice is None:
        return _("{name} releases", name=name)
    return _("{name} releases {dice}", name=name, dice=faces_listed(dice))


def log_passed(name: str) -> str:
    """A roll was let go by."""
    return _("{name} skips a roll", name=name)


def log_anted(name: str, chips: int) -> str:
    """The ante was set."""
    return _("{name} sets the ante: {chips}", name=name, chips=chips)


def log_rounds(rounds: int) -> str:
    """The number of rounds was changed."""
    return ngettext("The game now has one round", "The game now has {number} rounds", rounds, number=in_words(rounds))


def log_bet(name: str, chips: int, *, qualifies: bool) -> str:
    """A bet was laid."""
    if qualifies:
        return _("{name} bets {chips} for a full crew", name=name, chips=chips)
    return _("{name} bets {chips} against a full crew", name=name, chips=chips)
