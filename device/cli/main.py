"""The command line: ``quarterdeck COMMAND``. A command's module is imported only when it is called."""

import signal
import sys
from importlib import import_module
from keyword import iskeyword
from types import FrameType

import click

from device.cli.suggestions import SuggestingGroup
from device.errors import DeviceError

COMMANDS = {
    "demo": "replay",
    "init": "init",
    "run": "run",
    "pair": "pair",
    "owner": "pair",
    "read": "read",
    "evaluate": "read",
    "record": "record",
    "replay": "replay",
    "odds": "odds",
    "markers": "markers",
    "calibrate": "calibrate",
    "doctor": "doctor",
    "service": "service",
    "games": "games",
    "export": "games",
    "import": "games",
    "resume": "games",
    "backup": "games",
    "restore": "games",
}
"""Each command and the module of :mod:`device.commands` that has a function of its name."""

LACKING = (
    "A library cannot be loaded ({}): sudo apt install libgl1 where it is libGL, "
    "else install Quarterdeck again into its environment."
)


SERVICES = ("run",)
"""Commands that normally end by SIGTERM; their exit status is then 0."""

INTERRUPTED, TERMINATED = 130, 143
"""Exit statuses after Ctrl-C, and after a SIGTERM that ended another command."""


class Terminated(KeyboardInterrupt):
    """Raised on SIGTERM; ends the program like Ctrl-C."""


class Sentences(SuggestingGroup):
    """Command group that prints the program's errors as one-sentence messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands in help order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        try:
            command: click.Command = getattr(import_module(f"device.commands.{COMMANDS[cmd_name]}"), name)
        except ImportError as error:
            raise click.ClickException(LACKING.format(error)) from None
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; print the program's errors and exit with status 1."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if not isinstance(error, _ours()):
                raise
            raise click.ClickException(_printable(str(error))) from None
        except Terminated:
            sys.exit(0 if ctx.invoked_subcommand in SERVICES else TERMINATED)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quarterdeck")
def main() -> None:
    """Quarterdeck: a dice tray that keeps its own score."""
    signal.signal(signal.SIGTERM, _end)


def _ours() -> tuple[type[Exception], ...]:
    """Return the program's error classes. Imported late, so that commands report libraries that fail to load."""
    from vision import VisionError
    from web import WebError

    return DeviceError, VisionError, WebError


def _printable(sentence: str) -> str:
    """Return the sentence without control characters for the terminal: it may contain text from files."""
    from engine.names import printable

    return printable(sentence)


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated
