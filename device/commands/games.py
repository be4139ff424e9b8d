"""What was played: ``games``, ``export``, ``import``, ``resume``; all of it as one file: ``backup``, ``restore``."""

import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from device.backup.backup import (
    CONFIG,
    Backup,
    fitted,
    journal_of,
    read_backup,
    take_backup,
    with_config_of,
    write_backup,
)
from device.backup.restore import have_wait, put_back
from device.backup.restored_config import text_of
from device.cli import output
from device.cli.context import CONFIGURED, warn
from device.config import schema as configuration
from device.config.schema import Config
from device.durable_write import write_lines
from device.errors import BadConfig, BadGame
from device.journal.importer import take_games
from device.journal.journal import Journal
from device.journal.reader import Past, exported, past_game, past_games, reading
from device.storage.database import JournalDatabase
from device.storage.lock import InUse
from engine import title_of
from engine.names import printable

SECRETS = ("wifi_password",)
"""Keys whose values are not shown."""


@click.command()
@CONFIGURED
def games(file: Path) -> None:
    """List the games of the journal.

    Each has a line with its number, begin, title, players and scores.
    """
    with reading(journal_of(file)) as ledger:
        for past in past_games(ledger):
            click.echo(printable(_line(past)))


@click.command()
@click.argument("number", type=int, required=False)
@CONFIGURED
@click.option("--all", "every", is_flag=True, help="Export every game, one per line.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to this file instead of the terminal."
)
def export(number: int | None, file: Path, every: bool, out: Path | None) -> None:
    """Export a game as JSON.

    NUMBER is that of quarterdeck games; by default the open game. A game is one line.
    """
    if every and number is not None:
        raise click.UsageError("Name a game, or ask for --all.")
    with reading(journal_of(file)) as ledger:
        lines = _every_game(ledger) if every else iter([exported(past_game(ledger, number))])
        if out is None:
            for line in lines:
                click.echo(line)
            return
        try:
            write_lines(out, lines)
        except OSError as error:
            raise BadGame(f"{out} cannot be written: {error.strerror}.") from None


@click.command("import")
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="GAME…")
@CONFIGURED
def import_(games: tuple[Path, ...], file: Path) -> None:
    """Import exported games.

    They are added to the journal and not opened; duplicates are skipped. A file may hold several games, one per line.
    Lines that are no game are named, and the others are imported.
    """
    bad = 0
    with Journal(journal_of(file)) as journal:
        for found in take_games(journal, games):
            if isinstance(found, BadGame):
                bad += 1
                warn(str(found))
            else:
                click.echo(f"{found.place}: game {found.number}{'' if found.is_new else ' already'}")
    if bad:
        raise BadGame(f"Not taken over: {bad}, see above. All other games are in the journal.")


@click.command()
@click.argument("number", type=int)
@CONFIGURED
def resume(number: int, file: Path) -> None:
    """Resume a game at the next start.

    NUMBER is that of quarterdeck games.
    """
    with Journal(journal_of(file)) as journal:
        journal.reopen(number)
    click.echo(f"Game {number} is the open one.")


@click.command()
@click.argument("out", type=click.Path(path_type=Path), metavar="FILE")
@CONFIGURED
@click.option("--no-wifi-password", is_flag=True, help="Leave out the Wi-Fi password.")
def backup(out: Path, file: Path, no_wifi_password: bool) -> None:
    """Back up games and configuration.

    Everything that the table keeps goes into one FILE, also while it runs. Only its owner can read the FILE: it holds
    the Wi-Fi password, unless that is left out.
    """
    taken = take_backup(file, wifi_password=not no_wifi_password)
    write_backup(taken, out)
    click.echo(f"{out}: {', '.join(sorted(taken.files))}")
    _tell_unsound(taken)


@click.command()
@click.argument("backup", type=click.Path(path_type=Path), metavar="FILE")
@CONFIGURED
@click.option("--keep-config", is_flag=True, help="Keep the present configuration.")
def restore(backup: Path, file: Path, keep_config: bool) -> None:
    """Restore a backup.

    Current data is moved to a folder; a running table restarts. Each changed key of the configuration is printed.
    """
    found = read_backup(backup)
    _tell_unsound(found)
    if keep_config:
        found = with_config_of(found, file)
    elif file.exists():
        found = _fitted(found, file)
    have_wait(found, file)
    try:
        before = put_back(file)
    except InUse:
        click.echo("The running table restarts with it in a moment.")
    else:
        click.echo(f"{backup} was put back. What was there before is in {before}.")


def _tell_unsound(backup: Backup) -> None:
    """Print which events of the backup's journal are damaged."""
    for game, number in backup.unsound:
        warn(f"Event {number} of game {game} is damaged: the game counts up to there.")


def _fitted(found: Backup, file: Path) -> Backup:
    """Return the backup adapted to this machine. Prints what it changes in the configuration."""
    try:
        configuration.load(file)
        present = text_of(file)
    except BadConfig as error:
        click.echo(f"{error} All of it is replaced.", err=True)
        return found
    found = fitted(found, present, panel_stays=False)
    for line in _differences(present, found.files[CONFIG].decode("utf-8")):
        click.echo(printable(line))
    return found


def _differences(now: str, then: str) -> Iterator[str]:
    """Yield a line for each key that differs in the second configuration. Secrets are hidden."""
    before, after = (msgspec.to_builtins(msgspec.convert(tomllib.loads(one), Config)) for one in (now, then))
    for table, values in after.items():
        for key, value in values.items():
            if value != before[table][key]:
                was, will_be = (_shown(key, one) for one in (before[table][key], value))
                yield f"[{table}] {key}: {was} becomes {will_be}"


def _shown(key: str, value: object) -> str:
    if key in SECRETS:
        return "a hidden one" if value else "none"
    return "none" if value is None else str(value)


def _every_game(ledger: JournalDatabase) -> Iterator[str]:
    """Yield each readable game as a line of JSON. The others are reported."""
    for past in past_games(ledger):
        try:
            yield exported(past)
        except BadGame as error:
            warn(str(error))


def _line(past: Past) -> str:
    """Return one game as a line of text."""
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(past.clock)) if past.clock else "from elsewhere"
    if past.state is None or past.start is None:
        return f"{past.number:4}  {day:16}  cannot be read by this version"
    title, _ = title_of(past.start.preset)
    players = ", ".join(past.start.players)
    marked = "  (open)" if past.is_open else ""
    return f"{past.number:4}  {day:16}  {title} ({players})  {output.result_in_words(past.state)}{marked}"
