"""The firewall of the table's own Wi-Fi in the kernel: a table between a phone and the house, each in a network alone.

What NetworkManager does for a shared connection, forwarding and masquerading, is done by hand.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.systemd.unit import UnitPlan, text_of

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    pytest.mark.skipif(not all(map(shutil.which, ("nft", "ip"))), reason="nft or ip is missing: install nftables"),
]

TABLE, PHONE, HOUSE = (f"quarterdeck-{os.getpid()}-{name}" for name in ("table", "phone", "house"))
IN_OWN, PHONES, IN_HOUSE, HOUSES = "10.77.0.1", "10.77.0.20", "192.168.9.4", "192.168.9.1"
WIRES = f"""\
link add own netns {TABLE} type veth peer name wlan netns {PHONE}
link add lan netns {TABLE} type veth peer name lan netns {HOUSE}
-n {TABLE} addr add {IN_OWN}/24 dev own
-n {TABLE} addr add {IN_HOUSE}/24 dev lan
-n {PHONE} addr add {PHONES}/24 dev wlan
-n {HOUSE} addr add {HOUSES}/24 dev lan
-n {TABLE} link set own up
-n {TABLE} link set lan up
-n {TABLE} link set lo up
-n {PHONE} link set wlan up
-n {HOUSE} link set lan up
-n {PHONE} route add default via {IN_OWN}
-n {HOUSE} route add 10.77.0.0/24 via {IN_HOUSE}
"""
SHARED = """\
table ip shared {
    chain out { type nat hook postrouting priority srcnat; ip saddr 10.77.0.0/24 ip daddr != 10.77.0.0/24 masquerade; }
}
"""
SERVES = """
import selectors, socket, sys
ready = selectors.DefaultSelector()
for port in sys.argv[1:]:
    ready.register(socket.create_server(("0.0.0.0", int(port))), selectors.EVENT_READ, port)
print("there", flush=True)
while True:
    for key, _events in ready.select():
        with key.fileobj.accept()[0] as connection:
            connection.sendall(key.data.encode())
"""
ASKS = (
    "import socket, sys; print(socket.create_connection((sys.argv[1], int(sys.argv[2])), 2).recv(9).decode(), end='')"
)


def do(*command: str, given: str = "") -> None:
    subprocess.run(command, input=given, text=True, check=True)


def inside(network: str, *command: str) -> list[str]:
    return ["ip", "netns", "exec", network, *command]


def program(network: str, text: str, *arguments: str) -> Sequence[str]:
    return inside(network, sys.executable, "-c", text, *arguments)


def answers(network: str, host: str, port: int) -> str:
    """Return the port that answers there; empty if none does."""
    asked = subprocess.run(program(network, ASKS, host, str(port)), capture_output=True, text=True, check=False)
    return asked.stdout


@pytest.fixture
def networks() -> Iterator[None]:
    with ExitStack() as stack:
        for name in (TABLE, PHONE, HOUSE):
            do("ip", "netns", "add", name)
            stack.callback(do, "ip", "netns", "delete", name)
        for line in WIRES.splitlines():
            do("ip", *line.split())
        do(*inside(TABLE, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"))
        do(*inside(TABLE, "nft", "-f", "-"), given=SHARED)
        for network, ports in ((TABLE, ("8000", "2222")), (HOUSE, ("53", "8000")), (PHONE, ("9000",))):
            served = subprocess.Popen(program(network, SERVES, *ports), stdout=subprocess.PIPE, text=True)
            stack.callback(served.wait)
            stack.callback(served.kill)
            assert served.stdout
            stack.enter_context(served.stdout)
            assert served.stdout.readline() == "there\n"
        yield


@pytest.mark.usefixtures("networks")
def test_a_phone_in_the_own_network_reaches_the_page_alone(tmp_path: Path) -> None:
    def seen() -> dict[str, str]:
        return {
            "page": answers(PHONE, IN_OWN, 8000),
            "page at the usual port": answers(PHONE, IN_OWN, 80),
            "other port": answers(PHONE, IN_OWN, 2222),
            "other port at the house's address": answers(PHONE, IN_HOUSE, 2222),
            "through to the house": answers(PHONE, HOUSES, 53),
            "from the house to a phone": answers(HOUSE, PHONES, 9000),
            "table from the house": answers(HOUSE, IN_HOUSE, 2222),
        }

    rules = tmp_path / "own-network.nft"
    rules.write_text(text_of("own-network.nft", UnitPlan(Path("quarterdeck"))))
    assert seen() == {
        "page": "8000",
        "page at the usual port": "",
        "other port": "2222",
        "other port at the house's address": "2222",
        "through to the house": "53",
        "from the house to a phone": "9000",
        "table from the house": "2222",
    }
    for _time in range(2):  # at each start of its unit
        do(*inside(TABLE, "nft", "-f", str(rules)))
        assert seen() == {
            "page": "8000",
            "page at the usual port": "8000",
            "other port": "",
            "other port at the house's address": "",
            "through to the house": "",
            "from the house to a phone": "",
            "table from the house": "2222",
        }
