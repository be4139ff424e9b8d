"""The command line: ``quarterdeck COMMAND``. Each command is loaded when it is called: none waits for another."""

import signal
import sys
from importlib import import_module
from keyword import iskeyword
from types import FrameType

import click

from device.errors import DeviceError

COMMANDS = {
    "demo": "replay",
    "run": "run",
    "pair": "pair",
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
"""Each command and the module of :mod:`device.commands` that holds a function of its name."""

LACKING = (
    "A library cannot be loaded ({}): sudo apt install libgl1 where it is libGL, "
    "else install Quarterdeck again into its environment."
)


SERVICES = ("run",)
"""Commands whose ordinary end is that the machine ends them (SIGTERM): that is a success."""

INTERRUPTED, TERMINATED = 130, 143
"""Exit status after Ctrl-C, and after a SIGTERM that ended a command early."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came: the program ends as it does after Ctrl-C."""


class Sentences(click.Group):
    """Commands whose errors are told in their one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the commands, in the order in which they are told."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        try:
            command: click.Command = getattr(import_module(f"device.commands.{COMMANDS[cmd_name]}"), name)
        except ImportError as error:
            raise click.ClickException(LACKING.format(error)) from None
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of ours becomes a message and exit status 1."""
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
    """The errors that are told in their sentence; loaded only now, so that a lame library is told by its command."""
    from vision import VisionError
    from web import WebError

    return DeviceError, VisionError, WebError


def _printable(sentence: str) -> str:
    """The sentence without what would steer the terminal: it may name what somebody else has written."""
    from engine.names import printable

    return printable(sentence)


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated
