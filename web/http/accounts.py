"""Accounts: the key under which connections and requests of a client are counted."""

from ipaddress import IPv4Address, IPv6Address, ip_address

MACHINE = frozenset({"127.0.0.1", "::1"})
"""Where programs on this machine come from. Other loopback addresses count as guests, so that tests can be many."""


def is_machine(peer: str) -> bool:
    """Return whether a connection from that address was made on this machine."""
    return _plain(peer) in MACHINE


def account_of(peer: str, local: str = "") -> str:
    """Return the account of a client at ``peer`` that connected to the server's address ``local``.

    An IPv4 address has its own account, also if it is written as IPv6. IPv6 addresses share the account of their /64
    network, because its owner may use any of them; but neighbours in the network of ``local`` are phones in the same
    Wi-Fi, and each has its own. A peer that is not an IP address is its own account.
    """
    plain = _plain(peer)
    try:
        known = ip_address(plain)
    except ValueError:
        return plain
    if isinstance(known, IPv4Address):
        return plain
    network = _network(known)
    try:
        here = ip_address(_plain(local))
    except ValueError:
        here = None
    if isinstance(here, IPv6Address) and _network(here) == network:
        return plain
    return f"{IPv6Address(network << 64)}/64"


def forwarded_for(header: str) -> str:
    """Return the last client in ``X-Forwarded-For``, if a proxy on this machine sent it."""
    return header.rpartition(",")[2].strip()[:64]


def _network(address: IPv6Address) -> int:
    return int(address) >> 64


def _plain(address: str) -> str:
    """Return the address without a zone, as IPv4 if it is one."""
    bare = address.partition("%")[0]
    try:
        known = ip_address(bare)
    except ValueError:
        return bare
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(known)
