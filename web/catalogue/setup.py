"""The texts of the set-up."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

SETUP = _("Set-up")
SETUP_TABLE = _("Set up this table")
SETUP_WAITS = _("This table isn’t set up yet. It takes three minutes.")
SETUP_SCAN = _("Scan this to set up the table:")
SETUP_SCAN_CODE = _("Code of the set-up")
SETUP_NEXT = _("Next")
SETUP_BACK = _("Back")
SETUP_SKIP = _("Skip")
SETUP_TAKE_OVER = _("Take over")
SETUP_AGAIN = _("Look again")
SETUP_CLOSED = {
    "taken": _("Another phone is setting up this table. Wait until it is done."),
    "idle": _("Another phone began to set up this table. Take over to go on here."),
    "pin": _("Another phone is setting up this table. Enter the owner’s PIN to go on here."),
    "closed": _("This table is in use already. Set the owner’s PIN first, then sign in."),
    "finished": _("This table is set up. Enter the owner’s PIN to change it."),
    "open": _("Choose the language first."),
}
"""Why the set-up is not offered, by :data:`web.setup.access.Standing`."""
SETUP_IDLE_SAYS = _("The other phone has been idle for a while.")
SETUP_DONE = _("Everything is set up. Each step can be repeated.")
SETUP_WAITING_GAME = _("Changes apply when the game that is on is over.")

SETUP_STEPS = {
    "language": _("Language"),
    "pin": _("Owner’s PIN"),
    "camera": _("Camera and tray"),
    "tray": _("Holding dice"),
    "throws": _("Test rolls"),
    "names": _("Names"),
    "codes": _("Phones and TV"),
}
"""The steps by their names in addresses."""

SETUP_LANGUAGE_SAYS = _("Choose the language of this phone. Each phone can have its own.")
SETUP_PIN_SAYS = _("4 to 12 digits. The PIN protects backups, settings and this set-up.")
SETUP_PIN_SET = _("The PIN is set. Change it under Menu › Owner.")
SETUP_CAMERA_SAYS = _("The camera has to see the whole tray, with the four markers in its corners.")
SETUP_CAMERA_NONE = _("This table plays without a camera: you enter the rolls.")
SETUP_NO_PICTURE = _("No camera picture. It comes back automatically once the camera works.")
SETUP_FOUND = {
    "markers": _("The tray is found."),
    "corners": _("The tray is found by the corners you marked."),
    "nowhere": _("The tray is not found yet. Clean and light the markers, or mark the corners yourself."),
}
"""How the tray was found, by :data:`web.ports.setup.Sight.found`."""
SETUP_MARK = _("Mark the corners yourself")
SETUP_MARK_SAYS = _("Drag the four points into the inner corners of the tray.")
SETUP_SAVE_CORNERS = _("Save these corners")
SETUP_USE_MARKERS = _("Use the markers")
SETUP_WITHOUT = _("Play without a camera")
SETUP_WITH = _("Use the camera")
SETUP_NOT_FOUND = _("The tray is not found yet: mark its corners, or skip this step.")

SETUP_TRAY_SAYS = _("Where do players put the dice they keep?")
SETUP_HOLDS = {
    "rail": _("On the rail at the left"),
    "in_place": _("They stay where they lie"),
    "off_tray": _("Off the tray"),
}
"""Ways to hold dice, by :data:`web.ports.setup.Hold`."""
SETUP_RAIL = _("Width of the rail in mm")
SETUP_BAD_RAIL = _("Enter the width of the rail in millimetres.")

SETUP_THROWS_SAYS = _("Roll your dice, wait until they lie still, then tap “Read the dice”.")
SETUP_READ = _("Read the dice")
SETUP_READ_SO = _("The table reads:")
SETUP_IS_RIGHT = _("Is that right?")
SETUP_RIGHT = _("Yes, all right")
SETUP_WRONG = _("No")
SETUP_NOT_CLEAR = _("not clear")
SETUP_RESTS = {
    "empty": _("No dice on the tray: roll them, then read again."),
    "moving": _("The dice are still moving: wait, then read again."),
    "obstructed": _("Something is over the tray: take it away, then read again."),
    "no_picture": SETUP_NO_PICTURE,
    "no_tray": _("Find the tray first: go back to the camera."),
}
"""Why a test throw was not read, by :data:`web.ports.setup.Rest`."""
SETUP_PLAYING = _("A game is on: finish it first, then test the dice.")
SETUP_CHECK_LIGHT = _("Check the light and the camera’s focus, then roll again.")
SETUP_ALL_READ = _("The dice are read well.")
SETUP_THROW_AGAIN = _("Roll the dice again")

SETUP_NAMES_SAYS = _("Who plays first? More players can join later.")
SETUP_TABLE_NAME = _("Name of the table")
SETUP_TABLE_NAME_SAYS = _("Shown on boards of a venue. May stay empty.")
SETUP_NO_PLAYERS = _("Enter at least one name.")

SETUP_CODES_SAYS = _("Scan with a phone to watch and play.")
SETUP_TV = _("On the TV open")
SETUP_FINISH = _("Finish")
SETUP_FINISH_SAYS = _("This phone gets the helm, so you can begin to play.")

SETUP_BAD_STEP = _("This is not a step of the set-up.")
SETUP_BAD_CORNERS = _("Give each of the four corners as two numbers.")


def setup_progress(number: int, count: int) -> str:
    """Which step of how many this is."""
    return _("Step {number} of {count}", number=number, count=count)


def setup_markers(found: int) -> str:
    """How many of the four markers are seen."""
    return ngettext("{count} of 4 markers is seen.", "{count} of 4 markers are seen.", found)


def setup_missing(corners: str) -> str:
    """In which corners the markers are not seen."""
    return _("Not seen: {corners}.", corners=corners)


def setup_throw(number: int, count: int) -> str:
    """Which test throw of how many this is."""
    return _("Roll {number} of {count}", number=number, count=count)


def setup_right(right: int, count: int) -> str:
    """How many test throws were read right."""
    return _("{right} of {count} rolls were read right.", right=right, count=count)


def setup_since(minutes: int) -> str:
    """For how long another phone has been setting up."""
    if minutes < 1:
        return _("It began less than a minute ago.")
    return ngettext("It began {count} minute ago.", "It began {count} minutes ago.", minutes)


def setup_player(number: int) -> str:
    """The label of a player's name."""
    return _("Player {number}", number=number)
