"""A phone in the table's own network, by name services and requests alone: run in the network of its radio.

Prints what each step came to as JSON. The requests are those that the systems send. At a new table it goes through the
set-up. Once it may ask for the helm it says READY, and reads the code: one is good for a minute only, which may pass
until then.
"""

import json
import re
import socket
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any

from tests.end_to_end.phone import ANSWERS_WITHIN, Client, health_at
from tests.packaging.walk import walk

ASKED = {
    "android": ("connectivitycheck.gstatic.com", "/generate_204"),
    "apple": ("captive.apple.com", "/hotspot-detect.html"),
    "windows": ("www.msftconnecttest.com", "/connecttest.txt"),
    "firefox": ("detectportal.firefox.com", "/canonical.html"),
}
LEASE = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr add $ip/24 dev $interface
ip route add default via $router
mkdir -p /etc/netns/phone
echo "nameserver $dns" > /etc/netns/phone/resolv.conf
"""
"""What busybox's udhcpc runs with what it was given."""

PATIENCE = 600.0
"""Seconds for a table to restart, or for its network to come back, in an emulated machine."""


def joins_by(code: str) -> str:
    """Return the network of wpa_supplicant that the text of a printed code names, taken apart as phones do."""
    said = dict(part.split(":", 1) for part in code.removeprefix("WIFI:").rstrip(";").split(";"))
    return f'network={{\n ssid="{said["S"]}"\n psk="{said["P"]}"\n}}\n'


def check(found: dict[str, Any], page: str) -> None:
    """Check that every probe opened that page and was told afterwards what its system wants; no other port is open."""
    assert {system: answer[:2] for system, answer in found["before"].items()} == {
        system: [302, page] for system in ASKED
    }
    assert found["after"]["android"][:2] == [302, page]
    assert found["after"]["apple"][2].startswith("<HTML><HEAD><TITLE>Success</TITLE>")
    assert found["after"]["windows"] == [200, "", "Microsoft Connect Test"]
    assert found["after"]["firefox"][0] == 200
    assert found["open"] == {"page": True, "other": False}


def asked(host: str, path: str) -> list[object]:
    """Ask that host: status, where it leads, and the beginning of what it says."""
    connection = HTTPConnection(host, 80, timeout=ANSWERS_WITHIN)
    connection.request("GET", path, headers={"Connection": "close"})
    answer = connection.getresponse()
    return [answer.status, answer.getheader("Location", ""), answer.read(60).decode()]


def is_open(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=5):
            return True
    except OSError:
        return False


def set_up(page: str) -> None:
    boot = health_at(page)["boot"]
    walk(page.removesuffix("/"), ANSWERS_WITHIN, has_radio=True)
    while (health := health_at(page, PATIENCE))["boot"] == boot or not health["ok"]:
        time.sleep(1)


def main(page: str, closed: int, *, is_new: bool) -> None:
    began = time.monotonic()
    found: dict[str, object] = {"before": {system: asked(*what) for system, what in ASKED.items()}}
    found["probes"] = time.monotonic() - began
    phone = Client(page)
    assert b"Quarterdeck" in phone.get("")
    found["opened"] = time.monotonic() - began
    if is_new:
        set_up(page)
        assert b"Quarterdeck" in phone.get("")
        found["set up"] = time.monotonic() - began
    print("READY", flush=True)
    phone.ask("api/helm", code=input())
    phone.change("api/moves", do="roll", dice=[6, 5, 4, 1, 1])
    found["rolled"] = time.monotonic() - began
    found["after"] = {system: asked(*what) for system, what in ASKED.items()}
    found["open"] = {"page": is_open("10.77.0.1", 8000), "other": is_open("10.77.0.1", closed)}
    print("FOUND", json.dumps(found))


def try_the_house(page: str, name: str, password: str) -> None:
    """Ask a new table twice to join that network; wait for it to come back after the first time."""
    phone = Client(page)
    phone.form("setup/language", language="en")
    phone.form("setup/pin", pin="4711", again="4711")
    for is_over in (False, True):
        asked_at = time.monotonic()
        says_how = phone.form("setup/network", mode="house", wifi=name, password=password).decode()
        [link] = re.findall(r'href="[^"]*/(setup/moved/[^"]+)"', says_how)
        print("TRIED", link, flush=True)
        while not is_over:
            with suppress(OSError, HTTPException):
                is_over = "Nobody confirmed the change" in phone.get("setup/network").decode()
            assert time.monotonic() - asked_at < PATIENCE, "it did not come back"
        print("SECONDS", time.monotonic() - asked_at, flush=True)


def keep_it(page: str, link: str) -> None:
    """Confirm the network by the link, as a phone that has joined it."""
    phone = Client(page)
    assert "Keep this network" in phone.get(link).decode()
    phone.form("setup/network", do="keep")


if __name__ == "__main__":
    match sys.argv[1:]:
        case [page, "try", name, password]:
            try_the_house(page, name, password)
        case [page, "keep", link]:
            keep_it(page, link)
        case [page, closed, *kind]:
            main(page, int(closed), is_new=kind == ["new"])
