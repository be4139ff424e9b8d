"""The camera's own process: ``python -m device.sources.worker``, started by :mod:`device.cameras.process`.

Its standard input says which camera it is, in one line of JSON; when that input ends, nobody looks any more, and the
process ends with it. What it has to say goes out as lines of JSON::

    {"ready": true}                it has started, and opens the camera now
    {"frame": true}                a new frame lies on the shelf
    {"note": SENTENCE}             a notice; sentences are packed as by engine.i18n.packed
    {"locked": {NAME: VALUE}}      exposure and focus were settled on
    {"lost": SENTENCE}             why it ends
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import msgspec

from device.cameras.camera import Source
from device.cameras.config import CameraConfig
from device.cameras.lamp_switches import LampSwitches
from device.cameras.shared_frame import SharedFrame
from device.errors import CameraLost, DeviceError
from device.sources.pi import PiSource
from device.sources.usb import UsbSource
from vision.i18n import VisionText
from vision.i18n import gettext as _


def open_source(config: CameraConfig, switches: Callable[[], LampSwitches] = LampSwitches) -> Source:
    """Return the configured source, in this process. ``switches`` returns what the lamps of a recording do.

    Raises :class:`CameraLost` if there is none.
    """
    match config.kind:
        case "recording" | "stills":
            # what recordings know of games is not loaded beside a camera that has nothing to do with it
            from device.sources.recorded import recording_source, stills_source

            if config.kind == "stills":
                return stills_source(Path(config.path), config.speed)
            return recording_source(Path(config.path), config.speed, switches)
        case "usb":
            return UsbSource(config.device, config.width, config.height)
        case "pi":
            return PiSource(config)
        case "none":
            raise CameraLost(_("The configuration has no camera: set [camera] kind to “auto” to use one."))
    try:
        return PiSource(config)
    except CameraLost as no_pi_camera:
        try:
            return UsbSource(config.device, config.width, config.height)
        except CameraLost as no_usb_camera:
            raise CameraLost(_("{first} {second}", first=str(no_pi_camera), second=str(no_usb_camera))) from None


NONE_CAME = 0.05
"""Seconds to wait after the driver returned no frame at once."""


def serve(source: Source, shelf: SharedFrame, say: Callable[[str, Any], None]) -> None:
    """Write the source's frames to shared memory at the rate they are requested, until the source raises."""
    number = 0
    while True:
        came = source.advance(shelf.pause)
        if came and (shot := source.shot()):
            shelf.put(shot, number)
            say("frame", True)
            number += 1
        for note in source.news():
            say("note", packed(note))
        if locked := source.locked():
            say("locked", dict(locked))
        if not came:
            time.sleep(NONE_CAME)


def why_lost(error: BaseException) -> str:
    """Return the message for an exception raised by a driver."""
    if isinstance(error, DeviceError):
        return str(error)
    return _("The camera’s driver failed ({error}): if this keeps happening, restart the machine.", error=repr(error))


def packed(text: str) -> Any:
    """Return a sentence with its message and values, as :func:`engine.i18n.packed` does, without loading the games."""
    if not hasattr(text, "given"):
        return str(text)
    if not isinstance(text, VisionText):  # recordings know games, so these are loaded
        from engine import i18n

        return i18n.packed(text)
    message, values = text.given
    kept = {name: value if isinstance(value, int | float) else packed(value) for name, value in values.items()}
    return {"text": "message", "given": [message, {"values": kept}]}


def _line_of(handle: int) -> Callable[[str, Any], None]:
    def say(what: str, value: Any) -> None:
        os.write(handle, json.dumps({what: value}).encode() + b"\n")

    return say


def _end_with(stream: BinaryIO) -> None:
    """Exit when the stream ends, whatever the driver is doing."""
    try:
        stream.read()
    finally:
        os._exit(0)


def main() -> None:
    """Serve the camera specified on standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    shelf, say = SharedFrame(int(sys.argv[1])), _line_of(int(sys.argv[2]))
    told = sys.stdin.buffer.readline()
    if not told.endswith(b"\n"):  # input ended before the camera was specified
        return
    config = msgspec.json.decode(told, type=CameraConfig)
    try:
        threading.Thread(target=_end_with, args=[sys.stdin.buffer], name="end", daemon=True).start()
        say("ready", True)
        serve(open_source(config, lambda: shelf.switches), shelf, say)
    except Exception as error:
        # all exceptions of a driver are handled alike
        with contextlib.suppress(OSError):
            say("lost", packed(why_lost(error)))
        os._exit(1)


if __name__ == "__main__":
    main()
