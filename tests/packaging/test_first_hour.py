"""A new card in a machine without any network: its own Wi-Fi, a phone that joins by the printed code, a game by hand.

The machine is emulated, Debian 12 with cloud-init; two virtual radios (mac80211_hwsim) are the table's and the phone's.
The phone is wpa_supplicant, busybox's DHCP client and :mod:`tests.vm.inside.own_phone`, in a network of the kernel of
its own. The seconds are of the guest's clock, from power-on; a look takes some of them.

Run alone with ``pytest -m package -s`` and this file; ``PACKAGE=FILE`` for a package that is there.
"""

import json
import os
import shlex
from pathlib import Path
from zipfile import ZipFile

import pytest

from device.network.network_manager import ADDRESS
from device.update.card import CardPlan, write_card
from release.build import DEVELOPMENT_KEY, build
from tests.packaging.test_system import OLD
from tests.packaging.virtual_machine import VirtualTable, prepared
from tests.vm.inside.own_phone import LEASE, check, joins_by
from web.guests.join_info import wifi_text

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
MODULES = ("tests/end_to_end/phone.py", "tests/packaging/walk.py", "tests/vm/inside/own_phone.py")
PATIENCE = 3000.0
"""Seconds here that a step may take."""

JOIN = "wpa_supplicant -B -i wlan1 -c /root/phone.conf && busybox udhcpc -i wlan1 -n -q -t 600 -T 1 -s /root/lease"
JOIN += f" && ip addr show wlan1 | grep 'inet {ADDRESS.rpartition('.')[0]}'"
PLAY = f"""
mkfifo /run/code && exec 3<>/run/code
PYTHONPATH=/boot/firmware/phone.zip ip netns exec phone python3 -m tests.vm.inside.own_phone http://{ADDRESS}:8000/ 22 \
    new < /run/code > /run/found 2>&1 &
phone=$!
until grep -q READY /run/found; do kill -0 $! || break; sleep 1; done
quarterdeck pair --config /var/lib/quarterdeck/quarterdeck.toml > /run/pair 2>&1 &
until grep -q 'code [0-9]' /run/pair; do kill -0 $! || break; sleep 1; done
sed -nE 's/.*code ([0-9]{{3}}) ([0-9]{{3}}).*/\\1\\2/p' /run/pair >&3
wait $phone
cat /run/found /run/pair
"""


def phone_in(folder: Path) -> Path:
    """Return an archive with the phone, which needs Python alone."""
    with ZipFile(folder / "phone.zip", "w") as archive:
        for module in MODULES:
            archive.write(ROOT / module, module)
            for parent in Path(module).parents:
                if parent.name and (name := f"{parent}/__init__.py") not in archive.namelist():
                    archive.writestr(name, "")
    return folder / "phone.zip"


def test_a_new_card_without_a_network_becomes_a_table_and_a_phone_plays(tmp_path: Path) -> None:
    if os.geteuid():
        pytest.skip("the disk of the machine is made by root")
    card = tmp_path / "card"
    card.mkdir()
    ready = os.environ.get("PACKAGE")
    package = Path(ready) if ready else build("amd64", OLD, DEVELOPMENT_KEY, tmp_path, is_release=False)
    written = write_card(card, CardPlan(package, name="galley"))
    assert written.own
    table = VirtualTable(tmp_path, prepared(radios=True), [*written.files, phone_in(tmp_path)])

    def say(step: str) -> float:
        up = float(table.said("cut -d' ' -f1 /proc/uptime"))
        print(f"{step}: {up:.0f} s", flush=True)
        return up

    with table.on():
        table.wait_for_page(PATIENCE)
        say("\nPage")
        table.wait_for(f"ip -4 -br addr show wlan0 | grep -o {ADDRESS}/24", f"{ADDRESS}/24", PATIENCE)
        say("Own network")
        assert table.said("iw dev wlan0 info | grep -o 'ssid .*'") == "ssid galley"
        for name, text in (("phone.conf", joins_by(wifi_text(written.own))), ("lease", LEASE)):
            table.said(f"printf %s {shlex.quote(text)} > /root/{name} && chmod 755 /root/{name}")
        table.said(f"ip netns exec phone sh -c {shlex.quote(JOIN)}", PATIENCE)
        joined = say("Joined by the printed code, with an address")
        told = table.said(PLAY, PATIENCE)
        assert "FOUND " in told, told
        found = json.loads(told.partition("FOUND ")[2].splitlines()[0])
        for step in ("probes", "opened", "set up", "rolled"):
            print(f"{step}: {joined + found[step]:.0f} s", flush=True)
        check(found, f"http://{ADDRESS}:8000/")
