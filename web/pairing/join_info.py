"""How guests come to the table: the page's address and the bar's Wi-Fi, to read and to scan."""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from segno.helpers import make_wifi_data

from web.pairing.qr import QrCode, qr_of
from web.ports.services import Wifi

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Joining:
    """What the TV shows to those who come: the page's address to read and to scan, the network where it is known."""

    address: str
    code: QrCode
    wifi: str
    wifi_code: QrCode | None


@lru_cache(maxsize=8)
def joining(address: str, wifi: Wifi | None) -> Joining:
    """The ways to the page at that address, through that network."""
    return Joining(
        address=address.removeprefix("http://").removesuffix("/"),
        code=qr_of(address),
        wifi=wifi.name if wifi else "",
        wifi_code=qr_of(_wifi_data(wifi)) if wifi else None,
    )


def address_for_phones(known: str, asked: str) -> str:
    """Where phones find the page: as this screen has ``asked`` for it, unless that is a way that only this machine has.

    Then it is the ``known`` name or address of the machine, where there is one.
    """
    parts = urlsplit(asked)
    if known and parts.hostname in LOOPBACK:
        return f"http://{known}:{parts.port or 80}/"
    return asked


def _wifi_data(wifi: Wifi) -> str:
    security = "WPA" if wifi.password else None
    data: str = make_wifi_data(wifi.name, wifi.password or None, security, wifi.hidden)
    return data
