"""The table's own network on virtual radios: NetworkManager makes it, a phone joins, the house's is lost and found."""

import json
import os
import pwd
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.network.keeper import own_wifi
from device.network.network_manager import ADDRESS
from device.systemd.unit import RULES, UnitPlan, files_of
from tests.end_to_end.phone import health_at
from tests.end_to_end.program import QUARTERDECK, code_of, url_of
from tests.vm.inside.own_phone import ASKED
from tests.vm.machine import RADIOS
from web.guests.join_info import wifi_text

pytestmark = [pytest.mark.vm, pytest.mark.skipif(RADIOS not in os.environ, reason="needs the machine with radios")]

CONFIG = """\
[network]
mode = "{mode}"
[mqtt]
name = "Galley"
[camera]
kind = "none"
[panel]
kind = "none"
[game]
players = ["Mia", "Jonas"]
"""
MODULES = "mac80211_hwsim nf_tables nft_redir nft_reject_inet nft_ct nft_chain_nat ccm ctr cmac"
NM = "[main]\nplugins=keyfile\nno-auto-default=*\n"
LEASE = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr add $ip/24 dev $interface
ip route add default via $router
mkdir -p /etc/netns/phone
echo "nameserver $dns" > /etc/netns/phone/resolv.conf
"""
HOUSE = 'network={\n ssid="House"\n mode=2\n frequency=2437\n key_mgmt=WPA-PSK\n proto=RSN\n psk="of the house"\n}\n'
PATIENCE = 600.0
"""Seconds that this emulated machine may need for anything."""


def do(command: str, at: str = "") -> str:
    """Run a command, in that network of the kernel; return what it says."""
    words = shlex.split(f"ip netns exec {at} {command}" if at else command)
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}"
    return done.stdout


def until(what: Callable[[], bool], name: str) -> float:
    """Wait for that; return the seconds that it took."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() - began < PATIENCE, f"{name} did not come within {PATIENCE:.0f} s\n{state()}"
        time.sleep(0.3)
    took = time.monotonic() - began
    print(f"SECONDS {name}: {took:.1f}", flush=True)
    return took


def state() -> str:
    log = Path("/run/nm.log").read_text()[-3000:]
    return f"{do('nmcli -c no device')}\n{do('ip -4 addr')}\n{log}"


def connection() -> str:
    """The name of the connection on the table's radio."""
    return do("nmcli -c no -g GENERAL.CONNECTION device show wlan0").strip()


@pytest.fixture(scope="module")
def air() -> Iterator[None]:
    """Three radios: the table's, a phone's and the house's. The system's programs run as after a start."""
    do(f"cp -a {os.environ[RADIOS]}/. /")
    for module in MODULES.split():
        do(f"modprobe -d {os.environ['QUARTERDECK_VM']} {module} {'radios=3' if module == 'mac80211_hwsim' else ''}")
    Path("/run/dbus").mkdir(exist_ok=True)
    Path("/etc/NetworkManager/NetworkManager.conf").write_text(NM)
    for user in ("quarterdeck", "polkitd", "dnsmasq"):
        try:
            pwd.getpwnam(user)
        except KeyError:
            do(f"useradd --system --user-group --home-dir /var/lib/{user} {user}")
    for path, text in files_of(UnitPlan(Path("/usr/bin/quarterdeck"))).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    do("chmod o+x /root")  # where this Python may be
    do("dbus-uuidgen --ensure")
    do("dbus-daemon --system --fork")
    do("/lib/systemd/systemd-udevd --daemon")
    do("udevadm trigger")
    do(f"udevadm settle -t {PATIENCE:.0f}")
    do(f"nft -f {RULES}")
    for name, radio in (("phone", "phy1"), ("house", "phy2")):
        do(f"ip netns add {name}")
        do(f"iw phy {radio} set netns name {name}")
        do("ip link set lo up", name)
    with Path("/run/nm.log").open("w") as log:
        started = [
            subprocess.Popen(words, stdout=log, stderr=log)
            for words in (["/usr/lib/polkit-1/polkitd", "--no-debug"], ["NetworkManager", "--no-daemon"])
        ]
        try:
            until(lambda: "wlan0:disconnected" in answered("nmcli -c no -t -f DEVICE,STATE device"), "NetworkManager")
            yield
        finally:
            for process in started:
                process.terminate()
                process.wait(20)


def answered(command: str) -> str:
    return subprocess.run(command.split(), capture_output=True, text=True, check=False).stdout


@contextmanager
def house() -> Iterator[None]:
    """The network of the house, with addresses for who joins it."""
    Path("/run/house.conf").write_text(HOUSE)
    subprocess.run(["ip", "-n", "house", "addr", "replace", "192.168.9.1/24", "dev", "wlan2"], check=True)
    serve = "dnsmasq --keep-in-foreground --conf-file=/dev/null --interface=wlan2 --bind-interfaces"
    words = [["wpa_supplicant", "-i", "wlan2", "-c", "/run/house.conf"], [*serve.split(), RANGE]]
    inside = [subprocess.Popen(["ip", "netns", "exec", "house", *one], stdout=subprocess.DEVNULL) for one in words]
    try:
        yield
    finally:
        for process in inside:
            process.terminate()
            process.wait(20)


RANGE = "--dhcp-range=192.168.9.50,192.168.9.90"


def as_the_tables_user(place: Path, *command: str) -> subprocess.Popen[str]:
    words = ["setpriv", "--reuid=quarterdeck", "--regid=quarterdeck", "--init-groups", *QUARTERDECK, *command]
    words += ["--config", str(place / "quarterdeck.toml")]
    # its output goes on while it runs, which is little
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@contextmanager
def table(place: Path, mode: str) -> Iterator[None]:
    """The running table, as the user of its service."""
    place.mkdir(exist_ok=True)
    (place / "quarterdeck.toml").write_text(CONFIG.format(mode=mode))
    do(f"chown -R quarterdeck: {place}")
    with as_the_tables_user(place, "run") as process:
        try:
            url_of(process)
            yield
        finally:
            process.terminate()
            process.wait(60)


@pytest.fixture(autouse=True)
def no_network_is_known() -> Iterator[None]:
    """NetworkManager keeps the networks of a test, and which it gave up to join: the next one begins without them."""
    yield
    for name in ("Galley", "House"):
        subprocess.run(["nmcli", "connection", "delete", name], capture_output=True, check=False)


@pytest.mark.usefixtures("air")
def test_a_phone_joins_with_the_text_of_the_code_and_begins_a_game() -> None:
    place = Path("/run/table")
    began = time.monotonic()
    with table(place, "own"):
        print(f"SECONDS page: {time.monotonic() - began:.1f}")
        until(lambda: f"{ADDRESS}/24" in do("ip -4 addr show wlan0"), "own network, since the page")
        do(f"runuser -u quarterdeck -- test -r {place}/own-network.json")
        wifi = own_wifi(place, "")
        assert wifi.name == "Galley"
        kept = (place / "own-network.json").stat()
        assert kept.st_mode & 0o777 == 0o600
        joined = time.monotonic()
        join(place)
        get_an_address()
        print(f"SECONDS joined with an address: {time.monotonic() - joined:.1f}")
        with socket.create_server(("0.0.0.0", 2222)):
            found = used_by_a_phone(place)
        for step in ("probes", "opened", "rolled"):
            print(f"SECONDS {step}, since the first probe: {found[step]:.1f}")
        page = f"http://{ADDRESS}:8000/"
        assert {system: answer[:2] for system, answer in found["before"].items()} == {
            system: [302, page] for system in ASKED
        }
        assert found["after"]["android"][:2] == [302, page]
        assert found["after"]["apple"][2].startswith("<HTML><HEAD><TITLE>Success</TITLE>")
        assert found["after"]["windows"] == [200, "", "Microsoft Connect Test"]
        assert found["after"]["firefox"][0] == 200
        assert found["open"] == {"page": True, "other": False}
        assert health_at(page)["mode"]


def join(place: Path) -> None:
    """Have the phone join by what its camera reads, taken apart as phones do."""
    wifi = own_wifi(place, "")
    said = dict(part.split(":", 1) for part in wifi_text(wifi).removeprefix("WIFI:").rstrip(";").split(";"))
    Path("/run/phone.conf").write_text(f'network={{\n ssid="{said["S"]}"\n psk="{said["P"]}"\n}}\n')
    do("wpa_supplicant -B -i wlan1 -c /run/phone.conf", "phone")


def used_by_a_phone(place: Path) -> dict[str, Any]:
    words = ["ip", "netns", "exec", "phone", sys.executable, "-m", "tests.vm.inside.own_phone"]
    words += [f"http://{ADDRESS}:8000/", "2222"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as phone:
        assert phone.stdout
        assert phone.stdin
        assert phone.stdout.readline() == "READY\n"
        with as_the_tables_user(place, "pair") as pairing:
            phone.stdin.write(f"{code_of(pairing)}\n")
            phone.stdin.flush()
            said = phone.stdout.read()
            pairing.terminate()
    found: dict[str, Any] = json.loads(said.partition("FOUND ")[2])
    return found


def get_an_address() -> None:
    Path("/run/lease.sh").write_text(LEASE)
    Path("/run/lease.sh").chmod(0o755)
    do(f"busybox udhcpc -i wlan1 -n -q -t {PATIENCE:.0f} -T 1 -s /run/lease.sh", "phone")


@pytest.mark.usefixtures("air")
def test_the_house_is_lost_and_found() -> None:
    know_the_house()
    with house():
        until(lambda: connection() == "House", "house's network joined")
        with table(Path("/run/table"), "house"):
            time.sleep(10)
            assert connection() == "House"
            stop_house()
            until(lambda: f"{ADDRESS}/24" in do("ip -4 addr show wlan0"), "own network, since the house's was lost")
            start_house()
            until(lambda: connection() == "House", "house's network again, since it came back")
            until(lambda: "192.168.9." in do("ip -4 addr show wlan0"), "an address there")


def know_the_house() -> None:
    add = "nmcli connection add type wifi ifname wlan0 con-name House ssid House wifi-sec.key-mgmt wpa-psk"
    do(f"{add} wifi-sec.psk 'of the house'")


def stop_house() -> None:
    do("ip link set wlan2 down", "house")


def start_house() -> None:
    do("ip link set wlan2 up", "house")
