"""The package to install next: uploaded in pieces or copied from a USB stick, checked, and kept until it is installed.

Pieces are written straight to disk. Nothing here needs rights: root checks the package again before it installs it.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec

from device.errors import BadUpdate
from device.files.durable_write import make_durable, write_durably
from device.files.kept_file import size_of
from device.files.os_errors import not_written, reason_of
from device.update.installation import Installation, check_space
from device.update.requests import PACKAGE
from device.update.signed_package import HEADER, MAGIC, changelog_of, copy_bytes, notes_of
from engine.i18n import gettext as _
from web.services.device import UploadState

LARGEST = 256 << 20
"""Bytes of the largest package that is taken."""

IDLE = 15.0
"""Seconds without a piece after which another phone may upload."""

PLACES = (Path("/media"), Path("/run/media"), Path("/mnt"), Path("/boot/firmware"))
"""Where sticks are mounted, and the card's own boot partition."""

DEPTH, MOST_ENTRIES, MOST_FOUND = 3, 200, 8
"""How deep packages are looked for, in how many entries of a folder, and how many are offered."""

PART = ".part"
NOTE = "staged.json"

INCOMPLETE = _("Part of the file is missing: choose it again, and the upload continues.")
BUSY = _("Another phone is uploading or checking a file: wait until it ends.")


class StagedPackage(msgspec.Struct, frozen=True):
    """A package that was checked and can be installed, and what is new in it."""

    file: str
    version: str
    size: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPackage:
    """A package on a stick: a key to name it by, its file, its version, and when it was built (seconds, Unix).

    The version is that of the file's name: the package is read when it was copied and its signature checked.
    """

    key: str
    file: Path
    version: str
    built: int


class Staging:
    """The folder of the package to install next. Thread-safe. Raises :class:`~device.errors.BadUpdate`."""

    def __init__(
        self,
        folder: Path,
        installation: Installation,
        places: Sequence[Path] = PLACES,
        clock: Callable[[], float] = time.monotonic,
        largest: int = LARGEST,
    ) -> None:
        self._folder = folder
        self._installation = installation
        self._places = places
        self._clock = clock
        self._largest = largest
        self._lock = Lock()
        self._sender = ""
        self._heard = -IDLE
        self._size = 0

    @property
    def upload(self) -> UploadState | None:
        """Return what is on its way; None after a restart of the program, until its sender goes on."""
        part = self._part()
        return UploadState(part.name.removesuffix(PART), self._size, size_of(part)) if part and self._size else None

    @property
    def staged(self) -> StagedPackage | None:
        try:
            package = msgspec.json.decode((self._folder / NOTE).read_bytes(), type=StagedPackage)
            return package if size_of(self._folder / package.file) == package.size else None
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None

    def take(self, sender: str, name: str, size: int, at: int, piece: bytes) -> int:
        """Write a piece at that offset, and return how many bytes are here.

        A piece at 0 begins, unless the same file is on its way: then the sender goes on where the number says. A
        piece that is here already is not written twice.
        """
        with self._alone():
            self._check_sender(sender)
            part = self._begun(name, size, at)
            here = size_of(part)
            if at > here:
                raise BadUpdate(INCOMPLETE)
            if at + len(piece) > size:
                raise BadUpdate(_("The file changed while it was uploaded: choose it again."))
            if at + len(piece) <= here:
                return here
            with _writing(name), part.open("r+b") as target:
                target.seek(at)
                target.write(piece)
            return at + len(piece)

    def finish(self) -> StagedPackage:
        """Check the package that was uploaded, and keep it for the installation. One that fails is deleted."""
        with self._alone():
            part = self._part()
            if part is None and (staged := self.staged):
                return staged
            if part is None or (self._size and size_of(part) < self._size):
                raise BadUpdate(INCOMPLETE)
            file = part.with_name(part.name.removesuffix(PART))
            with _writing(file.name):
                make_durable(part)
                part.replace(file)
            return self._checked(file)

    def found(self) -> tuple[FoundPackage, ...]:
        """Return the packages on the sticks that are plugged in, the newest first."""
        packages: list[FoundPackage] = []
        for file in _packages_in(self._places):
            if len(packages) == MOST_FOUND:
                break
            with suppress(OSError, ValueError, IndexError):
                key = hashlib.sha256(os.fsencode(file)).hexdigest()[:16]
                packages.append(FoundPackage(key, file, file.stem.split("_")[1], _built(file)))
        return tuple(sorted(packages, key=lambda one: -one.built))

    def pick(self, key: str) -> StagedPackage:
        """Copy the package with that key from its stick, check it, and keep it for the installation."""
        with self._alone():
            source = next((one.file for one in self.found() if one.key == key), None)
            if source is None:
                raise BadUpdate(_("The file is gone: plug the stick in again."))
            self._clear()
            target, size = self._folder / source.name, size_of(source)
            if size > self._largest:
                raise BadUpdate(_("The file is too large: up to {largest} MB.", largest=self._largest >> 20))
            self._check_space(size)
            try:
                with source.open("rb") as reading, target.open("wb") as writing:
                    copy_bytes(reading, writing, size)
                    writing.flush()
                    os.fsync(writing.fileno())
            except OSError as error:
                self._clear()
                raise BadUpdate(
                    _("{file} can’t be copied ({why}): try again.", file=source.name, why=reason_of(error))
                ) from None
            return self._checked(target)

    def drop(self) -> None:
        with self._alone():
            self._clear()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._lock.acquire(timeout=1.0):
            raise BadUpdate(BUSY)
        try:
            yield
        finally:
            self._lock.release()

    def _check_sender(self, sender: str) -> None:
        now = self._clock()
        if self._part() and self._sender not in ("", sender) and now - self._heard < IDLE:
            raise BadUpdate(BUSY)
        self._sender, self._heard = sender, now

    def _begun(self, name: str, size: int, at: int) -> Path:
        """Return the file that the pieces are written into; at 0 make it, unless it goes on."""
        if not PACKAGE.fullmatch(name):
            raise BadUpdate(_("{file} isn’t an update of Quarterdeck: choose a file quarterdeck_….deb.", file=name))
        if size > self._largest:
            raise BadUpdate(_("The file is too large: up to {largest} MB.", largest=self._largest >> 20))
        part = self._folder / f"{name}{PART}"
        if at == 0 and not (part.exists() and self._size in (0, size) and size_of(part) <= size):
            self._check_space(size)
            self._clear()
            with _writing(name):
                self._folder.mkdir(mode=0o750, exist_ok=True)
                part.touch(0o640)
        if not part.exists():
            raise BadUpdate(INCOMPLETE)
        self._size = size
        return part

    def _check_space(self, size: int) -> None:
        place = next((one for one in (self._folder, *self._folder.parents) if one.is_dir()), Path("/"))
        check_space(place, size)

    def _checked(self, file: Path) -> StagedPackage:
        try:
            facts = self._installation.examine(file)
            notes = notes_of(changelog_of(file, facts), facts.version)
            staged = StagedPackage(file.name, facts.version, size_of(file), notes)
            with _writing(file.name):
                write_durably(self._folder / NOTE, msgspec.json.encode(staged))
        except BadUpdate:
            self._clear()
            raise
        self._sender, self._size = "", 0
        return staged

    def _part(self) -> Path | None:
        return next(iter(self._folder.glob(f"*{PART}")), None)

    def _clear(self) -> None:
        self._size = 0
        with suppress(FileNotFoundError):
            for file in self._folder.iterdir():
                with suppress(OSError):
                    file.unlink()
        with suppress(OSError):
            self._folder.mkdir(mode=0o750)


@contextmanager
def _writing(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadUpdate(not_written(name, error)) from None


def _packages_in(places: Sequence[Path]) -> Iterator[Path]:
    """Yield the files that are called like a package, in those folders and below. What can't be read is left out."""
    waiting = [(place, 0) for place in places]
    while waiting:
        folder, depth = waiting.pop(0)
        with suppress(OSError), os.scandir(folder) as entries:
            for _number, entry in zip(range(MOST_ENTRIES), entries, strict=False):
                if entry.is_file(follow_symlinks=False) and PACKAGE.fullmatch(entry.name):
                    yield Path(entry.path)
                elif depth < DEPTH and entry.is_dir(follow_symlinks=False):
                    waiting.append((Path(entry.path), depth + 1))


def _built(package: Path) -> int:
    with package.open("rb") as source:
        head = source.read(len(MAGIC) + HEADER)
    return int(head[len(MAGIC) + 16 : len(MAGIC) + 28])
