"""The sentences of the table: one for each moment. Those for one game only are in that game's module."""

from collections.abc import Sequence

from engine.i18n import Text, full_sentence, in_words, listed, ngettext, number, pgettext
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
    return listed([_("the {face}", face=value) for value in values])


def row(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def set_aside(hold: HoldMode, values: Sequence[int]) -> Text:
    dice = row(values) if len(values) > 1 else faces(values)
    match hold:
        case HoldMode.RAIL:
            return _("hold {faces}", faces=dice)
        case HoldMode.IN_PLACE:
            return _("leave {faces}", faces=dice)
        case HoldMode.OFF_TRAY:
            return _("remove {faces}", faces=dice)


def throw(count: int, *, tray_is_clear: bool, every: bool = False) -> Text:
    """“roll three dice”, “pick up and roll all five”."""
    number = in_words(count)
    if every and count > 2:
        if tray_is_clear:
            return _("roll all {number} dice", number=number)
        return _("pick up and roll all {number}", number=number)
    if tray_is_clear:
        return ngettext("roll one die", "roll {number} dice", count, number=number)
    return ngettext("pick up and roll one die", "pick up and roll {number} dice", count, number=number)


def rolling(player: str) -> Text:
    return _("{player}’s dice are rolling", player=player)


def unreadable(player: str, which: Sequence[str]) -> Text:
    return ngettext(
        "{player}: can’t read {which}. Straighten it or roll again",
        "{player}: can’t read {which}. Straighten them or roll again",
        len(which),
        player=player,
        which=listed(which),
    )


def stacked(player: str, which: Sequence[str]) -> Text:
    return ngettext(
        "{player}: {which} is stacked. Roll it again",
        "{player}: {which} are stacked. Roll them again",
        len(which),
        player=player,
        which=listed(which),
    )


def cocked(player: str, which: Sequence[str]) -> Text:
    return ngettext(
        "{player}: {which} is cocked. Roll it again",
        "{player}: {which} are cocked. Roll them again",
        len(which),
        player=player,
        which=listed(which),
    )


def outside(player: str, expected: int, out: int) -> Text:
    return ngettext(
        "{player}: the die is off the tray. Roll it again",
        "{player}: dice off the tray: {out}. Roll the {expected} again",
        expected,
        player=player,
        out=in_words(out),
        expected=in_words(expected),
    )


def wrong_number(player: str, expected: int, thrown: int) -> Text:
    return ngettext(
        "{player}: roll one die, not {thrown}",
        "{player}: roll {expected} dice, not {thrown}",
        expected,
        player=player,
        expected=in_words(expected),
        thrown=in_words(thrown) if thrown else pgettext("dice", "none"),
    )


def nothing_may_be_held(player: str, hold: HoldMode, count: int) -> Text:
    if hold is HoldMode.RAIL:
        return _("{player}: clear the rail and {throw}", player=player, throw=throw(count, tray_is_clear=True))
    return _("{player}: {throw}", player=player, throw=throw(count, tray_is_clear=False, every=True))


def not_set_aside(player: str, hold: HoldMode, missing: Sequence[int]) -> Text:
    if hold is HoldMode.RAIL:
        return _("{player}: put {faces} on the rail", player=player, faces=faces(missing))
    return _("{player}: put {faces} back", player=player, faces=faces(missing))


def take_back(player: str, hold: HoldMode, extra: Sequence[int]) -> Text:
    if hold is HoldMode.RAIL:
        return _("{player}: take {faces} off the rail", player=player, faces=faces(extra))
    return _("{player}: also roll {faces}", player=player, faces=faces(extra))


def turned(player: str, which: str, was: int, now: int, *, or_thrown: bool) -> Text:
    values = {"player": player, "which": which, "was": was, "now": now}
    if or_thrown:
        return _("{player}: {which} was turned from {was} to {now}. Set it back, or roll all again", **values)
    return _("{player}: {which} was turned from {was} to {now}. Set it back to {was}", **values)


def another_face(player: str, was: Sequence[int], now: Sequence[int]) -> Text:
    return ngettext(
        "{player}: a held die was turned. Set {now} back to {was}",
        "{player}: held dice were turned. Set {now} back to {was}",
        len(was),
        player=player,
        now=faces(now),
        was=faces(was),
    )


def which_were_kept(player: str, count: int) -> Text:
    return ngettext(
        "{player}: which die did you keep? Tap it on your phone",
        "{player}: which {number} dice did you keep? Tap them on your phone",
        count,
        player=player,
        number=in_words(count),
    )


def does(player: str, what: Text) -> Text:
    return _("{player}: {what}", player=player, what=what)


def rolls_off(player: str, what: Text) -> Text:
    return _("{player}: roll-off, {throw}", player=player, throw=what)


def aside_and_throw(player: str, aside: Text, count: int) -> Text:
    return ngettext(
        "{player}: {aside}, roll one",
        "{player}: {aside}, roll {number}",
        count,
        player=player,
        aside=aside,
        number=in_words(count),
    )


def throw_again_or_stand(player: str) -> Text:
    return _("{player}: roll again or STAND", player=player)


def press_to_count(player: str, thrown: Sequence[int]) -> Text:
    return _("{player}: {dice}. ROLL counts", player=player, dice=row(thrown))


def wins(winner: str, points: int | None, *, rolloff: bool = False) -> Text:
    if rolloff:
        if points is None:
            return _("{player} wins the roll-off", player=winner)
        return _("{player} wins the roll-off with {points}", player=winner, points=number(points))
    if points is None:
        return _("{player} wins", player=winner)
    return _("{player} wins with {points}", player=winner, points=number(points))


def share(names: Sequence[str], points: int | None) -> Text:
    if points is None:
        return _("{players} tie for the win", players=listed(names))
    return _("{players} tie for the win with {points}", players=listed(names), points=number(points))


def to_pick(words: str) -> Text:
    return _("Press to choose {choice}.", choice=words)


def to_take(words: str) -> Text:
    return _("STAND takes {choice}, ROLL shows the next.", choice=words)


def not_to_be_picked(name: str) -> Text:
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
    return _("Press ROLL on the tray to allow: {deed}.", deed=DEEDS[deed])


def to_begin(players: Sequence[str]) -> Text:
    return _("{players}: press ROLL to begin", players=" – ".join(players))


GAME_OVER = full_sentence(_("The game is over"))
NOTHING_TO_PICK = _("Nothing to choose.")
NOTHING_THROWN = _("No new roll yet.")
NOT_AT_REST = _("Wait for the dice to stop, then press again.")
NEXT_GAME = _("Press ROLL for a rematch.")
NO_CAMERA = _("This table has no camera: set [camera] kind in its configuration.")
PAIRING_OPEN = _("To control the table, open Menu › The helm on your phone and tap “Take the helm”.")
PAUSED = _("Paused. Press ROLL to resume")
PAUSED_ALONE = _("Paused")
LIFT_THE_CUP = _("Lift the cup")
IN_THE_WAY = _("Something’s covering the tray. Move it away.")
