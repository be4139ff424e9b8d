"""What each step of the set-up does with the form that it is sent."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast, get_args

from werkzeug.datastructures import MultiDict

from engine.events import MAX_PLAYERS
from engine.i18n import gettext as _
from engine.i18n import joined, languages
from engine.names import tidied, why_no_new_name
from web.access.guard import OwnerRights
from web.access.pin import LONGEST, SHORTEST, is_pin
from web.errors import Denied
from web.services.device import Corners, Hold, NetworkDesk, NetworkMode, SetupDesk, Wifi
from web.setup.progress import THROWS, RollTrial, SetupProgress, Step

AXES = tuple(f"{axis}{number}" for number in range(4) for axis in "xy")
"""The fields of the four corners."""

NO_PICTURE = _("No camera picture. It comes back automatically once the camera works.")

RESTS = {
    "empty": _("No dice on the tray: roll them, then read again."),
    "moving": _("The dice are still moving: wait, then read again."),
    "obstructed": _("Something is over the tray: take it away, then read again."),
    "covered": _("Lift the cup, then read again."),
    "no_picture": NO_PICTURE,
    "no_tray": _("Find the tray first: go back to the camera."),
}
"""Why a test throw was not read, by :data:`web.services.device.Rest`."""

Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a form: the progress, and whether the step is done; otherwise its page is shown again."""

    progress: SetupProgress
    goes_on: bool = True


class Steps:
    """The steps, on that desk. Each raises :class:`~web.errors.Denied`, with nothing changed, for a bad form."""

    def __init__(self, desk: SetupDesk, rights: OwnerRights, network: NetworkDesk | None) -> None:
        self._desk = desk
        self._networks = network
        self._rights = rights

    def do(self, step: Step, progress: SetupProgress, form: Form) -> Done:
        return getattr(self, f"_{step}")(progress, form, form.get("do", "next"))  # type: ignore[no-any-return]

    def _language(self, progress: SetupProgress, form: Form, _do: str) -> Done:
        if form.get("language", "") not in languages():
            raise Denied(400, "bad_request", _("Choose the language of this phone. Each phone can have its own."))
        return Done(progress)

    def _pin(self, progress: SetupProgress, form: Form, _do: str) -> Done:
        pin = form.get("pin", "")
        if self._rights.pin.state == "set" and not pin:
            return Done(progress)
        if not is_pin(pin):
            raise Denied(
                400, "bad_pin", _("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST)
            )
        if pin != form.get("again", ""):
            raise Denied(400, "bad_pin", _("The two PINs differ."))
        if self._rights.pin.state == "set":  # the same form again
            self._rights.sign_in(pin)
        else:
            self._rights.set_first_pin(pin)
        return Done(progress)

    def _network(self, progress: SetupProgress, form: Form, do: str) -> Done:
        state = self._networks.state() if self._networks else None
        if self._networks is None or state is None or do == "skip":
            return Done(progress)
        if do == "keep":
            if state.there:
                self._networks.confirm()
            return Done(progress, goes_on=bool(state.there) or not (state.key or state.went_back))
        mode, name, password = form.get("mode", ""), form.get("wifi", "").strip(), form.get("password", "")
        if mode not in get_args(NetworkMode) or mode == "off":
            raise Denied(400, "bad_request", _("Choose a network."))
        if mode == state.mode and (mode == "own" or state.key):
            return Done(progress, goes_on=not state.key)
        known = not password and name in ("", state.house) and state.house
        house = None if mode == "own" or known else Wifi(name, password)
        if house and not 1 <= len(name.encode()) <= 32:
            raise Denied(422, "bad_wifi", _("Enter the name of your Wi-Fi."))
        if password and not 8 <= len(password) <= 63:
            raise Denied(
                422, "bad_wifi", _("A Wi-Fi password has {shortest} to {longest} characters.", shortest=8, longest=63)
            )
        self._networks.try_out(cast(NetworkMode, mode), house)
        return Done(progress, goes_on=False)

    def _camera(self, progress: SetupProgress, form: Form, do: str) -> Done:
        match do:
            case "without" | "with":
                self._desk.use_camera(do == "with")
                return Done(progress, goes_on=do == "without")
            case "markers":
                self._desk.keep_corners(None)
                return Done(progress, goes_on=False)
            case "corners":
                self._desk.keep_corners(_corners(form))
                return Done(progress, goes_on=False)
            case "next" if self._desk.has_camera():
                sight = self._desk.sight()
                if sight is None or sight.corners is None:
                    raise Denied(
                        409,
                        "no_tray",
                        _("The tray is not found yet: mark its corners, or skip this step.") if sight else NO_PICTURE,
                    )
        return Done(progress)

    def _tray(self, progress: SetupProgress, form: Form, do: str) -> Done:
        if do != "skip":
            hold = form.get("hold", "")
            if hold not in get_args(Hold):
                raise Denied(400, "bad_request", _("Where do players put the dice they keep?"))
            self._desk.keep_tray(
                cast(Hold, hold), _number(form.get("rail", ""), _("Enter the width of the rail in millimetres."))
            )
        return Done(progress)

    def _throws(self, progress: SetupProgress, _form: Form, do: str) -> Done:
        match do:
            case "read":
                if self._desk.is_playing():
                    raise Denied(409, "playing", _("A game is on: finish it first, then test the dice."))
                read = self._desk.throw()
                if read.rest != "settled":
                    raise Denied(409, read.rest, RESTS[read.rest])
                return Done(replace(progress, throw=read.dice), goes_on=False)
            case "right" | "wrong":
                # the same form again, when the throw was judged already, changes nothing
                if progress.throw is None or len(progress.trials) >= THROWS:
                    return Done(progress, goes_on=False)
                trials = (*progress.trials, RollTrial(progress.throw, do == "right"))
                return Done(replace(progress, throw=None, trials=trials), goes_on=False)
            case "again":
                return Done(replace(progress, throw=None, trials=()), goes_on=False)
        return Done(replace(progress, throw=None))

    def _names(self, progress: SetupProgress, form: Form, _do: str) -> Done:
        players = [name for name in form.getlist("player")[:MAX_PLAYERS] if name.strip()]
        table = form.get("table", self._desk.names().table).strip()
        if table and (why := why_no_new_name(table)):
            raise Denied(422, "bad_name", joined((_("Name of the table"), why), ": "))
        self._desk.keep_names(players, tidied(table))
        return Done(progress)

    def _codes(self, progress: SetupProgress, _form: Form, _do: str) -> Done:
        return Done(progress)


def _corners(form: Form) -> Corners:
    values = [_number(form.get(name, ""), _("Give each of the four corners as two numbers.")) for name in AXES]
    first, second, third, fourth = ((values[at], values[at + 1]) for at in range(0, 8, 2))
    return first, second, third, fourth


def _number(text: str, why: str) -> float:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        raise Denied(400, "bad_request", why) from None
    if not math.isfinite(value) or abs(value) > 1e5:
        raise Denied(400, "bad_request", why)
    return value


def given_again(form: Form) -> Mapping[str, object]:
    """Return what a form that was refused is filled with again: all but PIN and password."""
    return {
        "players": form.getlist("player")[:MAX_PLAYERS],
        "table": form.get("table", ""),
        "hold": form.get("hold", ""),
        "rail": form.get("rail", ""),
        "mode": form.get("mode", ""),
        "wifi": form.get("wifi", ""),
    }
