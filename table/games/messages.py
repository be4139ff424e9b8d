"""The sentences of the table: one for each moment, and the words for faces and numbers in them.

Sentences for one game only are in that game's module of :mod:`table.games`. Other languages have a function of the same
name for each of these (``web/catalogue``).
"""

from collections.abc import Sequence

from engine.sentence import said, sentence
from table.commands import Deed
from table.dice.layout import HoldMode
from table.panel.signal import Signal

DEEDS: dict[Deed, str] = {
    "restore": "restore a backup",
    "backup": "download a backup",
    "calibration": "change the calibration",
    "panel": "change lamp or sounds",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def faces(values: Sequence[int]) -> str:
    """Return “the 6”, “the 6 and the 5”, “the 6, the 5 and the 4”."""
    named = [f"the {value}" for value in values]
    return listed(named)


def listed(words: Sequence[str]) -> str:
    """Return “one”, “one and two”, “one, two and three”."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def number(count: int) -> str:
    """Return the number in words, as in “three”; large numbers in figures."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def dice(count: int) -> str:
    """Return “one die”, “three dice”."""
    return f"{number(count)} {'die' if count == 1 else 'dice'}"


@sentence
def set_aside(hold: HoldMode, values: Sequence[int]) -> str:
    """What a player is to do with dice that are held, by the way of holding."""
    match hold:
        case HoldMode.RAIL:
            return f"hold {faces(values)}"
        case HoldMode.IN_PLACE:
            return f"leave {faces(values)}"
        case HoldMode.OFF_TRAY:
            return f"remove {faces(values)}"


@sentence
def throw(count: int, *, tray_is_clear: bool, every: bool = False) -> str:
    """“roll three dice”, “pick up and roll all five dice”."""
    return f"{'roll' if tray_is_clear else 'pick up and roll'} {'all ' if every else ''}{dice(count)}"


@sentence
def rolling(player: str) -> str:
    """While dice move."""
    return f"{player}’s dice are rolling"


@sentence
def unreadable(player: str, which: Sequence[str]) -> str:
    """Dice lie there that cannot be read."""
    them = "it" if len(which) == 1 else "them"
    return f"{player}: can’t read {listed(which)}. Straighten {them} or roll again"


@sentence
def cocked(player: str, which: Sequence[str], how: str) -> str:
    """Dice lie tilted or on others, and show no face that counts."""
    be, them = ("is", "it") if len(which) == 1 else ("are", "them")
    return f"{player}: {listed(which)} {be} {how}. Roll {them} again"


@sentence
def outside(player: str, expected: int, out: int) -> str:
    """Dice have left the tray, so that too few lie on it."""
    be = "is" if out == 1 else "are"
    return f"{player}: {dice(out)} {be} off the tray. Roll all {number(expected)} again"


@sentence
def wrong_number(player: str, expected: int, thrown: int) -> str:
    """Not as many dice were thrown as must be."""
    return f"{player}: roll {dice(expected)}, not {number(thrown) if thrown else 'none'}"


@sentence
def nothing_may_be_held(player: str, hold: HoldMode, count: int) -> str:
    """A turn begins with all dice in hand."""
    every = f"all {number(count)} dice"
    if hold is HoldMode.RAIL:
        return f"{player}: clear the rail. Roll {every}"
    return f"{player}: pick up and roll {every}"


@sentence
def not_set_aside(player: str, hold: HoldMode, missing: Sequence[int]) -> str:
    """Dice were thrown while others that are held do not lie where they should."""
    return f"{player}: put {faces(missing)} {'on the rail' if hold is HoldMode.RAIL else 'back'}"


@sentence
def take_back(player: str, hold: HoldMode, extra: Sequence[int]) -> str:
    """Dice are held that may not be."""
    if hold is HoldMode.RAIL:
        return f"{player}: take {faces(extra)} off the rail"
    return f"{player}: also roll {faces(extra)}"


@sentence
def turned(player: str, which: str, was: int, now: int) -> str:
    """A die was turned by hand."""
    return f"{player}: {which} was turned from {was} to {now}. Set it back to {was}"


@sentence
def turned_or_thrown(player: str, which: str, was: int, now: int) -> str:
    """A die of a throw that was read was turned, or taken up, before it was counted."""
    return f"{player}: {which} was turned from {was} to {now}. Set it back, or roll all again"


@sentence
def another_face(player: str, was: Sequence[int], now: Sequence[int]) -> str:
    """Held dice show other faces than those that were held, and it is unknown which die it is."""
    if len(was) == 1:
        return f"{player}: a held die was turned. Set {faces(now)} back to {faces(was)}"
    return f"{player}: held dice were turned. Set {faces(now)} back to {faces(was)}"


@sentence
def which_were_kept(player: str, count: int) -> str:
    """Dice were taken off the tray, and it is unknown which."""
    return f"{player}: which {dice(count)} did you keep? Tap {'it' if count == 1 else 'them'} on your phone"


@sentence
def does(player: str, what: str) -> str:
    """Who does what."""
    return f"{player}: {what}"


@sentence
def throw_again_or_stand(player: str) -> str:
    """A throw does not count as the dice lie."""
    return f"{player}: roll again or press STAND"


@sentence
def press_to_count(player: str, thrown: Sequence[int]) -> str:
    """A throw lies there to be counted."""
    return f"{player}: {' '.join(map(str, thrown))}. Press ROLL to count it"


@sentence
def wins(winner: str, points: int | None, *, rolloff: bool = False) -> str:
    """Who has won the game."""
    how = " the roll-off" if rolloff else ""
    return f"{winner} wins{how}" if points is None else f"{winner} wins{how} with {points}"


@sentence
def share(names: Sequence[str], points: int | None) -> str:
    """Who share the game."""
    return f"{listed(names)} tie for the win" if points is None else f"{listed(names)} tie for the win with {points}"


@sentence
def in_doubt(why: str) -> str:
    """Why a die has no value, as a sentence."""
    return f"{why[0].upper()}{why[1:]}."


@sentence
def to_pick(words: str) -> str:
    """What the encoder shows."""
    return f"Press to choose {words}."


@sentence
def not_to_be_picked(name: str) -> str:
    """A choice that is not to be had now."""
    return f"“{name.replace('_', ' ')}” isn’t available."


@sentence
def pairing_shows(colour: str, blinks: int) -> str:
    """The lamp shows the signal of a phone that asks for the helm."""
    times = "blink" if blinks == 1 else "blinks"
    return f"Press ROLL to give the helm to the phone showing {colour}, {blinks} {times}. Press STAND to refuse."


def pairing(signal: Signal | None) -> str:
    """Return the sentence while pairing is open."""
    return pairing_shows(signal.colour, signal.blinks) if signal else PAIRING_OPEN


@sentence
def asking(deed: Deed) -> str:
    """A phone wants to do something that needs a press at the table."""
    return f"Press ROLL on the tray to allow: {DEEDS[deed]}."


NOTHING_TO_PICK = said("nothing_to_pick", "Nothing to choose.")
NOTHING_THROWN = said("nothing_thrown", "No new roll yet.")
NOT_AT_REST = said("not_at_rest", "Wait for the dice to stop, then press again.")
NEXT_GAME = said("next_game", "Press ROLL for a rematch.")
NO_CAMERA = said("no_camera", "This table has no camera: set [camera] kind in its configuration.")
PAIRING_OPEN = said("pairing_open", "To control the table, open Menu › The helm on your phone and tap “Take the helm”.")
PAUSED = said("paused", "Paused. Press ROLL to resume")
IN_THE_WAY = said("in_the_way", "Something’s covering the tray. Move it away.")
