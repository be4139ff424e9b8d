"""The pages of the set-up. Each step is a form, which works without scripts."""

import secrets
import socket
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from engine.i18n import gettext as _
from engine.i18n import listed
from web.access.guard import OwnerRights, for_setup
from web.access.sessions import HAND, ControlSessions, hand
from web.access.visitor import visitor_of
from web.appliance import Appliance
from web.errors import Denied, part_or
from web.guests.join_info import address_for_phones, joining, qr_of, wifi_text
from web.services.device import NetworkState, SetupDesk, Sight
from web.setup.access import CLOSED, SETUP, SetupAccess, check_local
from web.setup.progress import (
    NOT_REACHED,
    STEP_NAMES,
    STEPS,
    THROWS,
    WITHOUT_CAMERA,
    SetupProgress,
    Step,
    before,
    end,
    following,
    load,
    save,
)
from web.setup.steps import Steps, given_again

OF_CAMERA: tuple[Step, ...] = ("tray", "throws")

SEATS = 4
"""Names that can be entered in the set-up; more players join later."""

YEAR = 31_536_000


def setup_pages(appliance: Appliance, desk: SetupDesk, hands: ControlSessions, rights: OwnerRights) -> Blueprint:
    part = Blueprint("setup", __name__, url_prefix="/setup")
    access, steps = SetupAccess(appliance.drawer, desk, rights), Steps(desk, rights, appliance.network)
    address = partial(address_for_phones, appliance.address)

    def so_far() -> SetupProgress:
        """Return the progress; for its owner a table that was set up in another way has all steps behind it."""
        progress = load(appliance.drawer)
        progress = replace(progress, finished=progress.finished or (not progress.begun and rights.is_owner()))
        steps = path(progress)
        return progress if progress.at in steps else replace(progress, at=following(progress.at, steps))

    def path(progress: SetupProgress) -> tuple[Step, ...]:
        steps = STEPS if desk.has_camera() or progress.finished else WITHOUT_CAMERA
        missing = () if desk.has_camera() else OF_CAMERA
        if not (appliance.network and appliance.network.state()):
            missing = (*missing, "network")
        return tuple(step for step in steps if step not in missing)

    @part.app_context_processor
    def leading() -> dict[str, object]:
        return {
            "setup_is_wanted": partial(part_or, "the set-up", access.is_wanted, False),
            "setup_steps": lambda: path(so_far()),
            "step_names": STEP_NAMES,
            "setup_code": lambda: qr_of(f"{address()}setup"),
            "setup_address": lambda: f"{address().removeprefix('http://')}setup",
        }

    @part.before_request
    def near() -> None:
        if request.endpoint != "setup.wanted":
            check_local()

    @part.errorhandler(Denied)
    def refused(denied: Denied) -> tuple[str, int]:
        return render_template("setup/refused.html", heading=_("Set-up"), why=denied.why), denied.status

    @part.after_request
    def policy(response: Response) -> Response:
        # with the usual “no-referrer” a browser does not say where a form comes from
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    @part.get("/wanted")
    def wanted() -> dict[str, object]:
        return {"wanted": access.is_wanted()}

    @part.get("")
    def index() -> str | AnyResponse:
        progress = so_far()
        standing = access.standing(progress)
        if standing == "open":
            return redirect(url_for("setup.show", step="language"), 303)
        if standing != "mine":
            return render_template("setup/closed.html", standing=standing, why=CLOSED[standing], minutes=access.minutes)
        access.used()
        if not progress.finished:
            return redirect(url_for("setup.show", step=progress.at), 303)
        return render_template("setup/index.html", steps=path(progress), playing=desk.is_playing())

    @part.post("/take")
    @for_setup
    def take() -> AnyResponse:
        with access.lock:
            access.claim(load(appliance.drawer))
        return redirect(url_for("setup.index"), 303)

    @part.get("/view")
    def view() -> Response:
        access.check_holder(load(appliance.drawer))
        picture = desk.view()
        return Response(picture, mimetype="image/jpeg") if picture else Response(status=204)

    @part.get("/sight")
    def sight() -> str:
        access.check_holder(load(appliance.drawer))
        return render_template("setup/_sight.html", **_seen(desk.sight()))

    @part.get("/moved/<key>")
    def moved(key: str) -> AnyResponse:
        """Know the browser that sets up again, at the address that the table has in the network on trial."""
        state, progress = appliance.network.state() if appliance.network else None, load(appliance.drawer)
        if state and state.key and secrets.compare_digest(key.encode(), state.key.encode()) and progress.holder:
            session[SETUP] = progress.holder
        return redirect(url_for("setup.show", step="network"), 303)

    @part.get("/<step>")
    def show(step: str) -> str | AnyResponse:
        progress = so_far()
        if step not in path(progress):
            return redirect(url_for("setup.index"), 303)
        begins = access.standing(progress) == "open" and step == "language"
        if not begins:
            if access.standing(progress) != "mine" or not progress.reached(step):
                return redirect(url_for("setup.index"), 303)
            access.used()
        return page(step)

    @part.post("/<step>")
    @for_setup
    def do(step: str) -> AnyResponse | tuple[str, int]:
        if step not in STEPS:
            raise Denied(404, "no_such_step", _("This is not a step of the set-up."))
        try:
            return done(step)
        except Denied as denied:
            progress = so_far()
            open_here = access.standing(progress) == "open" and step == "language"
            if denied.code == "not_yours" or step not in path(progress) or not (progress.reached(step) or open_here):
                raise
            return page(step, denied), denied.status

    def done(step: Step) -> AnyResponse:
        with access.lock:
            progress = so_far()
            if step == "language":
                steps.do(step, progress, request.form)
                progress = access.claim(progress)
            access.check(progress)
        if step not in path(progress) or not progress.reached(step):
            raise Denied(409, "not_reached", NOT_REACHED)
        found = steps.do(step, progress, request.form)
        onward = following(step, path(so_far())) if found.goes_on else step
        with access.lock:
            now = so_far()
            access.check(now)
            finishes = found.goes_on and step == path(now)[-1]
            after = found.progress.after(step, path(now)) if found.goes_on else found.progress
            if finishes:
                end(appliance.drawer, after)
            elif after != now:
                save(appliance.drawer, after)
        desk.allow_restart(finishes or onward == "codes" or progress.finished or request.form.get("do") == "with")
        if finishes and not progress.finished and not hands.has(hand()):
            session[HAND] = hands.take()
        response = make_response(redirect(where(step, onward, progress.finished, finishes), 303))
        if step == "language":
            response.set_cookie("language", request.form["language"], max_age=YEAR, samesite="Strict")
        return response

    def where(step: Step, onward: Step, repeats: bool, finishes: bool) -> str:
        if finishes and not repeats:
            return url_for("pages.page")
        return url_for("setup.index") if repeats and onward != step else url_for("setup.show", step=onward)

    def page(step: Step, denied: Denied | None = None) -> str:
        progress = so_far()
        shown: dict[str, Any] = {"seats": SEATS}
        match step:
            case "pin":
                shown |= {"pin": rights.pin.state}
            case "network":
                state = appliance.network.state() if appliance.network else None
                shown |= _network(state, visitor_of(request.environ).here)
            case "camera":
                has_camera = desk.has_camera()
                found = desk.sight() if has_camera else None
                shown |= {"has_camera": has_camera, "marks": "corners" in request.args, **_seen(found)}
            case "tray":
                shown |= {"tray": desk.tray()}
            case "throws":
                shown |= {"trials": progress.trials, "throw": progress.throw, "throws": THROWS}
            case "names":
                shown |= {"names": desk.names()}
            case "codes":
                join = joining(address(), appliance.wifi)
                shown |= {"join": join, "tv": f"{join.address}/tv", "may_move": address() != request.host_url}
        return render_template(
            f"setup/{step}.html",
            step=step,
            number=path(progress).index(step) + 1,
            count=len(path(progress)),
            back=None if progress.finished else before(step, path(progress)),
            repeats=progress.finished,
            why=denied.why if denied else "",
            given=given_again(request.form if denied else MultiDict()),
            **shown,
        )

    return part


def _network(state: NetworkState | None, here: str) -> dict[str, object]:
    """Return the networks, whether this client can confirm the one on trial, and how another gets there."""
    if state is None:
        return {"network": None}
    own = state.mode == "own"
    port = urlsplit(request.host_url).port or 80
    arrived = bool(state.there) and (here == state.there or state.mode == "both")
    host = state.address if own else f"{socket.gethostname().partition('.')[0]}.local"
    target = f"http://{host}:{port}/setup/moved/{state.key}"
    return {"network": state, "arrived": arrived, "target": target, "wifi_code": qr_of(wifi_text(state.own))}


def _seen(sight: Sight | None) -> dict[str, object]:
    names = (_("Top left"), _("Top right"), _("Bottom right"), _("Bottom left"))
    missing = [names[number] for number in range(4) if sight and number not in sight.markers]
    return {"sight": sight, "missing": listed(missing) if missing else ""}
