"""Ship, Captain, Crew as the page tells it."""

from collections.abc import Callable, Sequence, Set

from engine import Announcement
from table.snapshot import Part

SHIP_PARTS: dict[Part, str] = {"ship": "Ship", "captain": "Captain", "crew": "Crew", "cargo": "Cargo"}
SLOT_STATES = {"held": "held", "seen": "rolled", "open": "needed"}
SLOTS = "Ship, captain, crew and cargo"

POINT = "to beat"
HAMMER = "hammer"
ROLLOFF = "roll-off"
NO_SCORE = "no score"
SUMS = {"total": "total", "hands": "hands", "chips": "chips", "drinks": "drinks"}
"""What is counted over the rounds, behind its number."""

SHIP_CHEERS = {
    "midnight": "Midnight!",
    "dream_spider": "Dream spider!",
    "minimum": "Minimum!",
    "won": "Land ho!",
    "pot_won": "The pot!",
}


def signed(chips: int) -> str:
    """What somebody has won or lost."""
    return f"+{chips}" if chips > 0 else f"−{-chips}" if chips else "0"


def round_of(number: int, rounds: int) -> str:
    """Which round is on, of so many."""
    return f"Round {number} of {rounds}"


def round_number(number: int) -> str:
    """Which round is on, where nobody knows how many there will be."""
    return f"Round {number}"


def first_to(hands: int) -> str:
    """How long a game of hands is."""
    return f"First to {hands} hands" if hands > 1 else "One hand wins"


def pot_of(chips: int) -> str:
    """What lies in the middle."""
    return f"Pot {chips}"


def ante_of(chips: int) -> str:
    """What each has paid into it."""
    return f"Ante {chips}"


def bet_of(by: str, chips: int, shooter: str, against: str, *, qualifies: bool) -> str:
    """A bet that lies beside the pot."""
    what = "qualifies" if qualifies else "fails"
    return f"{by} bets {against} {chips} that {shooter} {what}"


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
    crew = [f"the {SHIP_PARTS[part].lower()}" for one in said for part in SHIP_PARTS if part == one.word != "cargo"]
    if crew and "qualified" not in words:
        spoken.insert(0, f"{name(said[0].player)} has {_listed(crew)}.")
    if rolloff := names("rolloff"):
        spoken.append(f"Roll-off: {_listed(rolloff)}.")
    if drinks := names("drinks"):
        spoken.append(f"{_listed(drinks)} {'drinks' if len(drinks) == 1 else 'drink'}.")
    if shared := names("shared"):
        spoken.append(f"{_listed(shared)} tie for the win.")
    return " ".join(spoken)


def _tie(names: Sequence[str], score: int | None) -> str:
    return f"{_listed(names)} tie." if score is None else f"{_listed(names)} tie at {score}."


def _sentence(one: Announcement, words: Set[str], name: Callable[[str | None], str]) -> str | None:
    player, number = name(one.player), one.number
    match one.word:
        case "midnight":
            return "Midnight!"
        case "dream_spider":
            return "Dream spider: a second midnight!"
        case "minimum":
            return f"Minimum: cargo {number}."
        case "cargo" if not words & {"midnight", "minimum", "point", "won", "hand_won"}:
            return f"Cargo {number}."
        case "qualified":
            return f"{player} has ship, captain and crew."
        case "point" if not words & {"won", "hand_won"}:
            return f"{player} leads with {number}."
        case "no_score":
            return f"{player}: no score."
        case "hand_won" if "won" not in words:
            return f"{player} wins the hand." if number is None else f"{player} wins the hand with {number}."
        case "won":
            return f"{player} wins." if number is None else f"{player} wins with {number}."
        case "pot_won":
            return f"{player} takes the pot of {number}."
        case "pot_carried":
            return f"The pot of {number} carries over."
        case "ante":
            return f"Everyone antes {number} more." if "pot_carried" in words else f"Everyone antes {number}."
        case "starts":
            return f"{player} goes first."
        case "bet_qualify":
            return f"{player} bets {number} on a full crew."
        case "bet_miss":
            return f"{player} bets {number} against a full crew."
        case "bet_won":
            return f"{player} wins the bet of {number}."
        case "joined":
            return f"{player} joins."
        case "left":
            return f"{player} leaves."
        case "renamed":
            return f"Now called {player}."
    return None


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
