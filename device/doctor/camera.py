"""Checks with the camera: whether it delivers images, whether dice can be read in them, and which lamps answer."""

import time
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from device.cameras.camera import Camera, Frame
from device.config.kept_arrays import LAMP_MAPS, KeptMaps, load_maps
from device.config.schema import Config
from device.doctor.machine import CheckResult, Diagnosis, graded
from device.errors import BadTrial, CameraLost, NoLamps
from device.lamps.capture import answering, lamp_pictures
from device.lamps.lamps import Lamps, named, open_lamps
from device.sources.usb import usb_cameras
from engine.i18n import gettext as _
from engine.i18n import joined, ngettext, number
from vision import LampSide, Problem, Reading, Tray

LOOK = 3.0
"""Seconds for which images are taken."""

PATIENCE = 12.0
"""Timeout in seconds of a camera that delivers no image."""

COARSE, TOO_COARSE = 0.6, 0.8
"""Millimetres per pixel: a pip is about 3 mm, and needs five pixels."""

DIM = 30.0
"""The level that all but 1 % of a picture is below where the tray needs more light: dice are read there, in noise."""

FOCUS, EXPOSURE, FLICKER = _("focus"), _("exposure"), _("flicker")
_FOCUS_ADVICE = _("turn the lens, or run quarterdeck calibrate, until the pips are sharp")
_FLICKER_ADVICE = _("set [camera] mains to your country’s frequency (50 or 60), or change the lamp")
TROUBLES: dict[str, tuple[tuple[Problem, str, str], ...]] = {
    FOCUS: ((Problem.OUT_OF_FOCUS, _("out of focus"), _FOCUS_ADVICE),),
    EXPOSURE: (
        (Problem.LENS_COVERED, _("lens covered"), _("clear the lens")),
        (Problem.TOO_DARK, _("too dark"), _("give the tray more light, then run quarterdeck calibrate")),
        (Problem.OVEREXPOSED, _("overexposed"), _("dim or diffuse the light, then run quarterdeck calibrate")),
    ),
    FLICKER: ((Problem.FLICKERING, _("flickering light"), _FLICKER_ADVICE),),
}
"""Possible problems of the whole image, in words and with advice."""

FIRST = _("fix this first: focus, light and markers need the camera")
NO_MARKERS = Diagnosis(
    "red",
    _("fewer than three are seen"),
    _("glue the four printed markers into the corners, or mark the corners (quarterdeck calibrate)"),
)
NO_TRAY = Diagnosis("grey", _("needs the tray"))
LOST = (FOCUS, EXPOSURE, FLICKER, _("markers"), _("scale"))


def picture(
    config: Config,
    opened: Callable[[], Camera],
    running: dict[str, Any] | None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[CheckResult]:
    """Yield findings on camera, focus, exposure, flicker, markers and millimetres per pixel.

    ``running`` is the health report of a running table, which has the camera already.
    """
    frames: Sequence[Frame] = ()
    if config.camera.kind == "none":
        found = Diagnosis("green", _("none: rolls are entered by hand"))
    elif running:
        found = _of_the_running(running)
    else:
        try:
            frames = _frames(opened, clock)
            found = _camera(config, frames)
        except CameraLost as lost:
            found = Diagnosis("red", str(lost), FIRST)
    yield CheckResult(_("camera"), *found)
    if frames:
        reader = config.reader
        reading = reader.read(frames[-1].image)
        is_dim = float(np.quantile(frames[-1].image.max(axis=2), 0.99)) < DIM
        named = reading.named | ({Problem.TOO_DARK} if is_dim else set())
        tray = reader.tray or reader.find_tray(frames[-1].image)
        yield from (CheckResult(name, *_trouble(name, named, config, tray)) for name in TROUBLES)
        yield CheckResult(_("markers"), *_markers(config, tray, reading))
        yield CheckResult(_("scale"), *_scale(tray))
    elif found.light == "red" or config.camera.kind == "none":
        yield from (CheckResult(name, "grey", _("needs the camera")) for name in LOST)


def _camera(config: Config, frames: Sequence[Frame]) -> Diagnosis:
    height, width = frames[-1].image.shape[:2]
    seconds = frames[-1].time - frames[0].time
    rate = (len(frames) - 1) / seconds if seconds > 0 else 0.0
    words = _("{width} × {height}, {rate} pictures a second", width=width, height=height, rate=number(rate))
    if rate < 8:
        slow = _("fewer than eight a second: another program may be using the camera or the processor")
        return Diagnosis("amber", words, slow)
    if config.camera.kind == "usb" and isinstance(config.camera.device, int) and len(usb_cameras()) > 1:
        named = _("numbers of cameras change: set [camera] device to the one in /dev/v4l/by-id")
        return Diagnosis("amber", words, named)
    return Diagnosis("green", words)


def _of_the_running(running: dict[str, Any]) -> Diagnosis:
    mode = running.get("mode")
    if mode == "lost":
        return Diagnosis("red", str(running.get("why") or _("the running table has no picture")), FIRST)
    words = _("in use by the running table ({mode})", mode=mode)
    return Diagnosis("green", words, _("stop it first to check focus, exposure and markers"))


def _frames(opened: Callable[[], Camera], clock: Callable[[], float]) -> Sequence[Frame]:
    frames: list[Frame] = []
    began = clock()
    with opened() as camera:
        for frame in camera.frames():
            if frame:
                frames = [*frames[-100:], frame]
            if (frames and clock() - began >= LOOK and len(frames) > 1) or clock() - began >= PATIENCE:
                break
    if not frames:
        raise CameraLost(_("The camera gave no picture."))
    return frames


def _trouble(name: str, problems: Set[Problem], config: Config, tray: Tray | None) -> Diagnosis:
    for problem, words, advice in TROUBLES[name]:
        if problem in problems:
            return Diagnosis("red", words, advice)
    if tray is None:
        return NO_TRAY
    camera = config.camera
    if name != FLICKER and camera.kind in ("auto", "pi") and camera.exposure is None:
        return Diagnosis("amber", _("good now, but not locked"), _("run quarterdeck calibrate"))
    return Diagnosis("green", _("good"))


def _markers(config: Config, tray: Tray | None, reading: Reading) -> Diagnosis:
    if config.tray.corners is not None:
        if Problem.CAMERA_MOVED in reading.named:
            return Diagnosis("red", _("the tray isn’t where its corners are set"), _("run quarterdeck calibrate"))
        return Diagnosis("green", _("not needed: the four corners are in the configuration"))
    if tray is None:
        return NO_MARKERS
    if Problem.MARKER_COVERED in reading.named:
        return Diagnosis("amber", _("one is hidden or dirty"), _("wipe it, or remove what’s on it"))
    if Problem.TRAY_CUT in reading.named:
        return Diagnosis("red", _("part of the tray is out of frame"), _("move the camera up, or the tray"))
    return Diagnosis("green", _("seen"))


def _scale(tray: Tray | None) -> Diagnosis:
    if tray is None:
        return NO_TRAY
    words = _("{scale} mm a pixel", scale=number(tray.mm_per_px, 2))
    return graded(tray.mm_per_px, COARSE, TOO_COARSE, words, _("move the camera closer, or raise its resolution"))


MEASURE = _("clear the tray, then run quarterdeck calibrate or use Calibration on the page")
CONNECT = _("check its strip, wires and pin, and the supply and fuse of the strips")


def lamps_finding(
    config: Config, folder: Path, opened: Callable[[], Camera], running: dict[str, Any] | None
) -> Diagnosis:
    """Check the lamps of a table whose configuration lies in ``folder``. ``running``: a running table's report."""
    if config.lamps.pins is None:
        return Diagnosis("green", _("none: two of three dice that lean by less than 12° look flat to the camera"))
    kept = load_maps(folder / LAMP_MAPS, config.tray.size)
    if running.get("lamps", True) if running else config.camera.kind in ("none", "recording", "stills"):
        return _measured(kept)
    try:
        with open_lamps(config) as lamps:
            return _measured(kept) if running else _answered(config, lamps, kept, opened)
    except NoLamps as error:
        return Diagnosis("amber", str(error), _("without light strips remove [lamps] pins"))
    except (BadTrial, CameraLost) as error:
        return Diagnosis("amber", str(error), _("fix the camera first, then run quarterdeck doctor again"))


def _answered(config: Config, lamps: Lamps, kept: KeptMaps | None, opened: Callable[[], Camera]) -> Diagnosis:
    with opened() as camera:
        pictures = lamp_pictures(camera.frames(), lamps, 1)
    reader = config.reader
    tray: Tray | None = reader.tray or reader.find_tray(pictures.base)
    if tray is None:
        return NO_TRAY
    silent = set(lamps.sides) - answering(pictures, tray)
    if silent:
        return Diagnosis("amber", _("no answer: {sides}", sides=named(silent)), CONNECT)
    return _measured(kept)


def _measured(kept: KeptMaps | None) -> Diagnosis:
    if kept is None:
        return Diagnosis("amber", _("connected, but not measured over the empty tray yet"), MEASURE)
    age = ngettext("measured {count} day ago", "measured {count} days ago", kept.days)
    working = kept.maps.working()
    if working != set(LampSide):
        silent = _("no answer then: {sides}", sides=named(set(LampSide) - working))
        return Diagnosis("amber", joined([age, silent], ", "), CONNECT)
    return Diagnosis("green", joined([_("all four answer"), age], ", "))
