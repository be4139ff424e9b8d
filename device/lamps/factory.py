"""Opens the configured lamps."""

from pathlib import Path

from device.config.schema import Config
from device.errors import BadRecording
from device.lamps.gpio import GpioLamps
from device.lamps.lamps import Lamps, NullLamps
from device.lamps.recorded import RecordedLamps
from device.recording.format import load


def open_lamps(config: Config) -> Lamps:
    """Return the configured lamps. Raises :class:`~device.errors.NoLamps` if they cannot be used.

    A camera that plays a recording sees the lamps of that recording only, one that plays stills sees none.
    """
    if config.camera.kind == "recording":
        return _recorded(Path(config.camera.path))
    if config.lamps.pins is None or config.camera.kind in ("stills", "none"):
        return NullLamps()
    return GpioLamps(config.lamps)


def _recorded(folder: Path) -> Lamps:
    try:
        return RecordedLamps.of(load(folder), folder)
    except BadRecording:
        return NullLamps()  # the camera says what is wrong with it
