"""What a stranger sees first: the list of commands, suggestions for what is mistyped, and click's messages."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from device.cli.command import FILE
from device.cli.main import main
from device.terminal import CLICK_COUNTED as COUNTED
from device.terminal import CLICK_MESSAGES as SHOWN
from tests.end_to_end.program import in_process

LONGEST = 45


def commands(within: click.Context) -> Iterator[click.Context]:
    """Each command and group within that group."""
    assert isinstance(within.command, click.Group)
    for name in within.command.list_commands(within):
        command = within.command.get_command(within, name)
        assert command is not None
        one = click.Context(command, info_name=name, parent=within)
        yield one
        if isinstance(command, click.Group):
            yield from commands(one)


@pytest.mark.parametrize("at", list(commands(click.Context(main))), ids=lambda at: at.command_path.strip())
def test_a_command_has_one_short_line_and_each_option_a_help(at: click.Context) -> None:
    line = at.command.get_short_help_str(LONGEST)
    assert not line.endswith("...")
    assert line
    records = [one.get_help_record(at) for one in at.command.params if isinstance(one, click.Option)]
    assert all(record and record[1] for record in records)
    assert "<=" not in at.command.get_help(at)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gamse"], "No such command 'gamse'. Did you mean 'games'?"),
        (["service", "instal"], "No such command 'instal'. (Did you mean one of: 'install', 'uninstall'?)"),
        (["xyzzy"], "No such command 'xyzzy'."),
        (["demo", "--speed", "20"], "Invalid value for '--speed': it must be a number, from 0.1 to 10, not 20."),
        (["demo", "--port", "a"], "Invalid value for '--port': it must be a whole number, from 0 to 65535, not a."),
        (["games", "--config", "."], "Invalid value for '--config': . is a folder: name a file."),
        (["record", "--seconds", "0", "new"], "it must be a number, more than 0, not 0."),
    ],
)
def test_what_is_mistyped_is_told_with_what_is_possible(arguments: list[str], said: str) -> None:
    done = in_process(*arguments)
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].endswith(said)


def test_what_is_a_file_is_no_folder_in_any_command() -> None:
    every = [one for at in commands(click.Context(main)) for one in at.command.params]
    files = [one for one in every if one.metavar in ("FILE", "JOURNAL", "GAME…", "IMAGE…")]
    assert len(files) > 20
    assert {one.type for one in files} == {FILE}


SOURCE = "\n".join(file.read_text("utf-8") for file in sorted(Path(click.__file__).parent.glob("*.py")))


def test_click_has_the_messages_that_are_translated_for_it() -> None:
    assert [message for message in (*SHOWN, *sum(COUNTED, ())) if f'"{message}"' not in SOURCE] == []
