"""What every page says by itself, and the table whatever game is played."""

from collections.abc import Sequence

from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext, pgettext
from table.snapshot import Mode

TITLE = _("Quarterdeck")
DESCRIPTION = _("Live dice, turns and scores from the table.")

NAVIGATION = {
    "pages.page": _("Table"),
    "helm.index": _("The helm"),
    "screens.how": _("How to play"),
    "screens.camera": _("Camera view"),
    "screens.look": _("Display settings"),
    "me.page": _("Your player"),
    "screens.tv": _("TV view"),
    "tournament.index": _("Tournament"),
    "evening.latest": _("An evening to keep"),
    "log.games": _("Game history"),
    "log.players": _("Players"),
    "log.board": _("Leaderboard"),
    "log.dice": _("Dice fairness"),
    "owner.index": _("Owner"),
}
"""The pages of the menu by their endpoints, in the order in which they stand there."""


NO_PICTURE = _("No picture right now. Retrying automatically.")

WISHES = {
    "language": _("Language"),
    "theme": _("Theme"),
    "help": _("Odds and hints"),
    "replays": _("Big moments on the TV"),
    "figures": _("Live figures"),
    "sound": _("Sound"),
    "volume": _("Volume"),
    "buzz": _("Vibration"),
}
WISHES_SAY = {
    "language": _("Language of menus and messages."),
    "theme": _("Dark for a dim bar, light for a bright room."),
    "help": _("Exact odds and the best move for the current player. Ask the others first."),
    "replays": _("The TV view replays the roll for four seconds."),
    "figures": _("Chances to win, and moments when they happen."),
    "sound": _("Short effects, and a caller who says the roll and what is needed."),
    "volume": _("How loud this screen is."),
    "buzz": _("On a phone: on your turn, and when your tap counts."),
}
REPLAYS_FOR = {"off": _("Don’t show"), "big": _("Show again")}
SOUND_LEVELS = {"off": _("No sound"), "effects": _("Effects"), "caller": _("Effects and caller")}
VOLUMES = {"low": _("Low"), "medium": pgettext("volume", "Medium"), "high": _("High")}
BUZZ = {"on": pgettext("vibration", "On"), "off": pgettext("vibration", "Off")}
THEME_NAMES = {"night": _("Dark"), "day": _("Light")}

SIGNALS = {"white": _("White"), "blue": _("Blue"), "green": _("Green"), "amber": _("Amber"), "violet": _("Violet")}
"""The colours that the lamp shows while phones ask for the helm."""

PAIRING = _("Pairing")
ASKING = _("Request")
ASKING_NOTE = _("Press STAND to refuse. It expires after ten seconds.")

FULL = _("Too many devices are connected.")

HAS_WON = _("wins")
NOT_YET = "—"
NO_DICE = _("The tray is empty.")


NO_CAMERA = _("No camera picture.")
ENTERED = _("entered by hand")

LAMPS = {
    Mode.WAITING: _("Waiting"),
    Mode.MOVING: _("Rolling"),
    Mode.SHOWN: _("Ready"),
    Mode.UNSURE: _("Can’t read"),
    Mode.ILLEGAL: _("Check dice"),
    Mode.WRONG_NUMBER: _("Wrong count"),
    Mode.ASTRAY: _("Roll again"),
    Mode.OBSTRUCTED: _("Hand in the way"),
    Mode.LOST: _("No camera"),
    Mode.PAUSED: _("Paused"),
    Mode.OVER: _("Game over"),
}


def signal(colour: str, blinks: int) -> str:
    """A colour and a number of blinks."""
    return ngettext("{colour}, {count} blink", "{colour}, {count} blinks", blinks, colour=SIGNALS[colour])


def roll_of(roll: int, rolls: int) -> str:
    """Which roll of the turn is on; ``rolls`` is 0 where there may be any number."""
    return _("Roll {roll} of {rolls}", roll=roll, rolls=rolls) if rolls else _("Roll {roll}", roll=roll)


def head_starts(players: Sequence[tuple[str, int]]) -> str:
    """Who has begun with points, and with how many."""
    return _("Head start: {players}", players=listed([f"{name} {points}" for name, points in players]))


def round_of(number: int, rounds: int) -> str:
    """Which round is on, of so many."""
    return _("Round {number} of {rounds}", number=number, rounds=rounds)


def round_number(number: int) -> str:
    """Which round is on, where their number is open."""
    return _("Round {number}", number=number)


def on_tray(dice: Sequence[str]) -> str:
    """The tray for those who do not see it."""
    return _("On the tray: {dice}.", dice=joined(dice, ", ")) if dice else NO_DICE


def things_on_tray(number: int) -> str:
    """What lies there and has to be removed, for those who do not see it."""
    return ngettext("{count} object that isn’t a die", "{count} objects that aren’t dice", number)


def unread(doubt: str | None) -> str:
    """A die without a value."""
    return _("an unreadable die ({doubt})", doubt=doubt) if doubt else _("an unreadable die")


def sorry(status: int, code: str = "") -> tuple[str, str]:
    """Heading and sentence of the page for an HTTP error; ``code`` is the API's word for it."""
    match status:
        case 403 if code in ("no_owner", "no_buttons"):
            return _("Owner only"), _("Enter the PIN first.")
        case 403 if code not in ("", "no_helm"):
            return _("Not possible here"), _("This page is view only.")
        case 403:
            return _("You’re not at the helm"), _("Take the helm first.")
        case 404:
            return _("Page not found"), _("There’s no page at this address.")
        case 405:
            return _("Not possible here"), _("This page is view only.")
        case 413:
            return _("File too large"), _("That’s more than this table accepts.")
        case 429 | 503:
            return _("One moment"), _("The table is busy. Try again in a moment.")
    return _("Something went wrong"), _("The error is in the table’s log. Please try again.")


def joins_next(name: str) -> str:
    """A player waits for the next round."""
    return _("{name} joins next.", name=name)
