"""What the table says: the one sentence for each moment, and the words for faces and numbers in it."""

from collections.abc import Sequence

from engine import State, Turn

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def faces(values: Sequence[int]) -> str:
    """“the 6”, “the 6 and the 5”, “the 6, the 5 and the 4”."""
    named = [f"the {value}" for value in values]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def dice(number: int) -> str:
    """“one die”, “three dice”."""
    return f"{NUMBERS[number]} {'die' if number == 1 else 'dice'}"


def to_throw(state: State, turn: Turn, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
    """What the player on turn does next, after the last roll was counted or before the first."""
    throw = NUMBERS[state.must_roll]
    if not turn.rolls:
        roll_off = "roll-off, " if state.rolloffs else ""
        return f"{turn.player}: {roll_off}{'throw' if tray_is_clear else 'take and throw'} all {throw} dice"
    if turn.qualified:
        aside = f"set {faces(to_set_aside)} aside, " if to_set_aside else ""
        return f"{turn.player} has {turn.score}: {aside}throw the cargo again or press STAND"
    if to_set_aside:
        return f"{turn.player}: set {faces(to_set_aside)} aside, throw {throw}"
    return f"{turn.player}: {'throw' if tray_is_clear else 'take and throw'} {dice(state.must_roll)}"


def rolling(turn: Turn) -> str:
    """While dice move."""
    return f"{turn.player}’s dice are rolling"


def shown(turn: Turn, preview: Turn) -> str:
    """A throw lies there to be counted; ``preview`` is the turn as it would be then."""
    thrown = " ".join(str(value) for value in preview.rolls[-1])
    if preview.qualified:
        buttons = "Press ROLL to count it" if preview.over else "ROLL counts it, STAND keeps it"
        return f"{turn.player}: {thrown}, that makes {preview.score}. {buttons}"
    return f"{turn.player}: {thrown}. Press ROLL to count it"


def unreadable(turn: Turn, doubtful: int) -> str:
    """Dice lie there that cannot be read."""
    what = "one die cannot be read: lay it" if doubtful == 1 else f"{dice(doubtful)} cannot be read: lay them"
    return f"{turn.player}: {what} flat, or throw again"


def wrong_number(turn: Turn, expected: int, thrown: int, outside: int) -> str:
    """Not as many dice were thrown as must be."""
    where = f", {NUMBERS[outside]} outside" if outside else ""
    lie = "lies" if thrown == 1 else "lie"
    return f"{turn.player}: {dice(expected)} must be thrown, {NUMBERS[thrown]} {lie} there{where}. Throw again"


def rail_must_be_empty(turn: Turn, number: int) -> str:
    """A turn begins with all dice in hand."""
    return f"{turn.player}: the rail must be empty. Throw all {NUMBERS[number]} dice"


def not_set_aside(turn: Turn, missing: Sequence[int]) -> str:
    """Dice were thrown while others that are held do not lie on the rail."""
    lie = "lies" if len(missing) == 1 else "lie"
    return f"{turn.player}: {faces(missing)} must lie on the rail, but {lie} not there"


def take_back(turn: Turn, extra: Sequence[int]) -> str:
    """Dice lie on the rail that may not."""
    return f"{turn.player}: take {faces(extra)} off the rail"


def turned(turn: Turn, was: Sequence[int], now: Sequence[int]) -> str:
    """A held die shows another face than the one that was held."""
    return f"{turn.player}: a held die was turned. Turn {faces(now)} back to {faces(was)}"


def over(state: State) -> str:
    """The end."""
    if state.winner is None:
        return f"{' and '.join(state.tied)} share it"
    how = " the roll-off" if state.rolloffs else ""
    return f"{state.winner} wins{how} with {state.point}" if state.point is not None else f"{state.winner} wins"


def no_ante(state: State) -> str:
    """Nobody can say at the tray how many chips are paid."""
    return f"{state.player} sets the ante: agree on it in the configuration’s options"


NOTHING_THROWN = "Nothing was thrown since the last roll was counted."
NOT_AT_REST = "Wait until the dice rest, then press again."
NEXT_GAME = "Press ROLL for the next game."
CAMERA_LOST = "The camera sees nothing"
