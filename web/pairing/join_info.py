"""How guests join: the page's address and the bar's Wi-Fi, as text and QR codes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from segno.helpers import make_wifi_data

from web.pairing.qr import QrCode, qr_of
from web.ports.services import Wifi


@dataclass(frozen=True, slots=True)
class Joining:
    """The join information of the TV: the page's address and its QR code, and those of the Wi-Fi if it is known."""

    address: str
    code: QrCode
    wifi: str
    wifi_code: QrCode | None


@lru_cache(maxsize=8)
def joining(address: str, wifi: Wifi | None) -> Joining:
    """Return the join information for that address and that network."""
    return Joining(
        address=address.removeprefix("http://").removesuffix("/"),
        code=qr_of(address),
        wifi=wifi.name if wifi else "",
        wifi_code=qr_of(_wifi_data(wifi)) if wifi else None,
    )


def address_for_phones(known: Callable[[], str], asked: str) -> str:
    """Return the page's address for phones: the one ``asked``, unless only this machine can reach that.

    Then it is the ``known`` host name or address of the machine at this time, if there is one.
    """
    parts = urlsplit(asked)
    name = parts.hostname or ""
    if (name in ("localhost", "::1") or name.startswith("127.")) and (host := known()):
        return f"http://{host}:{parts.port or 80}/"
    return asked


def _wifi_data(wifi: Wifi) -> str:
    security = "WPA" if wifi.password else None
    data: str = make_wifi_data(wifi.name, wifi.password or None, security, wifi.hidden)
    return data
