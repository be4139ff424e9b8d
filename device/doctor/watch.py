"""Watches a running table for what the doctor calls a problem: page, lamp and the machine's own screen tell it."""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from device.config.schema import Config
from device.doctor.camera import NO_MARKERS
from device.doctor.hardware import address, strains
from device.doctor.machine import CheckResult, Machine
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from table.snapshot import CameraUse

EVERY = 5.0
"""Seconds between two looks."""

LASTS = 25.0
"""Seconds for which a problem must last before it is shown: time to join a network, and to find the markers."""


def needs(
    machine: Machine, config: Config, folder: Path, camera: Callable[[], CameraUse], finds_tray: Callable[[], bool]
) -> Iterator[CheckResult]:
    """Check what a running table can lack, the first thing to mend first. ``folder`` holds the journal."""
    yield CheckResult(_("address"), *address(machine, config))
    yield from strains(machine, folder)
    if camera() == "on" and not finds_tray():
        yield CheckResult(_("markers"), *NO_MARKERS)


class Watch:
    """What ``findings`` call a problem and has lasted, as sentences; :meth:`look` is called again and again.

    ``rings``: there is one, and the table is as it was installed, which ``is_new`` returns.
    """

    def __init__(
        self,
        findings: Callable[[], Iterable[CheckResult]] = tuple,
        is_new: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._findings = findings
        self._is_new = is_new
        self._clock = clock
        self._since: dict[str, tuple[float, str]] = {}
        self.said: tuple[str, ...] = ()
        self.rings = False

    def look(self) -> None:
        now = self._clock()
        # a measure in the words changes, the advice is that of one problem
        red = {one.name + one.advice: (now, sentence_of(one)) for one in self._findings() if one.light == "red"}
        self._since = {key: self._since.get(key, new) for key, new in red.items()}
        self.said = tuple(sentence for since, sentence in self._since.values() if now - since >= LASTS)
        self.rings = bool(self.said) and self._is_new()


def sentence_of(found: CheckResult) -> str:
    return full_sentence(_("{name}: {words}; {advice}", name=found.name, words=found.words, advice=found.advice))
