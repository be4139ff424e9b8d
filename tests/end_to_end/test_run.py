"""The program without a camera and without buttons, and its exit statuses."""

import signal
from pathlib import Path

from device.journal.journal import Journal
from engine import Rolled, Started
from tests.end_to_end.phone import Client, health_at
from tests.end_to_end.program import BARE_TABLE, running, url_of

CONFIG = BARE_TABLE.replace('[panel]\nkind = "none"\n', "")


def test_it_runs_without_camera_and_pins_resumes_its_game_and_ends_by_sigterm_with_0(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([Started("dice-game-depot", ("Ada", "Ben"), "Ben"), Rolled((6, 5, 3, 2, 1))], 1.0)
    with running("run", "--config", config) as program:
        url = url_of(program)
        assert health_at(url)["mode"] in ("waiting", "lost")
        page = Client(url).get("").decode()
        assert "Ada" in page
        assert "Ben" in page
        assert "Mia" not in page
        program.terminate()
        assert program.wait(60) == 0
        assert program.stdout is not None
        assert "Traceback" not in program.stdout.read()


def test_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    with running("run", "--config", config) as program:
        url_of(program)
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130


def test_sigterm_ends_another_command_with_143() -> None:
    with running("demo", "--host", "127.0.0.1", "--port", "0") as program:
        url_of(program)
        program.terminate()
        assert program.wait(60) == 143
