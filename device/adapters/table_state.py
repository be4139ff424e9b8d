"""The state of the table that outlives a restart beside its games: a JSON file beside the configuration."""

from typing import Any

from device.adapters.json_files import JsonFiles
from device.journal.journal import Journal
from engine.events import MAX_PLAYERS
from table.session import KeptState
from web.errors import NotKept

KEY = "table"


class TableStateFile:
    """Stores whether the camera is used, and the players who wait to join the open game of that journal.

    The game is named by its number and the time of its begin: after a restore, another game may have the number.
    """

    def __init__(self, files: JsonFiles, journal: Journal) -> None:
        self._files = files
        self._journal = journal

    def load(self) -> KeptState:
        """Return the stored state; the defaults for what is missing or invalid."""
        kept = self._files.get(KEY)
        said: dict[str, Any] = kept if isinstance(kept, dict) else {}
        names = said.get("joining")
        if not isinstance(names, list) or not self._is_open(said.get("game")):
            names = []
        joining = dict.fromkeys(name for name in names if isinstance(name, str))
        return KeptState(said.get("camera") is not False, tuple(joining)[:MAX_PLAYERS])

    def save(self, state: KeptState) -> bool:
        """Store the state durably; return False if the disk refuses it."""
        try:
            self._files.put(KEY, {"camera": state.camera, "game": self._game(), "joining": list(state.joining)})
        except NotKept:
            return False
        return True

    def _is_open(self, game: object) -> bool:
        """Return whether that is the open game. While a game is resumed, the time of its begin is unknown."""
        number, begun = self._game()
        return game in ([number, begun], [number, None])

    def _game(self) -> list[float | None]:
        rows = self._journal.rows
        return [rows[0][0] if rows else None, self._journal.begun]
