"""How guests join: the page's address and the bar's Wi-Fi, as text and QR codes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from urllib.parse import urlsplit

import segno
from flask import request
from segno.helpers import make_wifi_data

from web.access.visitor import visitor_of
from web.services.device import Wifi

QUIET = 4
"""Modules of light around a code, which readers want."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code ``size`` modules wide with its quiet zone; ``path`` draws its dark modules with strokes of width 1."""

    size: int
    path: str


INK, PAPER = "#0a1322", "#f6efdf"
"""Dark on light, whatever the theme: many phones read no others."""


def picture_of(code: QrCode) -> str:
    size = code.size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="{PAPER}" d="M0 0h{size}v{size}H0z"/><path stroke="{INK}" d="{code.path}"/></svg>'
    )


def runs_of(text: str) -> tuple[int, Sequence[tuple[int, int, int]]]:
    """Return the modules of a side of that text's code, and its dark runs: column, row and length.

    It corrects errors, for glare on a screen.
    """
    rows = segno.make(text, error="m", micro=False).matrix
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, same in groupby(row):
            run = len(list(same))
            if dark:
                runs.append((x, y, run))
            x += run
    return len(rows), runs


@lru_cache(maxsize=8)
def qr_of(text: str) -> QrCode:
    size, runs = runs_of(text)
    return QrCode(size + 2 * QUIET, "".join(f"M{x + QUIET} {y + QUIET}.5h{run}" for x, y, run in runs))


def wifi_text(wifi: Wifi) -> str:
    """Return what the code of a Wi-Fi says, with which a phone joins it."""
    return make_wifi_data(wifi.name, wifi.password or None, "WPA" if wifi.password else None, wifi.hidden)


@dataclass(frozen=True, slots=True)
class Joining:
    """The join information of the TV: the page's address and its QR code, and those of the Wi-Fi if it is known."""

    address: str
    code: QrCode
    wifi: str
    wifi_code: QrCode | None


def joining(address: str, wifi_of: Callable[[str], Wifi | None]) -> Joining:
    wifi = wifi_of(urlsplit(address).hostname or "")
    drawn = wifi and wifi_text(wifi)
    return Joining(
        address=address.removeprefix("http://").removesuffix("/"),
        code=qr_of(address),
        wifi=wifi.name if wifi else "",
        wifi_code=qr_of(drawn) if drawn else None,
    )


def address_for_phones(known: Callable[[], str]) -> str:
    """Return the page's address for phones: the one that this request asked, unless others may not reach that.

    Only this machine reaches localhost, and many Android phones find no name in ``.local``. Then it has the address of
    this machine that the client reached, which is in its network, or else the ``known`` one, a name or an address.
    """
    parts, here = urlsplit(request.host_url), visitor_of(request.environ).here
    name = (parts.hostname or "").removesuffix(".")
    is_own = name in ("localhost", "::1") or name.startswith("127.")
    if not is_own and not (name.endswith(".local") and here and parts.scheme == "http"):
        return request.host_url  # behind a proxy and with TLS the name may be needed
    host = known() if is_own or ":" in here or here.startswith("127.") else here
    return f"http://{host}:{parts.port or 80}/" if host else request.host_url
