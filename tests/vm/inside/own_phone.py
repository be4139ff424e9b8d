"""A phone in the table's own network, by name services and requests alone: run in the network of its radio.

Prints what each step came to as JSON. The requests are those that the systems send. Once the page is open it says
READY, and reads the code for the helm: one is good for a minute only, which may pass until then.
"""

import json
import socket
import sys
import time
from http.client import HTTPConnection

from tests.end_to_end.phone import ANSWERS_WITHIN, Client

ASKED = {
    "android": ("connectivitycheck.gstatic.com", "/generate_204"),
    "apple": ("captive.apple.com", "/hotspot-detect.html"),
    "windows": ("www.msftconnecttest.com", "/connecttest.txt"),
    "firefox": ("detectportal.firefox.com", "/canonical.html"),
}


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


def main(page: str, closed: int) -> None:
    began = time.monotonic()
    found: dict[str, object] = {"before": {system: asked(*what) for system, what in ASKED.items()}}
    found["probes"] = time.monotonic() - began
    phone = Client(page)
    assert b"Quarterdeck" in phone.get("")
    found["opened"] = time.monotonic() - began
    print("READY", flush=True)
    phone.ask("api/helm", code=input())
    phone.change("api/moves", do="roll", dice=[6, 5, 4, 1, 1])
    found["rolled"] = time.monotonic() - began
    found["after"] = {system: asked(*what) for system, what in ASKED.items()}
    found["open"] = {"page": is_open("10.77.0.1", 8000), "other": is_open("10.77.0.1", closed)}
    print("FOUND", json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
