"""The first start of a card with the dialog of userconf-pi, in a container: Debian 12 and 13, systemd and cloud-init.

The unit has the dependencies of userconf-pi 0.15's ``userconfig.service``. Its program is a stand-in: it asks, which is
for ever here, unless the first user has a password. Run alone with ``pytest -m package`` and this file.
"""

import os
from pathlib import Path

import pytest

from device.update.card import CardPlan, write_card
from tests.device.update.machine import package
from tests.device.update.test_card import IMAGER, STOCK
from tests.device.update.test_first_run import LINE
from tests.packaging.system import BootedTable, call, prepared, write

pytestmark = pytest.mark.package

UNIT = """\
[Unit]
Description=User configuration dialog
After=systemd-user-sessions.service cloud-config.service
Before=lightdm.service

[Service]
Type=oneshot
ExecStart=/usr/lib/userconf-pi/userconf-service

[Install]
WantedBy=multi-user.target
"""
ASKS = """\
#!/bin/sh
user=$(getent passwd 1000 | cut -d: -f1)
case "$(getent shadow "$user" | cut -d: -f2)" in
    '$'*) systemctl disable userconfig.service ;;
    *) touch /run/dialog && exec sleep infinity ;;
esac
"""
INSTALLED = "dpkg-query -W -f '${Status}' quarterdeck 2>&1", "install ok installed", 300
KEY_ALONE = "\n".join(line for line in IMAGER.splitlines() if "passwd" not in line)


@pytest.mark.parametrize("debian", ["bookworm", "trixie"])
@pytest.mark.parametrize("text", [STOCK, IMAGER, KEY_ALONE], ids=["stock", "user", "user with a key alone"])
def test_the_first_start_installs_the_package(tmp_path: Path, text: str, debian: str) -> None:
    if os.geteuid():
        pytest.skip("containers need root")
    card, root = tmp_path / "card", tmp_path / "disk"
    for folder in (card, root):
        folder.mkdir()
    (card / "user-data").write_text(text)
    write_card(card, CardPlan(package(tmp_path, "1.0", None, architecture="amd64"), name="tavern"))
    table = BootedTable(tmp_path, prepared(debian), card)
    call("mount", "-o", "loop", str(tmp_path / "root.img"), str(root))
    write(root / "lib" / "systemd" / "system" / "userconfig.service", UNIT)
    write(root / "usr" / "lib" / "userconf-pi" / "userconf-service", ASKS)
    (root / "usr" / "lib" / "userconf-pi" / "userconf-service").chmod(0o755)
    call("chroot", str(root), "systemctl", "enable", "userconfig.service")
    call("umount", str(root))
    with table.on():
        table.wait_for(*INSTALLED)
        assert table.said("hostname") == "tavern"
        assert table.answer("systemctl is-enabled userconfig.service")[1] == "disabled"
        assert table.answer("ls /run/dialog")[0] != 0
        user = table.answer("id --name --user mia")[1]
        assert (user == "mia") == (text is not STOCK)


def test_the_first_start_of_a_card_without_cloud_init_installs_the_package(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("containers need root")
    card = tmp_path / "card"
    card.mkdir()
    (card / "cmdline.txt").write_text(LINE)
    write_card(card, CardPlan(package(tmp_path, "1.0", None, architecture="amd64"), name="tavern"))
    (card / "firstrun.sh").chmod(0o755)  # as every file on FAT
    asked = (card / "cmdline.txt").read_text().replace("=reboot", "=poweroff").split()
    table = BootedTable(tmp_path, prepared(), card)
    with table.on(*(one for one in asked if one.startswith("systemd."))):
        table.wait_until_off(300)
    assert (card / "cmdline.txt").read_text() == f"{LINE}\n"
    with table.on():
        table.wait_for(*INSTALLED)
        table.wait_for("systemctl is-enabled quarterdeck-first-start.service 2>&1", "disabled", 60)
