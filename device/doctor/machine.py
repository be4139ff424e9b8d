"""The machine that the doctor looks at: its files, its commands, its network."""

import json
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 3.0
"""Seconds that a command or an answer may take."""


class Machine:
    """This machine, or in tests one whose files lie under another ``root``."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def text(self, path: str) -> str | None:
        """What a file says, without the white space round it; None where it cannot be read."""
        try:
            return (self._root / path.lstrip("/")).read_text(errors="replace").strip("\0 \n")
        except OSError:
            return None

    def told(self, *command: str) -> str | None:
        """What a command prints; None where there is no such command, or it fails."""
        if shutil.which(command[0]) is None:
            return None
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def free(self, folder: Path) -> int | None:
        """Bytes that are free where that folder is, or would be."""
        place = next((one for one in (folder, *folder.parents) if one.is_dir()), None)
        try:
            return shutil.disk_usage(place).free if place else None
        except OSError:
            return None

    def addresses(self) -> tuple[str, ...]:
        """The addresses at which others reach this machine; nothing is sent to find out."""
        found = []
        for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
            try:
                with socket.socket(family, socket.SOCK_DGRAM) as probe:
                    probe.connect((somewhere, 9))
                    found.append(str(probe.getsockname()[0]))
            except OSError:
                continue
        return tuple(address for address in found if not address.startswith(("127.", "::1")))

    def name(self) -> str:
        """The machine's name."""
        return socket.gethostname()

    def health(self, port: int) -> dict[str, Any] | None:
        """What a table that runs on this machine says of itself; None where none does."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
                health = json.load(answer)
        except (OSError, ValueError, urllib.error.URLError):
            return None
        return health if isinstance(health, dict) and "mode" in health else None
