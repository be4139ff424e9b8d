"""The sentences of the table: one for each moment. Those for one game only are in that game's module."""

from collections.abc import Sequence

from engine.i18n import Text, full_sentence, in_words, listed, ngettext, pgettext
from engine.i18n import gettext as _
from table.commands import Deed
from table.dice import HoldMode
from table.panel import Signal

DEEDS: dict[Deed, Text] = {
    "restore": _("restore a backup"),
    "backup": _("download a backup"),
    "calibration": _("change the calibration"),
    "panel": _("change lamp or sounds"),
    "owner": _("set the owner’s PIN"),
    "pictures": _("change who sees the camera"),
    "house_rules": _("lock or unlock house rules"),
    "controllers": _("remove all phones from the helm"),
    "screens": _("change the table’s screens"),
    "players": _("change remembered players"),
}
COLOURS = {"white": _("white"), "blue": _("blue"), "green": _("green"), "amber": _("amber"), "violet": _("violet")}
"""The colours of the lamp's signals."""


def faces(values: Sequence[int]) -> Text:
    """Return “the 6”, “the 6 and the 5”, “the 6, the 5 and the 4”."""
    return listed([_("the {face}", face=value) for value in values])


def row(dice: Sequence[int]) -> str:
    """Return the faces as in “6 5 2”."""
    return " ".join(map(str, dice))


def set_aside(hold: HoldMode, values: Sequence[int]) -> Text:
    """What a player is to do with dice that are held, by the way of holding."""
    match hold:
        case HoldMode.RAIL:
            return _("hold {faces}", faces=faces(values))
        case HoldMode.IN_PLACE:
            return _("leave {faces}", faces=faces(values))
        case HoldMode.OFF_TRAY:
            return _("remove {faces}", faces=faces(values))


def throw(count: int, *, tray_is_clear: bool, every: bool = False) -> Text:
    """“roll three dice”, “pick up and roll all five dice”."""
    number = in_words(count)
    if every:
        if tray_is_clear:
            return _("roll all {number} dice", number=number)
        return _("pick up and roll all {number} dice", number=number)
    if tray_is_clear:
        return ngettext("roll one die", "roll {number} dice", count, number=number)
    return ngettext("pick up and roll one die", "pick up and roll {number} dice", count, number=number)


def rolling(player: str) -> Text:
    """While dice move."""
    return _("{player}’s dice are rolling", player=player)


def unreadable(player: str, which: Sequence[str]) -> Text:
    """Dice lie there that cannot be read."""
    return ngettext(
        "{player}: can’t read {which}. Straighten it or roll again",
        "{player}: can’t read {which}. Straighten them or roll again",
        len(which),
        player=player,
        which=listed(which),
    )


def stacked(player: str, which: Sequence[str]) -> Text:
    """Dice lie on others, and show no face that counts."""
    return ngettext(
        "{player}: {which} is stacked. Roll it again",
        "{player}: {which} are stacked. Roll them again",
        len(which),
        player=player,
        which=listed(which),
    )


def cocked(player: str, which: Sequence[str]) -> Text:
    """Dice lie tilted, and show no face that counts."""
    return ngettext(
        "{player}: {which} is cocked. Roll it again",
        "{player}: {which} are cocked. Roll them again",
        len(which),
        player=player,
        which=listed(which),
    )


def outside(player: str, expected: int, out: int) -> Text:
    """Dice have left the tray, so that too few lie on it."""
    return ngettext(
        "{player}: one die is off the tray. Roll all {expected} again",
        "{player}: {out} dice are off the tray. Roll all {expected} again",
        out,
        player=player,
        out=in_words(out),
        expected=in_words(expected),
    )


def wrong_number(player: str, expected: int, thrown: int) -> Text:
    """Not as many dice were thrown as must be."""
    return ngettext(
        "{player}: roll one die, not {thrown}",
        "{player}: roll {expected} dice, not {thrown}",
        expected,
        player=player,
        expected=in_words(expected),
        thrown=in_words(thrown) if thrown else pgettext("dice", "none"),
    )


def nothing_may_be_held(player: str, hold: HoldMode, count: int) -> Text:
    """A turn begins with all dice in hand."""
    if hold is HoldMode.RAIL:
        return _("{player}: clear the rail. Roll all {number} dice", player=player, number=in_words(count))
    return _("{player}: pick up and roll all {number} dice", player=player, number=in_words(count))


def not_set_aside(player: str, hold: HoldMode, missing: Sequence[int]) -> Text:
    """Dice were thrown while others that are held do not lie where they should."""
    if hold is HoldMode.RAIL:
        return _("{player}: put {faces} on the rail", player=player, faces=faces(missing))
    return _("{player}: put {faces} back", player=player, faces=faces(missing))


def take_back(player: str, hold: HoldMode, extra: Sequence[int]) -> Text:
    """Dice are held that may not be."""
    if hold is HoldMode.RAIL:
        return _("{player}: take {faces} off the rail", player=player, faces=faces(extra))
    return _("{player}: also roll {faces}", player=player, faces=faces(extra))


def turned(player: str, which: str, was: int, now: int) -> Text:
    """A die was turned by hand."""
    return _(
        "{player}: {which} was turned from {was} to {now}. Set it back to {was}",
        player=player,
        which=which,
        was=was,
        now=now,
    )


def turned_or_thrown(player: str, which: str, was: int, now: int) -> Text:
    """A die of a throw that was read was turned, or taken up, before it was counted."""
    return _(
        "{player}: {which} was turned from {was} to {now}. Set it back, or roll all again",
        player=player,
        which=which,
        was=was,
        now=now,
    )


def another_face(player: str, was: Sequence[int], now: Sequence[int]) -> Text:
    """Held dice show other faces than those that were held, and it is unknown which die it is."""
    return ngettext(
        "{player}: a held die was turned. Set {now} back to {was}",
        "{player}: held dice were turned. Set {now} back to {was}",
        len(was),
        player=player,
        now=faces(now),
        was=faces(was),
    )


def which_were_kept(player: str, count: int) -> Text:
    """Dice were taken off the tray, and it is unknown which."""
    return ngettext(
        "{player}: which die did you keep? Tap it on your phone",
        "{player}: which {number} dice did you keep? Tap them on your phone",
        count,
        player=player,
        number=in_words(count),
    )


def does(player: str, what: Text) -> Text:
    """Who does what."""
    return _("{player}: {what}", player=player, what=what)


def rolls_off(player: str, what: Text) -> Text:
    """Who does what in a roll-off."""
    return _("{player}: roll-off, {throw}", player=player, throw=what)


def throw_again_or_stand(player: str) -> Text:
    """A throw does not count as the dice lie."""
    return _("{player}: roll again or press STAND", player=player)


def press_to_count(player: str, thrown: Sequence[int]) -> Text:
    """A throw lies there to be counted."""
    return _("{player}: {dice}. Press ROLL to count it", player=player, dice=row(thrown))


def wins(winner: str, points: int | None, *, rolloff: bool = False) -> Text:
    """Who has won the game."""
    if rolloff:
        if points is None:
            return _("{player} wins the roll-off", player=winner)
        return _("{player} wins the roll-off with {points}", player=winner, points=points)
    if points is None:
        return _("{player} wins", player=winner)
    return _("{player} wins with {points}", player=winner, points=points)


def share(names: Sequence[str], points: int | None) -> Text:
    """Who share the game."""
    if points is None:
        return _("{players} tie for the win", players=listed(names))
    return _("{players} tie for the win with {points}", players=listed(names), points=points)


def in_doubt(why: str) -> Text:
    """Why a die has no value, as a sentence."""
    return full_sentence(why)


def to_pick(words: str) -> Text:
    """What the encoder shows."""
    return _("Press to choose {choice}.", choice=words)


def not_to_be_picked(name: str) -> Text:
    """A choice that is not to be had now."""
    return _("“{choice}” isn’t available.", choice=name.replace("_", " "))


def pairing(signal: Signal | None) -> Text:
    """Return the sentence while pairing is open, with the signal of a phone that asks for the helm."""
    if signal is None:
        return PAIRING_OPEN
    return ngettext(
        "Press ROLL to give the helm to the phone showing {colour}, {count} blink. Press STAND to refuse.",
        "Press ROLL to give the helm to the phone showing {colour}, {count} blinks. Press STAND to refuse.",
        signal.blinks,
        colour=COLOURS[signal.colour],
    )


def asking(deed: Deed) -> Text:
    """A phone wants to do something that needs a press at the table."""
    return _("Press ROLL on the tray to allow: {deed}.", deed=DEEDS[deed])


GAME_OVER = _("The game is over.")
NOTHING_TO_PICK = _("Nothing to choose.")
NOTHING_THROWN = _("No new roll yet.")
NOT_AT_REST = _("Wait for the dice to stop, then press again.")
NEXT_GAME = _("Press ROLL for a rematch.")
NO_CAMERA = _("This table has no camera: set [camera] kind in its configuration.")
PAIRING_OPEN = _("To control the table, open Menu › The helm on your phone and tap “Take the helm”.")
PAUSED = _("Paused. Press ROLL to resume")
IN_THE_WAY = _("Something’s covering the tray. Move it away.")
