"""Shared memory that holds the newest frame, for two processes.

Writer and reader hold a file lock only while they copy. The kernel releases the lock if its holder dies.
"""

import fcntl
import json
import mmap
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from device.cameras.camera import Frame, Grey, Shot
from device.cameras.lamp_switches import LampSwitches

LARGEST = 4608 * 2592 * 3
"""Maximum size of a picture in bytes: that of Camera Module 3. Pages are allocated only when written."""

SMALL = 1 << 19
NOTES = 4096
"""Bytes for the frame's settings as JSON, and for the lamps' switches."""

_HEAD = struct.Struct("=d")
_FRAME = struct.Struct("=qd5i")
_AT_FRAME = 64
_AT_NOTES = 256
_AT_SMALL = _AT_NOTES + NOTES
_AT_IMAGE = _AT_SMALL + SMALL
_AT_SWITCHES = _AT_IMAGE + LARGEST
SIZE = _AT_SWITCHES + NOTES
_LENGTH = struct.Struct("=i")


@dataclass(frozen=True, slots=True)
class Measures:
    """Header of the stored frame: its number and time, and the sizes of picture, small picture and notes."""

    number: int
    time: float
    height: int
    width: int
    small_height: int
    small_width: int
    notes: int


class SharedFrame:
    """The shared memory behind a file descriptor; without one it is created. Both processes use this class."""

    def __init__(self, handle: int | None = None) -> None:
        if handle is None:
            handle = os.memfd_create("frames")
            os.truncate(handle, SIZE)
        self.handle = handle
        self._memory = mmap.mmap(handle, SIZE)

    @property
    def pause(self) -> float:
        """Return the requested frame interval in seconds; 0 for every frame."""
        return float(_HEAD.unpack_from(self._memory)[0])

    @pause.setter
    def pause(self, seconds: float) -> None:
        _HEAD.pack_into(self._memory, 0, seconds)

    @property
    def switches(self) -> LampSwitches:
        """Return what the lamps do, for a recorded camera: a real one sees it."""
        with self._lock(fcntl.LOCK_SH):
            (length,) = _LENGTH.unpack_from(self._memory, _AT_SWITCHES)
            at = _AT_SWITCHES + _LENGTH.size
            packed = self._memory[at : at + length]
        return LampSwitches.of(json.loads(packed)) if packed else LampSwitches()

    @switches.setter
    def switches(self, switches: LampSwitches) -> None:
        packed = json.dumps(switches.packed).encode()
        with self._lock(fcntl.LOCK_EX):
            _LENGTH.pack_into(self._memory, _AT_SWITCHES, len(packed))
            at = _AT_SWITCHES + _LENGTH.size
            self._memory[at : at + len(packed)] = packed

    def put(self, shot: Shot, number: int) -> None:
        """Replace the stored frame. Raises ValueError if the shot is too large."""
        height, width = shot.image.shape[:2]
        small = shot.small if shot.small is not None else np.zeros((0, 0), np.uint8)
        notes = json.dumps(dict(shot.settings)).encode()
        if shot.image.nbytes > LARGEST or small.nbytes > SMALL or len(notes) > NOTES:
            raise ValueError(f"a picture of {width}×{height} is larger than any camera’s")
        with self._lock(fcntl.LOCK_EX):
            self._array(_AT_IMAGE, shot.image.shape)[:] = shot.image
            self._array(_AT_SMALL, small.shape)[:] = small
            self._memory[_AT_NOTES : _AT_NOTES + len(notes)] = notes
            _FRAME.pack_into(self._memory, _AT_FRAME, number, shot.time, height, width, *small.shape, len(notes))

    def take(self) -> Frame | None:
        """Return a copy of the stored frame; None while it is being written."""
        try:
            with self._lock(fcntl.LOCK_SH | fcntl.LOCK_NB):
                it = Measures(*_FRAME.unpack_from(self._memory, _AT_FRAME))
                notes = self._memory[_AT_NOTES : _AT_NOTES + it.notes]
                image = self._array(_AT_IMAGE, (it.height, it.width, 3)).copy()
                small = self._array(_AT_SMALL, (it.small_height, it.small_width)).copy()
        except OSError:
            return None
        settings: Mapping[str, float] = json.loads(notes)
        return Frame(image, it.time, it.number, settings, small if small.size else None)

    def close(self) -> None:
        self._memory.close()
        os.close(self.handle)

    def _array(self, offset: int, shape: tuple[int, ...]) -> Grey:
        count = int(np.prod(shape))
        return np.frombuffer(self._memory, np.uint8, count, offset).reshape(shape)

    @contextmanager
    def _lock(self, how: int) -> Iterator[None]:
        fcntl.lockf(self.handle, how)
        try:
            yield
        finally:
            fcntl.lockf(self.handle, fcntl.LOCK_UN)
