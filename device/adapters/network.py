"""Where phones find this machine."""

import socket
from contextlib import suppress

ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has; nothing is ever sent there."""


def lan_address() -> str | None:
    """The address by which other machines of the network reach this one; None where there is no network.

    It is that of the interface by which this machine would send something to anywhere else.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        address: str = asking.getsockname()[0]
        return None if address.startswith("127.") else address
    return None


def local_name() -> str:
    """This machine's name as phones in the same network find it."""
    name = socket.gethostname()
    return name if "." in name else f"{name}.local"
