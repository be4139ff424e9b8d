"""``setup``: the steps of the set-up on the command line."""

import tomllib
from pathlib import Path

import pytest

from tests.end_to_end.program import in_process


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('# ours\n[game]\nstarter = "Player 2"  # she asked\n')
    return file


def test_everything_that_was_given_is_written_at_once(file: Path) -> None:
    given = ("--hold", "in_place", "--rail", "40", "--player", "Mia", "--player", "Jonas", "--name", "Window")
    done = in_process("setup", "--config", file, *given, "--no-camera")
    assert done.exit_code == 0, done.output
    assert "has not started" in done.output
    config = tomllib.loads(file.read_text())
    assert config == {
        "game": {"players": ["Mia", "Jonas"]},
        "table": {"hold": "in_place"},
        "tray": {"rail": 40.0},
        "mqtt": {"name": "Window"},
        "camera": {"kind": "none"},
    }
    assert file.read_text().startswith("# ours\n")


@pytest.mark.parametrize(
    "given",
    [
        ("--player", "Mia", "--player", "mia"),
        ("--player", "M" * 30),
        ("--rail", "300"),
        ("--name", "W" * 30),
        ("--hold", "pocket"),
    ],
)
def test_what_cannot_be_changes_nothing(file: Path, given: tuple[str, ...]) -> None:
    before = file.read_text()
    done = in_process("setup", "--config", file, "--no-camera", *given)
    assert done.exit_code != 0
    assert done.output.startswith(("Error:", "Usage:"))
    assert file.read_text() == before


def test_it_is_marked_as_finished(file: Path) -> None:
    assert "is finished" in in_process("setup", "--config", file, "--finish").output
    assert "is finished" in in_process("setup", "--config", file).output
