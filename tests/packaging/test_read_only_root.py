"""The read-only root of ``docs/install.md``, with Debian's overlayroot: games outlive the power, and so it is said.

The commands of the document run in an emulated machine, but for raspi-config, which is not Debian's: a stand-in adds
to ``cmdline.txt`` what it adds. Run alone with ``pytest -m package -s tests/packaging/test_read_only_root.py``.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from device.doctor.hardware import storage
from device.doctor.machine import Machine
from tests.packaging.virtual_machine import KERNEL_ARGUMENTS, VirtualTable, prepared

pytestmark = pytest.mark.package

ARGUMENTS = KERNEL_ARGUMENTS.replace(" ro ", " rw ")
"""As on a Raspberry Pi: with ``ro`` the overlay is not to be written either."""

INSTALL = Path(__file__).parents[2] / "docs" / "install.md"
DATA = Path("/var/lib/quarterdeck")
PATIENCE = 3600.0
"""Seconds here that the machine may take to start."""

INSTALLED = f"""\
mkdir -p {DATA} && echo first > {DATA}/journal.db
printf '[Service]\\nExecStart=/bin/sleep infinity\\n' > /etc/systemd/system/quarterdeck.service
printf '#!/bin/sh\\nsed -i "s/^/overlayroot=tmpfs /" /boot/firmware/cmdline.txt\\n' > /usr/local/bin/raspi-config
chmod +x /usr/local/bin/raspi-config && systemctl daemon-reload && systemctl start quarterdeck
"""


def recipe() -> str:
    """Return the commands of the document, for the third disk of the machine, up to the restart."""
    [block] = re.findall(r"```sh\n([^`]*overlay[^`]*)```", INSTALL.read_text("utf-8"))
    return str(block).replace("/dev/mmcblk0p3", "/dev/vdc").replace("sudo reboot", "true")


def told(table: VirtualTable, folder: Path) -> str:
    """Return the light of the doctor's check of the storage, by the mounts of the machine."""
    (folder / "proc" / "self").mkdir(parents=True, exist_ok=True)
    (folder / "proc" / "self" / "mountinfo").write_text(table.said("cat /proc/self/mountinfo"))
    return storage(Machine(folder), DATA).light


def test_a_read_only_root_keeps_what_is_played(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("the disk of the machine is made by root")
    cmdline = tmp_path / "cmdline.txt"
    cmdline.write_text(ARGUMENTS)
    with (tmp_path / "data.img").open("wb") as data:
        data.truncate(64 << 20)
    table = VirtualTable(tmp_path, prepared(), [cmdline])
    with table.on():
        table.wait_for("echo up", "up", PATIENCE)
        table.said(INSTALLED)
        assert told(table, tmp_path) == "green"
        table.said(f"set -e\n{recipe()}\nsync")
    image = ["-i", str(tmp_path / "boot.img")]
    kept = subprocess.run(["mtype", *image, "::cmdline.txt"], capture_output=True, text=True, check=True).stdout
    for written, arguments, light in (
        ("second", kept, "green"),
        ("lost", f"overlayroot=tmpfs {ARGUMENTS}", "red"),  # the whole recipe of raspi-config
        ("last", kept, "green"),
    ):
        with table.on(arguments.strip()):
            table.wait_for("findmnt -no FSTYPE /", "overlay", PATIENCE)
            assert told(table, tmp_path) == light
            table.said(f"touch /root/{written} && echo {written} >> {DATA}/journal.db && sync")
    with table.on():
        table.wait_for(f"cat {DATA}/journal.db && ls /root", "first\nsecond\nlast", PATIENCE)
