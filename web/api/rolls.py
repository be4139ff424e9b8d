"""The rolls of the game: their list, corrections and what they would change, reports of misread dice, and clips."""

from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Annotated, Any

from flask import Blueprint, request
from msgspec import Meta

from engine import Corrected, Event, GameHistory, Refused, Rolled, game_of, history_of, i18n
from engine.i18n import Text, full_sentence, listed, ngettext
from engine.i18n import gettext as _
from engine.names import LONGEST_KEPT
from engine.values import FACES, MOST_DICE
from table.commands import Command, Play
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import for_helm_or_owner, open_to_all
from web.access.sessions import ControlSessions, check_helm
from web.access.visitor import visitor_of
from web.api.body import Body, ChangeBody, Dice, Face, ShortText, bad, decoded
from web.api.commands import CommandHandler, MoveBody
from web.api.state import standing_of
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied
from web.services.device import Clip, Clips
from web.show.clip_desk import NO_CLIP, ClipDesk
from web.show.misreads import Misread, MisreadDesk
from web.show.proof import ProofDesk

MOST_ROLLS = 100_000

RollNumber = Annotated[int, Meta(ge=1, le=MOST_ROLLS)]


class Correction(MoveBody, frozen=True):
    """A roll and its right dice; ``sure`` answers the question that the preview asks."""

    roll: RollNumber
    dice: Dice
    sure: bool = False


class MisreadDie(Body, frozen=True):
    roll: RollNumber
    place: Annotated[int, Meta(ge=0, le=MOST_DICE - 1)]
    face: Face


class ReadRight(ChangeBody, frozen=True):
    roll: RollNumber


class CheckedThrow(ChangeBody, frozen=True):
    """A throw that the owner has looked at: the true face of each die on the page, 0 where there is none."""

    throw: ShortText
    faces: Annotated[tuple[Annotated[int, Meta(ge=0, le=FACES[-1])], ...], Meta(min_length=1, max_length=MOST_DICE)]
    missing: Annotated[int, Meta(ge=0, le=MOST_DICE)] = 0
    light: Annotated[str, Meta(max_length=LONGEST_KEPT)] = ""


class ClipId(ChangeBody, frozen=True):
    clip: Annotated[str, Meta(min_length=1, max_length=40)]


def corrections(table: SnapshotSource, hands: ControlSessions, commands: CommandHandler) -> Blueprint:
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
        state = (now := table.snapshot()).state
        found = _preview_of(now, roll, dice)
        says = [{**one, "says": full_sentence(change_in_words(one, shown, state))} for one in found["changes"]]
        return {**found, "changes": says}

    @part.post("/corrections")
    @commands.command
    def correct(given: Correction) -> Command:
        return Play(Corrected(given.roll, given.dice), sure=given.sure)

    return part


def misread_routes(desk: MisreadDesk, appliance: Appliance, commands: CommandHandler) -> Blueprint:
    """Return the blueprint for reports of misread dice. A correction itself is sent to ``/api/corrections``."""
    part = Blueprint("misreads", __name__, url_prefix="/misreads")

    @part.get("")
    def told() -> dict[str, object]:
        keys = ("roll", "place", "read", "face", "stage")
        return {"reports": [{key: getattr(one, key) for key in keys} for one in desk.reports()]}

    def check(now: Snapshot, report: Misread) -> None:
        dice = history_of(now.log).roll_of(report.roll)
        _preview_of(now, report.roll, (*dice[: report.place], report.face, *dice[report.place + 1 :]))

    @part.post("")
    @open_to_all
    @decoded
    def report(given: MisreadDie) -> dict[str, object]:
        if appliance.helm is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        desk.report(given.roll, given.place, given.face, visitor_of(request.environ).account, check)
        return told()

    @part.post("/dismiss")
    @commands.change
    def dismiss(given: ReadRight) -> dict[str, object]:
        desk.let_stay(given.roll)
        return {"done": True}

    return part


def proof_routes(desk: ProofDesk, commands: CommandHandler) -> Blueprint:
    part = Blueprint("proof", __name__, url_prefix="/proof")

    @part.post("")
    @for_helm_or_owner
    @commands.change
    def check(given: CheckedThrow) -> dict[str, object]:
        desk.check(given.throw, given.faces, given.missing, " ".join(given.light.split()))
        return {"done": True}

    return part


def clip_routes(appliance: Appliance, desk: ClipDesk, commands: CommandHandler) -> Blueprint:
    part = Blueprint("clips", __name__, url_prefix="/clips")

    def told(clip: Clip) -> dict[str, object]:
        return {
            "id": clip.id,
            "game": clip.game,
            "roll": clip.roll,
            "player": desk.thrower(clip) or None,
            "dice": [die.value for die in clip.dice],
            "moment": clip.word or None,
            "kept": clip.is_kept,
            "pictures": clip.address,
        }

    def kept() -> Clips:
        desk.check()
        if appliance.clips is None:
            raise Denied(404, "no_such_clip", NO_CLIP)
        return appliance.clips

    @part.get("")
    def all_() -> dict[str, object]:
        if not desk.is_there:
            return {"latest": None, "kept": [], "unreadable": 0}
        desk.check()
        latest = desk.latest()
        return {
            "latest": told(latest) if latest else None,
            "kept": [told(clip) for clip in desk.kept()],
            "unreadable": desk.unreadable(),
        }

    @part.post("/keep")
    @commands.change
    def keep(given: ClipId) -> dict[str, object]:
        return {"clip": told(kept().keep(given.clip))}

    @part.post("/remove")
    @commands.change
    def remove(given: ClipId) -> dict[str, object]:
        kept().remove(given.clip)
        return {"removed": given.clip}

    return part


def _preview_of(now: Snapshot, roll: int, dice: tuple[int, ...]) -> dict[str, Any]:
    try:
        return preview_of(now, Corrected(roll, dice))
    except Refused as refused:
        raise Denied(422, refused.code, refused.why) from None


class RollTeller:
    """Lists the rolls of games. The latest list is cached, so that many requests cost one computation per event."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: tuple[tuple[Event, ...], list[dict[str, object]]] = ((), [])

    def told(self, log: tuple[Event, ...]) -> list[dict[str, object]]:
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
        raise Refused("no_such_roll", _("There’s no such roll."))
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
    is_same_round = before.round == after.round  # scores are those of a round
    for name in after.players:
        score, total = [[one[of].get(name) for one in (was, now)] for of in ("scores", "totals")]
        if is_same_round and score[0] != score[1] and name not in turns:
            yield _change("score", name, score[0], score[1])
        if total[0] != total[1] and not (is_same_round and total == [one or 0 for one in score]):
            yield _change("total", name, total[0], total[1])
        card = [one.get("card", {}).get(name, {}).get("total") for one in (was, now)]
        if score[0] == score[1] and card[0] != card[1]:  # of which not every point counts
            yield _change("total", name, card[0], card[1])
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


def change_in_words(change: Mapping[str, Any], named: Callable[[str], str], state: Any) -> Text:
    """Describe a change in a few words; ``named`` formats a name. ``state`` is that of the game as it stands."""
    player, was, now = named(change["player"]) if change["player"] else "", change["was"], change["now"]
    match change["what"]:
        case "held" if now:
            return _("{player} holds {dice}", player=player, dice=" ".join(map(str, now)))
        case "held":
            return _("{player} holds nothing", player=player)
        case "lies":
            return _("{player} rolled {dice}", player=player, dice=" ".join(map(str, now)))
        case "worth":
            return _("{player}: {was} → {now} this turn", player=player, was=_score(was, state), now=_score(now, state))
        case "score":
            return _("{player}: {was} → {now}", player=player, was=_score(was, state), now=_score(now, state))
        case "total":
            return _("{player}: {was} → {now} in total", player=player, was=_score(was, state), now=_score(now, state))
        case "winner" if now:
            return _("{player} wins", player=player)
        case "winner":
            return _("{player} is no longer the winner", player=named(was) if was else "")
        case "turn":
            return _("{player}’s turn again", player=player)
        case "next":
            return _("{player}’s turn", player=player)
        case "rolloff":
            return _("Roll-off: {players}", players=listed([named(name) for name in now]))
    return ngettext("{count} later event no longer counts", "{count} later events no longer count", now)


def _score(score: Any, state: Any) -> str:
    if isinstance(score, list):
        return game_of(state.rules.name).face.rolled_off(state, tuple(score))  # type: ignore[attr-defined, no-any-return]
    return _("no score") if score is None else i18n.number(score)
