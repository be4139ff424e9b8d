"""``quarterdeck owner``: the PIN on the machine. ``pair`` is tried with a running table, in ``tests/end_to_end``."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.adapters.files import JsonFiles
from device.cli.main import main
from web.access.pin import OwnerPin


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text("")
    return file


def pin_of(config: Path) -> OwnerPin:
    return OwnerPin(JsonFiles(config.parent))


def test_a_pin_from_the_standard_input_is_set_and_not_printed(config: Path) -> None:
    done = CliRunner().invoke(main, ["owner", "--config", str(config)], input="471108\nmore\n")
    assert (done.exit_code, "471108" in done.output) == (0, False)
    pin_of(config).check("471108", "127.0.0.1")


def test_a_pin_is_removed(config: Path) -> None:
    CliRunner().invoke(main, ["owner", "--config", str(config)], input="4711\n")
    done = CliRunner().invoke(main, ["owner", "--remove", "--config", str(config)])
    assert done.output == "The owner’s PIN is removed.\n"
    assert pin_of(config).state == "none"


@pytest.mark.parametrize("said", ["", "123\n", "12345678901234\n", "abcd\n", "12 34\n"])
def test_what_is_no_pin_is_refused_in_a_sentence_that_does_not_repeat_it(config: Path, said: str) -> None:
    done = CliRunner().invoke(main, ["owner", "--config", str(config)], input=said)
    assert (done.exit_code, done.output) == (1, "Error: A PIN has 4 to 12 digits.\n")
    assert pin_of(config).state == "none"


def test_a_configuration_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["owner", "--config", str(tmp_path / "no.toml")], input="4711\n")
    assert done.exit_code == 1
    assert "no.toml is missing" in done.output
    assert not (tmp_path / "owner.json").exists()


def test_a_folder_that_cannot_be_written_is_named(config: Path) -> None:
    (config.parent / "owner.json.new").mkdir()
    (config.parent / "owner.json.new" / "x").touch()
    done = CliRunner().invoke(main, ["owner", "--config", str(config)], input="4711\n")
    assert done.exit_code == 1
    assert "owner.json can’t be written" in done.output


@pytest.mark.parametrize(("again", "state"), [("4711", "set"), ("4712", "none")])
def test_on_a_terminal_it_is_asked_for_twice_without_an_echo(config: Path, again: str, state: str) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from device.cli.main import main; main()", "owner", "--config", str(config)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as program:
        os.close(theirs)
        shown = answered(ours, b"New PIN", b"4711\n")
        shown += answered(ours, b"Repeat", f"{again}\n".encode())
        shown += rest_of(ours)
        assert program.wait(60) == (0 if state == "set" else 1)
    os.close(ours)
    assert b"471" not in shown
    assert (b"differ" in shown) == (state == "none")
    assert pin_of(config).state == state


def answered(terminal: int, question: bytes, answer: bytes) -> bytes:
    """Wait for the question, then type the answer; what was shown until then."""
    shown = b""
    while question not in shown or not shown.rstrip().endswith(b":"):
        shown += os.read(terminal, 1024)
    os.write(terminal, answer)
    return shown


def rest_of(terminal: int) -> bytes:
    shown = b""
    try:
        while data := os.read(terminal, 1024):
            shown += data
    except OSError:  # the other end is closed
        pass
    return shown
