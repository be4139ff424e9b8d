"""The pages and sheets of the helm. A sheet is a piece of HTML shown over the table, for the helm only."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, Response, current_app, render_template, request, url_for

from engine import BadRules, Refused, Rolled, Started, legal_actions
from engine.i18n import gettext as _
from table.games import check_start, rulebook
from table.panel import SIGNALS
from table.snapshot import Mode, Snapshot, SnapshotSource
from web.access.sessions import ControlSessions, check_helm, hand
from web.api.rolls import rolls_of
from web.appliance import Appliance
from web.display_names import cleaned, isolated, shown
from web.errors import Denied, part_or
from web.games import game_on_the_page
from web.guests.room import Room
from web.helm.actions import bar_of, enters, latest_roll, move, pause, uncounted
from web.helm.correction import mend_as, mend_lying, mend_roll
from web.live.view_model import signal_in_words, typing_of
from web.show.misreads import MisreadDesk
from web.tournament.desk import TournamentDesk
from web.tournament.view import line_of

Found = TypeVar("Found")

ANTES = (1, 2, 3, 5, 10, 20)
"""Chips of an ante that is set with one tap."""

EARLIER = 200
"""Earlier rolls below the latest one, each corrected with two taps."""

PAGES = {
    "helm_games.new": _("New game"),
    "helm_box.doctor": _("System check"),
    "owner.index": _("Owner"),
}
"""The pages of the helm by their endpoints."""

HOW = {
    "buttons": _("Hold both tray buttons for 3 seconds. Press ROLL when the lamp shows this phone’s colour."),
    "screen": _("A table screen shows a code for this phone."),
    "code": _("Get a code from a phone at the helm, or run “quarterdeck pair” on the machine."),
}
"""How the helm is taken: by a press of ROLL, with a code from a screen of the table, or with one from elsewhere."""

STAGES = {
    "buttons": {
        "open": _("Hold both tray buttons for 3 seconds."),
        "asking": _("Asking…"),
        "waiting": _("It’s another phone’s turn. Press STAND on the tray for the next."),
        "shown": _("Press ROLL if the tray’s lamp shows this."),
        "refused": _("This phone was refused at the table."),
        "lost": _("Connection lost. Reconnecting…"),
    },
    "screen": {
        "open": _("Asking…"),
        "asking": _("Asking…"),
        "waiting": _("Asking…"),
        "shown": _("Enter the code shown next to this colour."),
        "refused": _("Refused. Ask again."),
        "lost": _("Connection lost. Reconnecting…"),
    },
}
"""What a phone that asks says at each stage; the stages are those of the API, “open” and “lost”."""


def helm_pages(
    table: SnapshotSource,
    appliance: Appliance,
    hands: ControlSessions,
    room: Room,
    cup: TournamentDesk,
    misreads: MisreadDesk,
) -> Blueprint:
    part = Blueprint("helm", __name__, url_prefix="/helm")

    @part.app_context_processor
    def at_helm() -> dict[str, object]:
        return {"at_helm": hands.is_there(hand()), "isolated": isolated, "shown": shown, "cleaned": cleaned}

    @part.get("")
    def index() -> str:
        tasks = [(endpoint, name) for endpoint, name in PAGES.items() if endpoint in current_app.view_functions]
        signals = {f"{one.colour}-{one.blinks}": signal_in_words(one) for one in SIGNALS}  # as the script looks it up
        return render_template(
            "helm/index.html",
            tasks=tasks,
            way=room.way,
            how=HOW[room.way],
            stages=STAGES.get(room.way),
            signals=signals,
            screens=room.screens.all(),
        )

    @part.get("/bar")
    def bar() -> str:
        _check(hands)
        requests = appliance.join_requests.open if appliance.join_requests else ()
        now = table.snapshot()
        bar = bar_of(now, part_or("the tournament", lambda: line_of(cup, now), None))
        cards = game_on_the_page(now.state).layout == "cards"
        misread = next(iter(misreads.open(now)), None)
        correct = mend_as(now, misread.roll, misread.place, misread.face) if misread else None
        return render_template(
            "helm/_bar.html", bar=bar, cards=cards, requests=requests, misread=misread, correct=correct
        )

    @part.get("/more")
    def more() -> str:
        _check(hands)
        now = table.snapshot()
        return render_template(
            "helm/_more.html",
            moment=_moment(now),
            pauses=(pause(True),) if now.camera != "off" and now.mode is not Mode.PAUSED else (),
            enters=now.camera != "off" and enters(now),
            stakes=_stakes(now),
            rounds=game_on_the_page(now.state).rounds(now.state),
            restart=_restart(now),
        )

    @part.get("/hand")
    def by_hand() -> str:
        _check(hands)
        now = table.snapshot()
        places = game_on_the_page(now.state).entered(now.state)
        return render_template(
            "helm/_hand.html", moment=_moment(now), places=places, typing=typing_of(now), trouble=now.camera_why
        )

    @part.get("/die/<key>")
    def die(key: str) -> str:
        _check(hands)
        now = table.snapshot()
        mending = mend_lying(now, key, _told(request.args.get("told", "")))
        return render_template("helm/_die.html", moment=_moment(now), mending=mending)

    @part.get("/rolls/<int:number>/<int:place>")
    def die_of_roll(number: int, place: int) -> str:
        _check(hands)
        now = table.snapshot()
        try:
            likeliest = _seen(now, number, place, appliance.dice.likeliest) if appliance.dice else None
            mending = mend_roll(now, number, place, likeliest or ())
        except Refused as refused:
            raise Denied(422, refused.code, refused.why) from None
        return render_template("helm/_die.html", moment=_moment(now), mending=mending)

    @part.get("/latest")
    def latest() -> str:
        _check(hands)
        now = table.snapshot()
        number, thrown = latest_roll(now)
        told = rolls_of(now.log)[::-1] if now.log else []
        earlier = [roll for roll in told if roll["counts"] and roll["number"] != number][:EARLIER]
        return render_template("helm/_latest.html", lying=uncounted(now), number=number, thrown=thrown, earlier=earlier)

    @part.get("/pictures/<key>")
    def picture(key: str) -> Response:
        _check(hands)
        die = next((one for one in table.snapshot().dice if one.key == key), None)
        return _jpeg(appliance.dice.lying(die.center) if appliance.dice and die else None)

    @part.get("/pictures/things/<int:place>")
    def picture_of_thing(place: int) -> Response:
        _check(hands)
        thing = next(iter(table.snapshot().things[place:]), None)
        return _jpeg(appliance.dice.thing(thing.corners) if appliance.dice and thing else None)

    @part.get("/pictures/<int:number>/<int:place>")
    def picture_of_roll(number: int, place: int) -> Response:
        _check(hands)
        return _jpeg(_seen(table.snapshot(), number, place, appliance.dice.rolled) if appliance.dice else None)

    @part.get("/company")
    def company() -> str:
        _check(hands)
        now = table.snapshot()
        strangers = [name for name in appliance.guests() if name not in (*now.state.players, *now.joining)]
        return render_template(
            "helm/_company.html",
            players=now.state.players,
            here=set(now.state.present),
            known=strangers,
            over=rulebook(now.state).is_over(now.state),
            joining=now.joining,
            leave={name: [move("leave", player=name)] for name in (*now.state.players, *now.joining)},
            back={name: [move("join", player=name)] for name in now.state.players},
        )

    @part.get("/keys")
    def keys() -> str:
        _check(hands)
        return render_template("helm/_keys.html")

    @part.get("/stakes")
    def stakes() -> str:
        _check(hands)
        now = table.snapshot()
        antes = {chips: move("ante", chips=chips) for chips in ANTES}
        return render_template(
            "helm/_stakes.html",
            moment=_moment(now),
            state=now.state,
            stakes=_stakes(now),
            antes=antes,
            bettors=game_on_the_page(now.state).bettors(now.state),
        )

    @part.get("/rounds")
    def rounds() -> str:
        _check(hands)
        now = table.snapshot()
        rounds = game_on_the_page(now.state).rounds(now.state)
        return render_template("helm/_rounds.html", moment=_moment(now), rounds=rounds)

    @part.get("/gone")
    def gone() -> str:
        return render_template("helm/_gone.html", to=url_for("helm.index"))

    return part


def _check(hands: ControlSessions) -> None:
    """Raise :class:`~web.errors.Denied` for a client that is not at the helm; viewing does not use its place."""
    if not hands.is_there(hand()):
        check_helm(hands)


def _seen(now: Snapshot, number: int, place: int, ask: Callable[[int, int, int], Found]) -> Found | None:
    """Return what ``ask`` returns for that die of a roll, by its face as read; None if there is no such die."""
    read = [event.dice for event in now.log if isinstance(event, Rolled)]
    if not (1 <= number <= len(read) and place < len(read[number - 1])):
        return None
    face = read[number - 1][place]
    return ask(number, face, read[number - 1][:place].count(face))


def _jpeg(picture: bytes | None) -> Response:
    return Response(picture, mimetype="image/jpeg") if picture else Response(status=204)


def _moment(now: Snapshot) -> str:
    return f"{now.boot}:{now.revision}"


def _restart(now: Snapshot) -> list[tuple[str, dict[str, object]]]:
    """Return the call that begins the same game again, with the players who are there; none if they are too few."""
    rules = {"preset": now.state.rules.name, "options": dict(now.state.options)}
    here = {name: points for name, points in now.state.handicap.items() if name in now.state.present}
    players = [*now.state.present, *now.joining]
    try:
        check_start(Started(now.state.rules.name, tuple(players), next(iter(players), ""), dict(now.state.options)))
    except BadRules:
        return []
    return [("/api/games", {**rules, "players": players, "starter": players[0], "handicap": here})]


def _stakes(now: Snapshot) -> tuple[str, ...]:
    return tuple(one for one in ("ante", "bet") if one in legal_actions(now.state))


def _told(text: str) -> dict[str, int]:
    """Parse faces by keys of dice, such as “die-1:5,die-2:6”; malformed parts are ignored."""
    pairs = (pair.rpartition(":") for pair in text.split(",")[:8])
    return {key: int(face) for key, _, face in pairs if key and face in ("1", "2", "3", "4", "5", "6")}
