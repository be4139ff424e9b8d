"""This machine's address and name in the local network."""

import socket
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9)
"""Unused documentation address (TEST-NET-1); no packet is sent to it."""


def lan_address() -> str | None:
    """Return this machine's address in the local network; None without a network.

    It is the address of the interface with the default route.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        address: str = asking.getsockname()[0]
        return None if address.startswith("127.") else address
    return None


def local_name() -> str:
    """Return this machine's host name in the local network."""
    name = socket.gethostname()
    return name if "." in name else f"{name}.local"
