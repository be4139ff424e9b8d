"""The page's drawer as files beside the configuration, each written so that a power cut cannot harm it."""

import json
from pathlib import Path

from device.durable_write import PRIVATE, write_durably
from device.notices import Notices, content_of
from web.errors import NotKept

FILES = ("helm", "house-rules", "screens")
"""What the page keeps, by the names of the files without their ending."""

HANDS = "helm"
"""The names of those at the helm, which their cookies carry."""


class JsonFiles:
    """Keeps each value as a JSON file in that folder. A file that is no JSON is renamed, and the notices say so."""

    def __init__(self, folder: Path, notices: Notices | None = None) -> None:
        self._folder = folder
        self._notices = notices or Notices()

    def get(self, name: str) -> object:
        """Return what was put there last, None if nothing was or it cannot be read."""
        file = self._file(name)
        data = content_of(file, self._notices)
        if data is None:
            return None
        try:
            value: object = json.loads(data)
            json.dumps(value, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            self._notices.set_aside(file)
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
