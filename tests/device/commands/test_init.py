"""A new configuration has every key, changes no default, and overwrites nothing."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from device.config.location import INSTALLED
from device.config.schema import Config, load
from tests.end_to_end.program import in_process

not_installed = pytest.mark.skipif(INSTALLED.exists(), reason="Quarterdeck is installed on this machine")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_written_file_loads_to_the_defaults() -> None:
    assert in_process("init").stdout == "quarterdeck.toml is written: edit it, then run quarterdeck doctor.\n"
    assert load(Path("quarterdeck.toml")) == Config()


def test_the_written_file_has_every_key_and_valid_examples() -> None:
    in_process("init", "new.toml")
    text = re.sub(r"^# (?=\w+ = )", "", Path("new.toml").read_text(), flags=re.MULTILINE)
    Path("new.toml").write_text(text)
    load(Path("new.toml"))
    written = {name: set(keys) for name, keys in tomllib.loads(text).items()}
    assert written == {name: set(keys) for name, keys in msgspec.to_builtins(Config()).items()}


def test_an_existing_file_is_not_overwritten() -> None:
    Path("quarterdeck.toml").write_text("# mine\n")
    done = in_process("init")
    assert done.exit_code == 1
    assert done.stderr == "Error: quarterdeck.toml already exists: edit it, or name another file.\n"
    assert Path("quarterdeck.toml").read_text() == "# mine\n"


@not_installed
@pytest.mark.parametrize("command", [["run"], ["games"], ["backup", "b"], ["resume", "1"], ["record", "new"]])
def test_a_command_without_a_configuration_names_the_next_step(command: list[str]) -> None:
    done = in_process(*command)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: There is no quarterdeck.toml here and no {INSTALLED}: write one with")


def test_a_command_takes_the_configuration_of_the_present_folder() -> None:
    Path("quarterdeck.toml").write_text('[journal]\npath = "games-of-mine.db"\n')
    assert "games-of-mine.db" in in_process("games").stderr


@not_installed
def test_markers_are_made_without_a_configuration() -> None:
    done = in_process("markers")
    assert done.exit_code == 0
    assert "the defaults are used" in done.stderr
    assert Path("markers.pdf").exists()
