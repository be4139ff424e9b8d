"""``docs/licences.md``: the licence of everything that is installed with Quarterdeck, as its packages state it."""

from collections.abc import Iterator
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HEAD = """# Licences

Quarterdeck is under the [MIT licence](../LICENSE). `make docs` writes this page from what is installed, as the packages
state it.
"""
REST = """## What else may be there

| what | licence | from | for |
|---|---|---|---|
| picamera2 | BSD-2-Clause | `python3-picamera2` | the Pi's camera |
| libcamera | LGPL-2.1-or-later | picamera2 | the Pi's camera |
| lgpio | Unlicense | `python3-lgpio`, `.[vm]` | the Pi's pins |
| eSpeak NG | GPL-3.0-or-later | `espeak-ng` | the caller's voice |
| ALSA's programs | GPL-2.0-or-later | `alsa-utils` | the caller's sound |
| OpenSSH | BSD-2-Clause and similar | `openssh-client` | checking packages |
| NetworkManager, nftables | GPL-2.0-or-later, GPL-2.0-only | `network-manager`, `nftables` | the table's own Wi-Fi |
| OpenSSL | Apache-2.0 | `openssl` | certificates of the venue server |
| psycopg, paho-mqtt | LGPL-3.0-only, EPL-2.0 or BSD-3-Clause | `.[venue]` | the venue server |
| Starlette, uvicorn | BSD-3-Clause | `.[venue]` | the venue server |
| PostgreSQL, Mosquitto | PostgreSQL, EPL-2.0 or BSD-3-Clause | Debian | the venue server |

None of these is in the repository. The wheel of OpenCV contains FFmpeg (LGPL-2.1-or-later), that of numpy OpenBLAS
(BSD-3-Clause) and the GCC runtime (GPL-3.0 with its exception for such use). The
repository's pictures, recordings, networks and tables were made by its own programs.
"""
NAMES = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ZPL 2.1": "ZPL-2.1",
}
"""What is also written for a licence, by SPDX."""


def page() -> str:
    lines = [HEAD, "## What the table runs on", "", *_table(installed()), ""]
    return "\n".join([*lines, REST])


def installed() -> dict[str, str]:
    found: dict[str, str] = {}
    waiting = list(_needs(distribution("quarterdeck")))
    while waiting:
        package = distribution(waiting.pop(0))
        name = canonicalize_name(package.name)
        if name not in found:
            found[name] = licence_of(package)
            waiting += _needs(package)
    return dict(sorted(found.items()))


def licence_of(package: Distribution) -> str:
    """Its licence by SPDX, as its metadata has it; IndexError if it states none."""
    metadata = package.metadata
    if expressions := metadata.get_all("License-Expression"):
        return str(expressions[0])
    classified = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier", []) if line.startswith("License")
    ]
    stated = [*metadata.get_all("License", []), *classified]
    return NAMES.get(str(stated[0]), str(stated[0]))


def _needs(package: Distribution) -> Iterator[str]:
    for line in package.requires or ():
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            yield need.name


def _table(licences: dict[str, str]) -> Iterator[str]:
    yield "| licence | packages |"
    yield "|---|---|"
    for licence in sorted(set(licences.values())):
        yield f"| {licence} | {', '.join(name for name, its in licences.items() if its == licence)} |"
