"""A card that is divided as that of Raspberry Pi OS, in an emulated machine or in a container.

The container starts with the program that ``init=`` names in ``cmdline.txt``, which is read at each start as by the
firmware. Its power cut is harder than that of the emulator, which keeps what the guest has given to its disk: here even
that is lost, unless it was synced.
"""

import ctypes
import hashlib
import os
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.packaging.system import GONE, BootedTable, call, stop, write
from tests.packaging.virtual_machine import BOOT_MEGABYTES, FSTAB, SIZE, Hardware, VirtualTable

DISK = "4e639091"
"""The number of a card, of which Raspberry Pi OS names its partitions."""

CARD = 15_931_539_456
"""Bytes of a usual card of 16 GB."""

ROOT_BEGINS = 4 + BOOT_MEGABYTES
"""Where the root begins, in MiB."""

NETWORK_NAMESPACE = 0x40000000


def divide(card: Path, root: Path, *more: str) -> None:
    """Make the image of a card with that root, and with ``more`` partitions (sfdisk)."""
    with card.open("wb") as image:
        image.truncate(CARD)
    parts = [f"label: dos\nlabel-id: 0x{DISK}", f"4MiB,{BOOT_MEGABYTES}MiB,c", *more]
    subprocess.run(["sfdisk", "-q", str(card)], input="\n".join(parts), text=True, check=True)
    copy(root, card, ROOT_BEGINS)


def copy(part: Path, card: Path, at: int) -> None:
    call("dd", f"if={part}", f"of={card}", "bs=1M", f"seek={at}", "conv=notrunc,sparse", "status=none")
    part.unlink()


def hash_of(card: Path, begin: int, end: int) -> str:
    """Return a hash of the card between those MiB, and of where nothing was ever written."""
    told, at, end = hashlib.sha256(), begin << 20, end << 20
    with card.open("rb") as image, suppress(OSError):  # the last hole
        while at < end:
            at = os.lseek(image.fileno(), at, os.SEEK_DATA)
            until = min(os.lseek(image.fileno(), at, os.SEEK_HOLE), end)
            told.update(f"{at} {until}\n".encode())
            image.seek(at)
            while at < until and (piece := image.read(min(1 << 20, until - at))):
                told.update(piece)
                at += len(piece)
    return told.hexdigest()


def _attached(image: Path) -> str:
    found = subprocess.run(["losetup", "--find", "--show", image], capture_output=True, text=True, check=True)
    return found.stdout.strip()


class EmulatedCard(VirtualTable):
    """An emulated machine with one card: boot partition, root, and the rest without a use."""

    def __init__(self, folder: Path, hardware: Hardware, boot: Iterable[Path]) -> None:
        super().__init__(folder, hardware, boot)
        self.card = folder / "card.img"
        mounted = folder / "root"
        mounted.mkdir()
        call("mount", "-o", "loop", str(self._disk), str(mounted))
        write(mounted / "etc" / "fstab", FSTAB.replace("/dev/vda ", f"PARTUUID={DISK}-02 "))
        call("umount", str(mounted))
        divide(self.card, self._disk, f"{ROOT_BEGINS}MiB,{SIZE}iB,L")
        copy(self._boot, self.card, 4)
        self._images = [self.card]

    @property
    def command_line(self) -> str:
        where = ["mtype", "-i", f"{self.card}@@4M", "::cmdline.txt"]
        return subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()

    def switch_on(self, arguments: str = "", *_more: str) -> None:
        super().switch_on(arguments or self.command_line)


class BootedCard(BootedTable):
    """A container with one card. It may neither see new partitions nor grow its root, so both are done before.

    Plugged in is a stick with the label of the card's partition for what is kept.
    """

    def __init__(self, folder: Path, disk: Path, boot: Path, root_ends: int) -> None:
        super().__init__(folder, disk, boot)
        self.card, self._boot = folder / "card.img", boot
        call("resize2fs", str(self._disk), f"{root_ends - ROOT_BEGINS}M")
        divide(self.card, self._disk, f"{ROOT_BEGINS}MiB,{root_ends - ROOT_BEGINS}MiB,L", f"{root_ends}MiB,,L")
        self._loop = self._plugged = ""
        self._stick = folder / "stick.img"
        call("mkfs.ext4", "-q", "-L", "quarterdeck", str(self._stick), "16M")

    @property
    def command_line(self) -> str:
        return (self._boot / "cmdline.txt").read_text().strip()

    def switch_on(self, *_arguments: str) -> None:
        self._loop, self._plugged = (_attached(image) for image in (self.card, self._stick))
        call("partx", "--update", self._loop)
        words = self.command_line.split()
        chosen = [one.removeprefix("init=") for one in words if one.startswith("init=")]
        call("mount", "-o", "ro" if chosen else "noatime", f"{self._loop}p2", str(self._root))
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--capability=all"]
        command += [f"--directory={self._root}", f"--bind={self._boot}:/boot/firmware", "--console=pipe"]
        command += [f"--bind={self._loop}{part}" for part in ("", "p2", "p3")] + [f"--bind={self._plugged}"]
        with self.console.open("ab") as console:
            self._container = subprocess.Popen(
                [*command, *(chosen or ["--boot"]), *(one for one in words if one.startswith("systemd."))],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )

    @contextmanager
    def reached(self) -> Iterator[str]:
        """Have this thread in the container's network."""
        system = ctypes.CDLL(None, use_errno=True)
        own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        its = os.open(f"/proc/{self._first()}/ns/net", os.O_RDONLY)
        try:
            assert system.setns(its, NETWORK_NAMESPACE) == 0, ctypes.get_errno()
            yield "http://127.0.0.1:8000"
        finally:
            system.setns(own, NETWORK_NAMESPACE)
            os.close(own)
            os.close(its)

    def _stop_disk(self) -> None:
        with suppress(OSError, RuntimeError):  # it may be off
            stop(Path(f"/proc/{self._first()}/root/srv/quarterdeck"))

    def _let_go(self) -> None:
        call("umount", str(self._root))
        end = time.monotonic() + GONE
        while subprocess.run(["partx", "--delete", self._loop], capture_output=True, check=False).returncode:
            assert time.monotonic() < end, "the card is still in use"
            time.sleep(0.05)
        for device in (self._loop, self._plugged):
            call("losetup", "--detach", device)
