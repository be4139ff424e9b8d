"""Context of the commands: configuration, rules by name, journal, panel and messages."""

import json
import os
import pwd
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from device.cli import output
from device.cli.command import FILE, option
from device.config import schema as configuration
from device.config.location import HERE, INSTALLED, usual_file
from device.config.schema import Config, PanelConfig
from device.errors import BadConfig, BadGame, DeviceError, NoPanel
from device.files.os_errors import reason_of
from device.journal.journal import Journal
from device.observer import Observer
from device.panels.factory import NullPanel, open_panel
from device.terminal import say
from device.update.boot_guard import as_owner_of, owner_of
from engine import BadRules, rules_of
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.turns.kit.file.reading import LONGEST_OF_OWNERS
from engine.turns.kit.files import added_game
from engine.turns.kit.game import KitGame
from table.panel import Panel
from table.table import ConfirmedEvent

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

PAIR = option("--pair", is_flag=True, help=_("Print a pairing code, good for one minute."))


def _usual(context: click.Context, _option: click.Parameter, file: Path | None) -> Path | None:
    """Return the named configuration, else the usual one. Raises :class:`BadConfig` if there is neither."""
    if file or context.resilient_parsing:
        return file
    if usual := usual_file():
        return usual
    raise BadConfig(
        _(
            "There is no {here} here and no {installed}: write one with quarterdeck init, "
            "or name another with --config.",
            here=HERE,
            installed=INSTALLED,
        )
    )


def _usual_as_owner(context: click.Context, option: click.Parameter, file: Path | None) -> Path | None:
    if file := _usual(context, option, file):
        context.with_resource(as_owner_of(file))
    return file


def _option(callback: Callable[[click.Context, click.Parameter, Path | None], Path | None]) -> Decorator:
    return option(
        "--config",
        "file",
        type=FILE,
        metavar=_("FILE"),
        callback=callback,
        help=_("Configuration file; by default {here} here, else in {folder}.", here=HERE, folder=INSTALLED.parent),
    )


def _usual_of_this_user(context: click.Context, option: click.Parameter, file: Path | None) -> Path | None:
    file = _usual(context, option, file)
    if file and os.geteuid() == 0 and (owner := owner_of(file)[0]):
        user = f"#{owner}"  # as sudo names a user by number
        with suppress(KeyError):
            user = pwd.getpwuid(owner).pw_name
        raise BadConfig(
            _("{folder} belongs to {user}, who may put links there: use sudo -u {user}.", folder=file.parent, user=user)
        )
    return file


CONFIGURED = _option(_usual)
"""Option for the configuration: the named one or the usual one, which must exist."""

NOT_ROOT = _option(_usual_of_this_user)
"""The same for a command that writes by name beside the configuration: root does not where another user may."""

OWNED = _option(_usual_as_owner)
"""The same for a command that needs no rights but those of the configuration's owner: as root it is run with these."""

MAYBE_CONFIGURED = _option(lambda _context, _option, file: file or usual_file())
"""The same for a command that also runs without a configuration; the file is then None."""


def config_of(file: Path | None) -> Config:
    """Return the configuration in that file. Without a file print that the defaults are used."""
    if file:
        return configuration.load(file)
    warn(_("There is no {here} here and no {installed}: the defaults are used.", here=HERE, installed=INSTALLED))
    return Config()


@contextmanager
def journal_in(file: Path | None) -> Iterator[Journal]:
    """Open the journal in that file, or a temporary one if there is no file."""
    with (
        tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder,
        Journal(file or Path(folder, "journal.db")) as it,
    ):
        yield it


def warn(sentence: str) -> None:
    say(sentence, err=True)


def panel_of(config: PanelConfig, told: Callable[[str], None] = warn) -> Panel:
    """Return the configured panel; none, and ``told`` is called with the reason, where it can't be used."""
    try:
        return open_panel(config)
    except NoPanel as error:
        told(str(error))
        return NullPanel()


class EventPrinter(Observer):
    """Prints each confirmed event in words."""

    def confirmed(self, event: ConfirmedEvent) -> None:
        say(output.counted_in_words(event))


def rules_named(preset: str, settings: Iterable[str]) -> Any:
    """Return the rules of that name with ``key=value`` settings. Raises :class:`DeviceError` if they are invalid."""
    options: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise DeviceError(_("“{setting}” sets nothing: write KEY=VALUE, as in dice=6.", setting=setting))
        options[key.strip()] = _value(value.strip())
    try:
        return rules_of(preset, options)
    except BadRules as error:
        raise DeviceError(full_sentence(_("these rules can’t be played: {error}", error=error))) from None


def game_in(file: Path) -> KitGame:
    """Return the game of a file. Raises :class:`BadGame` for one that cannot be read or is no game."""
    try:
        with file.open(encoding="utf-8") as opened:
            return added_game(opened.read(LONGEST_OF_OWNERS + 2))
    except UnicodeDecodeError:
        raise BadGame(_("{file} is not a text file in UTF-8: save it as plain text in UTF-8.", file=file)) from None
    except OSError as error:
        raise BadGame(_("{file} can’t be read ({error}).", file=file, error=reason_of(error))) from None
    except BadRules as error:
        raise BadGame(_("{file}: {error}", file=file, error=full_sentence(error.args[0]))) from None


def _value(written: str) -> object:
    if written[:1] in ("[", "{"):
        with suppress(ValueError, RecursionError):
            return json.loads(written)
    return written
