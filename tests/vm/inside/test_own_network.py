"""The table's own network on virtual radios: NetworkManager makes it, a phone joins, the house's is lost and found."""

import json
import os
import pwd
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.network.keeper import CONFIRM, own_wifi
from device.network.network_manager import ADDRESS
from device.systemd.unit import RULES, UnitPlan, files_of
from tests.end_to_end.phone import ANSWERS_WITHIN, health_at
from tests.end_to_end.program import QUARTERDECK, code_of, url_of
from tests.vm.inside.own_phone import LEASE, check, joins_by
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
HWSIM = "mac80211_hwsim"
MODULES = f"{HWSIM} nf_tables nft_redir nft_masq nft_reject_inet nft_reject_ipv4 nft_ct nft_chain_nat ccm ctr cmac"
NM = "[main]\nplugins=keyfile\nno-auto-default=*\n"
HOUSE = 'network={\n ssid="House"\n mode=2\n frequency=2437\n key_mgmt=WPA-PSK\n proto=RSN\n psk="of the house"\n}\n'
LOG, PID, CARRIER = Path("/run/nm.log"), Path("/run/phone.pid"), Path("/sys/class/net/wlan0/carrier")
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
    log = LOG.read_text()[-3000:]
    return f"{do('nmcli -c no device')}\n{do('ip -4 addr')}\n{log}"


def connection() -> str:
    """The name of the connection on the table's radio."""
    return do("nmcli -c no -g GENERAL.CONNECTION device show wlan0").strip()


@pytest.fixture(scope="module")
def air() -> Iterator[None]:
    """Four radios: the table's, a phone's, the house's and a spare one. The system's programs run as after a start."""
    do(f"cp -a {os.environ[RADIOS]}/. /")
    for module in MODULES.split():
        do(f"modprobe -d {os.environ['QUARTERDECK_VM']} {module} {'radios=4' if module == HWSIM else ''}")
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
    for name, radio in (("phone", "phy1"), ("house", "phy2"), ("spare", "phy3")):
        do(f"ip netns add {name}")
        do(f"iw phy {radio} set netns name {name}")
        do("ip link set lo up", name)
    with LOG.open("w") as log:
        started = [
            subprocess.Popen(words, stdout=log, stderr=log)
            for words in (
                ["/usr/lib/polkit-1/polkitd", "--no-debug"],
                ["NetworkManager", "--debug", "--log-level=INFO"],
            )
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
def table(place: Path, mode: str, config: str = CONFIG) -> Iterator[None]:
    """The running table, as the user of its service."""
    place.mkdir(exist_ok=True)
    (place / "quarterdeck.toml").write_text(config.format(mode=mode))
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
        check(found, page)
        assert health_at(page)["mode"]


def join(place: Path) -> None:
    """Have the phone join by what its camera reads; it stays in reach of the network."""
    if PID.exists():
        os.kill(int(PID.read_text()), signal.SIGTERM)
    while PID.exists():
        time.sleep(0.1)
    Path("/run/phone.conf").write_text(joins_by(wifi_text(own_wifi(place, ""))))
    do(f"wpa_supplicant -B -P {PID} -i wlan1 -c /run/phone.conf", "phone")


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
    do("ip addr flush dev wlan1", "phone")
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
            until(lambda: CARRIER.read_text() == "0\n", "no carrier, since the house's network was lost")
            print(f"SECONDS NetworkManager: its connection is {connection()} then")
            until(lambda: f"{ADDRESS}/24" in do("ip -4 addr show wlan0"), "own network, since then")
            start_house()
            until(lambda: connection() == "House", "house's network again, since it came back")
            until(lambda: "192.168.9." in do("ip -4 addr show wlan0"), "an address there")


@pytest.mark.usefixtures("air")
def test_a_network_is_tried_for_a_minute_and_kept_where_a_phone_reaches_the_table() -> None:
    new, page = Path("/run/new"), f"http://{ADDRESS}:8000/"
    tried = [sys.executable, "-m", "tests.vm.inside.own_phone", page, "try", "House", "of the house"]
    with house(), table(new, "own", CONFIG.partition("[game]")[0]):
        until(lambda: f"{ADDRESS}/24" in do("ip -4 addr show wlan0"), "own network, since the page")
        join(new)
        get_an_address()
        with subprocess.Popen(["ip", "netns", "exec", "phone", *tried], stdout=subprocess.PIPE, text=True) as phone:
            assert phone.stdout
            assert phone.stdout.readline().startswith("TRIED setup/moved/")
            until(lambda: "192.168.9." in do("ip -4 addr show wlan0"), "in the house's network, on trial")
            print(phone.stdout.readline().rstrip(), "until the own network was back without a tap")
            link = phone.stdout.readline().split()[1]
        until(lambda: "192.168.9." in do("ip -4 addr show wlan0"), "in the house's network again, on trial")
        in_house = do("ip -4 addr show wlan0").partition("inet ")[2].partition("/")[0]
        do(f"{sys.executable} -m tests.vm.inside.own_phone http://{in_house}:8000/ keep {link}", "house")
        time.sleep(CONFIRM + 10)
        assert in_house in do("ip -4 addr show wlan0")
        assert 'mode = "house"' in (new / "quarterdeck.toml").read_text()


def know_the_house() -> None:
    add = "nmcli connection add type wifi ifname wlan0 con-name House ssid House wifi-sec.key-mgmt wpa-psk"
    do(f"{add} wifi-sec.psk 'of the house'")


def stop_house() -> None:
    do("ip link set wlan2 down", "house")


def start_house() -> None:
    do("ip link set wlan2 up", "house")


def leads_to(host: str, port: int, at: str) -> bool:
    """Return whether a connection from that network of the kernel comes there."""
    asks = f"import socket; socket.create_connection(({host!r}, {port}), {ANSWERS_WITHIN})"
    words = ["ip", "netns", "exec", at, sys.executable, "-c", asks]
    return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0


@contextmanager
def spare_radio() -> Iterator[None]:
    do("iw phy phy3 set netns 1", "spare")
    try:
        yield
    finally:
        do("iw phy phy3 set netns name spare")


@pytest.mark.usefixtures("air")
def test_both_networks_at_once_and_nothing_goes_from_one_to_the_other() -> None:
    """With a second radio the table is in the house's network and makes its own; the phone joins as before."""
    know_the_house()
    with spare_radio(), house():
        until(lambda: "192.168.9." in do("ip -4 addr show wlan0"), "the house's network joined")
        with table(Path("/run/table"), "both"):
            until(lambda: f"{ADDRESS}/24" in do("ip -4 addr show wlan3"), "own network beside it, since the page")
            assert connection() == "House"
            join(Path("/run/table"))
            get_an_address()
            in_house = do("ip -4 addr show wlan0").partition("inet ")[2].partition("/")[0]
            for at, host in (("phone", ADDRESS), ("house", in_house)):
                page = do(f"busybox wget -q -O - http://{host}:8000/", at)
                assert "Quarterdeck" in page, at
            assert {ADDRESS, in_house} == set(health_at(f"http://{ADDRESS}:8000/")["reached"])
            with socket.create_connection(("192.168.9.1", 53), timeout=5):
                pass
            assert not leads_to("192.168.9.1", 53, "phone")
            do("nft delete table inet quarterdeck")
            assert leads_to("192.168.9.1", 53, "phone"), "it is the firewall that keeps it out"
            do(f"nft -f {RULES}")
            assert not leads_to("192.168.9.1", 53, "phone")
