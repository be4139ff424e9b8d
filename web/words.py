"""Every word that the page says by itself, in one place. What the table says (prompt, note) comes with the snapshot."""

from collections.abc import Sequence, Set

from engine import Announcement
from web.table import LyingDie, Mode, Part

TITLE = "Quarterdeck"
REFRESH_SECONDS = 4
CHANGE_THEME = "Night or day"
THEMES = {"night": "#0a1322", "day": "#f3ecdc"}
"""The page's themes, and the colour that a phone gives its own bars with each."""

LOST_LINK = "No word from the table. Reconnecting …"
FULL = "Too many pages follow this table at once."

SHIP, CAPTAIN, CREW, CARGO = "Ship", "Captain", "Crew", "Cargo"
PARTS: dict[Part, str] = {"ship": SHIP, "captain": CAPTAIN, "crew": CREW, "cargo": CARGO}
SLOT_STATES = {"held": "held", "seen": "on the tray", "open": "still missing"}

SCORES = "Scores"
POINT = "point"
HAMMER = "hammer"
WON = "won"
HAS_WON = "has won"
ROLLOFF = "roll-off"
NOT_YET = "—"
NO_SCORE = "no score"
NO_DICE = "The tray is empty."
BACK = "Back to the table"

SAFE = "Safe mode"
SAFE_REFRESH = 10

CHEERS = {"midnight": "Midnight!", "won": "Land ho!"}

LAMPS = {
    Mode.WAITING: "Waiting",
    Mode.MOVING: "Moving",
    Mode.SHOWN: "Dice read",
    Mode.UNSURE: "Not sure",
    Mode.ILLEGAL: "Not allowed",
    Mode.WRONG_NUMBER: "Wrong number",
    Mode.ASTRAY: "Die astray",
    Mode.OBSTRUCTED: "Hand over tray",
    Mode.LOST: "No camera",
    Mode.PAUSED: "Paused",
    Mode.OVER: "Game over",
}


def roll_of(roll: int, rolls: int) -> str:
    """Which roll of the turn is on."""
    return f"Roll {roll} of {rolls}"


def on_tray(dice: Sequence[LyingDie]) -> str:
    """The tray for those who do not see it."""
    return "On the tray: " + ", ".join(map(_spoken, dice)) + "." if dice else NO_DICE


def said(announcements: Sequence[Announcement]) -> str:
    """What just happened, in as few sentences as it takes."""
    words = {one.word for one in announcements}
    spoken = [sentence for one in announcements if (sentence := _sentence(one, words))]
    crew = [f"the {PARTS[part].lower()}" for one in announcements for part in PARTS if part == one.word != "cargo"]
    if crew and "qualified" not in words:
        spoken.insert(0, f"{isolated(announcements[0].player)} has {_listed(crew)}.")
    rolloff = [isolated(one.player) for one in announcements if one.word == "rolloff"]
    if rolloff:
        spoken.append(f"Roll-off: {_listed(rolloff)}.")
    return " ".join(spoken)


def sorry(code: int) -> tuple[str, str]:
    """Heading and sentence of the page for an HTTP error."""
    match code:
        case 404:
            return "Nothing lies here", "There is no such page. The table is one tap away."
        case 405:
            return "Not this way", "This page can only be looked at."
        case 413:
            return "Too much cargo", "That request was larger than this table takes."
        case 503:
            return "All seats are taken", FULL
    return "Man overboard", "Something went wrong at the table. It has been written to the log; please try again."


def isolated(name: str | None) -> str:
    """The name in marks that keep its writing direction to itself."""
    return f"\N{FIRST STRONG ISOLATE}{name or ''}\N{POP DIRECTIONAL ISOLATE}"


def _sentence(one: Announcement, words: Set[str]) -> str | None:
    player, number = isolated(one.player), one.number
    match one.word:
        case "midnight":
            return "Midnight!"
        case "minimum":
            return f"Minimum: cargo {number}."
        case "cargo" if not words & {"midnight", "minimum", "point", "won"}:
            return f"Cargo {number}."
        case "qualified":
            return f"{player} has ship, captain and crew."
        case "point" if "won" not in words:
            return f"{player} has the point: {number}."
        case "no_score":
            return f"{player}: no score."
        case "won":
            return f"{player} wins." if number is None else f"{player} wins with {number}."
    return None


def _spoken(die: LyingDie) -> str:
    if die.value is None:
        return f"a die that cannot be read ({die.doubt})" if die.doubt else "a die that cannot be read"
    return f"{PARTS[die.part].lower()} {die.value}" if die.part else str(die.value)


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
