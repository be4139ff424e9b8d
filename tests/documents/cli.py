"""``docs/cli.md``: every command of ``quarterdeck`` with its arguments and options, in English."""

import os
from collections.abc import Iterator
from unittest.mock import patch

import click

from device.cli.command import TextCommand
from device.cli.main import main

HEAD = """# The commands

`make docs` writes this page from the program. `quarterdeck COMMAND --help` prints the same in the language of the
terminal; what `--json` prints, files and logs are in English. In a clone the commands are in `.venv/bin`.

`--config FILE` names the configuration; by default it is `quarterdeck.toml` here, else in `/var/lib/quarterdeck`.
`--folder DIR` names the folder of a venue's settings; by default it is `/etc/quarterdeck-venue`.
"""
COMMON = {"--config FILE": "Configuration file;", "--folder DIR": "Folder of the venue’s settings;"}
"""Options of many commands, which the head explains."""


@patch.dict(os.environ, {"LC_ALL": "C"})
def page() -> str:
    """The whole page: a section for each command."""
    root = click.Context(main, info_name="quarterdeck")
    sections = (line for at in _commands(root) for line in _section(at))
    return "\n".join([HEAD.rstrip(), *sections]) + "\n"


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
    named = [one for one in at.command.params if isinstance(one, click.Option)]
    options = dict(record for one in named if (record := one.get_help_record(at)))
    usage = " ".join([at.command_path, *at.command.collect_usage_pieces(at)])
    for common, says in COMMON.items():
        if options.get(common, "").startswith(says):
            del options[common]
            usage = usage.replace("[OPTIONS]", f"[{common}] [OPTIONS]" if options else f"[{common}]")
    command = at.command
    assert isinstance(command, TextCommand)
    yield f"\n## {at.command_path}\n\n`{usage}`: {' '.join((command.summary, *command.details.split()))}"
    yield from (f"- `{names}`: {' '.join(words.split())}" for names, words in options.items())
