"""Peaks between samples."""

from vision.image.types import Floats


def peak_offset(values: Floats, at: int) -> float:
    """Return the offset, -0.5 to 0.5, of a curve's (n,) peak from its highest sample ``at``; 0.0 at the ends.

    The peak is that of the parabola through three samples.
    """
    if not 0 < at < len(values) - 1:
        return 0.0
    before, top, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend
