"""Builds the services behind the web app: secret key, settings, and those of the other modules."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from device.adapters.backups import TableChest
from device.adapters.files import JsonFiles, PrintedCode
from device.adapters.machine import care_of, doctor_of
from device.adapters.pictures import DieCrops, Preview
from device.adapters.service_log import TableLog
from device.adapters.setup import TableCalibration
from device.backup.erasure import have_erased
from device.config.editor import keep_values
from device.config.schema import Config
from device.errors import BadConfig, DeviceError
from device.files.durable_write import PRIVATE
from device.files.kept_file import content_of, keep
from device.notices import Notices
from device.storage.salvage import InMemory
from engine.i18n import gettext as _
from table.commands import CommandSink, Tune
from table.join_requests import JoinRequests
from table.pairing import PairingWindow
from table.publisher import SnapshotPublisher
from web.access.pin import OwnerPin
from web.appliance import Appliance
from web.errors import Denied, NotKept
from web.guests.codes import Codes
from web.services.device import Clips, Demo

FILE = "secret"
"""The file's name, beside the configuration."""

BYTES = 32

LEAST_VALUES = 8
"""Minimum number of distinct bytes in a secret. A power cut can leave a file of zeros, which is easily guessed."""


def secret_in(folder: Path, notices: Notices | None = None) -> bytes:
    """Return the secret of that folder; create it if there is none.

    A file that others can read is made private again. An invalid one is renamed, with a notice. If the file cannot be
    written, the secret is valid for this run only.
    """
    file = folder / FILE
    notices = notices or Notices()
    kept = content_of(file, notices)
    if kept is not None and len(kept) == BYTES and len(set(kept)) >= LEAST_VALUES:
        with suppress(OSError):
            file.chmod(PRIVATE)
        return kept
    if kept is not None:
        notices.set_aside(file)
    made = secrets.token_bytes(BYTES)
    with suppress(OSError):
        keep(file, made, mode=PRIVATE)
    return made


PATIENCE = 5.0
"""Timeout in seconds for the table to apply the lamp's settings."""

PLACES = {
    "brightness": ("panel", "brightness"),
    "sounds": ("panel", "sounds"),
    "pictures": ("web", "pictures"),
    "replays": ("replay", "enabled"),
    "replays_on_tv": ("replay", "tv"),
    "figures": ("tv", "figures"),
    "reactions": ("tv", "reactions"),
    "attract": ("tv", "attract"),
}
"""The configuration table and key of each setting."""


class ConfiguredSettings:
    """Settings of the configuration in that file. Those of the panel exist only if it has a lamp or a buzzer."""

    def __init__(self, file: Path, config: Config, helm: CommandSink) -> None:
        self._file = file
        self._helm = helm
        panel = config.panel
        real = panel.kind == "gpio"
        self._values: dict[str, object] = {
            "pictures": config.web.pictures,
            "replays": config.replay.enabled,
            "replays_on_tv": config.replay.tv,
            "figures": config.tv.figures,
            "reactions": config.tv.reactions,
            "attract": config.tv.attract,
        }
        if real and panel.lamp:
            self._values["brightness"] = panel.brightness
        if panel.kind == "keyboard" or (real and panel.buzzer is not None):
            self._values["sounds"] = panel.sounds

    def settings(self) -> Mapping[str, object]:
        return dict(self._values)

    def change(self, values: Mapping[str, Any]) -> None:
        try:
            for table in dict.fromkeys(PLACES[name][0] for name in values):
                here = {PLACES[name][1]: values[name] for name in values if PLACES[name][0] == table}
                keep_values(self._file, table, here)
        except BadConfig as error:
            raise NotKept(str(error)) from None
        self._values |= values
        tune = Tune(values.get("brightness"), values.get("sounds"))
        if tune != Tune():
            self._helm.submit(tune, PATIENCE)


PIN_LOST = _("The owner’s PIN can’t be read any more. Set it again with “quarterdeck owner” on the machine.")


def aboard(
    file: Path,
    config: Config,
    board: SnapshotPublisher,
    viewfinder: Preview,
    album: DieCrops,
    calibration: TableCalibration,
    notices: Notices,
    pairing: PairingWindow | None,
    join_requests: JoinRequests,
    log: TableLog,
    held: Callable[[], InMemory | None] = lambda: None,
) -> Appliance:
    """Return the services for the configuration in that file; their files lie beside it. ``pairing`` needs buttons.

    ``held`` returns the events that are in memory only.
    """
    drawer = JsonFiles(file.parent, notices)
    if OwnerPin(drawer).state == "lost":
        notices.add(PIN_LOST)
    return Appliance(
        helm=board,
        pairing=pairing,
        join_requests=join_requests,
        codes=Codes(PrintedCode(file.parent)),
        drawer=drawer,
        pictures=viewfinder.picture,
        settings=ConfiguredSettings(file, config, board),
        doctor=doctor_of(file, config),
        calibration=calibration,
        chest=TableChest(file, held),
        dice=album,
        secret=secret_in(file.parent, notices),
        hosts=config.web.names,
        wifi=lambda _host: config.web.known_wifi,
        most_help=config.web.help,
        idle=60 * config.web.helm_minutes,
        care=care_of(file, config, log, held),
        erase=partial(_erase, file),
        venue=config.mqtt.venue,
        attract_after=60 * config.tv.attract_minutes,
    )


def _erase(file: Path, player: str) -> None:
    try:
        have_erased(file, player)
    except DeviceError as error:
        raise Denied(422, "not_erased", str(error)) from None


def aboard_a_demo(
    board: SnapshotPublisher,
    viewfinder: Preview,
    album: DieCrops,
    clips: Clips,
    join_requests: JoinRequests,
    demo: Demo,
) -> Appliance:
    return Appliance(
        helm=board, pictures=viewfinder.picture, dice=album, clips=clips, join_requests=join_requests, demo=demo
    )
