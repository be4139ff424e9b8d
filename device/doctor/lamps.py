"""Check of the four lamps: whether they are connected, which of them answer, and how old their maps are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.cameras.camera import Camera
from device.config.kept_arrays import LAMP_MAPS as FILE
from device.config.kept_arrays import KeptMaps, load_maps
from device.config.schema import Config
from device.doctor.finding import CheckResult
from device.errors import BadTrial, CameraLost, NoLamps
from device.lamps.capture import answering
from device.lamps.factory import open_lamps
from device.lamps.lamps import Lamps, named
from device.lamps.measure import lamp_pictures
from engine.i18n import gettext as _
from engine.i18n import joined, ngettext
from vision import LampSide, Tray

NAME = _("light strips")
MEASURE = _("clear the tray, then run quarterdeck calibrate or use Calibration on the page")
CONNECT = _("check its strip, wires and pin, and the supply and fuse of the strips")


def lamps_finding(
    config: Config, folder: Path, opened: Callable[[], Camera], running: dict[str, Any] | None
) -> CheckResult:
    """Check the lamps of a table whose configuration lies in ``folder``. ``running``: a running table's report."""
    if config.lamps.pins is None:
        words = _("none: two of three dice that lean by less than 12° look flat to the camera")
        return CheckResult(NAME, "green", words)
    kept = load_maps(folder / FILE, config.tray.size)
    if running.get("lamps", True) if running else config.camera.kind in ("none", "recording", "stills"):
        return _measured(kept)
    try:
        with open_lamps(config) as lamps:
            return _measured(kept) if running else _answered(config, lamps, kept, opened)
    except NoLamps as error:
        advice = _("without light strips remove [lamps] pins")
        return CheckResult(NAME, "amber", str(error), advice)
    except (BadTrial, CameraLost) as error:
        return CheckResult(NAME, "amber", str(error), _("fix the camera first, then run quarterdeck doctor again"))


def _answered(config: Config, lamps: Lamps, kept: KeptMaps | None, opened: Callable[[], Camera]) -> CheckResult:
    """Try each lamp in the camera's picture."""
    with opened() as camera:
        pictures = lamp_pictures(camera.frames(), lamps, 1)
    reader = config.reader
    tray: Tray | None = reader.tray or reader.find_tray(pictures.base)
    if tray is None:
        return CheckResult(NAME, "grey", _("needs the tray"))
    silent = set(lamps.sides) - answering(pictures, tray)
    if silent:
        return CheckResult(NAME, "amber", _("no answer: {sides}", sides=named(silent)), CONNECT)
    return _measured(kept)


def _measured(kept: KeptMaps | None) -> CheckResult:
    if kept is None:
        return CheckResult(NAME, "amber", _("connected, but not measured over the empty tray yet"), MEASURE)
    age = ngettext("measured {count} day ago", "measured {count} days ago", kept.days)
    working = kept.maps.working()
    if working != set(LampSide):
        silent = _("no answer then: {sides}", sides=named(set(LampSide) - working))
        return CheckResult(NAME, "amber", joined([age, silent], ", "), CONNECT)
    return CheckResult(NAME, "green", joined([_("all four answer"), age], ", "))
