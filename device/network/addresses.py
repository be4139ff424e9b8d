"""This machine's addresses and name in the local network. They change while it runs: ask each time."""

import fcntl
import socket
import struct
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9)
"""Unused documentation address (TEST-NET-1); no packet is sent to it."""

_FLAGS, _ADDRESS = 0x8913, 0x8915
"""Linux's requests SIOCGIFFLAGS and SIOCGIFADDR."""
_RUNNING, _LOOPBACK = 0x40, 0x08
"""IFF_RUNNING, which an interface without a cable lacks, and IFF_LOOPBACK."""


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses in local networks, the one to name first: that of the default route, if any.

    An address without a lease (169.254.…) comes last. Takes some 50 µs.
    """
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _index, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                request = struct.pack("16s240x", name.encode())
                [flags] = struct.unpack_from("16xH", fcntl.ioctl(asking, _FLAGS, request))
                if flags & (_RUNNING | _LOOPBACK) == _RUNNING:
                    found.append(socket.inet_ntoa(fcntl.ioctl(asking, _ADDRESS, request)[20:24]))
        found.sort(key=lambda address: address.startswith("169.254."))
        asking.connect(ELSEWHERE)
        routed = asking.getsockname()[0]
        if not routed.startswith("127."):
            found = [routed, *(address for address in found if address != routed)]
    return tuple(found)


def local_name() -> str:
    name = socket.gethostname()
    return name if "." in name else f"{name}.local"
