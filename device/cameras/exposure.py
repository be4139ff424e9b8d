"""Exposure and focus: the camera's automatic values, locked once they are stable, so that dice keep their look.

Lamps on the mains flicker twice a period. A shutter that is open for a whole number of flickers shows no bands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

AT_LEAST, AT_MOST = 1.0, 5.0
"""Minimum and maximum settling time of a camera, in seconds."""

ALIKE, AGREEING = 0.02, 6
"""Settled: the values of this many frames in a row differ by less than this share."""

SHARE = 0.99
"""Maximum exposure, as a share of the time between two frames."""

HIGHEST_GAIN = 16.0


@dataclass(frozen=True, slots=True)
class Locked:
    """Locked values: exposure in µs, gain, red and blue gains, and focus in dioptres if any."""

    exposure: float
    gain: float
    red: float
    blue: float
    focus: float | None = None

    @property
    def values(self) -> dict[str, float]:
        named = {"exposure": self.exposure, "gain": self.gain, "red": self.red, "blue": self.blue, "focus": self.focus}
        return {name: round(value, 3) for name, value in named.items() if value is not None}

    def controls(self, manual_focus: object) -> dict[str, Any]:
        """Return the values as libcamera controls; ``manual_focus`` is libcamera's constant for a fixed focus."""
        controls: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": round(self.exposure),
            "AnalogueGain": self.gain,
            "ColourGains": (self.red, self.blue),
        }
        if self.focus is not None:
            controls |= {"AfMode": manual_focus, "LensPosition": self.focus}
        return controls


def flicker(mains: int) -> float:
    """Return the flicker period in µs of a lamp at that mains frequency in Hz."""
    return 1e6 / (2 * mains)


def steady_shutter(exposure: float, gain: float, mains: int, frame: float = 1 / 30) -> tuple[float, float]:
    """Return an equally bright pair of exposure (µs) and gain whose shutter shows no bands.

    ``frame`` is the time between two frames in seconds.

    If the light is so bright that even one flicker is too long, both are returned unchanged.
    """
    light, period, longest = exposure * gain, flicker(mains), SHARE * 1e6 * frame
    flickers = min(max(1, round(exposure / period)), int(longest / period))
    while flickers > 1 and light / (flickers * period) < 1:
        flickers -= 1
    while (flickers + 1) * period <= longest and light / (flickers * period) > HIGHEST_GAIN:
        flickers += 1
    steady = flickers * period
    if light / steady < 1:
        return exposure, gain
    return steady, min(light / steady, HIGHEST_GAIN)


class Settling:
    """Detects when the camera's automatic values are stable. That ``share`` of the light they let in is kept."""

    def __init__(self, mains: int, frame: float = 1 / 30, share: float = 1.0) -> None:
        self._mains = mains
        self._share = share
        self._frame = frame
        self._began: float | None = None
        self._seen: list[tuple[float, ...]] = []

    def see(self, metadata: Mapping[str, Any], seconds: float) -> Locked | None:
        """Process a frame's metadata; return the values to lock once stable or after :data:`AT_MOST`, else None."""
        self._began = seconds if self._began is None else self._began
        red, blue = metadata.get("ColourGains", (1.0, 1.0))
        focus = metadata.get("LensPosition")
        exposure, gain = float(metadata.get("ExposureTime", 0)), float(metadata.get("AnalogueGain", 1.0))
        self._seen = [*self._seen[1 - AGREEING :], (exposure * gain, red, blue, focus or 0.0)]
        age = seconds - self._began
        if exposure <= 0 or age < AT_LEAST or (age < AT_MOST and not self._agree()):
            return None
        shared = gain * self._share
        exposure, gain = exposure * min(1.0, shared), max(1.0, shared)
        return Locked(*steady_shutter(exposure, gain, self._mains, self._frame), red, blue, focus)

    def _agree(self) -> bool:
        newest = self._seen[-1]
        return len(self._seen) == AGREEING and all(
            abs(one - two) <= ALIKE * max(abs(two), 0.1)
            for seen in self._seen
            for one, two in zip(seen, newest, strict=True)
        )
