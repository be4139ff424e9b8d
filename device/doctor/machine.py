"""The machine under examination, with its files, commands and network, and the result of a check."""

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Literal, NamedTuple

from device.network.addresses import lan_addresses, local_name
from device.network.network_manager import NetworkManager, Sight
from device.systemd.notify import GUEST
from device.terminal import language

Light = Literal["grey", "green", "amber", "red"]
LIGHTS: tuple[Light, ...] = ("grey", "green", "amber", "red")
"""Lights from best to worst; grey is a check that was skipped."""


class Diagnosis(NamedTuple):
    """What a check found: a light, the state in words, and advice if it is amber or red."""

    light: Light
    words: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the doctor: the subject of a check and what it found."""

    name: str
    light: Light
    words: str
    advice: str = ""


def worst(findings: Sequence[CheckResult]) -> Light:
    return max((one.light for one in findings), key=LIGHTS.index, default="green")


def graded(value: float, amber: float, red: float, words: str, advice: str) -> Diagnosis:
    """Grade a measure, where smaller is better: amber from one bound on, red from another."""
    if value < amber:
        return Diagnosis("green", words)
    return Diagnosis("red" if value >= red else "amber", words, advice)


PATIENCE = 3.0
"""Timeout in seconds of a command or request."""

ESCAPED = re.compile(r"\\([0-7]{3})")
"""A space and the like in ``/proc/self/mountinfo``."""


class Machine:
    """This machine. Tests use another ``root`` for its files."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._networks = NetworkManager()

    def text(self, path: str) -> str | None:
        """Return the contents of a file, stripped. None if it cannot be read."""
        try:
            return (self._root / path.lstrip("/")).read_text(errors="replace").strip("\0 \n")
        except OSError:
            return None

    def told(self, *command: str) -> str | None:
        """Return the output of a command. None if the command does not exist or fails."""
        if shutil.which(command[0]) is None:
            return None
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def free(self, folder: Path) -> int | None:
        """Return the free bytes at that folder, which need not exist."""
        place = next((one for one in (folder, *folder.parents) if one.is_dir()), None)
        try:
            return shutil.disk_usage(place).free if place else None
        except OSError:
            return None

    def mount(self, folder: Path) -> tuple[str, list[str]] | None:
        """Return type and options of the mount with that folder, which need not exist. None if not known."""
        folder, at, found = folder.resolve(), Path("/"), None
        for line in (self.text("/proc/self/mountinfo") or "").splitlines():
            before, after = (part.split() for part in line.partition(" - ")[::2])
            if len(before) > 5 and len(after) > 2:
                point = Path(ESCAPED.sub(lambda code: chr(int(code[1], 8)), before[4]))
                if folder.is_relative_to(point) and point.is_relative_to(at):
                    at, found = point, (after[0], [*before[5].split(","), *after[2].split(",")])
        return found

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses of this machine on the network. Nothing is sent."""
        found = list(lan_addresses())
        with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
            probe.connect(("2001:db8::1", 9))
            found.append(str(probe.getsockname()[0]))
        return tuple(address for address in found if address != "::1")

    def sight(self) -> Sight:
        """Return radios and networks. Raises :class:`~device.errors.NoNetworkManager`."""
        return self._networks.sight()

    def known_wifi(self) -> Collection[str]:
        """Return the names of the Wi-Fi networks that it was given. Raises as :meth:`sight`."""
        return self._networks.known_wifi()

    def file_system_errors(self) -> Iterator[tuple[str, int]]:
        """Yield the device of each ext4, with the errors that it has kept."""
        for file in sorted((self._root / "sys" / "fs" / "ext4").glob("*/errors_count")):
            told = self.text(str(file.relative_to(self._root))) or ""
            yield file.parent.name, int(told) if told.isdigit() else 0

    def has_screen(self) -> bool:
        found = (self._root / "sys" / "class" / "drm").glob("*/status")
        return any(self.text(str(file.relative_to(self._root))) == "connected" for file in found)

    def name(self) -> str:
        return local_name()

    def asked(self, port: int, path: str) -> dict[str, Any] | None:
        """Return what a table on this machine tells guests there, in the terminal's language. None if there is none."""
        try:
            with closing(HTTPConnection("127.0.0.1", port, PATIENCE, (GUEST, 0))) as connection:
                connection.request("GET", path, headers={"Accept-Language": language()})
                told = json.loads(connection.getresponse().read(1 << 20))
        except (OSError, ValueError, RecursionError, HTTPException):
            return None
        return told if isinstance(told, dict) else None

    def health(self, port: int) -> dict[str, Any] | None:
        """Return the health report of a table on this machine."""
        told = self.asked(port, "/healthz")
        return told if told and "mode" in told else None
