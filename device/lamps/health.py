"""Which lamps answer: a lamp that changes nothing in its picture several times in a row is broken."""

from collections import Counter
from collections.abc import Mapping

from device.notices import Notices
from engine.i18n import gettext as _
from vision import LampMaps, LampPictures, LampSide, Tray

SILENT = 3
"""Number of captures in a row without an answer after which a lamp counts as broken."""

STEP = 4
"""Every so many rows and columns are compared."""

BROKEN: Mapping[LampSide, str] = {
    LampSide.LEFT: _("The left light strip doesn’t answer and is left out: check its wires, pin and MOSFET."),
    LampSide.RIGHT: _("The right light strip doesn’t answer and is left out: check its wires, pin and MOSFET."),
    LampSide.FAR: _("The far light strip doesn’t answer and is left out: check its wires, pin and MOSFET."),
    LampSide.NEAR: _("The near light strip doesn’t answer and is left out: check its wires, pin and MOSFET."),
}


class LampHealth:
    """Leaves out the pictures of lamps that do not answer, and says in the notices which are broken.

    ``calibrated`` are the lamps that answered when they were calibrated: only these can break.
    """

    def __init__(self, calibrated: frozenset[LampSide], notices: Notices) -> None:
        self._calibrated = calibrated
        self._notices = notices
        self._silent: Counter[LampSide] = Counter()

    @property
    def working(self) -> frozenset[LampSide]:
        """Return the lamps that are not broken."""
        return self._calibrated - {side for side, times in self._silent.items() if times >= SILENT}

    def answering(self, pictures: LampPictures, tray: Tray) -> LampPictures:
        """Return the pictures of the lamps that answered."""
        answered = answering(pictures, tray)
        for side in self._calibrated & set(pictures.lamps):
            self._silent[side] = 0 if side in answered else self._silent[side] + 1
            if self._silent[side] == SILENT:
                self._notices.add(BROKEN[side])
            elif side in answered:
                self._notices.remove(BROKEN[side])
        kept = {side: picture for side, picture in pictures.lamps.items() if side in answered & self._calibrated}
        return LampPictures(pictures.base, kept)


def answering(pictures: LampPictures, tray: Tray) -> frozenset[LampSide]:
    """Return the lamps that brighten the tray in their pictures, whatever lies on it."""
    few = {side: picture[::STEP, ::STEP] for side, picture in pictures.lamps.items()}
    return LampMaps.from_pictures(LampPictures(pictures.base[::STEP, ::STEP], few), tray).working()
