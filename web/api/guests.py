"""What guests send: requests to play, profiles, whose phone it is, and reactions."""

from flask import Blueprint, request

from engine import Joined
from engine.i18n import gettext as _
from engine.names import COLOURS, EMBLEMS
from table.commands import Play
from table.snapshot import SnapshotSource
from web.access.guard import open_to_all
from web.access.sessions import ControlSessions, check_helm
from web.access.visitor import visitor_of
from web.api.body import Body, ChangeBody, Positive, ShortText, decoded
from web.api.commands import CommandHandler
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied
from web.games import moment_texts
from web.guests.joining import GuestDesk, OwnPlayer
from web.guests.profiles import ProfileBook, profile_asked
from web.services.archive import Archive
from web.show.reactions import ReactionKind, Reactions


class ChosenProfile(Body, frozen=True):
    player: ShortText
    colour: ShortText
    emblem: ShortText


class OwnPhone(Body, frozen=True):
    player: ShortText | None


class RequestToPlay(Body, frozen=True):
    name: ShortText


class AnsweredRequest(ChangeBody, frozen=True):
    request: Positive
    accept: bool


class Reaction(Body, frozen=True):
    kind: ReactionKind


def profile_routes(table: SnapshotSource, archive: Archive, book: ProfileBook, own: OwnPlayer) -> Blueprint:
    part = Blueprint("profiles", __name__)

    @part.get("/profiles")
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

    @part.post("/profiles")
    @open_to_all
    @decoded
    def choose(given: ChosenProfile) -> dict[str, object]:
        own.choose(given.player, profile_asked(given.colour, given.emblem))
        return told()

    @part.post("/me")
    @open_to_all
    @decoded
    def claim(given: OwnPhone) -> dict[str, object]:
        own.claim(given.player or "")
        return {"player": given.player, "shown": shown(given.player or "")}

    @part.get("/moments")
    def moments() -> dict[str, object]:
        texts = moment_texts()
        firsts = archive.moments(request.args.get("player", ""))
        return {
            "moments": [
                {
                    "moment": key,
                    "game": game,
                    "title": texts[key].title,
                    "line": texts[key].line,
                }
                for key, game in sorted(firsts.items(), key=lambda one: (one[1], one[0]))
                if key in texts
            ]
        }

    return part


def join_requests(
    appliance: Appliance, hands: ControlSessions, commands: CommandHandler, desk: GuestDesk | None
) -> Blueprint:
    part = Blueprint("join_requests", __name__, url_prefix="/join-requests")

    @part.get("")
    def all_() -> dict[str, object]:
        check_helm(hands)
        sent = appliance.join_requests.open if appliance.join_requests else ()
        return {"requests": [{"request": one.number, "name": one.name, "shown": shown(one.name)} for one in sent]}

    def there() -> GuestDesk:
        if desk is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        return desk

    @part.get("/mine")
    def told() -> dict[str, object]:
        own = there().own()
        return {"stage": own.stage, "name": own.name or None, "helm": own.helm}

    @part.post("")
    @open_to_all
    @decoded
    def send(given: RequestToPlay) -> dict[str, object]:
        there().send(given.name)
        return told()

    @part.post("/withdraw")
    @open_to_all
    @decoded
    def withdraw(_given: Body) -> dict[str, object]:
        there().withdraw()
        return told()

    @part.post("/answer")
    @commands.change
    def answer(given: AnsweredRequest) -> dict[str, object]:
        """Accept or decline a request. An accepted player joins as by any phone at the helm."""
        requests = appliance.join_requests
        sent = requests.request(given.request) if requests else None
        if requests is None or sent is None:
            raise Denied(422, "no_such_request", _("That request is no longer open."))
        if not given.accept:
            requests.decline(given.request)
            return {"done": True}
        commands.done(Play(Joined(sent.name)))
        return {"done": True}

    return part


def reaction_routes(desk: Reactions) -> Blueprint:
    part = Blueprint("reactions", __name__, url_prefix="/reactions")

    @part.post("")
    @open_to_all
    @decoded
    def react(given: Reaction) -> dict[str, object]:
        desk.send(given.kind, visitor_of(request.environ).account)
        return {"sent": given.kind}

    return part
