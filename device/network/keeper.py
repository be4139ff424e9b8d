"""Keeps the table in a network: makes its own one where it should, falls back to it, and returns to the house's.

NetworkManager joins networks by itself. What it does not do is here: begin the table's own when there is no other, look
from there for the one that was lost, and take a change back that nobody confirmed.
"""

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.errors import NoNetworkManager
from device.files.durable_write import PRIVATE
from device.files.kept_file import content_of, keep
from device.network import OWN_NETWORK
from device.network.network_manager import ADDRESS, OWN, NetworkManager, Radio, Sight, house_of
from device.notices import Notices
from engine.i18n import gettext as _
from web.errors import Denied
from web.services.device import NetworkMode, NetworkState, Wifi

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a password: none that looks like another."""

LONGEST_NAME = 32
"""Most bytes of a network's name."""

LOOK = 2.0
"""Seconds between two looks at the networks."""

LOST = 25.0
"""Seconds without any network after which the table makes its own. NetworkManager needs some to join one."""

AGAIN = 20.0
"""Seconds after which an own network that does not come up is begun again."""

RETURN, LONGEST_RETURN = 20.0, 900.0
"""Seconds between two looks for the lost network. The pause doubles with each one that could not be joined."""

CONFIRM = 60.0
"""Seconds in which a change has to be confirmed."""


def own_wifi(folder: Path, table: str, notices: Notices | None = None) -> Wifi:
    """Return name and password of the table's own network, made once: they are printed.

    Its name is that of the table then. If they cannot be kept they are for this run only.
    """
    file = folder / OWN_NETWORK
    with suppress(ValueError, RecursionError):
        match json.loads(content_of(file, notices) or b"null"):
            case {"name": str(name), "password": str(password)} if name and len(password) >= 8:
                return Wifi(name, password)
    made = new_wifi(table)
    with suppress(OSError):
        keep(file, text_of(made).encode(), mode=PRIVATE)
    return made


def new_wifi(table: str) -> Wifi:
    name = (table or "Quarterdeck").encode()[:LONGEST_NAME].decode("utf-8", "ignore")
    letters = "".join(secrets.choice(LETTERS) for _letter in range(10))
    return Wifi(name, f"{letters[:5]}-{letters[5:]}")


def text_of(wifi: Wifi) -> str:
    return json.dumps({"name": wifi.name, "password": wifi.password}) + "\n"


@dataclass(frozen=True, slots=True)
class Trial:
    """A change that is to be confirmed: what was before, and until when; None before it was begun."""

    mode: NetworkMode
    house: Wifi | None
    before: NetworkMode
    key: str
    until: float | None = None


class NetworkKeeper:
    """The table's networks. Pages read and ask from any thread; :meth:`tend` is called by one, every :data:`LOOK`.

    ``own`` returns the table's own network. ``kept`` is called with a mode that was confirmed. ``log`` takes a
    sentence for each change. ``clock`` in seconds, monotonic.
    """

    def __init__(
        self,
        mode: NetworkMode,
        own: Callable[[], Wifi],
        kept: Callable[[NetworkMode], None],
        log: Callable[[str], None],
        manager: NetworkManager | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._mode = mode
        self._own = own
        self._kept = kept
        self._log = log
        self._manager = manager or NetworkManager()
        self._clock = clock
        self._sight = Sight()
        self._trial: Trial | None = None
        self._went_back = self._said = ""
        self._in_house = self._serve_at = self._return_at = self._begin_at = clock()
        self._pause = RETURN

    def state(self) -> NetworkState | None:
        """Return what a page shows; None where there is no NetworkManager with a radio that can make a network."""
        if not self._sight.radios:
            self._look()
        radios = [radio for radio in self._sight.radios if radio.can_serve]
        if not radios:
            return None
        trial = self._trial
        left = None if trial is None else (trial.until or self._clock() + CONFIRM) - self._clock()
        return NetworkState(
            mode=trial.mode if trial else self._mode,
            own=self._own(),
            address=ADDRESS,
            house=self._sight.house.name if self._sight.house else "",
            both=len(radios) > 1,
            heard=tuple(sorted(name for name in set().union(*(radio.heard for radio in radios)) if name)),
            left=None if left is None else max(0, round(left)),
            there=self._there(trial) if trial and trial.until else "",
            key=trial.key if trial else "",
            went_back=self._went_back,
        )

    def _there(self, trial: Trial) -> str:
        """Return the table's address in the network on trial; empty before it is in it."""
        wanted = OWN if trial.mode == "own" else house_of(trial.house.name) if trial.house else ""
        found = (one for one in self._sight.networks if one.id == wanted or (not wanted and one.kind != "own"))
        return next((one.address for one in found), "")

    def wifi(self, host: str) -> Wifi | None:
        """Return the table's own network if that is its address there, and it is up."""
        return self._own() if host == ADDRESS and self._sight.own else None

    def address(self) -> str:
        """Return the table's address in its own network; empty while that is not up."""
        return ADDRESS if self._sight.own else ""

    def try_out(self, mode: NetworkMode, house: Wifi | None) -> None:
        """Have the networks changed, on trial. Raises :class:`~web.errors.Denied` while another change is tried."""
        if self._trial:
            raise Denied(409, "busy", _("The network is being changed already: wait a minute."))
        self._went_back, self._begin_at = "", self._clock() + LOOK
        self._trial = Trial(mode, house, self._mode, secrets.token_urlsafe(12))

    def confirm(self) -> None:
        if (trial := self._trial) and trial.until is not None:
            self._kept(trial.mode)
            self._trial, self._mode = None, trial.mode

    def tend(self) -> None:
        """Look at the networks, and do what is next."""
        trial, now = self._trial, self._clock()
        if self._mode == "off" and trial is None:
            self._sight = Sight()
            return
        if not self._look() or now < self._begin_at:  # first the phone gets the page that says what it does next
            return
        try:
            if trial and trial.until is None:
                self._begin(trial, now)
            elif trial and trial.until is not None and now >= trial.until:
                self._go_back(trial)
            else:
                self._choose(trial.mode if trial else self._mode, now)
        except NoNetworkManager as error:
            self._say(str(error))

    def _look(self) -> bool:
        try:
            self._sight = self._manager.sight()
        except NoNetworkManager as error:
            self._sight = Sight()
            if self._mode != "off":
                self._say(str(error))
            return False
        return True

    def _choose(self, mode: NetworkMode, now: float) -> None:
        sight = self._sight
        if sight.house:
            self._in_house, self._pause = now, RETURN
        radios = [radio for radio in sight.radios if radio.can_serve]
        radios.sort(key=lambda one: (one.connection != OWN, bool(one.connection)))  # then those in no network
        serving = next((radio for radio in radios if radio.connection == OWN), None)
        wanted = mode == "own" or (mode == "both" and len(radios) > 1) or now - self._in_house > LOST
        if serving is None and wanted and radios:
            if now >= self._serve_at:
                self._serve_at = now + AGAIN
                self._return_at = now + self._pause
                self._manager.serve(self._own(), radios[0])
        elif sight.own and serving:
            self._say(_("The table’s own network is up on {radio}.", radio=serving.name))
            if mode != "own" and not sight.house and now >= self._return_at:
                self._find_house(serving, now)
        elif sight.house:
            self._say(_("The table is in the network {name}.", name=sight.house.name))

    def _find_house(self, radio: Radio, now: float) -> None:
        """Join the network that was lost if it is heard again, otherwise listen for it."""
        self._return_at = now + RETURN
        if radio.heard and self._manager.return_to(radio.heard, radio):
            self._in_house = now  # it has as long as at the start
            self._pause = min(2 * self._pause, LONGEST_RETURN)
        else:
            self._manager.scan(radio)

    def _begin(self, trial: Trial, now: float) -> None:
        self._trial = Trial(trial.mode, trial.house, trial.before, trial.key, now + CONFIRM)
        self._in_house = self._serve_at = now
        if trial.house and (radios := sorted(self._sight.radios, key=lambda radio: radio.connection == OWN)):
            self._manager.join(trial.house, radios[0] if trial.mode == "both" else radios[-1])

    def _go_back(self, trial: Trial) -> None:
        if trial.house and not self._there(trial):
            self._went_back = _("The table couldn’t join {name}: check the password.", name=trial.house.name)
        else:
            self._went_back = _("Nobody confirmed the change within a minute: the network is as before.")
        if trial.house:
            self._manager.forget(house_of(trial.house.name))
        if trial.before != "own" and self._sight.own:
            self._manager.forget(OWN)
        self._trial = None
        self._in_house = self._serve_at = self._clock()
        self._say(self._went_back)

    def _say(self, sentence: str) -> None:
        if sentence != self._said:
            self._said = sentence
            self._log(sentence)
