"""The state of the table that outlives a restart beside its games: a JSON file beside the configuration."""

from typing import Any

from device.adapters.json_files import JsonFiles
from device.journal.journal import Journal
from engine.events import MAX_PLAYERS
from table.session import KeptState
from web.errors import NotKept
from web.ports.key_value import known_value

KEY = "table"


class TableStateFile:
    """Stores whether the camera is used, and the players who wait to join the open game of that journal.

    The game is named by its number and the time of its begin: after a restore, another game may have the number.
    """

    def __init__(self, files: JsonFiles, journal: Journal) -> None:
        self._files = files
        self._journal = journal

    def load(self) -> KeptState:
        """Return the stored state, the default if there is none."""
        return known_value(self._files, KEY, self._read) or KeptState()

    def _read(self, said: Any) -> KeptState:
        match {"camera": True, "joining": []} | said:
            case {"camera": bool(camera), "joining": list(names)} if all(isinstance(name, str) for name in names):
                joining = dict.fromkeys(names if self._is_open(said.get("game")) else ())
                return KeptState(camera, tuple(joining)[:MAX_PLAYERS])
        raise ValueError("no state of a table")

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
