"""The TV's page and the login's text on a machine whose TV goes off and on, in a Debian with systemd in a container.

A container has neither screens nor terminals. So cage is a stand-in, which ends when its last screen goes (as cage 0.1
does), the kernel's list of screens is a folder, the units have no terminal, and what udev would run is run by hand.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from device.systemd.unit import text_of
from tests.packaging.system import BootedTable, call, inside, prepared, write

pytestmark = pytest.mark.package

SCREENS, LOG = "/run/screens", "/var/tmp/starts"
CAGE = f"""\
#!/bin/sh
echo started >> {LOG}
while grep -qsx connected {SCREENS}/*/status; do sleep 0.2; done
"""
CONSOLE = CAGE.replace(LOG, f"{LOG}-console")
TABLE = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"
NO_TERMINAL = "[Service]\nPAMName=\nTTYPath=\nStandardInput=null\nTTYReset=no\nTTYVHangup=no\nTTYVTDisallocate=no\n"
UNITS = {"quarterdeck-kiosk": LOG, "quarterdeck-console": f"{LOG}-console"}
FLAPS = 8
"""Changes within a second or two of a TV that is switched on."""


@pytest.fixture
def table(tmp_path: Path) -> BootedTable:
    if os.geteuid():
        pytest.skip("containers need root")
    card, root = tmp_path / "card", tmp_path / "disk"
    for folder in (card, root):
        folder.mkdir()
    made = BootedTable(tmp_path, prepared(), card)
    call("mount", "-o", "loop", str(tmp_path / "root.img"), str(root))
    units = root / "etc" / "systemd" / "system"
    write(units / "quarterdeck.service", TABLE)
    for name in UNITS:
        text = text_of(f"{name}.service").replace("/sys/class/drm", SCREENS)
        write(units / f"{name}.service", text.replace("ExecStart=quarterdeck", "ExecStart=/usr/bin/console"))
    write(units / "quarterdeck-kiosk.service.d" / "here.conf", NO_TERMINAL)
    write(units / "quarterdeck-console.service.d" / "here.conf", "[Service]\nReadWritePaths=/var/tmp\nPrivateTmp=no\n")
    for name, text in (("cage", CAGE), ("console", CONSOLE), ("chromium", "#!/bin/sh\n")):
        write(root / "usr" / "bin" / name, text)
        (root / "usr" / "bin" / name).chmod(0o755)
    write(root / "etc" / "tmpfiles.d" / "screens.conf", f"d {SCREENS}/card0-HDMI-A-1 0755\n")
    inside(root, "useradd", "--system", "--user-group", "quarterdeck")
    inside(root, "systemctl", "enable", "quarterdeck", "quarterdeck-kiosk")
    call("umount", str(root))
    return made


def plug(table: BootedTable, status: str) -> None:
    """Have the screen be there or not, and do what udev does at such a change."""
    commands = re.findall(r'RUN\+="(.*)"$', text_of("screen.rules"), re.MULTILINE)
    assert len(commands) == 2
    changed = f"echo {status} > {SCREENS}/card0-HDMI-A-1/status"
    table.said(" && ".join([changed, *("/usr/bin/env " + shlex.join(shlex.split(one)) for one in commands)]))


def test_a_screen_has_its_page_again_however_often_it_goes_and_comes(table: BootedTable) -> None:
    with table.on():
        table.wait_for("systemctl is-active quarterdeck", "active", 120)
        for unit in UNITS:
            table.wait_for(f"systemctl is-active {unit}", "inactive", 30)
        for number in (1, 2):
            plug(table, "connected")
            for unit, log in UNITS.items():
                table.wait_for(f"systemctl is-active {unit}", "active", 30)
                table.wait_for(f"cat {log} | wc -l", str(number), 30)
            plug(table, "disconnected")
            for unit in UNITS:
                table.wait_for(f"systemctl is-active {unit}", "inactive", 30)
        for _flap in range(FLAPS):
            plug(table, "connected")
            plug(table, "disconnected")
        plug(table, "connected")
        for unit in UNITS:
            table.wait_for(f"systemctl is-active {unit}", "active", 30)
        assert table.said("systemctl is-active quarterdeck") == "active"
