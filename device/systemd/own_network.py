"""What the table's own Wi-Fi needs of the system: a permission, names that lead to the page, and a firewall.

The files lie beside this module. They change nothing until there is such a network, whose addresses they name.
"""

from collections.abc import Mapping
from pathlib import Path

from device.network.network_manager import ADDRESS, PREFIX

FIREWALL = "quarterdeck-firewall.service"
RULES = Path("/etc/quarterdeck/own-network.nft")
PLACES = {
    "own-network.conf": Path("/etc/NetworkManager/dnsmasq-shared.d/quarterdeck.conf"),
    "own-network.nft": RULES,
    "own-network.rules": Path("/etc/polkit-1/rules.d/50-quarterdeck.rules"),
}
"""Where the dnsmasq of NetworkManager's shared connections, nftables and polkit find them."""


def text_of(name: str, port: int = 0) -> str:
    """Return the text of that file, for a page on that port."""
    text = Path(__file__).with_name(name).read_text("utf-8")
    subnet = f"{ADDRESS.rpartition('.')[0]}.0/{PREFIX}"
    return text.replace("SUBNET", subnet).replace("ADDRESS", ADDRESS).replace("PORT", str(port))


def files_of(port: int) -> Mapping[Path, str]:
    """Return the texts of all, without the unit, by their places."""
    return {place: text_of(name, port) for name, place in PLACES.items()}
