"""Allowed host names, which protect against DNS rebinding."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """Return the names of this machine: localhost, its host name with and without ``.local``, and those given."""
    own = socket.gethostname().partition(".")[0]
    return frozenset(name.lower().rstrip(".") for name in ("localhost", own, f"{own}.local", *hosts) if name)


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Return whether a request for that host (with or without a port) is for one of the names, or for any IP address.

    IP addresses need no list: in an attack by DNS rebinding the host is always a name.
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
    """Return the host without its port, or None if it is malformed."""
    if host.startswith("["):
        name, closed, port = host[1:].partition("]")
        closed = closed if ":" in name else ""
        port = port.removeprefix(":") if port.startswith(":") or not port else "?"
    else:
        name, _, port = host.partition(":")
        closed = "]"
    return name if name and closed and (not port or (port.isascii() and port.isdigit())) else None
