"""Identity of the table: a random id in its state folder, with marks of the machine and the disk that it was made on.

A memory card that was moved to another machine is the same disk in another machine. A copy of it is another disk. The
marks are hashes of the serial numbers that the kernel shows (of the Raspberry Pi or its network interfaces, of the
memory card or disk). Where the kernel shows none, as in most virtual machines, the two cannot be distinguished.
"""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.files.durable_write import SHARED
from device.files.kept_file import content_of, keep
from device.notices import Notices

TABLE_ID = "table-id.json"
"""The file's name, in the configuration's folder. It is not part of a backup."""


class _KeptIdentity(msgspec.Struct):
    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    machine: str | None = None
    disk: str | None = None


Origin = Literal["same", "moved", "copied", "cloned", "unknown"]
"""Where the id is used, compared to where it was made: the same disk and machine; the same disk in another machine;
another disk in the same machine; another disk in another machine; or not known."""


@dataclass(frozen=True, slots=True)
class HardwareMarks:
    """Hashes that identify this machine and the disk of a folder, None where the kernel shows no serial number."""

    machine: str | None = None
    disk: str | None = None


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """Id of the table, 32 hexadecimal digits, and the marks of the hardware on which it was made."""

    id: str
    made_on: HardwareMarks

    def origin(self, here: HardwareMarks) -> Origin:
        """Return how the hardware of ``here`` relates to that on which the id was made."""
        machine, disk = _same(self.made_on.machine, here.machine), _same(self.made_on.disk, here.disk)
        if machine is None or disk is None:
            # one of the two is enough only where it is the same
            return "same" if disk and machine is not False else "unknown"
        if disk:
            return "same" if machine else "moved"
        return "copied" if machine else "cloned"


def _same(kept: str | None, here: str | None) -> bool | None:
    return None if kept is None or here is None else kept == here


def read_identity(folder: Path, notices: Notices | None = None) -> TableIdentity | None:
    """Return the table's identity in that folder; None if it has none yet.

    With ``notices`` an unreadable file is renamed, with a notice; without them nothing is changed.
    """
    file = folder / TABLE_ID
    data = content_of(file, notices)
    if data is None:
        return None
    try:
        kept = msgspec.json.decode(data, type=_KeptIdentity)
        return TableIdentity(kept.id, HardwareMarks(kept.machine, kept.disk))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    if notices is not None:
        notices.set_aside(file)
    return None


def table_identity(folder: Path, here: HardwareMarks, notices: Notices) -> TableIdentity:
    """Return the table's identity in that folder, and make one if it has none.

    The marks of a moved card become those of the new machine, and those of a card copied within one machine the new
    card's. Those of a clone stay: it remains a clone until its file is deleted. If the folder cannot be written, the id
    is valid until the program ends.
    """
    kept = read_identity(folder, notices)
    found = kept or TableIdentity(secrets.token_hex(16), here)
    only_adds = kept and False not in (_same(kept.made_on.machine, here.machine), _same(kept.made_on.disk, here.disk))
    if kept is not None and (kept.origin(here) in ("moved", "copied") or only_adds):
        known = HardwareMarks(here.machine or kept.made_on.machine, here.disk or kept.made_on.disk)
        found = replace(kept, made_on=known)
    if found != kept:
        with suppress(OSError):
            keep(folder / TABLE_ID, identity_text(found).encode(), mode=SHARED)
    return found


def renew_identity(folder: Path) -> None:
    """Give the table in that folder a new id from its next start on. The former one is kept beside it."""
    with suppress(OSError):
        former = folder / TABLE_ID
        if former.exists():
            former.replace(former.with_name(f"{TABLE_ID}.former"))
        keep(former, identity_text(TableIdentity(secrets.token_hex(16), hardware_marks(folder))).encode(), mode=SHARED)


def identity_text(identity: TableIdentity) -> str:
    marks = {"machine": identity.made_on.machine, "disk": identity.made_on.disk}
    return json.dumps({"id": identity.id, **marks}, indent=1) + "\n"


def hardware_marks(folder: Path, root: Path = Path("/")) -> HardwareMarks:
    """Return the marks of this machine and of the disk that holds the folder. Tests use another ``root``."""
    return HardwareMarks(_hashed(_machine(root)), _hashed(_disk(folder, root)))


def _hashed(text: str) -> str | None:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest() if text else None


def _machine(root: Path) -> str:
    """Return the serial number of the board, else the addresses of its built-in network interfaces.

    ``/etc/machine-id`` does not count: it is copied with the card.
    """
    serial = _text(root / "sys/firmware/devicetree/base/serial-number")
    if serial.strip("0"):
        return serial
    cards = sorted((root / "sys/class/net").glob("*/device"))
    # an interface on USB may be plugged into another machine; a random address has bit 1 of its first byte set
    fixed = [card.parent for card in cards if "/usb" not in str(card.resolve())]
    addresses = [_text(card / "address") for card in fixed]
    return " ".join(one for one in addresses if one and not int(one[:2] or "0", 16) & 2)


def _disk(folder: Path, root: Path) -> str:
    """Return the serial number of the disk that holds the folder: a card's CID, or the name that the disk reports."""
    try:
        number = folder.stat().st_dev
    except OSError:
        return ""
    device = root / f"sys/dev/block/{os.major(number)}:{os.minor(number)}"
    for part in (device, device.resolve().parent):
        for name in ("device/cid", "wwid", "device/wwid", "device/serial"):
            if found := _text(part / name):
                return found
    return ""


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip("\0 \n")
    except OSError:
        return ""
