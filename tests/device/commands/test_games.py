"""The list of games names them as players do."""

from pathlib import Path

import pytest

from engine import Started, dump
from tests.end_to_end.program import in_process


def test_a_game_is_listed_by_its_title_and_its_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quarterdeck.toml").touch()
    Path("game.json").write_text(dump([Started("yahtzee-official", ("Mia", "Jonas"), "Mia")]))
    assert in_process("import", "game.json").exit_code == 0
    assert "Yahtzee, official (Mia, Jonas)  " in in_process("games").stdout
