"""The commands that look after what was played, beside a table that runs."""

import fcntl
import json
import time
from pathlib import Path

from device.backup.backup import take_backup
from device.backup.restore import have_wait
from tests.end_to_end.phone import health_at
from tests.end_to_end.program import BARE_TABLE, in_process, running, url_of


def test_games_are_exported_imported_and_backed_up_while_the_table_runs(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE)
    configured = ("--config", config)
    with running("run", *configured) as program:
        url = url_of(program)
        assert "(open)" in in_process("games", *configured).stdout
        game = tmp_path / "game.json"
        assert in_process("export", *configured, "--out", game).exit_code == 0
        assert json.loads(game.read_text())["events"][0]["players"] == ["Mia", "Jonas"]
        refused = in_process("import", game, *configured)
        assert (refused.exit_code, "another Quarterdeck is running" in refused.stderr) == (1, True)
        assert in_process("backup", tmp_path / "backup.zip", *configured).exit_code == 0
        boot = health_at(url)["boot"]
        waits = in_process("restore", tmp_path / "backup.zip", *configured)
        assert waits.exit_code == 0
        assert "The running table restarts with it" in waits.stdout or "was restored" in waits.stdout  # who was first
        again = url_of(program)
        assert health_at(again)["boot"] != boot
        program.terminate()
        assert program.wait(60) == 0
    assert in_process("import", game, *configured).stdout == f"{game}: already there, game 1\n"
    assert in_process("resume", "1", *configured).stdout == "Game 1 is resumed at the next start.\n"
    assert (tmp_path / "before-restore-1" / "journal.db").exists()


def test_a_table_that_restarts_waits_for_a_command_that_holds_its_journal(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE)
    with running("run", "--config", config) as program:
        url_of(program)
        have_wait(take_backup(config), config)
        with (tmp_path / "journal.db.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # waits until the table lets go in order to restart, and is served next
            time.sleep(1)
        assert health_at(url_of(program))["boot"]
        program.terminate()
        assert program.wait(60) == 0
    assert (tmp_path / "before-restore-1" / "journal.db").exists()
