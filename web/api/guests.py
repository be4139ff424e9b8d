"""What guests send: requests to play, profiles, whose phone it is, misread dice, and reactions."""

from flask import Blueprint, Response, request

from engine import Corrected, Joined, Refused, history_of
from engine.i18n import gettext as _
from engine.profiles import COLOURS, EMBLEMS
from engine.values import FACES, MOST_DICE
from table.commands import CommandSink, Play
from table.join_requests import JoinRequests
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import open_to_all
from web.access.sessions import ControlSessions, check_helm
from web.access.visitor import visitor_of
from web.api.command_routes import PATIENCE, CommandHandler
from web.api.corrections import MOST_ROLLS, preview_of
from web.api.request import Fields, fields
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied
from web.games import moment_texts
from web.guests.joining import GuestDesk, OwnPlayer
from web.guests.profiles import ProfileBook, profile_asked
from web.services.archive import Archive
from web.show.misreads import Misread, MisreadDesk
from web.show.reactions import KINDS, Reactions
from web.viewer import viewer_of


def misreads(desk: MisreadDesk, appliance: Appliance, commands: CommandHandler) -> Blueprint:
    """Return the blueprint. A correction itself is sent to ``/api/corrections``."""
    part = Blueprint("misreads", __name__, url_prefix="/misreads")

    @part.get("")
    def all_() -> dict[str, object]:
        return _told(desk)

    @part.post("")
    @open_to_all
    def report() -> dict[str, object]:
        given = fields()
        roll, place = given.number("roll", 1, MOST_ROLLS), given.number("place", 0, MOST_DICE - 1)
        face = given.number("face", FACES[0], FACES[-1])
        given.end()
        if appliance.helm is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        desk.report(roll, place, face, visitor_of(request.environ).account, _check)
        return _told(desk)

    @part.post("/dismiss")
    def dismiss() -> Response:
        return commands.keep(lambda given: _dismiss(desk, given))

    return part


def _check(now: Snapshot, report: Misread) -> None:
    dice = history_of(now.log).roll_of(report.roll)
    try:
        preview_of(now, Corrected(report.roll, (*dice[: report.place], report.face, *dice[report.place + 1 :])))
    except Refused as refused:
        raise Denied(422, refused.code, refused.why) from None


def _dismiss(desk: MisreadDesk, given: Fields) -> dict[str, object]:
    roll = given.number("roll", 1, MOST_ROLLS)
    given.end()
    desk.let_stay(roll)
    return {"done": True}


def _told(desk: MisreadDesk) -> dict[str, object]:
    return {
        "reports": [
            {"roll": one.roll, "place": one.place, "read": one.read, "face": one.face, "stage": one.stage}
            for one in desk.reports()
        ]
    }


def profiles(table: SnapshotSource, archive: Archive, book: ProfileBook, own: OwnPlayer) -> Blueprint:
    """Return the blueprint."""
    part = Blueprint("profiles", __name__)

    def told() -> dict[str, object]:
        players = table.snapshot().state.players
        looks = book.of_game(players)
        return {
            "colours": list(COLOURS),
            "emblems": list(EMBLEMS),
            "players": [
                {"name": name, "colour": looks[shown(name)].colour, "emblem": looks[shown(name)].emblem}
                for name in players
            ],
        }

    @part.get("/profiles")
    def all_() -> dict[str, object]:
        return told()

    @part.post("/profiles")
    @open_to_all
    def choose() -> dict[str, object]:
        given = fields()
        player, colour, emblem = given.text("player"), given.text("colour"), given.text("emblem")
        given.end()
        own.choose(player, profile_asked(colour, emblem))
        return told()

    @part.post("/me")
    @open_to_all
    def claim() -> dict[str, object]:
        given = fields()
        player = given.text_or_null("player")
        given.end()
        own.claim(player or "")
        return {"player": player, "shown": shown(player or "")}

    @part.get("/moments")
    def moments() -> dict[str, object]:
        words, texts = viewer_of(request).words, moment_texts()
        firsts = archive.moments(request.args.get("player", ""))
        return {
            "moments": [
                {
                    "moment": key,
                    "game": game,
                    "title": words.told(texts[key].title),
                    "line": words.told(texts[key].line),
                }
                for key, game in sorted(firsts.items(), key=lambda one: (one[1], one[0]))
                if key in texts
            ]
        }

    return part


def join_requests(
    appliance: Appliance, hands: ControlSessions, commands: CommandHandler, desk: GuestDesk | None
) -> Blueprint:
    """Return the blueprint for requests to play."""
    part = Blueprint("join_requests", __name__, url_prefix="/join-requests")

    @part.get("")
    def all_() -> dict[str, object]:
        check_helm(hands)
        sent = appliance.join_requests.open if appliance.join_requests else ()
        return {"requests": [{"request": one.number, "name": one.name, "shown": shown(one.name)} for one in sent]}

    @part.get("/mine")
    def mine() -> dict[str, object]:
        return _request_of(_there(desk))

    @part.post("")
    @open_to_all
    def send() -> dict[str, object]:
        given = fields()
        name = given.text("name")
        given.end()
        _there(desk).send(name)
        return _request_of(_there(desk))

    @part.post("/withdraw")
    @open_to_all
    def withdraw() -> dict[str, object]:
        fields().end()
        _there(desk).withdraw()
        return _request_of(_there(desk))

    @part.post("/answer")
    def answer() -> Response:
        return commands.keep(lambda given: _answer(appliance.helm, appliance.join_requests, given))

    return part


def _there(desk: GuestDesk | None) -> GuestDesk:
    if desk is None:
        raise Denied(422, "only_watching", _("This table is view only."))
    return desk


def _request_of(desk: GuestDesk) -> dict[str, object]:
    own = desk.own()
    return {"stage": own.stage, "name": own.name or None, "helm": own.helm}


def _answer(helm: CommandSink | None, requests: JoinRequests | None, given: Fields) -> dict[str, object]:
    """Accept or decline a request. An accepted player joins as by any phone at the helm."""
    number, accept = given.number("request", 1), given.flag("accept")
    given.end()
    request = requests.request(number) if requests else None
    if helm is None or requests is None or request is None:
        raise Denied(422, "no_such_request", _("That request is no longer open."))
    if not accept:
        requests.decline(number)
        return {"done": True}
    answer = helm.submit(Play(Joined(request.name)), PATIENCE)
    if not answer.done:
        again = answer.code in ("no_answer", "not_kept")
        raise Denied(503 if again else 422, answer.code, answer.why, 1 if again else None)
    return {"done": True}


def reactions(desk: Reactions) -> Blueprint:
    """Return the blueprint for reactions."""
    part = Blueprint("reactions", __name__, url_prefix="/reactions")

    @part.post("")
    @open_to_all
    def react() -> dict[str, object]:
        given = fields()
        kind = given.one_of("kind", KINDS)
        given.end()
        desk.send(kind, visitor_of(request.environ).account)
        return {"sent": kind}

    return part
