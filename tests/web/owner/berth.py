"""A table whose machine lies in a folder: real packages and the real update, but for systemd."""

import shutil
from pathlib import Path

from device.adapters.backups import TableBackups
from device.adapters.machine import Places, TableSystem, findings_of
from device.adapters.service_log import TableLog
from device.doctor.hardware import vitals
from device.doctor.machine import Machine
from device.update.requests import INCOMING, StatusFile, do, take_request
from device.update.staging import Staging
from tests.device.update.machine import Room, package
from web.services.device import Care, StickBackupStatus

NEWS = (
    "# Changelog\n\n## 1.1\n\n- The lamp is **warmer**, and\n  so is the `page`.\n- Nothing else.\n\n## 1.0\n\n- All.\n"
)

FILES = {
    "proc/meminfo": "MemTotal: 4000000 kB\nMemAvailable: 3000000 kB\n",
    "proc/uptime": "7200.5 1.0",
    "sys/class/thermal/thermal_zone0/temp": "51200",
}
"""What a machine without worries says of itself."""


class Quiet(Machine):
    """A machine of files, with enough space and without commands."""

    free_bytes = 9_000_000_000

    def told(self, *command: str) -> str | None:
        del command
        return None

    def free(self, folder: Path) -> int | None:
        del folder
        return self.free_bytes


class Berth:
    """The machine, what its owner's pages need, and root, who acts when a test says so."""

    def __init__(self, folder: Path, key: Path) -> None:
        self.room = Room(folder, key)
        (self.room.root / "1.0" / "CHANGELOG.md").write_text(NEWS)
        self.runtime = folder / "run"
        self.runtime.mkdir()
        self.stick = folder / "media" / "bar" / "STICK"
        self.stick.mkdir(parents=True)
        self.incoming = self.room.config.with_name(INCOMING)
        self.files = folder / "files"
        for name, text in FILES.items():
            (self.files / name).parent.mkdir(parents=True, exist_ok=True)
            (self.files / name).write_text(text)
        self.machine = Quiet(self.files)
        self.log = TableLog(self.room.config.parent, clock=lambda: 1_780_000_000.0)
        self.now = 0.0
        self.boot = "this run"
        self.status = StatusFile(self.room.root, lambda: self.now, lambda: self.boot)

    def care(self, *, trouble: str = "") -> Care:
        versions, installation = self.room.versions, self.room.installation
        self.staging = Staging(self.incoming, installation, [self.stick.parents[1]], clock=lambda: self.now)
        places = Places(versions, self.runtime, self.room.folder)
        system = TableSystem(
            places, installation, self.staging, self.status, versions.current or "?", trouble, clock=lambda: self.now
        )
        return Care(
            system,
            lambda: findings_of(vitals(self.machine, self.room.config.parent)),
            self.log,
            TableBackups(self.room.config),
        )

    def package(self, version: str = "1.1", key: Path | None = None, *, size: int = 4, filler: int = 0) -> Path:
        return package(self.room.folder, version, key or self.room.key, size=size, news=NEWS, filler=filler)

    def plug_in(self, file: Path) -> Path:
        return Path(shutil.copy(file, self.stick))

    def attend(self) -> bool:
        """Have root do what was asked for; return whether anything was done."""
        request = take_request(self.runtime)
        return request is not None and do(
            request, self.room.installation, self.status, self.room.command, self.incoming
        )


class Stick:
    def __init__(self, status: StickBackupStatus) -> None:
        self.now = status
        self.asked: list[str] = []

    def status(self) -> StickBackupStatus:
        return self.now

    def choose(self) -> None:
        self.asked.append("choose")

    def back_up_now(self) -> None:
        self.asked.append("back_up")
