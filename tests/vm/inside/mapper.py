"""Block devices that can be made to fail: memory, with the kernel's device mapper on top, and ext4 on that.

The device mapper is asked directly, since an emulated processor takes a third of a second to start a program.
"""

import ctypes
import fcntl
import gc
import os
import struct
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = 16 << 20
"""Bytes of a disk."""

LIBC = ctypes.CDLL(None, use_errno=True)

_CREATE, _REMOVE, _SUSPEND, _LOAD, _MESSAGE = 3, 4, 6, 9, 14
_SUSPENDED, _AS_IT_IS = 1 << 1, 1 << 10 | 1 << 11
"""Flags: suspend, else resume; and do so without a flush of the file system above or of the requests below."""

_CALL, _TARGET = struct.Struct("<3I2Ii4IQ128s129s7x"), struct.Struct("<QQiI16s")


def load_modules() -> None:
    """Have the kernel's modules and four disks in memory, /dev/ram0 to /dev/ram3. They stay."""
    for module in (
        ("brd", "rd_nr=4", "rd_size=131072"),
        ("dm-log-writes",),
        ("dm-flakey",),
        ("dm-snapshot",),
        ("ext4",),
    ):
        subprocess.run(["modprobe", "-d", os.environ["QUARTERDECK_VM"], *module], check=True, capture_output=True)
    Path("/proc/sys/kernel/printk").write_text("1")  # what fails on purpose need not fill the console


class Mapped:
    """A device of the device mapper, whose table can be changed while it is in use."""

    def __init__(self, name: str, table: str) -> None:
        self._name = name
        self._control = os.open("/dev/mapper/control", os.O_RDWR)
        made = self._call(_CREATE)
        self.path = Path(f"/dev/dm-{made & 0xFF | made >> 12 & 0xFFF00}")
        self.become(table)

    def become(self, table: str) -> None:
        """Put the table in the place of the present one; what is in the page cache above stays as it is."""
        kind, _, arguments = table.partition(" ")
        data = arguments.encode() + b"\0"
        data += bytes(-len(data) % 8)
        spec = _TARGET.pack(0, SIZE // 512, 0, _TARGET.size + len(data), kind.encode())
        self._call(_LOAD, spec + data, targets=1)
        self._call(_SUSPEND, flags=_SUSPENDED | _AS_IT_IS)
        self._call(_SUSPEND)

    def mark(self, text: str) -> None:
        self._call(_MESSAGE, struct.pack("<Q", 0) + f"mark {text}".encode() + b"\0")

    def remove(self) -> None:
        self._call(_REMOVE)
        os.close(self._control)

    def _call(self, call: int, data: bytes = b"", *, targets: int = 0, flags: int = 0) -> int:
        size = _CALL.size + max(len(data), 512)
        head = _CALL.pack(4, 0, 0, size, _CALL.size, targets, 0, flags, 0, 0, 0, self._name.encode(), b"")
        buffer = bytearray(head + data)
        buffer += bytes(size - len(buffer))
        fcntl.ioctl(self._control, 3 << 30 | _CALL.size << 16 | 0xFD << 8 | call, buffer)
        device: int = _CALL.unpack_from(buffer)[10]
        return device


def mount(device: Path, folder: Path, options: str = "") -> None:
    """Mount the ext4 on that device."""
    folder.mkdir(exist_ok=True)
    if LIBC.mount(str(device).encode(), str(folder).encode(), b"ext4", 0, options.encode()):
        raise OSError(ctypes.get_errno(), f"{device} cannot be mounted")


def unmount(folder: Path) -> None:
    """Unmount it; whoever still has a file open there is a fault of its own."""
    gc.collect()
    if LIBC.umount2(str(folder).encode(), 0):
        raise OSError(ctypes.get_errno(), f"{folder} cannot be unmounted")


@contextmanager
def mounted(device: Path, folder: Path) -> Iterator[Path]:
    """The folder while the device is mounted there."""
    mount(device, folder)
    try:
        yield folder
    finally:
        unmount(folder)


def make_ext4(device: Path, *features: str) -> None:
    """Make an empty file system on it, which writes nothing by itself later."""
    command = ["mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
    for feature in features:
        command += ["-O", feature]
    subprocess.run([*command, str(device), f"{SIZE // 1024}k"], check=True, capture_output=True)


def content(device: Path, size: int = SIZE) -> bytes:
    """The first bytes of a device that nobody has mounted."""
    with device.open("rb") as file:
        return file.read(size)


def put(device: Path, pieces: Iterable[tuple[int, bytes]]) -> None:
    """Write each of these pieces to its place on a device, in their order."""
    with device.open("r+b", buffering=0) as file:
        for at, data in pieces:
            file.seek(at)
            file.write(data)
        os.fsync(file.fileno())
