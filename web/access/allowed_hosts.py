"""The names that this machine answers to, so that no page from elsewhere can pass it off as its own (DNS rebinding)."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """The names of this machine: localhost, its own with and without ``.local``, and those given."""
    own = socket.gethostname().partition(".")[0]
    return frozenset(name.lower().rstrip(".") for name in ("localhost", own, f"{own}.local", *hosts) if name)


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a request for that host (with or without a port) is meant for us: one of the names, or any address.

    A page from elsewhere has a name in its address bar, never a bare address, so that addresses need no list.
    """
    name = _name_of(host)
    if name is None:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


def _name_of(host: str) -> str | None:
    """The host without its port; None if it is not written as a host."""
    if host.startswith("["):
        name, closed, port = host[1:].partition("]")
        closed = closed if ":" in name else ""
        port = port.removeprefix(":") if port.startswith(":") or not port else "?"
    else:
        name, _, port = host.partition(":")
        closed = "]"
    return name if name and closed and (not port or (port.isascii() and port.isdigit())) else None
