"""Starts that fail, until the page alone is served; and a backup whose start fails."""

import json
import socket
import time
import urllib.request
from pathlib import Path

from device.backup.backup import take_backup, write_backup
from device.journal.journal import Journal
from engine import Started
from tests.end_to_end.program import in_process, quarterdeck, running, url_of

TABLE = '[web]\nhost = "127.0.0.1"\nport = {port}\n[panel]\nkind = "none"\n[camera]\nkind = "usb"\ndevice = 97\n'
PATIENCE = 60.0


def asked(url: str) -> dict[str, object]:
    """Return what the page answers there, as soon as it does."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                found: dict[str, object] = json.load(answer)
                return found
        except OSError:
            assert time.monotonic() < end, f"nothing answers at {url}"
            time.sleep(0.1)


def test_after_three_failed_starts_a_page_says_what_is_wrong(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config.write_text(TABLE.format(port=port))
        for _ in range(2):
            done = quarterdeck("run", "--config", config)
            assert done.returncode == 1
            assert "Traceback" not in done.stderr
        with running("run", "--config", config) as program:
            url = url_of(program)
            health = asked(url + "healthz")
            assert health["mode"] == "safe"
            assert str(port) in str(health["why"])
            with urllib.request.urlopen(url) as page:
                assert "tries to start again every 15 seconds" in page.read().decode()
            program.terminate()
            assert program.wait(60) == 0
    with running("run", "--config", config) as program:
        # the start is tried again after a while; the last one was ended, which is no failure
        assert asked(url_of(program) + "healthz")["mode"] == "safe"
        end = time.monotonic() + PATIENCE
        while asked(f"http://127.0.0.1:{port}/healthz")["mode"] == "safe":
            assert time.monotonic() < end, "safe mode is not left"
            time.sleep(0.1)


def test_a_backup_whose_start_fails_is_taken_away_and_the_page_says_so(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / "quarterdeck.toml"
    elsewhere.parent.mkdir()
    here = tmp_path / "here" / "quarterdeck.toml"
    here.parent.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        theirs, ours = taken.getsockname()[1], free.getsockname()[1]
        free.close()
        elsewhere.write_text(TABLE.format(port=theirs))
        here.write_text(TABLE.format(port=ours))
        with Journal(elsewhere.with_name("journal.db")) as journal:
            journal.append([Started("dice-game-depot", ("Ada", "Ben"), "Ada")], 0.0)
        write_backup(take_backup(elsewhere), tmp_path / "backup.zip")
        with running("run", "--config", here) as program:
            boot = asked(f"http://127.0.0.1:{ours}/healthz")["boot"]
            done = in_process("restore", tmp_path / "backup.zip", "--config", here)
            assert done.exit_code == 0
            end = time.monotonic() + PATIENCE
            while asked(f"http://127.0.0.1:{ours}/healthz")["boot"] == boot:
                assert time.monotonic() < end, "the table does not start again"
                time.sleep(0.1)
            said: object = ()
            while not said:
                assert time.monotonic() < end, "the page does not say what became of the backup"
                state = asked(f"http://127.0.0.1:{ours}/api/state")
                said = state["trouble"]
            assert "The backup cannot be used here" in str(said)
            assert [one["name"] for one in state["players"]] == ["Player 1", "Player 2"]  # type: ignore[attr-defined]
            program.terminate()
            assert program.wait(60) == 0
    assert here.read_text() == TABLE.format(port=ours)
    assert (here.parent / "failed-restore-1" / "journal.db").is_file()
