"""Voice: what the table says to players who do not look. Pure: two snapshots in, one sentence out.

Nothing is said while dice roll or a hand is over the tray, nor twice of the same moment.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from engine import expected_tray, totals
from engine.face import FACES
from engine.i18n import Text, full_sentence, joined, listed, ngettext
from engine.i18n import gettext as _
from table.dice import HoldMode, place_words
from table.games import rulebook
from table.snapshot import NO_THROW, LyingDie, Mode, Occasion, Point, Snapshot, TrayView, Voice

FEW = 4
"""Players of whom all scores are said at each turn."""


def voice_after(before: Snapshot, now: Snapshot, hold: HoldMode) -> Voice | None:
    """Return what Voice says of a moment: the latest sentence if there is no reason for another."""
    latest, of = before.voice, _of(now)
    if of is None or (latest and latest.of == of):
        return latest
    parts: list[str] = []
    called = bool(latest and latest.of.call != of.call)
    if called and now.call:
        parts.append(now.call.says)
    elif latest and latest.of.mode in NO_THROW and now.mode not in NO_THROW:
        parts.append(_("Good."))
    parts += _to_do(now, hold, called=called)
    return Voice(latest.number + 1 if latest else 1, joined([part for part in parts if part]), of)


def _of(now: Snapshot) -> Occasion | None:
    """Return what gives reason for another sentence if it differs, None where nothing is to be said."""
    if now.mode in (Mode.MOVING, Mode.OBSTRUCTED) and not now.note:
        return None
    thrown = [die for die in now.dice if now.mode is Mode.SHOWN or now.mode in NO_THROW]
    return Occasion(
        now.call.number if now.call else 0,
        now.event,
        now.mode,
        now.note,
        tuple(sorted(die.value or 0 for die in now.dice if die.on_rail)),
        tuple(sorted(die.value or 0 for die in thrown)),
        tuple(from_the_rims(die.center, now.tray) for die in thrown if die.value is None),
    )


def _to_do(now: Snapshot, hold: HoldMode, *, called: bool) -> Iterator[str]:
    """Yield the sentences that say what to do, the most needed first."""
    if now.mode in (Mode.OBSTRUCTED, Mode.COVERED):
        yield full_sentence(now.prompt) if now.mode is Mode.COVERED else now.note or ""
        return
    if not called or now.mode is not Mode.OVER:
        yield full_sentence(now.prompt)
    yield now.note or ""
    if now.mode is Mode.SHOWN or now.mode in NO_THROW:
        if now.mode is not Mode.SHOWN:
            yield from _to_the_rail(now, hold)
        yield lying(now)
    elif now.mode is Mode.WAITING and rulebook(now.state).begun(now.state):
        yield from _to_the_rail(now, hold)
        yield from _to_choose(now)
    elif called or now.mode is Mode.OVER:
        yield from _standings(now)


def _standings(now: Snapshot) -> Iterator[str]:
    """Yield the score of everybody, or in a large company that of the player on turn."""
    few = len(now.state.present) <= FEW or now.mode is Mode.OVER
    scores = totals(now.state)
    if any(scores.values()):
        yield full_sentence(listed([f"{name} {scores[name]}" for name in scores if few or name == now.state.player]))


def _to_the_rail(now: Snapshot, hold: HoldMode) -> Iterator[str]:
    aside = Counter(die.value or 0 for die in now.dice if die.on_rail)
    missing = (Counter(expected_tray(now.state).held) - aside).elements()
    dice = _showing(missing, [die for die in now.dice if not die.on_rail])
    if dice and hold is HoldMode.RAIL and not dice[0].entered:
        yield _("To the rail, on your left: {dice}.", dice=placed(dice, now.tray))


def _to_choose(now: Snapshot) -> Iterator[str]:
    """Yield the dice that may be set aside; where that is any, and they were entered, the call has said them."""
    may_hold, loose = expected_tray(now.state).may_hold, [die for die in now.dice if not die.on_rail]
    if 0 < len(may_hold) < len(loose):
        yield _("You may hold {dice}.", dice=placed(_showing(may_hold, loose), now.tray))
    elif may_hold and loose and not loose[0].entered:
        yield lying(now)


def _showing(faces: Iterable[int], dice: Iterable[LyingDie]) -> list[LyingDie]:
    """Return one die for each face, as far as there are."""
    left = Counter(faces)
    found: list[LyingDie] = []
    for die in dice:
        if die.value is not None and left[die.value]:
            left[die.value] -= 1
            found.append(die)
    return found


def lying(now: Snapshot) -> Text:
    """Return what lies on the tray, and where; of what can't be read or is no die also how far from the rims."""
    read = [die for die in now.dice if die.value is not None]
    spoken = [placed(read, now.tray, exactly=now.mode in NO_THROW)] if read else []
    spoken += [_found(_unread(die.doubt), die.center, now.tray) for die in now.dice if die.value is None]
    for thing in now.things:
        across, down = zip(*thing.corners, strict=True)
        middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
        spoken.append(_found(_("an object that isn’t a die"), middle, now.tray))
    return _("On the tray: {dice}.", dice=joined(spoken, "; ")) if spoken else _("The tray is empty.")


def placed(dice: Iterable[LyingDie], tray: TrayView, *, exactly: bool = False) -> Text:
    """Return “six and five on the rail; four at the top left”, the highest first; where on the rail, if ``exactly``.

    Dice that were entered lie nowhere.
    """
    groups: dict[str, list[Text]] = {}
    for die in sorted(dice, key=lambda die: -(die.value or 0)):
        place = _("on the rail") if die.on_rail and not exactly else place_words(die.center, tray)
        groups.setdefault("" if die.entered else place, []).append(FACES[(die.value or 1) - 1])
    return joined([_at(listed(faces), place) for place, faces in groups.items()], "; ")


def _at(what: Text, place: str) -> Text:
    return _("{die} {place}", die=what, place=place) if place else what


def _unread(doubt: str | None) -> Text:
    return _("an unreadable die ({doubt})", doubt=doubt) if doubt else _("an unreadable die")


def _found(what: Text, center: Point, tray: TrayView) -> Text:
    return joined([_at(what, place_words(center, tray)), from_the_rims(center, tray)], ", ")


def from_the_rims(center: Point, tray: TrayView) -> Text:
    """Return how far a place is from the two nearest rims, to guide a hand."""
    (x, y), left, near = center, 2 * center[0] < tray.width, 2 * center[1] > tray.height
    across, down = (_centimetres(x if left else tray.width - x), _centimetres(tray.height - y if near else y))
    return listed(
        [
            ngettext("{count} centimetre from the left rim", "{count} centimetres from the left rim", across)
            if left
            else ngettext("{count} centimetre from the right rim", "{count} centimetres from the right rim", across),
            ngettext("{count} centimetre from the near rim", "{count} centimetres from the near rim", down)
            if near
            else ngettext("{count} centimetre from the far rim", "{count} centimetres from the far rim", down),
        ]
    )


def _centimetres(length: float) -> int:
    return max(0, round(length / 10))


def aloud(text: str) -> str:
    """Return a text without what a voice would spell out, such as emojis in a name, and with numbers in one piece."""
    signs = ("So", "Sk", "Cf", "Co", "Cn")
    spoken = "".join(one for one in text if unicodedata.category(one) not in signs and not _SELECTORS.match(one))
    return _GAPS.sub("", spoken)


_SELECTORS = re.compile(r"[\N{VARIATION SELECTOR-1}-\N{VARIATION SELECTOR-16}]")
_GAPS = re.compile(r"(?<=\d)[\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE}](?=\d)")
