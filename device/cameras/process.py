"""A camera in a separate process, which is killed if it stops delivering frames.

A driver may block for ever, raise no error when its camera is unplugged, or crash its process. The table is isolated
from that: it reads the newest frame from shared memory, with a timeout.
"""

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import msgspec
import numpy as np

from device.cameras.camera import Frame, Image
from device.cameras.config import CameraConfig
from device.cameras.lamp_switches import LampSwitches
from device.cameras.shared_frame import SharedFrame
from device.errors import CameraLost
from device.files.os_errors import reason_of
from vision.i18n import gettext as _

TICK = 0.1
"""Seconds to wait for a frame before the table polls its buttons again."""

IDLE_PAUSE = 0.1
"""Frame interval in seconds while nothing moves."""

EVERY = 8
"""Step in rows and columns of the pixels that are compared with the previous frame."""

GO = 1.0
"""Seconds for the camera to close before its process is killed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts in seconds.

    ``start``: start of the camera's process, slow just after boot. ``first``: the first frame. ``next``: each further
    frame. ``same``: identical frames.
    """

    start: float = 30.0
    first: float = 8.0
    next: float = 3.0
    same: float = 4.0


class CameraProcess:
    """The configured camera, run in a separate process.

    ``noted`` is called with each message of the camera, ``locked`` with the exposure and focus that it settled on.
    """

    def __init__(
        self,
        config: CameraConfig,
        *,
        noted: Callable[[str], None] = lambda _: None,
        locked: Callable[[Mapping[str, float]], None] = lambda _: None,
        patience: Patience = Patience(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._noted = noted
        self._locked = locked
        self._patience = patience
        self._may_stand_still = config.kind in ("recording", "stills")
        self._allowed = patience.start
        self._clock = clock
        self._last = clock()
        self._rest = b""
        try:
            with contextlib.ExitStack() as on_failure:
                self._shelf = SharedFrame()
                on_failure.callback(self._shelf.close)
                self._news, theirs = os.pipe()
                on_failure.callback(os.close, self._news)
                try:
                    self._child = self._start(theirs)
                finally:
                    os.close(theirs)
                on_failure.pop_all()
        except OSError as error:
            why = reason_of(error)
            raise CameraLost(
                _("The camera’s program cannot be started ({strerror}): restart the machine.", strerror=why)
            ) from None
        os.set_blocking(self._news, False)
        assert self._child.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(msgspec.json.encode(config) + b"\n")
            self._child.stdin.flush()

    def _start(self, news: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "device.sources.worker", str(self._shelf.handle), str(news)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=(self._shelf.handle, news),
            env={"LIBCAMERA_LOG_LEVELS": "*:ERROR"} | os.environ,
            start_new_session=True,
        )

    @property
    def process(self) -> int:
        return self._child.pid

    def calm(self, still: bool) -> None:
        self._shelf.pause = IDLE_PAUSE if still else 0.0

    def light(self, switches: LampSwitches) -> None:
        self._shelf.switches = switches

    def frames(self) -> Iterator[Frame | None]:
        """Yield the newest frame each time, or None if none arrived for a tenth of a second.

        Raises :class:`CameraLost` if none arrived within the timeout (three seconds by default), if all are identical,
        or if the camera's process has ended.
        """
        same: tuple[float, Image] | None = None
        while True:
            frame = self._shelf.take() if self._heard_of_a_frame() else None
            if frame is not None:
                self._heard_from(self._patience.next)
                same = self._still_same(frame, same)
            elif self._clock() - self._last > self._allowed:
                raise CameraLost(_("The camera stopped sending pictures: if none come, check its cable."))
            yield frame

    def _heard_from(self, allowed: float) -> None:
        self._last, self._allowed = self._clock(), allowed

    def _still_same(self, frame: Frame, same: tuple[float, Image] | None) -> tuple[float, Image]:
        """Return since when the picture is identical, with a sample. Sensor noise makes live frames differ.

        Raises :class:`CameraLost` after the timeout ``same``.
        """
        sample = frame.image[::EVERY, ::EVERY]
        if same is None or self._may_stand_still or not np.array_equal(sample, same[1]):
            return frame.time, sample.copy()
        if frame.time - same[0] > self._patience.same:
            raise CameraLost(_("The camera picture is frozen: if it stays frozen, restart the machine."))
        return same

    def _heard_of_a_frame(self) -> bool:
        """Wait up to a tenth of a second for messages and process them; return whether a new frame was among them."""
        if not select.select([self._news], [], [], TICK)[0]:
            return False
        data = os.read(self._news, 65536)
        if not data:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(GO)
            raise CameraLost(
                _(
                    "The camera’s program ended ({returncode}): if this keeps happening, restart the machine.",
                    returncode=self._child.returncode,
                )
            )
        *lines, self._rest = (self._rest + data).split(b"\n")
        return sum(map(self._take_in, lines)) > 0

    def _take_in(self, line: bytes) -> bool:
        news: dict[str, Any] = json.loads(line)
        match news:
            case {"ready": True}:
                self._heard_from(self._patience.first)
            case {"note": sentence}:
                self._noted(_unpacked(sentence))
            case {"locked": values}:
                self._locked(values)
            case {"lost": sentence}:
                raise CameraLost(_unpacked(sentence))
        return "frame" in news

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.close()
        try:
            self._child.wait(GO)
        except subprocess.TimeoutExpired:
            self._child.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):  # one that the kernel cannot end is left behind
                self._child.wait(GO)
        os.close(self._news)
        self._shelf.close()


def _unpacked(sentence: Any) -> str:
    from engine.i18n import unpacked  # not needed by the camera's process, which loads this module too

    return str(unpacked(sentence))
