"""A camera kept apart: it lives in a process of its own, which is killed when it gives no more pictures.

A driver may block for ever, raise nothing when its camera is unplugged, or take the whole process with it. None of that
reaches the table: it takes the newest frame from memory that both share, and looks at the clock.
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
from device.cameras.shared_frame import SharedFrame
from device.errors import CameraLost

TICK = 0.1
"""Seconds that the table waits for a frame before it looks after its buttons again."""

IDLE_PAUSE = 0.1
"""Seconds from frame to frame that are enough while nothing moves."""

EVERY = 8
"""Each so many pixels, in rows and columns, are compared with those of the frame before."""

GO = 1.0
"""Seconds that the camera has for letting go before its process is killed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds.

    The start of the camera's process, which is slow where a machine has just been switched on; then the first frame,
    each next one, and frames that are all the same.
    """

    start: float = 30.0
    first: float = 8.0
    next: float = 3.0
    same: float = 4.0


class CameraProcess:
    """The camera of that configuration, in a process of its own.

    ``noted`` is told what there is to tell, a sentence each; ``locked`` the exposure and focus that were settled on.
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
        self._shelf = SharedFrame()
        self._news, theirs = os.pipe()
        os.set_blocking(self._news, False)
        self._rest = b""
        try:
            self._child = self._start(theirs)
        except OSError as error:
            os.close(self._news)
            self._shelf.close()
            raise CameraLost(
                f"The camera’s program cannot be started ({error.strerror}): restart the machine."
            ) from None
        finally:
            os.close(theirs)
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
        """The number of the camera's process."""
        return self._child.pid

    def calm(self, still: bool) -> None:
        """Whether nothing moves on the tray: then ten frames a second are enough."""
        self._shelf.pause = IDLE_PAUSE if still else 0.0

    def frames(self) -> Iterator[Frame | None]:
        """The newest frame each time, None where none came for a tenth of a second.

        Raises :class:`CameraLost` when none came for three seconds, when they are all the same, or when the camera's
        process has ended.
        """
        same: tuple[float, Image] | None = None
        while True:
            frame = self._shelf.take() if self._heard_of_a_frame() else None
            if frame is not None:
                self._heard_from(self._patience.next)
                same = self._still_same(frame, same)
            elif self._clock() - self._last > self._allowed:
                raise CameraLost("The camera gives no more pictures: check its cable.")
            yield frame

    def _heard_from(self, allowed: float) -> None:
        """The camera's process is alive; what comes next may take so long."""
        self._last, self._allowed = self._clock(), allowed

    def _still_same(self, frame: Frame, same: tuple[float, Image] | None) -> tuple[float, Image]:
        """Since when the picture is the same; a sensor's noise alone makes each one different."""
        sample = frame.image[::EVERY, ::EVERY]
        if same is None or self._may_stand_still or not np.array_equal(sample, same[1]):
            return frame.time, sample.copy()
        if frame.time - same[0] > self._patience.same:
            raise CameraLost("The camera’s picture stands still: check its cable.")
        return same

    def _heard_of_a_frame(self) -> bool:
        """Wait for news, a tenth of a second at the most, and take them in; whether a new frame was among them."""
        if not select.select([self._news], [], [], TICK)[0]:
            return False
        data = os.read(self._news, 65536)
        if not data:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(GO)
            raise CameraLost(f"The camera’s program ended ({self._child.returncode}): check the camera’s cable.")
        *lines, self._rest = (self._rest + data).split(b"\n")
        return sum(map(self._take_in, lines)) > 0

    def _take_in(self, line: bytes) -> bool:
        news: dict[str, Any] = json.loads(line)
        match news:
            case {"ready": True}:
                self._heard_from(self._patience.first)
            case {"note": sentence}:
                self._noted(sentence)
            case {"locked": values}:
                self._locked(values)
            case {"lost": sentence}:
                raise CameraLost(sentence)
        return "frame" in news

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.close()
        self._end()
        os.close(self._news)
        self._shelf.close()

    def _end(self) -> None:
        """Have the process ended; one that the kernel itself cannot end is left behind."""
        try:
            self._child.wait(GO)
        except subprocess.TimeoutExpired:
            self._child.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(GO)
