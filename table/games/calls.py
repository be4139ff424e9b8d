"""What the caller says of a confirmation: a short sentence of words alone, and the effect that sounds with it."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from engine import Announcement, Corrected, Event, Joined, Left, Renamed, Rolled, Started, Undone
from engine.face import spoken_dice
from engine.i18n import Text, full_sentence, joined
from engine.i18n import gettext as _
from table.games.rulebook import Rulebook
from table.snapshot import Call, Effect

ORDER: Sequence[Effect] = ("win", "five", "bell", "bust", "found", "bank")
"""The effects of announcements; the first that there is reason for sounds."""

ENDS: Mapping[str, Effect] = {"won": "win", "shared": "win"}
"""The effects of the announcements that all games share."""


def call_after(
    latest: Call | None,
    events: Sequence[Event],
    said: Sequence[Announcement],
    state: Any,
    game: Rulebook,
    *,
    same: bool,
) -> Call | None:
    """Return the call of these confirmed events, the latest one if they give no reason for another.

    ``said`` are their announcements, ``state`` is what they led to. ``same``: a correction is of the turn it was in.
    """
    found = _found(events, said, state, game, same=same)
    return latest if found is None else Call((latest.number if latest else 0) + 1, *found)


def _found(
    events: Sequence[Event], said: Sequence[Announcement], state: Any, game: Rulebook, *, same: bool
) -> tuple[Effect, Text | str] | None:
    effect_of = {**game.effects, **ENDS}
    reasons = {effect_of.get(one.word) for one in said}
    effect = next((one for one in ORDER if one in reasons), None)
    for event in events:
        match event:
            case Started():
                return "turn", joined([_("New game."), next_up(state)])
            case Undone():
                return "correction", joined([_("Undone."), next_up(state)])
            case Corrected(dice=dice):
                line = game.called(state, said) if same else joined([full_sentence(spoken_dice(dice)), next_up(state)])
                return "correction", joined([_("Correction."), line])
    if all(isinstance(event, (Joined, Left, Renamed)) for event in events):
        if effect == "win":
            return "win", next_up(state)
        who = next((event.player for event in events if isinstance(event, Joined)), None)
        return ("found", full_sentence(_("{player} joins", player=named(who)))) if who else None
    if not effect and all(isinstance(event, game.beside) for event in events):
        return "hold", ""
    rolled = any(isinstance(event, Rolled) for event in events)
    return effect or ("roll" if rolled else "bank"), game.called(state, said)


def named(player: str | None) -> str:
    """Return a name as it is spoken: its letters and numbers, without emojis and symbols."""
    kept = "".join(one if _is_spoken(one) else " " for one in player or "")
    return " ".join(kept.split()) or (player or "")


def _is_spoken(one: str) -> bool:
    return one in "-'’" or (
        unicodedata.category(one) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")
        and not ("\N{VARIATION SELECTOR-1}" <= one <= "\N{VARIATION SELECTOR-16}")
    )


def next_up(state: Any) -> Text:
    if state.phase == "over":
        if state.winner is None:
            return _("It’s a tie.")
        return _("{player} wins!", player=named(state.winner))
    return _("{player}’s turn.", player=named(state.player))


def ends(line: Text, state: Any, *more: Text) -> Text:
    return joined([line, *more, next_up(state)])
