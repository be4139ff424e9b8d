"""What every page says by itself, and the table whatever game is played."""

from collections.abc import Sequence

from table.snapshot import Mode

TITLE = "Quarterdeck"
DESCRIPTION = "Live dice, turns and scores from the table."
CHANGE_THEME = "Dark or light"
MENU = "Menu"
PAGES = "Pages"

NAVIGATION = {
    "pages.page": "Table",
    "helm.index": "The helm",
    "screens.how": "How to play",
    "screens.camera": "Camera view",
    "screens.look": "Display settings",
    "screens.tv": "TV view",
    "log.games": "Game history",
    "log.players": "Players",
    "log.board": "Leaderboard",
    "log.dice": "Dice fairness",
}
"""The pages of the menu by their endpoints, in the order in which they stand there."""

JOIN = "Follow on your phone"
JOIN_CODE = "QR code for this page"
WIFI = "Wi-Fi"
WIFI_CODE = "QR code to join the Wi-Fi"
FULL_SCREEN = "Full screen"
ASLEEP = "This browser can’t keep the screen awake. Turn off the screen saver."

CAMERA = "Camera view"
CAMERA_SAYS = "The latest picture with the values it shows. Uncertain dice have no number."
PICTURE = "The tray as the camera sees it, with the value of each die"
NO_PICTURE = "No picture right now. Retrying automatically."

LOOK = "Display settings"
LOOK_SAYS = "These settings affect this screen only."
WISHES = {"language": "Language", "theme": "Theme", "help": "Odds and hints"}
WISHES_SAY = {
    "language": "Language of menus and messages.",
    "theme": "Dark for a dim bar, light for a bright room.",
    "help": "Exact odds and the best move for the current player. Ask the others first.",
}
THEME_NAMES = {"night": "Dark", "day": "Light"}

PAIR_NAME = "Who’s taking the helm?"
PAIR_SAYS = "On your phone open Menu › The helm and tap “Take the helm”."
PAIR_SHOWS = "Press ROLL to accept the phone showing this, STAND to see the next."
PAIR_HERE = "Use this phone"
PAIR_QR = "QR code for the helm"
SIGNALS = {"white": "White", "blue": "Blue", "green": "Green", "amber": "Amber", "violet": "Violet"}
"""The colours that the lamp shows while phones ask for the helm."""

SCREEN = "Table screen"
SCREEN_SAYS = "A table screen shows codes to phones that ask for the helm. Everyone in the room can read them."
SCREEN_CODE_SAYS = "Get a code from a phone at the helm, or run “quarterdeck pair --screen” on the machine."
SCREEN_CODE = "Code"
SCREEN_CLAIM = "Make this a table screen"
SCREEN_CLAIMED = "This is a table screen. Open the TV view on it."
SCREEN_NOT_NEEDED = "This table has buttons, so it doesn’t need a screen for codes."
CODES = "Codes to take the helm"
PAIRING = "Pairing"
ASKING = "Request"
ASKING_NOTE = "Press STAND to refuse. It expires after ten seconds."

LOST_LINK = "Connection lost. Reconnecting …"
NOT_WHOLE = "This page didn’t load completely. Reload it."
FULL = "Too many devices are connected."

SCORES = "Scores"
WON = "winner"
TONIGHT = "Wins tonight"
HAS_WON = "wins"
NOT_YET = "—"
NO_DICE = "The tray is empty."
BACK = "Back to the table"

SAFE = "Safe mode"
SAFE_UNDO = "Undo the restore"

NO_CAMERA = "No camera picture."
BY_HAND = "Rolls are entered by hand."
ENTERED = "entered by hand"

LAMPS = {
    Mode.WAITING: "Waiting",
    Mode.MOVING: "Rolling",
    Mode.SHOWN: "Ready",
    Mode.UNSURE: "Can’t read",
    Mode.ILLEGAL: "Check dice",
    Mode.WRONG_NUMBER: "Wrong count",
    Mode.ASTRAY: "Roll again",
    Mode.OBSTRUCTED: "Hand in the way",
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
    return f"an unreadable die ({doubt})" if doubt else "an unreadable die"


def sorry(code: int) -> tuple[str, str]:
    """Heading and sentence of the page for an HTTP error."""
    match code:
        case 403:
            return "You’re not at the helm", "Take the helm first."
        case 404:
            return "Page not found", "There’s no page at this address."
        case 405:
            return "Not possible here", "This page is view only."
        case 413:
            return "File too large", "That’s more than this table accepts."
        case 429 | 503:
            return "One moment", "The table is busy. Try again in a moment."
    return "Something went wrong", "The error is in the table’s log. Please try again."


def joins_next(name: str) -> str:
    return f"{name} joins next."
