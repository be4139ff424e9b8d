"""Schiff, Kapitän, Crew, wie die Seite davon erzählt."""

from collections.abc import Callable, Sequence, Set

from engine import Announcement
from table.snapshot import Part

SHIP_PARTS: dict[Part, str] = {"ship": "Schiff", "captain": "Kapitän", "crew": "Crew", "cargo": "Fracht"}
SLOT_STATES = {"held": "gehalten", "seen": "gewürfelt", "open": "fehlt"}
SLOTS = "Schiff, Kapitän, Crew und Fracht"

POINT = "führt"
HAMMER = "Hammer"
ROLLOFF = "Stechen"
NO_SCORE = "nichts"
SUMS = {"total": "gesamt", "hands": "Runden", "chips": "Chips", "drinks": "Drinks"}

SHIP_CHEERS = {
    "midnight": "Mitternacht!",
    "dream_spider": "Traumspinne!",
    "minimum": "Minimum!",
    "won": "Land in Sicht!",
    "pot_won": "Der Pott!",
}


def signed(chips: int) -> str:
    """Was jemand gewonnen oder verloren hat."""
    return f"+{chips}" if chips > 0 else f"−{-chips}" if chips else "0"


def round_of(number: int, rounds: int) -> str:
    """Die wievielte Runde von wie vielen."""
    return f"Runde {number} von {rounds}"


def round_number(number: int) -> str:
    """Die wievielte Runde, wo niemand weiß, wie viele es werden."""
    return f"Runde {number}"


def first_to(hands: int) -> str:
    """Wie lang ein Spiel auf Gewinnrunden ist."""
    return f"Wer zuerst {hands} Runden hat" if hands > 1 else "Eine Runde gewinnt"


def pot_of(chips: int) -> str:
    """Was in der Mitte liegt."""
    return f"Pott {chips}"


def ante_of(chips: int) -> str:
    """Was jeder dafür gezahlt hat."""
    return f"Einsatz {chips}"


def bet_of(by: str, chips: int, shooter: str, against: str, *, qualifies: bool) -> str:
    """Eine Wette neben dem Pott."""
    what = "schafft es" if qualifies else "schafft es nicht"
    return f"{by} wettet mit {against} um {chips}: {shooter} {what}"


def ship_said(said: Sequence[Announcement], name: Callable[[str | None], str]) -> str:
    """Was gerade geschah, in so wenigen Sätzen wie möglich."""
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
    crew = [_THE_PARTS[part] for one in said for part in SHIP_PARTS if part == one.word != "cargo"]
    if crew and "qualified" not in words:
        spoken.insert(0, f"{name(said[0].player)} hat {_listed(crew)}.")
    if rolloff := names("rolloff"):
        spoken.append(f"Stechen: {_listed(rolloff)}.")
    if drinks := names("drinks"):
        spoken.append(f"{_listed(drinks)} {'trinkt' if len(drinks) == 1 else 'trinken'}.")
    if shared := names("shared"):
        spoken.append(f"{_listed(shared)} teilen sich den Sieg.")
    return " ".join(spoken)


_THE_PARTS: dict[Part, str] = {"ship": "das Schiff", "captain": "den Kapitän", "crew": "die Crew", "cargo": ""}


def _tie(names: Sequence[str], score: int | None) -> str:
    return f"Gleichstand: {_listed(names)}." if score is None else f"Gleichstand bei {score}: {_listed(names)}."


def _sentence(one: Announcement, words: Set[str], name: Callable[[str | None], str]) -> str | None:
    player, number = name(one.player), one.number
    match one.word:
        case "midnight":
            return "Mitternacht!"
        case "dream_spider":
            return "Traumspinne: die zweite Mitternacht!"
        case "minimum":
            return f"Minimum: Fracht {number}."
        case "cargo" if not words & {"midnight", "minimum", "point", "won", "hand_won"}:
            return f"Fracht {number}."
        case "qualified":
            return f"{player} hat Schiff, Kapitän und Crew."
        case "point" if not words & {"won", "hand_won"}:
            return f"{player} führt mit {number}."
        case "no_score":
            return f"{player} geht leer aus."
        case "hand_won" if "won" not in words:
            return f"Die Runde geht an {player}." if number is None else f"Die Runde geht mit {number} an {player}."
        case "won":
            return f"{player} gewinnt." if number is None else f"{player} gewinnt mit {number}."
        case "pot_won":
            return f"{player} bekommt den Pott von {number}."
        case "pot_carried":
            return f"Der Pott von {number} bleibt."
        case "ante":
            return f"Alle setzen noch {number}." if "pot_carried" in words else f"Alle setzen {number}."
        case "starts":
            return f"{player} fängt an."
        case "bet_qualify":
            return f"{player} setzt {number} auf die volle Crew."
        case "bet_miss":
            return f"{player} setzt {number} gegen die volle Crew."
        case "bet_won":
            return f"{player} gewinnt die Wette um {number}."
        case "joined":
            return f"{player} spielt mit."
        case "left":
            return f"{player} geht von Bord."
        case "renamed":
            return f"Heißt jetzt {player}."
    return None


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} und {last}" if first else last
