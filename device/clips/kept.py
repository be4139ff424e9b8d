"""Kept clips: one file each in a folder beside the configuration, within limits of size and age."""

import re
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from device.clips.strip import LARGEST, NoClip, clip_in, with_comment
from device.durable_write import PRIVATE, write_durably
from web.ports.clips import Clip

FOLDER = "clips"
DAY = 86_400.0
HEAD = 66_000
"""Bytes at the beginning of a file that have what is known of its clip."""

_NAME = re.compile(r"(\d{1,15})-(\d{1,9})\.jpg")


class KeptClips:
    """The clips in that folder: at most ``most`` bytes in all, none older than ``days``. Thread-safe.

    What a file says is read once. A file that is no clip is skipped and counted.
    """

    def __init__(self, folder: Path, most: int, days: float, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._most = most
        self._days = days
        self._clock = clock
        self._lock = Lock()
        self._known: dict[Path, tuple[tuple[int, int], Clip | None]] = {}
        """Of each file its size and time of change (ns), and its clip; None for a file that is none."""

    def all(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        """Return the clips of these games, or of all, the latest first."""
        with self._lock:
            self._look()
            found = [clip for _, clip in self._known.values() if clip and (games is None or clip.game in games)]
        oldest = self._clock() - self._days * DAY
        return sorted((clip for clip in found if clip.clock >= oldest), key=lambda clip: -clip.clock)

    def unreadable(self) -> int:
        """Return the number of files that are no clips."""
        with self._lock:
            self._look()
            return sum(clip is None for _, clip in self._known.values())

    def find(self, name: str) -> Clip | None:
        """Return the clip of that id."""
        return next((clip for clip in self.all() if clip.id == name), None)

    def pictures(self, name: str) -> bytes | None:
        """Return the file of that clip, a JPEG; None if there is none or it is damaged."""
        file = self._folder / f"{name}.jpg"
        if not _NAME.fullmatch(file.name) or not file.is_file():
            return None
        try:
            data = _content(file, LARGEST)
            clip_in(data)
        except (OSError, NoClip):
            return None
        return data

    def put(self, clip: Clip, strip: bytes) -> None:
        """Write a clip. The oldest ones are removed for it. Raises OSError."""
        data = with_comment(strip, clip)
        with self._lock:
            self._look()
            self._make_room(len(data))
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_durably(self._folder / f"{clip.id}.jpg", data, mode=PRIVATE)

    def remove(self, name: str) -> bool:
        """Remove a clip; return whether it was there. Raises OSError."""
        if not _NAME.fullmatch(f"{name}.jpg"):
            return False
        try:
            (self._folder / f"{name}.jpg").unlink()
        except FileNotFoundError:
            return False
        return True

    def prune(self) -> None:
        """Remove what is too old, and the oldest ones while there are too many, as far as the disk allows it."""
        with self._lock:
            self._look()
            self._make_room(0)
            for left in self._folder.glob("*.jpg.new"):  # a write that a power cut ended
                with suppress(OSError):
                    left.unlink()

    def _make_room(self, needed: int) -> None:
        """Remove files until ``needed`` bytes fit: those that are no clips first, then the oldest."""
        oldest = self._clock() - self._days * DAY
        files = sorted(self._known.items(), key=lambda one: one[1][1].clock if one[1][1] else 0.0)
        size = sum(found[0] for _, (found, _) in files)
        for file, ((length, _), clip) in files:
            if size + needed <= self._most and (clip is None or clip.clock >= oldest):
                continue
            with suppress(OSError):
                file.unlink()
                size -= length

    def _look(self) -> None:
        """Read what is new in the folder."""
        there = {}
        with suppress(OSError):
            for file in self._folder.iterdir():
                with suppress(OSError):
                    if _NAME.fullmatch(file.name) and file.is_file():
                        state = file.stat()
                        there[file] = state.st_size, state.st_mtime_ns
        before = self._known
        self._known = {
            file: before[file] if before.get(file, (None,))[0] == state else (state, _clip_of(file))
            for file, state in there.items()
        }


def _clip_of(file: Path) -> Clip | None:
    """Return what the file says of its clip; None if it is none, or was cut off."""
    try:
        clip = clip_in(_content(file, HEAD), whole=False)
        with file.open("rb") as source:
            source.seek(-2, 2)
            whole = source.read() == b"\xff\xd9"
    except (OSError, NoClip):
        return None
    return clip if whole and file.name == f"{clip.id}.jpg" == f"{clip.game}-{clip.roll}.jpg" else None


def _content(file: Path, most: int) -> bytes:
    with file.open("rb") as source:
        return source.read(most)
