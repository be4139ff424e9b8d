"""The state of the table as JSON, made once per revision and language: read, streamed, with the picture."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Response, abort, request

from engine import expected_tray, game_of
from engine.i18n import gettext as _
from engine.i18n import languages, translated
from table.feedback import shown_colour
from table.snapshot import LyingDie, LyingThing, Snapshot, SnapshotSource
from web.access.guard import OwnerRights, is_local
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied
from web.http.limits import Streams
from web.live.sse import Stream, event
from web.viewer import viewer_of


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    state, tray = snapshot.state, snapshot.tray
    expected = expected_tray(state)
    here = set(state.present)
    return {
        "boot": snapshot.boot,
        "revision": snapshot.revision,
        "event": snapshot.event,
        "mode": snapshot.mode.value,
        "lamp": shown_colour(snapshot.mode),
        "prompt": snapshot.prompt,
        "note": snapshot.note,
        "trouble": list(snapshot.trouble),
        "said": [{"word": one.word, "player": one.player, "number": one.number} for one in snapshot.said],
        "pairing": _pairing(snapshot),
        "asking": snapshot.asking,
        "camera": snapshot.camera,
        "joining": list(snapshot.joining),
        "former": snapshot.former,
        "requests": len(snapshot.requests),
        "game": {"kind": kind_of(state), "preset": state.rules.name, "options": dict(state.options)},
        "players": [{"name": name, "shown": shown(name), "here": name in here} for name in state.players],
        "tray": {"width": tray.width, "height": tray.height, "rail": tray.rail},
        "dice": [_die(die) for die in snapshot.dice],
        "things": [_thing(thing) for thing in snapshot.things],
        "expected": {"held": list(expected.held), "throw": expected.throw, "may_hold": list(expected.may_hold)},
        "standing": standing_of(state),
    }


def standing_of(state: Any) -> dict[str, Any]:
    return game_of(state.rules.name).report(state)


def kind_of(state: Any) -> str:
    return game_of(state.rules.name).kind


class Teller:
    """Converts snapshots to JSON. The latest of each language is cached: 200 streams cost one conversion a revision."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: dict[str, tuple[tuple[str, int], str]] = {}

    def told(self, snapshot: Snapshot, language: str) -> str:
        moment = (snapshot.boot, snapshot.revision)
        with self._lock:
            latest = self._latest.get(language)
            if latest is None or latest[0] != moment:
                state = translated(state_of(snapshot), language)
                latest = self._latest[language] = moment, json.dumps(state, separators=(",", ":"))
            return latest[1]


def _pairing(snapshot: Snapshot) -> dict[str, object] | None:
    if not snapshot.pairing:
        return None
    signal = snapshot.signal
    return {"signal": {"colour": signal.colour, "blinks": signal.blinks} if signal else None}


def _thing(thing: LyingThing) -> dict[str, object]:
    return {
        "corners": [[round(part, 1) for part in corner] for corner in thing.corners],
        "area": round(thing.area),
        "problem": thing.problem,
    }


def _die(die: LyingDie) -> dict[str, object]:
    return {
        "key": die.key,
        "value": die.value,
        "center": [round(part, 1) for part in die.center],
        "yaw": round(die.yaw, 1),
        "size": round(die.size, 1),
        "on_rail": die.on_rail,
        "body": list(die.body),
        "pips": list(die.pips),
        "part": die.part,
        "doubt": die.doubt,
        "entered": die.entered,
    }


OPENAPI = Path(__file__).parents[1] / "openapi.json"


def watching(
    table: SnapshotSource, appliance: Appliance, rights: OwnerRights, streams: Streams, heartbeat: float
) -> Blueprint:
    part = Blueprint("watching", __name__)
    teller = Teller()
    promised = OPENAPI.read_text("utf-8")

    def stream_in(language: str) -> Stream:
        def told(snapshot: Snapshot) -> bytes:
            return event("state", snapshot, teller.told(snapshot, language))

        return Stream(table, streams, told, heartbeat)

    streams_in = {language: stream_in(language) for language in languages()}

    @part.get("/state")
    def state() -> Response:
        return _in_the_language(
            Response(teller.told(table.snapshot(), viewer_of(request).language), mimetype="application/json")
        )

    @part.get("/events")
    def events() -> Response:
        return _in_the_language(streams_in[viewer_of(request).language].answer())

    @part.get("/openapi.json")
    def openapi() -> Response:
        return Response(promised, mimetype="application/json")

    @part.get("/picture")
    def picture() -> Response:
        if not (appliance.shows_pictures or rights.is_owner() or rights.at_helm()):
            raise Denied(403, "private", _("Take the helm to see the camera picture."))
        jpeg = appliance.pictures() if appliance.pictures else None
        if jpeg is None:
            raise Denied(503, "no_picture", _("No camera picture."), 5)
        return Response(jpeg, mimetype="image/jpeg")

    return part


def _in_the_language(response: Response) -> Response:
    response.headers["Content-Language"] = viewer_of(request).language
    response.vary.add("Accept-Language")
    return response


TEXT = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/)."""


def metrics_page(metrics: Callable[[int], str], streams: Callable[[], int]) -> Blueprint:
    """Return the blueprint of the figures; ``streams`` counts the pages that follow the table."""
    part = Blueprint("metrics", __name__)

    @part.get("/metrics")
    def figures() -> Response:
        if not is_local(request.remote_addr or ""):
            abort(404)
        return Response(metrics(streams()), content_type=TEXT)

    return part
