"""A whole Debian with systemd and cloud-init in a container, like a Raspberry Pi that was given a new card.

systemd-nspawn boots a Debian made by debootstrap, from an ext4 disk of its own on a loop device. The boot partition is
a folder, mounted where Raspberry Pi OS has it, and cloud-init looks there, as on Raspberry Pi OS. A power cut shuts the
file system down without writing what was not synced (FS_IOC_SHUTDOWN), then kills everything in the container. It has
no network but its own loopback. Needs root on a Debian for amd64.
"""

import fcntl
import json
import os
import shutil
import signal
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

TOOLS = ("systemd-container", "debootstrap", "debhelper", "e2fsprogs", "openssh-client")
INSIDE = "systemd-sysv,udev,dbus,python3,openssh-client,adduser,netbase,iproute2,kmod,sudo,curl"
LATER = ("cloud-init", "e2fsprogs")
"""What debootstrap's own solver can't resolve, and what Raspberry Pi OS 13 has beyond the smallest Debian."""

IMAGE, READY = "root.img", "ready"
SIZE = "3G"
SHUTDOWN, WITHOUT_FLUSHING = 0x8004587D, 2
"""FS_IOC_SHUTDOWN of Linux's ext4, and its flag: neither data nor the file system's journal is written any more."""

GONE = 180.0
"""Seconds for all processes of a container to end, and its disk with them."""

FSTAB = "/dev/root / ext4 defaults,noatime 0 1\n"
SOURCE = "datasource_list: [NoCloud, None]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware/\n"
"""As in Raspberry Pi OS."""


def folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "quarterdeck-system"


def prepared(debian: str = "bookworm") -> Path:
    """The disk of a machine that was never started; made the first time, in some minutes."""
    place = folder() if debian == "bookworm" else folder() / debian
    if (place / READY).exists():
        return place / IMAGE
    place.mkdir(parents=True, exist_ok=True)
    call("apt-get", "install", "-qq", "-y", "--no-install-recommends", *TOOLS)
    root = place / "root"
    if not (root / "etc" / "debian_version").exists():
        call("debootstrap", "--variant=minbase", f"--include={INSIDE}", debian, str(root))
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    inside(root, "apt-get", "update", "-qq")
    inside(root, "apt-get", "install", "-qq", "-y", "--no-install-recommends", *LATER)
    inside(root, "apt-get", "clean")
    write(root / "etc" / "fstab", FSTAB)
    write(root / "etc" / "cloud" / "cloud.cfg.d" / "99_raspberry-pi.cfg", SOURCE)
    (root / "boot" / "firmware").mkdir(exist_ok=True)
    (root / "etc" / "machine-id").write_text("")
    (root / "usr" / "sbin" / "policy-rc.d").unlink(missing_ok=True)  # debootstrap's, which has nothing started
    (place / IMAGE).unlink(missing_ok=True)
    call("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(place / IMAGE), SIZE)
    (place / READY).touch()
    return place / IMAGE


class Machine:
    """A machine with a table, which is switched on, and loses its power, as often as a test likes."""

    usual = 120.0
    """Seconds that a command may take."""
    pause = 0.2
    """Seconds between two looks."""
    console: Path

    def switch_on(self, *arguments: str) -> None:
        raise NotImplementedError

    def cut(self) -> None:
        """Cut the power: what was not synced is lost."""
        raise NotImplementedError

    def entering(self, command: str) -> list[str]:
        """Return the program that runs a command in the machine. Raises RuntimeError while it can't be reached."""
        raise NotImplementedError

    def health(self) -> dict[str, Any] | None:
        """What the page says of its health; None while there is no page."""
        raise NotImplementedError

    @contextmanager
    def on(self, *arguments: str) -> Iterator[Self]:
        """Switch the machine on; at the end of the context it loses its power."""
        self.switch_on(*arguments)
        try:
            yield self
        finally:
            self.cut()

    def said(self, command: str, seconds: float | None = None) -> str:
        """Run the command in the machine, and return what it says."""
        status, text = self.answer(command, seconds)
        assert status == 0, f"{command}: {text}"
        return text

    def answer(self, command: str, seconds: float | None = None) -> tuple[int, str]:
        """Run the command in the machine; return its exit status and what it says."""
        done = subprocess.run(
            self.entering(command), capture_output=True, text=True, timeout=seconds or self.usual, check=False
        )
        return done.returncode, (done.stdout + done.stderr).strip()

    def begin(self, command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.entering(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait_for_page(self, seconds: float) -> float:
        """Wait for the page of a running table; return after how many seconds it came."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if (health := self.health()) and health["ok"]:
                return time.monotonic() - began
            time.sleep(self.pause)
        raise AssertionError(f"no page within {seconds} s: {self.console.read_text(errors='replace')[-3000:]}")

    def wait_for(self, command: str, answer: str, seconds: float) -> float:
        """Wait until the command says that; return after how many seconds it did."""
        began, said = time.monotonic(), ""
        while time.monotonic() - began < seconds:
            with suppress(RuntimeError, subprocess.TimeoutExpired):  # a connection from before its server began hangs
                said = self.answer(command, 120)[1]
            if said == answer:
                return time.monotonic() - began
            time.sleep(self.pause)
        raise AssertionError(f"{command} still says {said!r} after {seconds} s")


class BootedTable(Machine):
    """A machine in a container, with a disk of its own in ``folder`` and ``card`` as its boot partition."""

    def __init__(self, folder: Path, disk: Path, card: Path) -> None:
        self._disk, self._root, self._card = folder / "root.img", folder / "root", card
        self.console = folder / "console.log"
        self._root.mkdir()
        call("cp", "--sparse=always", str(disk), str(self._disk))
        self._container: subprocess.Popen[bytes] | None = None

    def switch_on(self, *arguments: str) -> None:
        """Switch the machine on. Its file system goes on from its journal, as after a power cut.

        ``arguments`` are what systemd finds on the kernel's command line.
        """
        call("mount", "-o", "loop,noatime", str(self._disk), str(self._root))
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot"]
        command += [f"--directory={self._root}", f"--bind={self._card}:/boot/firmware", "--console=pipe", *arguments]
        with self.console.open("wb") as console:
            self._container = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True
            )

    def wait_until_off(self, seconds: float) -> None:
        assert self._container
        self._container.wait(seconds)

    def cut(self) -> None:
        """Cut the power: what was not synced is lost."""
        if self._container is None:
            return
        self._stop_disk()
        with suppress(RuntimeError, ProcessLookupError):
            os.kill(self._first(), signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.killpg(self._container.pid, signal.SIGKILL)
        self._container.wait()
        self._container = None
        self._let_go()

    def _stop_disk(self) -> None:
        stop(self._root)

    def _let_go(self) -> None:
        call("umount", str(self._root))
        end = time.monotonic() + GONE
        while subprocess.run(["losetup", "--associated", str(self._disk)], capture_output=True, check=True).stdout:
            assert time.monotonic() < end, "the disk is still in use"
            time.sleep(0.05)

    def health(self) -> dict[str, Any] | None:
        with suppress(RuntimeError, ValueError, subprocess.TimeoutExpired):
            found: dict[str, Any] = json.loads(self.answer("curl -s -m 4 http://127.0.0.1:8000/healthz", 8)[1])
            return found
        return None

    def entering(self, command: str) -> list[str]:
        inside = [
            "nsenter",
            f"--target={self._first()}",
            "--all",
            "--root",
            "--wd",
            "env",
            "-i",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        ]
        return [*inside, "sh", "-c", command]

    def _first(self) -> int:
        """Return the id of the container's first process. Raises RuntimeError until there is one."""
        assert self._container is not None
        children = Path(f"/proc/{self._container.pid}/task/{self._container.pid}/children")
        with suppress(OSError):
            for child in children.read_text().split():
                if Path(f"/proc/{child}/comm").read_text().strip() in ("systemd", "init"):
                    return int(child)
        raise RuntimeError("the container has not begun")


def stop(folder: Path) -> None:
    """Have the file system of that folder write nothing any more."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, SHUTDOWN, struct.pack("I", WITHOUT_FLUSHING))
    finally:
        os.close(handle)


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def inside(root: Path, *command: str) -> None:
    environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive"]
    call("chroot", str(root), *environment, *command)


def call(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)[:200]}: {(done.stdout + done.stderr)[-1500:]}")
