"""Corrections: the rolls of the game, the preview of a correction, and the correction itself."""

from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any

from flask import Blueprint, Response, request

from engine import Corrected, Event, GameHistory, Refused, Rolled, history_of
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from table.commands import Command, Play
from table.snapshot import Snapshot, SnapshotSource
from web.access.sessions import ControlSessions, check_helm
from web.api.command_routes import CommandHandler
from web.api.request import Fields, bad
from web.api.state import standing_of
from web.catalogue import Words
from web.display_names import shown
from web.errors import Denied
from web.viewer import viewer_of

MOST_ROLLS = 100_000


def corrections(table: SnapshotSource, hands: ControlSessions, commands: CommandHandler) -> Blueprint:
    """Return the blueprint for corrections of rolls."""
    part = Blueprint("corrections", __name__)
    teller = RollTeller()

    @part.get("/rolls")
    def rolls() -> dict[str, object]:
        now = table.snapshot()
        return {"boot": now.boot, "revision": now.revision, "rolls": teller.told(now.log)}

    @part.get("/corrections")
    def preview() -> dict[str, object]:
        check_helm(hands)
        try:
            roll = int(request.args["roll"])
            dice = tuple(int(face) for face in request.args["dice"].split(","))
        except (KeyError, ValueError):
            raise bad(_("Ask with ?roll=3&dice=6,5,4,2,1: the roll’s number and its dice.")) from None
        try:
            return _in_words(preview_of(table.snapshot(), Corrected(roll, dice)), viewer_of(request).words)
        except Refused as refused:
            raise Denied(422, refused.code, refused.why) from None

    @part.post("/corrections")
    def correct() -> Response:
        return commands.execute(_correction)

    return part


class RollTeller:
    """Lists the rolls of games. The latest list is cached, so that many requests cost one computation per event."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: tuple[tuple[Event, ...], list[dict[str, object]]] = ((), [])

    def told(self, log: tuple[Event, ...]) -> list[dict[str, object]]:
        """Return all rolls of that game."""
        with self._lock:
            if self._latest[0] is not log:
                self._latest = log, rolls_of(log) if log else []
            return self._latest[1]


def rolls_of(log: tuple[Event, ...]) -> list[dict[str, object]]:
    """Return all rolls of a game by number: as first read, as they are now, and whether they count."""
    book = history_of(log)
    read = [event for event in log if isinstance(event, Rolled)]
    counting = {entry.roll: entry for entry in book.counting if entry.roll is not None}
    told: list[dict[str, object]] = []
    for number, first in enumerate(read, 1):
        entry = counting.get(number)
        now = entry.event if entry else first
        assert isinstance(now, Rolled)
        told.append(
            {
                "number": number,
                "player": (book.thrower_of(entry) if entry else None) or first.player,
                "dice": list(now.dice),
                "told": first.told,
                "counts": entry is not None,
                "was": list(first.dice) if now.dice != first.dice else None,
            }
        )
    return told


def preview_of(snapshot: Snapshot, event: Corrected) -> dict[str, object]:
    """Return what that correction would change in the game; :class:`~engine.Refused` if it is not possible."""
    if not snapshot.log:
        raise Refused("no_such_roll", _("No such roll: there are none yet."))
    book = history_of(snapshot.log)
    asks, player, was = book.asks(event), book.thrower(event.roll), book.roll_of(event.roll)
    before = book.state
    book.write(event)
    return {
        "boot": snapshot.boot,
        "revision": snapshot.revision,
        "roll": event.roll,
        "player": player,
        "was": list(was),
        "now": list(event.dice),
        "asks": asks,
        "changes": list(_changes(before, book)) or list(_lies(before, book.state)),
        "standing": standing_of(book.state),
    }


def _changes(before: Any, book: GameHistory) -> Iterator[dict[str, object]]:
    """Yield the differences after a correction: of the turns that go on, the scores, and who wins or is on turn."""
    after, turns = book.state, {}
    was, now = (standing_of(state) for state in (before, after))
    if after.player and before.player == after.player and was["held"] != now["held"]:
        yield _change("held", after.player, was["held"], now["held"])
    for name in dict.fromkeys((before.player, after.player)):
        worth = _worth(before, name), _worth(after, name)
        if worth[0] != worth[1] and None not in worth:
            turns[name] = worth
            yield _change("worth", name, *worth)
    for name in after.players:
        score, total = [[one[of].get(name) for one in (was, now)] for of in ("scores", "totals")]
        if score[0] != score[1] and name not in turns:
            yield _change("score", name, score[0], score[1])
        if total[0] != total[1] and total != [one or 0 for one in score]:
            yield _change("total", name, total[0], total[1])
    if before.winner != after.winner:
        yield _change("winner", after.winner, before.winner, after.winner)
    elif before.player != after.player and after.player is not None:
        again = book.game.is_over(before, book.game.place(after))
        yield _change("turn" if again else "next", after.player, before.player, after.player)
    if now["phase"] == "rolloff" != was["phase"]:
        yield _change("rolloff", None, list(before.tied), list(after.tied))
    if book.dropped:
        yield _change("set_aside", after.player, 0, book.dropped)


def _worth(state: Any, name: str | None) -> object:
    """Return the points or the hand of that player's turn as it lies, 0 after a bust; None where there is neither."""
    if name is None or state.player != name:
        last = getattr(state, "last", None)
        return 0 if last and last.player == name and getattr(last, "bust", False) else None
    standing = standing_of(state)
    return standing.get("hand") or standing.get("points", getattr(state.turn, "score", None))


def _lies(before: Any, after: Any) -> Iterator[dict[str, object]]:
    was, now = (sorted(standing_of(state)["lies"], reverse=True) for state in (before, after))
    if was != now:
        yield _change("lies", after.player, was, now)


def _change(what: str, player: str | None, was: object, now: object) -> dict[str, object]:
    return {"what": what, "player": player, "was": was, "now": now}


def change_in_words(change: Mapping[str, Any], words: Words, named: Callable[[str], str]) -> str:
    """Describe a change in a few words; ``named`` formats a name."""
    player, was, now = change["player"], change["was"], change["now"]
    if change["what"] == "rolloff":
        now = [named(name) for name in now]
    said: str = words.helm_change(
        change["what"], named(player) if player else "", was, now, named(was) if isinstance(was, str) else ""
    )
    return said


def _in_words(preview: dict[str, Any], words: Words) -> dict[str, object]:
    """Return the preview with a sentence for each change and its question, in the viewer's language."""
    said = [{**change, "says": full_sentence(change_in_words(change, words, shown))} for change in preview["changes"]]
    return {**preview, "asks": words.told(preview["asks"]), "changes": said}


def _correction(given: Fields) -> Command:
    corrected = Corrected(given.number("roll", 1, MOST_ROLLS), given.faces("dice"))
    return Play(corrected, sure=given.flag("sure", False))
