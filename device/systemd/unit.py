"""What a table needs of the system: its systemd units, and the files of its own Wi-Fi, of screens and of USB sticks.

Those that are the same for most tables lie beside this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.config.location import INSTALLED
from device.network.network_manager import ADDRESS, PREFIX

STICKS = "/media/quarterdeck"
"""Folder in which sticks are mounted, each in a folder of the name of its device."""

STICK_FOLDER = f"d {STICKS} 0755 root root -\n"
"""The folder, for systemd-tmpfiles: the table's unit names it as writable, so it is there before."""

NAME = "quarterdeck.service"
USER = "quarterdeck"
CONFIG = INSTALLED
HOME = CONFIG.parent

GROUPS = ("gpio", "video", "render")
"""Groups with access to pins and cameras, if they exist on the system."""

REQUESTS = "quarterdeck-requests"
"""Name of the units that do what the owner's page asks for."""

HIGHEST_PRIVILEGED = 1023
"""Highest port that requires a capability."""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """What a unit must know: the program, its port, which of the groups there are, and the guard of its versions."""

    program: Path
    port: int = 8000
    groups: Sequence[str] = ()
    guard: Path | None = None


UNITS_BESIDE = ("quarterdeck-firewall", "quarterdeck-console", "quarterdeck-kiosk")
"""Units that are installed with the table's, without ``.service``."""

RULES = Path("/etc/quarterdeck/own-network.nft")
PLACES = {
    "own-network.conf": Path("/etc/NetworkManager/dnsmasq-shared.d/quarterdeck.conf"),
    "own-network.nft": RULES,
    "own-network.rules": Path("/etc/polkit-1/rules.d/50-quarterdeck.rules"),
}
"""Where the dnsmasq of NetworkManager's shared connections, nftables and polkit find what the own Wi-Fi needs."""


def text_of(name: str, plan: UnitPlan = UnitPlan(Path("quarterdeck"))) -> str:
    """Return the text of the file with that name beside this module, of which some name the program or its port."""
    ports = "CAP_NET_BIND_SERVICE" if 0 < plan.port <= HIGHEST_PRIVILEGED else ""
    known = {
        "SUBNET": f"{ADDRESS.rpartition('.')[0]}.0/{PREFIX}",
        "ADDRESS": ADDRESS,
        "PORT": str(plan.port),
        "PROGRAM": str(plan.program),
        # nothing of users' homes, unless the program lies in one
        "HOMES": "read-only" if plan.program.parts[1:2] in (("home",), ("root",)) else "yes",
        "STICKS": STICKS,
        "CAPABILITIES": ports,
        "AMBIENT": f"AmbientCapabilities={ports}\n" if ports else "",
        "GROUPS": f"SupplementaryGroups={' '.join(plan.groups)}\n" if plan.groups else "",
        "SUPERVISED": f"Wants=quarterdeck-trial.service {REQUESTS}.path\n" if plan.guard else "",
        "FIRST": f"ExecStartPre=+/usr/bin/python3 -I {plan.guard} start\n" if plan.guard else "",
    }
    text = Path(__file__).with_name(name).read_text("utf-8")
    for word, value in known.items():
        text = text.replace(f"@{word}@", value)
    return text


def files_of(plan: UnitPlan) -> Mapping[Path, str]:
    """Return the texts of what the own Wi-Fi needs, by their places."""
    return {place: text_of(name, plan) for name, place in PLACES.items()}
