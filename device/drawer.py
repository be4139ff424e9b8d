"""The page's drawer as files beside the configuration, each written so that a power cut cannot harm it."""

import json
from pathlib import Path

from device.durable import PRIVATE, write_durably
from web.errors import NotKept

FILES = ("helm", "house-rules")
"""What the page keeps, by the names of the files without their ending."""

HANDS = "helm"
"""The names of those at the helm, which their cookies carry."""


class FileDrawer:
    """Keeps each value as a JSON file in that folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> object:
        """What was put there last, None if nothing was or it cannot be read."""
        try:
            value: object = json.loads(self._file(name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return value

    def put(self, name: str, value: object) -> None:
        """Keep this; it outlasts a power cut when this returns."""
        try:
            written = json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"
            write_durably(self._file(name), written, mode=PRIVATE if name == HANDS else None)
        except OSError as error:
            raise NotKept(f"{self._file(name)} cannot be written ({error.strerror}): make room.") from None

    def _file(self, name: str) -> Path:
        assert name in FILES
        return self._folder / f"{name}.json"
