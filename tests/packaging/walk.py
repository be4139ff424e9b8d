"""The set-up walked through over the network, as by a phone: ``python -m tests.packaging.walk http://ADDRESS:PORT``."""

import sys
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

WALK = {
    "language": [("language", "en")],
    "pin": [("pin", "4711"), ("again", "4711")],
    "network": [("do", "skip")],
    "camera": [("do", "without")],
    "names": [("player", "Mia"), ("player", "Jonas"), ("table", "Window")],
    "codes": [],
}
"""The fields of each step."""


def walk(address: str, patience: float, *, has_radio: bool = False) -> None:
    """Send each step's form to the page at that address; ``patience`` is in seconds. Raises OSError.

    Only a table with a radio asks for the network: it stays in the one that it is in.
    """
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    for step, fields in WALK.items():
        if step == "network" and not has_radio:
            continue
        form = Request(f"{address}/setup/{step}", urlencode(fields).encode(), {"Origin": address})
        with browser.open(form, timeout=patience) as page:
            assert page.status == 200, step


if __name__ == "__main__":
    walk(sys.argv[1], 120)
