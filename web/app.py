"""Flask application factory and error handlers."""

from typing import Any

from flask import Blueprint, Flask, Response, has_request_context, jsonify, render_template, request
from flask.json.provider import DefaultJSONProvider
from markupsafe import escape
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.routing import IntegerConverter

from engine.i18n import languages, translated
from table.errors import NotAccepted
from table.snapshot import SnapshotSource
from web.access.captive import Captive
from web.access.guard import OwnerRights, names_of, set_guard
from web.access.pin import OwnerPin
from web.access.sessions import ControlSessions, Tickets
from web.api.commands import CommandHandler
from web.api.guests import join_requests, profile_routes, reaction_routes
from web.api.helm import helm, screen_routes
from web.api.machine import caring, machine
from web.api.moves import playing
from web.api.owner import owner, people
from web.api.rolls import clip_routes, corrections, misread_routes, proof_routes
from web.api.settings import keeping
from web.api.shake import shaking
from web.api.state import metrics_page, watching
from web.api.tournament import tournament
from web.appliance import Appliance
from web.errors import FAILURES, Denied, part_or, sorry
from web.games.own_games import OwnGames
from web.guests.joining import GuestDesk, OwnPlayer, joining_pages, own_pages
from web.guests.profiles import ProfileBook
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.helm.appliance import helm_box
from web.helm.new_game import helm_games
from web.helm.pages import helm_pages
from web.history.books import LedgerBook, PlayerBook
from web.history.routes import log_pages
from web.http.limits import MAX_STREAMS, OWN_STREAMS, Streams
from web.http.static_files import BUILD, files, pack
from web.install import installing
from web.live.chances import AdviceCache, LiveFigures, figures_on
from web.live.pages import attract_pages, pages, screens
from web.live.renderer import Beside, Renderer
from web.live.result import EveningScore, GameReviews
from web.live.sse import HEARTBEAT
from web.live.template_context import dress
from web.owner import machine_pages, owner_pages
from web.setup.pages import setup_pages
from web.show.clip_desk import ClipDesk, clip_pages
from web.show.evening import evening_pages
from web.show.misreads import MisreadDesk, misread_pages
from web.show.proof import ProofDesk, proof_pages
from web.show.reactions import Reactions, reactions_on
from web.show.shake import shake_pages
from web.tournament.desk import TournamentDesk
from web.tournament.pages import tournament_pages
from web.viewer import viewer_of

API = ("/api/", "/healthz")
"""What programs ask for: they are answered in JSON, whatever happens."""


class TranslatedJson(DefaultJSONProvider):
    """JSON whose texts are in the language of the request."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return super().dumps(translated(obj, viewer_of(request).language) if has_request_context() else obj, **kwargs)


class PageApp(Flask):
    """An application that writes an error into the log as one line, without a traceback."""

    def log_exception(self, exc_info: Any) -> None:
        FAILURES.note(f"{request.method} {request.url_rule or 'request'}", exc_info[1])


class Number(IntegerConverter):
    """A whole number of at most 15 digits in an address. A longer one matches no route."""

    regex = r"\d{1,15}"


def create_app(
    table: SnapshotSource,
    appliance: Appliance | None = None,
    *,
    heartbeat: float = HEARTBEAT,
    max_streams: int = MAX_STREAMS,
    own_streams: int = OWN_STREAMS,
) -> Flask:
    """Create the application of this table, with the services of the ``appliance``.

    ``heartbeat`` is the silence in seconds after which a stream sends a beat, ``max_streams`` the number of streams for
    guests at a time, ``own_streams`` that for the table's own clients.
    """
    appliance = appliance or Appliance()
    app = PageApp(__name__, static_folder=None)
    app.json = TranslatedJson(app)
    dress(app)
    app.url_map.converters["int"] = Number
    profiles = ProfileBook(appliance.drawer, appliance.archive)
    book = PlayerBook(appliance.drawer, appliance.archive, profiles)
    own_games = OwnGames(appliance.drawer)
    ledger = LedgerBook(appliance.drawer, appliance.archive)
    live = LiveFigures(has_chances=appliance.most_help != "off", is_on=figures_on(appliance.known_settings))
    tonight, reviews = EveningScore(appliance.archive), GameReviews(appliance.archive, draws=live.draws)
    sound = SoundSwitch(appliance.drawer)
    cup = TournamentDesk(table, appliance.archive, appliance.drawer, appliance.bulletin)
    helps, demo = appliance.most_help, appliance.demo
    beside = Beside(tonight, reviews, helps, demo, profiles, cup, sound)
    fragments = {language: Renderer(app.jinja_env, language, BUILD, beside) for language in languages()}
    streams = app.extensions["quarterdeck_streams"] = Streams(max_streams, own_streams)
    hands, tickets = ControlSessions(appliance.drawer, appliance.idle), Tickets()
    room = Room(appliance.codes, appliance.drawer, appliance.pairing)
    rights = OwnerRights(OwnerPin(appliance.drawer), hands, appliance.helm, has_buttons=room.has_buttons)
    captive = Captive(appliance.own_address)
    set_guard(app, appliance.secret, names_of(appliance.hosts), hands, room.screens.has, rights, captive)

    desk = GuestDesk(table, appliance.join_requests, hands, appliance.guests) if appliance.join_requests else None

    own = OwnPlayer(table, profiles, hands, rights)
    clips, reactions = ClipDesk(appliance, rights), Reactions(reactions_on(appliance.known_settings))
    misreads = MisreadDesk(table, appliance.bulletin, reactions.is_on)
    proof = ProofDesk(table, appliance.archive, appliance.drawer)
    coach = AdviceCache(most=helps)
    app.after_request(pack)

    @app.after_request
    def meet_players(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:  # a question changes nothing
            part_or("the profiles", lambda: profiles.meet(table.snapshot().state.players), None)
            profiles.keep_given()
        return response

    app.register_blueprint(files())
    app.register_blueprint(installing())
    found = {"buttons": room.has_buttons, "lamps": appliance.lamps is not None, "reached": captive.reached}
    app.register_blueprint(pages(table, fragments, coach, streams, heartbeat, demo, profiles, reactions, live, found))
    if appliance.metrics is not None:
        app.register_blueprint(metrics_page(appliance.metrics, lambda: len(streams)))
    app.register_blueprint(screens(table, appliance, fragments, coach, room, rights, sound))
    app.register_blueprint(log_pages(appliance.archive, ledger=ledger, profiles=profiles))
    app.register_blueprint(joining_pages(desk))
    app.register_blueprint(own_pages(own))
    app.register_blueprint(clip_pages(clips))
    app.register_blueprint(misread_pages(misreads, corrects=appliance.helm is not None))
    app.register_blueprint(tournament_pages(table, appliance, hands, cup))
    app.register_blueprint(attract_pages(table, appliance, profiles))
    app.register_blueprint(shake_pages(table, appliance, own, clips, rights))
    app.register_blueprint(evening_pages(appliance, clips))
    app.register_blueprint(helm_pages(table, appliance, hands, room, cup, misreads))
    app.register_blueprint(helm_games(table, appliance, hands))
    app.register_blueprint(helm_box(table, appliance, hands, tickets, rights))
    app.register_blueprint(owner_pages(table, appliance, hands, room, rights, book, ledger, profiles, sound, own_games))
    if appliance.setup is not None:
        app.register_blueprint(setup_pages(appliance, appliance.setup, hands, rights))
    app.register_blueprint(proof_pages(proof, rights))
    app.register_blueprint(machine_pages(table, appliance, rights))
    commands, archive = CommandHandler(table, appliance.helm), appliance.archive
    api = Blueprint("api", __name__, url_prefix="/api")
    api.register_blueprint(watching(table, appliance, rights, streams, heartbeat))
    api.register_blueprint(playing(table, commands, archive))
    api.register_blueprint(corrections(table, hands, commands))
    api.register_blueprint(misread_routes(misreads, appliance, commands))
    api.register_blueprint(proof_routes(proof, commands))
    api.register_blueprint(clip_routes(appliance, clips, commands))
    api.register_blueprint(keeping(appliance, hands, commands, rights, own_games))
    api.register_blueprint(caring(appliance, commands, rights, tickets))
    api.register_blueprint(machine(table, appliance, rights))
    api.register_blueprint(helm(table, appliance, hands, room, rights))
    api.register_blueprint(screen_routes(appliance, room, rights, sound))
    api.register_blueprint(owner(rights, appliance.care))
    api.register_blueprint(people(appliance, book, ledger, commands, rights))
    api.register_blueprint(profile_routes(table, archive, profiles, own))
    api.register_blueprint(join_requests(appliance, hands, commands, desk))
    api.register_blueprint(reaction_routes(reactions))
    api.register_blueprint(tournament(table, commands, cup))
    api.register_blueprint(shaking(table, commands, rights))
    app.register_blueprint(api)
    app.register_error_handler(HTTPException, _sorry)
    app.register_error_handler(Denied, _denied)
    app.register_error_handler(NotAccepted, _not_accepted)
    return app


def _denied(denied: Denied) -> tuple[Response | str, int, list[tuple[str, str]]]:
    later = [("Retry-After", str(denied.later))] if denied.later else []
    if request.path.startswith(API) or request.method not in ("GET", "HEAD"):
        return jsonify(code=denied.code, why=denied.why), denied.status, later
    heading, _ = sorry(denied.status, denied.code)
    return render_template("sorry.html", sorry=(heading, denied.why), code=denied.code), denied.status, later


def _not_accepted(refusal: NotAccepted) -> tuple[Response | str, int, list[tuple[str, str]]]:
    status = 429 if refusal.later else 403
    return _denied(Denied(status, refusal.code, refusal.why, refusal.later))


def _sorry(error: HTTPException) -> tuple[Response | str, int, list[tuple[str, str]]]:
    code = error.code or InternalServerError.code
    kept = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    heading, why = translated(sorry(code), viewer_of(request).language)
    if request.path.startswith(API):
        return jsonify(code=CODES.get(code, "failed"), why=why), code, kept
    try:
        return render_template("sorry.html", sorry=(heading, why)), code, kept
    except Exception as failure:
        FAILURES.note("the page for errors", failure)
        return f"<!doctype html><title>{escape(heading)}</title><p>{escape(why)}</p>", code, kept


CODES = {400: "bad_request", 404: "not_found", 405: "wrong_method", 413: "too_large", 503: "full"}
"""Codes of HTTP errors in the API."""
