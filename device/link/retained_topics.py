"""The retained topics that this table has at a broker, stored so that they are cleared when they are used no more."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from device.durable_write import write_durably

FILE = "retained-topics.json"
"""The file's name, in the configuration's folder."""


class RetainedTopics:
    """Retained topics of each broker, in a file. A broker that is used no more keeps its entry."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

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
                write_durably(self._file, json.dumps(now, indent=1).encode() + b"\n")

    def _read(self) -> dict[str, list[str]]:
        try:
            kept = json.loads(self._file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(kept, dict):
            return {}
        return {
            name: [topic for topic in topics if isinstance(topic, str)]
            for name, topics in kept.items()
            if isinstance(topics, list)
        }
