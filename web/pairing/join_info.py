"""How guests join: the page's address and the bar's Wi-Fi, as text and QR codes."""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from segno.helpers import make_wifi_data

from web.pairing.qr import QrCode, qr_of
from web.ports.services import Wifi

LOOPBACK = ("localhost", "127.0.0.1", "::1")


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


def address_for_phones(known: str, asked: str) -> str:
    """Return the page's address for phones: the one ``asked``, unless only this machine can reach that.

    Then it is the ``known`` host name or address of the machine, if there is one.
    """
    parts = urlsplit(asked)
    if known and parts.hostname in LOOPBACK:
        return f"http://{known}:{parts.port or 80}/"
    return asked


def _wifi_data(wifi: Wifi) -> str:
    security = "WPA" if wifi.password else None
    data: str = make_wifi_data(wifi.name, wifi.password or None, security, wifi.hidden)
    return data
