"""The command line: ``quarterdeck COMMAND``. A command's module is imported only when it is called."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from keyword import iskeyword
from types import FrameType
from typing import Any

import click

from device.cli.command import TextCommand, TextGroup, TextOption
from device.terminal import encode_any_text, in_its_language, safe, said, shown
from vision.i18n import gettext as _

COMMANDS = {
    "run": ("run", _("Run the table.")),
    "demo": ("replay", _("Play a recorded game on the page.")),
    "pair": ("pair", _("Print a pairing code for a phone or a TV.")),
    "resume": ("games", _("Resume a game at the next start.")),
    "odds": ("odds", _("Show exact odds for one turn.")),
    "init": ("installation", _("Write a new configuration.")),
    "setup": ("pair", _("Do steps of the set-up, or show how far it is.")),
    "owner": ("pair", _("Set or remove the owner’s PIN.")),
    "markers": ("calibrate", _("Write print-ready tray markers (SVG/PDF).")),
    "calibrate": ("calibrate", _("Find the tray and test the reading.")),
    "doctor": ("doctor", _("Check the setup and suggest fixes.")),
    "service": ("installation", _("Run Quarterdeck at boot (systemd).")),
    "card": ("installation", _("Prepare a Raspberry Pi OS card.")),
    "games": ("games", _("List the games of the journal.")),
    "export": ("games", _("Export a game as JSON.")),
    "import": ("games", _("Import exported games.")),
    "backup": ("games", _("Back up games and configuration.")),
    "restore": ("games", _("Restore a backup.")),
    "players": ("games", _("Erase a player for good.")),
    "update": ("installation", _("Install a new version from one file.")),
    "rollback": ("installation", _("Go back to the version before.")),
    "venue": ("venue", _("Record many tables, on one board.")),
    "link": ("installation", _("Link this table to a venue.")),
    "read": ("read", _("Read the dice in pictures.")),
    "record": ("record", _("Play a new game and record it.")),
    "replay": ("replay", _("Replay a recording and check its result.")),
    "attend": ("installation", _("Do what the owner’s page asks for.")),
    "console": ("doctor", _("Show what to do next on a screen.")),
}
"""Each command: its module in :mod:`device.commands`, which the list does not load, and what it does, in one line."""

PURPOSES = {
    _("To play"): "run demo pair resume odds",
    _("To set up"): "init setup owner markers calibrate doctor service card",
    _("To look back"): "games export import",
    _("To keep"): "backup restore players update rollback",
    _("Many tables"): "venue link",
    _("For development"): "read record replay attend console",
}
"""What one wants to do, and the commands for it, in their order."""

SERVICES = ("run",)
"""Commands that normally end by SIGTERM; their exit status is then 0."""

INTERRUPTED, TERMINATED = 130, 143
"""Exit statuses after Ctrl-C, and after a SIGTERM that ended another command."""

_AGAIN = 0.05
"""Seconds after which a dropped interrupt is sent again: the destructor that it hit has ended by then."""


class Terminated(KeyboardInterrupt):
    """Raised on SIGTERM; ends the program like Ctrl-C."""


class Sentences(TextGroup):
    """Command group that prints the program's errors as one-sentence messages, in the language of the terminal."""

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.commands = dict.fromkeys(COMMANDS, click.Command(None))  # their names, of which click suggests one

    def main(self, *args: Any, **named: Any) -> Any:
        encode_any_text()
        with in_its_language(), ends_at_the_first_signal():
            return super().main(*args, **named)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, summary = COMMANDS[cmd_name]
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        try:
            command: click.Command = getattr(import_module(f"device.commands.{module}"), name)
        except ImportError as error:
            lacking = _(
                "A library can’t be loaded ({error}): sudo apt install libgl1 where it is libGL, "
                "else install Quarterdeck again into its environment.",
                error=error,
            )
            raise click.ClickException(said(lacking)) from None
        if isinstance(command, TextCommand):
            command.summary = summary
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.summary = _("Quarterdeck: a dice tray that keeps its own score.")
        super().format_help_text(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for purpose, names in PURPOSES.items():
            with formatter.section(shown(purpose)):
                formatter.write_dl([(name.ljust(9), shown(COMMANDS[name][1])) for name in names.split()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; print the program's errors and exit with status 1."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from device.files.os_errors import NO_THREAD, is_no_thread

            if not is_no_thread(error) and not isinstance(error, _ours()):
                raise
            raise click.ClickException(safe(said(NO_THREAD if is_no_thread(error) else str(error)))) from None
        except Terminated:
            sys.exit(0 if ctx.invoked_subcommand in SERVICES else TERMINATED)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)


@contextmanager
def ends_at_the_first_signal() -> Iterator[None]:
    """Send an interrupt once more where Python drops it, as it does in a destructor or a callback of a library."""
    before = sys.unraisablehook

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if not isinstance(what.exc_value, KeyboardInterrupt):
            before(what)
            return
        number = signal.SIGTERM if isinstance(what.exc_value, Terminated) else signal.SIGINT
        again = threading.Timer(_AGAIN, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    sys.unraisablehook = dropped
    try:
        yield
    finally:
        sys.unraisablehook = before


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quarterdeck", message="%(prog)s %(version)s", cls=TextOption)
def main() -> None:
    signal.signal(signal.SIGTERM, _end)


def _ours() -> tuple[type[Exception], ...]:
    """Return the program's error classes. Imported late, so that commands report libraries that fail to load."""
    from sqlite3 import OperationalError  # a full disk

    from device.errors import DeviceError
    from venue.errors import VenueError
    from vision import VisionError
    from web.errors import WebError

    return DeviceError, OperationalError, VenueError, VisionError, WebError


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated
