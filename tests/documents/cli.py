"""``docs/cli.md``: every command of ``quarterdeck`` with its arguments and options, in English."""

import os
from collections.abc import Iterator
from unittest.mock import patch

import click

from device.cli.command import TextCommand
from device.cli.main import main

HEAD = """# The commands

`make docs` writes this page from the program. After the first `make` the commands are in `.venv/bin`;
`quarterdeck COMMAND --help` prints the same in the language of the terminal: the first of LANGUAGE, LC_ALL, LC_MESSAGES
and LANG that the program has, as in other programs with GNU gettext. What `--json` prints, files, and the log of the
service are in English.
"""


@patch.dict(os.environ, {"LC_ALL": "C"})
def page() -> str:
    """The whole page: a table of the commands, then a section for each."""
    root = click.Context(main, info_name="quarterdeck")
    commands = list(_commands(root))
    lines = [HEAD, "| command | what it does |", "|---|---|"]
    lines += [f"| [`{at.command_path}`](#{_anchor(at)}) | {_cell(_paragraphs(at)[0])} |" for at in commands]
    for at in commands:
        lines += ["", *_section(at)]
    return "\n".join(lines) + "\n"


def _commands(within: click.Context) -> Iterator[click.Context]:
    """A context for each command of a group, and for each command of the groups in it."""
    group = within.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(within):
        command = group.get_command(within, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=within)
        if isinstance(command, click.Group):
            yield from _commands(context)
        else:
            yield context


def _section(at: click.Context) -> Iterator[str]:
    """One command: its usage, what it does, its options."""
    usage = " ".join([at.command_path, *at.command.collect_usage_pieces(at)])
    yield f"## {at.command_path}\n"
    yield f"`{usage}`\n"
    yield "\n\n".join(_paragraphs(at))
    options = [one for one in at.command.params if isinstance(one, click.Option)]
    records = [record for record in (one.get_help_record(at) for one in options) if record]
    if records:
        yield "\n| option | what it does |\n|---|---|"
        yield from (f"| `{_cell(names)}` | {_cell(words)} |" for names, words in records)


def _paragraphs(at: click.Context) -> list[str]:
    """The summary and the details."""
    assert isinstance(at.command, TextCommand)
    return [text for text in (at.command.summary, at.command.details) if text]


def _anchor(at: click.Context) -> str:
    return at.command_path.replace(" ", "-")


def _cell(words: str) -> str:
    """Words that may stand in a table."""
    return " ".join(words.split()).replace("|", "\\|")
