"""The retained topics that this table has at a broker, stored so that they are cleared when they are used no more."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from device.kept_file import content_of, keep
from device.notices import Notices

FILE = "retained-topics.json"
"""The file's name, in the configuration's folder."""


class RetainedTopics:
    """Retained topics of each broker, in a file. A broker that is used no more keeps its entry."""

    def __init__(self, folder: Path, notices: Notices | None = None) -> None:
        self._file = folder / FILE
        self._notices = notices

    def unused(self, broker: str, used: Iterable[str]) -> Sequence[str]:
        """Return the topics to clear at that broker: those written before and not used now."""
        return sorted(set(self._read().get(broker, ())) - set(used))

    def keep(self, broker: str, used: Iterable[str]) -> None:
        """Store the topics that are used at that broker from now on. A full disk is ignored."""
        before = self._read()
        now = {**before, broker: sorted(used)}
        now = {name: topics for name, topics in now.items() if topics}
        if now != before:
            with suppress(OSError):
                keep(self._file, json.dumps(now, indent=1).encode() + b"\n")

    def _read(self) -> dict[str, list[str]]:
        data = content_of(self._file, self._notices)
        if data is None:
            return {}
        try:
            return msgspec.json.decode(data, type=dict[str, list[str]])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            if self._notices:
                self._notices.set_aside(self._file)
            return {}
