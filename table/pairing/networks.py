"""Network addresses of clients, as limits count them."""

from ipaddress import IPv6Address, ip_address


def network_of(address: str) -> str:
    """Return the address as limits count it: an IPv6 address by its /64, which one client may have all of."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))
    return str(known)
