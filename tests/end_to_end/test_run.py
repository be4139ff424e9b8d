"""The program without a camera and without buttons, and its exit statuses."""

import json
import signal
import urllib.request
from pathlib import Path

from device.journal.journal import Journal
from engine import Rolled, Started
from tests.end_to_end.program import running, url_of

CONFIG = (
    '[game]\nplayers = ["Mia", "Jonas"]\n[web]\nhost = "127.0.0.1"\nport = 0\n[camera]\nkind = "usb"\ndevice = 97\n'
)


def test_it_runs_without_camera_and_pins_resumes_its_game_and_ends_by_sigterm_with_0(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([Started("dice-game-depot", ("Ada", "Ben"), "Ben"), Rolled((6, 5, 3, 2, 1))], 1.0)
    with running("run", "--config", config) as program:
        url = url_of(program)
        with urllib.request.urlopen(url + "healthz") as answer:
            assert json.load(answer)["mode"] in ("waiting", "lost")
        with urllib.request.urlopen(url) as answer:
            page = answer.read().decode()
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
