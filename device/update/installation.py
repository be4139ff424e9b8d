"""Update and rollback of a table that was installed from a package.

A new version is unpacked beside the others and synced to disk before the link is changed, so that a power cut at any
point leaves the old version or the new one.
"""

import fcntl
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from device.backup.backup import journal_of, take_backup, write_backup
from device.errors import BadGame, BadJournal, BadUpdate, DeviceError
from device.files.os_errors import not_written, reason_of
from device.journal.reader import past_game, reading
from device.storage.database import InUse, JournalLock
from device.systemd.install import Run, run
from device.systemd.unit import CONFIG, NAME
from device.update.boot_guard import ASKED, ROOT, UNUSABLE, TrialVersion, Versions, as_owner_of
from device.update.signed_package import PIECE, PackageFacts, check_signature, copy_bytes, facts_of
from engine import Phase
from engine.i18n import gettext as _

INCOMING, LOCK = ".incoming", ".lock"
"""Folder of an update that is being unpacked, and the file that one update locks, under the root."""

SIGNERS = "allowed_signers"
"""File of a version with the public keys that its updates are signed with."""

OWN = f"cp{sys.version_info.major}{sys.version_info.minor}"
"""Folder of a version with libraries for this Python only, under its ``lib``."""

BACKUPS = "backups"
"""Folder of backups, beside the configuration."""

SPARE = 64 << 20
"""Bytes that stay free on the disk after an update."""

TRIAL_SERVICE = "quarterdeck-trial.service"
MEGABYTE = 1_000_000

CHECKED, BACKED_UP, UNPACKED, SYNCED = 0.15, 0.2, 0.75, 0.95
"""Share of an update that is done when its package is checked, the backup taken, the version unpacked, and synced."""

ProgressCallback = Callable[[float], None]
"""Called with the share of the update that is done."""


class Installation:
    """The versions on this machine. Its methods raise :class:`~device.errors.BadUpdate`, and then change nothing.

    An update raises :class:`~device.errors.BadBackup` if the backup before it can't be taken.
    """

    def __init__(
        self,
        root: Path = ROOT,
        config: Path = CONFIG,
        run: Run = run,
        *,
        is_root: bool | None = None,
    ) -> None:
        self._root = root
        self._config = config
        self._run = run
        self._is_root = os.geteuid() == 0 if is_root is None else is_root
        self._versions = Versions(root, config.parent)

    @property
    def version(self) -> str:
        if (version := self._versions.current) is None:
            raise BadUpdate(
                _("This Quarterdeck isn’t installed from a package: update its folder with git pull and make setup.")
            )
        return version

    @property
    def kept(self) -> tuple[str, ...]:
        with suppress(OSError):
            found = (file.parent for file in self._root.glob("[!.]*/build.json"))
            return tuple(sorted(folder.name for folder in found if not folder.is_symlink()))
        return ()

    def examine(self, package: Path, *, downgrade: bool = False) -> PackageFacts:
        """Return what the package says of itself. It is whole, signed, for this machine, and newer.

        Needs no rights. Raises :class:`~device.errors.BadUpdate`.
        """
        present = self.version
        check_signature(package, self._root / present / SIGNERS)
        facts = facts_of(package)
        self._check(package, facts, present, downgrade=downgrade)
        return facts

    def update(
        self, file: Path, *, downgrade: bool = False, progress: ProgressCallback = lambda _share: None
    ) -> Iterator[str]:
        """Install the version of that file and start it on trial. Yield each step when it is done."""
        present = self.version
        self._must_be_root(f"update {file}")
        with self._alone():
            self._versions.forget_others()
            package = self._copied(file)
            try:
                facts = self.examine(package, downgrade=downgrade)
                progress(CHECKED)
                yield _("{file} is complete and signed: version {version}.", file=file.name, version=facts.version)
                self._check_no_game()
                with as_owner_of(self._config):
                    backup = self._back_up(facts.version)
                progress(BACKED_UP)
                if backup:
                    yield _("The backup from before the update is {file}.", file=self._config.parent / backup)
                self._unpack(package, facts, progress)
                progress(SYNCED)
                yield _("Version {version} is unpacked.", version=facts.version)
                self._check_no_game()
                self._versions.switch(facts.version, backup)
            except OSError as error:
                if isinstance(error, DeviceError):
                    raise
                raise BadUpdate(
                    _(
                        "The update can’t be written ({why}): free up space and try again. Version {version} is "
                        "still running.",
                        why=reason_of(error),
                        version=present,
                    )
                ) from None
            finally:
                self._clear()
        self._restart(supervised=True)
        yield _(
            "Version {version} starts. If its page doesn’t come within a minute, {old} comes back automatically.",
            version=facts.version,
            old=present,
        )

    def rollback(self) -> Iterator[str]:
        """Go back to the version before, and start it. Yield each step when it is done."""
        present, previous = self.version, self._versions.previous
        self._must_be_root("rollback")
        if previous is None:
            raise BadUpdate(_("There is no version before {version} on this machine.", version=present))
        with self._alone():
            self._check_no_game()
            backup = f"{BACKUPS}/before-{present}.zip"
            trial = self._versions.trial or TrialVersion(present, previous, backup)
            try:
                self._versions.go_back(trial, ASKED)
            except OSError as error:
                raise BadUpdate(
                    _("The version can’t be changed ({why}): free up space and try again.", why=reason_of(error))
                ) from None
        self._restart(supervised=False)
        yield _("Version {version} starts again.", version=previous)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock of updates. It can't be opened on a card that has turned read-only."""
        found = self._run(["findmnt", "--noheadings", "--output", "FSTYPE", "--target", str(self._root)])[1]
        if found == "overlay":
            raise BadUpdate(
                _(
                    "{folder} is on an overlay and forgets an update at the next start: turn it off first.",
                    folder=self._root,
                )
            )
        try:
            handle = os.open(self._root / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BadUpdate(not_written(self._root, error)) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise BadUpdate(_("Another update is running: wait until it ends.")) from None
        finally:
            os.close(handle)

    def _copied(self, file: Path) -> Path:
        """Copy the file to this disk: what is checked must be what is unpacked, even if a USB stick is pulled."""
        self._clear()
        try:
            # what is opened is looked at, not what has that name: another user may change the latter meanwhile
            with as_owner_of(file):
                handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise BadUpdate(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            os.close(handle)
            raise BadUpdate(_("{file} isn’t a file: choose a file quarterdeck_….deb.", file=file))
        target = self._root / INCOMING / file.name
        with os.fdopen(handle, "rb") as source:
            check_space(self._root, found.st_size)
            try:
                target.parent.mkdir(mode=0o700)
                with target.open("wb") as copy:
                    copy_bytes(source, copy, found.st_size)
            except OSError as error:
                self._clear()
                raise BadUpdate(
                    _("{file} can’t be copied ({why}): try again.", file=file.name, why=reason_of(error))
                ) from None
        return target

    def _check(self, file: Path, facts: PackageFacts, present: str, *, downgrade: bool) -> None:
        here = self._run(["dpkg", "--print-architecture"])[1]
        if facts.architecture != here:
            raise BadUpdate(
                _(
                    "{file} is for {there}, this machine is {here}: choose the file that ends with _{here}.deb.",
                    file=file.name,
                    there=facts.architecture,
                    here=here,
                )
            )
        if facts.version == present:
            raise BadUpdate(_("Version {version} runs already.", version=present))
        is_newer = self._run(["dpkg", "--compare-versions", facts.version, "gt", present])[0] == 0
        if not is_newer and not downgrade:
            raise BadUpdate(
                _(
                    "{file} has the older version {version}, {present} runs: choose a newer one "
                    "(--downgrade installs it).",
                    file=file.name,
                    version=facts.version,
                    present=present,
                )
            )
        check_space(self._root, facts.unpacked)

    def _check_no_game(self) -> None:
        """Raise if a table runs and its game has begun and is not over."""
        with as_owner_of(self._config):
            if not self._config.is_file():
                return
            journal = journal_of(self._config)
            try:
                with JournalLock(journal):
                    return
            except InUse:
                pass
            with suppress(BadJournal, BadGame), reading(journal) as ledger:
                game = past_game(ledger, None)
                if len(game.events) > 1 and game.state.phase != Phase.OVER:
                    raise BadUpdate(_("A game is being played: finish it or start a new one, then try again."))

    def _back_up(self, version: str) -> str | None:
        """Take a backup of configuration and games; return its path from the configuration's folder."""
        if not self._config.is_file() or not journal_of(self._config).is_file():
            return None
        name = f"{BACKUPS}/before-{version}.zip"
        file = self._config.parent / name
        file.parent.mkdir(mode=0o750, exist_ok=True)
        write_backup(take_backup(self._config), file)
        return name

    def _unpack(self, package: Path, facts: PackageFacts, progress: ProgressCallback) -> None:
        """Unpack the folder of the version, compile it, sync it to disk, and move it to its place."""
        folder = self._root / INCOMING / "files"
        folder.mkdir()
        place = f"./opt/quarterdeck/{facts.version}"
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as unpacker:
            parts = place.count("/") + 1
            command = ["tar", "--extract", "--directory", str(folder), f"--strip-components={parts}", "--file", "-"]
            assert unpacker.stdout is not None
            returncode, said = _passed(unpacker.stdout, [*command, place], facts.unpacked, progress)
        if returncode or unpacker.returncode:
            raise BadUpdate(
                _(
                    "{file} can’t be unpacked ({why}): free up space and try again.",
                    file=package.name,
                    why=said.splitlines()[0] if said else unpacker.returncode,  # the last line only says that it failed
                )
            )
        self._check_fit(folder, facts)
        keep_own_libraries(folder)
        target = self._root / facts.version
        compiler = ["python3", "-m", "compileall", "-q", "-s", str(folder), "-p", str(target), str(folder / "lib")]
        self._run(compiler)
        status, why = self._run(["sync", "--file-system", str(folder)])
        if status:
            raise OSError(why or status)
        if target.exists():
            shutil.rmtree(target)
        folder.rename(target)

    def _check_fit(self, folder: Path, facts: PackageFacts) -> None:
        """Raise unless the unpacked version is what it says, and has libraries for this machine's Python."""
        try:
            about = json.loads((folder / "build.json").read_text("utf-8"))
            fits = about["version"] == facts.version and OWN in about["pythons"]
        except UNUSABLE:
            fits = False
        if not fits or not os.access(folder / "bin" / "quarterdeck", os.X_OK):
            raise BadUpdate(
                _(
                    "Version {version} can’t run with this machine’s Python {python}: update the system first.",
                    version=facts.version,
                    python=f"{sys.version_info.major}.{sys.version_info.minor}",
                )
            )

    def _clear(self) -> None:
        shutil.rmtree(self._root / INCOMING, ignore_errors=True)

    def _restart(self, *, supervised: bool) -> None:
        self._run(["systemctl", "restart", "--no-block", NAME])
        if supervised:
            self._run(["systemctl", "restart", "--no-block", TRIAL_SERVICE])

    def _must_be_root(self, what: str) -> None:
        if not self._is_root:
            raise BadUpdate(_("Only root may do that: {command}.", command=f"sudo quarterdeck {what}"))


def check_space(folder: Path, needed: int) -> None:
    """Raise :class:`~device.errors.BadUpdate` unless the disk of the folder takes so many bytes more."""
    free = shutil.disk_usage(folder).free
    if needed + SPARE > free:
        raise BadUpdate(
            _(
                "There is too little space: the update needs {needed} MB, and {free} MB are free.",
                needed=-(-(needed + SPARE) // MEGABYTE),
                free=free // MEGABYTE,
            )
        )


def keep_own_libraries(version: Path, own: str = OWN) -> None:
    """Delete the libraries of other Pythons from that version's folder, if it has those of this one.

    The package's ``postinst`` does the same. Raises OSError.
    """
    if (version / "lib" / own).is_dir():
        for other in (version / "lib").glob("cp*"):
            if other.name != own:
                shutil.rmtree(other)


def _passed(source: IO[bytes], command: Sequence[str], size: int, progress: ProgressCallback) -> tuple[int, str]:
    """Pass all of the source to the command, about ``size`` bytes; return its status and what it complained of."""
    with tempfile.TemporaryFile() as complaints:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints) as reader:
            assert reader.stdin is not None
            passed = 0
            with suppress(BrokenPipeError):
                while piece := source.read(PIECE):
                    reader.stdin.write(piece)
                    passed += len(piece)
                    progress(BACKED_UP + (UNPACKED - BACKED_UP) * min(1.0, passed / max(size, 1)))
                reader.stdin.close()
        complaints.seek(0)
        return reader.returncode, complaints.read(64 << 10).decode("utf-8", "replace").strip()
