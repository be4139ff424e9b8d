"""A card whose root is never written: Raspberry Pi OS is kept from filling the card, a script divides it.

The script lies beside this module. Raspberry Pi OS grows its root at the first start if a word of ``cmdline.txt`` says
so; the word is replaced by a mark, of which it can be made again.
"""

import os
from pathlib import Path

from device.errors import BadCard
from engine.i18n import gettext as _

SCRIPT = "/usr/local/sbin/quarterdeck-root"
ROOT_MEBIBYTES, DATA_MEBIBYTES = 8 << 10, 1 << 10
"""Where the root ends on the card, and the least room behind it for what is kept."""

LEAST_CARD = 16
"""Gigabytes of the smallest usual card on which both have room."""

GROWS = {"12": "init=/usr/lib/raspberrypi-sys-mods/firstboot", "13": "resize"}
"""The word by which that Raspberry Pi OS has its root fill the card (raspberrypi-sys-mods)."""

MARK = "quarterdeck.root="
NOT_GROWN = {"growpart": {"mode": "off"}, "resize_rootfs": False}
"""What keeps cloud-init from the same."""

BEFORE = f"{SCRIPT}.before"
"""File of what the card had of :data:`NOT_GROWN` before."""

HOST_KEYS = "/usr/lib/raspberrypi-sys-mods/regenerate_ssh_host_keys"
"""What Raspberry Pi OS 12 runs after it has grown its root."""

DISKS = Path("/sys/dev/block")


def script() -> str:
    text = Path(__file__).with_suffix(".sh").read_text("utf-8")
    return text.replace("@ROOT_MIB@", str(ROOT_MEBIBYTES)).replace("@DATA_MIB@", str(DATA_MEBIBYTES))


def command_line(found: str, *, read_only: bool) -> str:
    """Return the kernel's command line with the word or the mark. Raises :class:`BadCard` if it has neither."""
    if f"init={SCRIPT}" in found.split():
        raise BadCard(_("The card’s root is read-only: run sudo quarterdeck-root off on it first, or write it again."))
    words = [GROWS.get(word.removeprefix(MARK), word) if word.startswith(MARK) else word for word in found.split()]
    if not read_only:
        return " ".join(words)
    marks = {word: f"{MARK}{version}" for version, word in GROWS.items()}
    if not marks.keys() & set(words):
        raise BadCard(_("The card was started before, and its root fills it: write it again for a read-only root."))
    return " ".join(marks.get(word, word) for word in words)


def check_room(folder: Path) -> None:
    """Raise :class:`BadCard` if the card of that boot partition has no room. Only Linux tells."""
    device = folder.stat().st_dev
    part = (DISKS / f"{os.major(device)}:{os.minor(device)}").resolve()
    if not (part / "partition").exists():
        return
    if len([*part.parent.glob("*/partition")]) > 2:
        raise BadCard(_("The card has more partitions than Raspberry Pi OS: write it again for a read-only root."))
    if int((part.parent / "size").read_text()) >> 11 < ROOT_MEBIBYTES + DATA_MEBIBYTES:
        raise BadCard(
            _("The card has no room for a partition beside the root: use one of {size} GB or more.", size=LEAST_CARD)
        )
