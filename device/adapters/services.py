"""Builds the services behind the web app: preview, backup, calibration, settings."""

from collections.abc import Callable
from pathlib import Path

from device.adapters.care.factory import care_of
from device.adapters.care.service_log import TableLog
from device.adapters.code_file import PrintedCode
from device.adapters.cookie_secret import secret_in
from device.adapters.die_crops import DieCrops
from device.adapters.json_files import JsonFiles
from device.adapters.maintenance import TableCalibration, TableChest, TableDoctor
from device.adapters.preview import Preview
from device.adapters.settings import ConfiguredSettings
from device.config.schema import Config
from device.notices import Notices
from device.storage.salvage import InMemory
from engine.i18n import gettext as _
from table.pairing.join_requests import JoinRequests
from table.pairing.window import PairingWindow
from table.publisher import SnapshotPublisher
from web.access.owner_pin import OwnerPin
from web.appliance import Appliance
from web.pairing.codes import Codes
from web.ports.clips import Clips
from web.ports.services import Demo

PIN_LOST = _("The owner’s PIN can’t be read any more: set it again with quarterdeck owner.")


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
        pictures=viewfinder,
        settings=ConfiguredSettings(file, config, board),
        doctor=TableDoctor(file, config),
        calibration=calibration,
        chest=TableChest(file, held),
        dice=album,
        secret=secret_in(file.parent, notices),
        hosts=config.web.names,
        wifi=config.web.network,
        most_help=config.web.help,
        idle=60 * config.web.helm_minutes,
        care=care_of(file, config, log),
        attract_after=60 * config.tv.attract_minutes,
    )


def aboard_a_demo(
    board: SnapshotPublisher,
    viewfinder: Preview,
    album: DieCrops,
    clips: Clips,
    join_requests: JoinRequests,
    demo: Demo,
) -> Appliance:
    """Return the services for a demo, whose files are temporary."""
    return Appliance(helm=board, pictures=viewfinder, dice=album, clips=clips, join_requests=join_requests, demo=demo)
