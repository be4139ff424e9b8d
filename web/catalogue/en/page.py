"""What every page says by itself, and the table whatever game is played."""

from collections.abc import Sequence

from table.snapshot import Mode

TITLE = "Quarterdeck"
DESCRIPTION = "The dice as they lie, whose turn it is, and the scores: live from the table."
CHANGE_THEME = "Night or day"
MENU = "Menu"
PAGES = "Pages"

NAVIGATION = {
    "pages.page": "Table",
    "helm.index": "The helm",
    "screens.how": "How to play",
    "screens.camera": "What the camera sees",
    "screens.look": "How this screen looks",
    "screens.tv": "For the TV",
    "log.games": "The ship’s log",
    "log.players": "Players",
    "log.board": "Leaderboard",
    "log.dice": "Are these dice fair?",
}
"""The pages of the menu by their endpoints, in the order in which they stand there."""

JOIN = "Look on with your phone"
JOIN_CODE = "A code with the address of this page"
WIFI = "Wi-Fi"
WIFI_CODE = "A code that takes a phone into the Wi-Fi"
FULL_SCREEN = "Full screen"
ASLEEP = "This browser cannot keep the screen on: switch its screen saver off."

CAMERA = "What the camera sees"
CAMERA_SAYS = "The latest picture, with what was read drawn in. A die that is in doubt has no number."
PICTURE = "The tray as the camera sees it, with the readings drawn in"
NO_PICTURE = "There is no picture now. It comes back by itself."

LOOK = "How this screen looks"
LOOK_SAYS = "Each screen chooses for itself; nobody else sees a difference."
WISHES = {"language": "Language", "theme": "Light", "help": "Help with the odds"}
WISHES_SAY = {
    "language": "What the page says. Names stay as they are.",
    "theme": "Night is for a dim bar, day for a bright room.",
    "help": "Exact chances for the player on turn, and what the best choice is. The others may mind.",
}
THEME_NAMES = {"night": "Night", "day": "Day"}

PAIR_NAME = "Who takes the helm?"
PAIR_SAYS = "Open “The helm” on the phone and tap “Take the helm”."
PAIR_SHOWS = "ROLL accepts the phone that shows this. STAND shows the next."
PAIR_HERE = "This phone"
PAIR_QR = "A code with the address of the helm"
SIGNALS = {"white": "White", "blue": "Blue", "green": "Green", "amber": "Amber", "violet": "Violet"}
"""The colours that the lamp shows while phones ask for the helm."""

SCREEN = "A screen of the table"
SCREEN_SAYS = "A screen of the table shows codes to phones that ask for the helm. The room can read them."
SCREEN_CODE_SAYS = "Get a code from a phone at the helm, or by “quarterdeck pair --screen” on the machine."
SCREEN_CODE = "Code"
SCREEN_CLAIM = "Make this a screen of the table"
SCREEN_CLAIMED = "This is a screen of the table. Show the TV page on it."
SCREEN_NOT_NEEDED = "This table has buttons. It needs no screen to show codes."
CODES = "Codes for phones that ask for the helm"
PAIRING = "Pairing"
ASKING = "Asking"
ASKING_NOTE = "STAND refuses it. After ten seconds it is refused too."

LOST_LINK = "No word from the table. Reconnecting …"
NOT_WHOLE = "This page did not load whole. Reload it."
FULL = "Too many pages follow this table at once."

SCORES = "Scores"
WON = "won"
TONIGHT = "Won tonight"
HAS_WON = "has won"
NOT_YET = "—"
NO_DICE = "The tray is empty."
BACK = "Back to the table"

SAFE = "Safe mode"
SAFE_UNDO = "Bring back what was there before the backup"

NO_CAMERA = "No camera picture."
BY_HAND = "Playing by hand."
ENTERED = "entered by hand"

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


def signal(colour: str, blinks: int) -> str:
    """A colour and a number of blinks."""
    return f"{SIGNALS[colour]}, {blinks} {'blink' if blinks == 1 else 'blinks'}"


def roll_of(roll: int, rolls: int) -> str:
    """Which roll of the turn is on."""
    return f"Roll {roll} of {rolls}"


def on_tray(dice: Sequence[str]) -> str:
    """The tray for those who do not see it."""
    return f"On the tray: {', '.join(dice)}." if dice else NO_DICE


def unread(doubt: str | None) -> str:
    """A die without a value."""
    return f"a die that cannot be read ({doubt})" if doubt else "a die that cannot be read"


def sorry(code: int) -> tuple[str, str]:
    """Heading and sentence of the page for an HTTP error."""
    match code:
        case 404:
            return "Nothing lies here", "There is no such page. The table is one tap away."
        case 405:
            return "Not this way", "This page can only be looked at."
        case 413:
            return "Too much cargo", "That request was larger than this table takes."
        case 429 | 503:
            return "One moment", "More people ask than this table can answer. Try again in a moment."
    return "Man overboard", "Something went wrong at the table. It has been written to the log; please try again."


def joins_next(name: str) -> str:
    return f"{name} joins next."
