"""What was played: ``games``, ``export``, ``import``, ``resume``; all of it as one file: ``backup``, ``restore``."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from device import telling
from device.backup import journal_of, read_backup, take_backup, write_backup
from device.commands.around import CONFIGURED, warn
from device.durable import write_lines
from device.errors import BadGame
from device.history import Past, exported, past_game, past_games, reading
from device.importing import take_games
from device.journal import Journal
from device.ledger import Ledger
from device.lock import InUse
from device.restore import have_wait, put_back


@click.command()
@CONFIGURED
def games(file: Path) -> None:
    """List the games of the journal: their numbers, when they were begun, who played and how they stand."""
    with reading(journal_of(file)) as ledger:
        for past in past_games(ledger):
            click.echo(_line(past))


@click.command()
@click.argument("number", type=int, required=False)
@CONFIGURED
@click.option("--all", "every", is_flag=True, help="Give every game, each on a line of its own.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it here instead of on the terminal.")
def export(number: int | None, file: Path, every: bool, out: Path | None) -> None:
    """Give the game of that NUMBER, or the open one, as one line of JSON."""
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
    """Keep games that export gave in the journal, beside the others; none is opened, and none is kept twice.

    A file may hold several games, one on each line. What is no game is named, and all the others are kept.
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
    """Go back to the game of that NUMBER: the table goes on with it at its next start."""
    with Journal(journal_of(file)) as journal:
        journal.reopen(number)
    click.echo(f"Game {number} is the open one.")


@click.command()
@click.argument("out", type=click.Path(path_type=Path), metavar="FILE")
@CONFIGURED
def backup(out: Path, file: Path) -> None:
    """Write everything that the table keeps into one FILE, while it runs or not."""
    taken = take_backup(file)
    write_backup(taken, out)
    click.echo(f"{out}: {', '.join(sorted(taken.files))}")


@click.command()
@click.argument("backup", type=click.Path(path_type=Path), metavar="FILE")
@CONFIGURED
def restore(backup: Path, file: Path) -> None:
    """Put a backup back. What is there now is kept in a folder beside; a table that runs starts anew with it."""
    have_wait(read_backup(backup), file)
    try:
        before = put_back(file)
    except InUse:
        click.echo("The table that runs starts anew with it in a moment.")
    else:
        click.echo(f"{backup} was put back. What was there before is in {before}.")


def _every_game(ledger: Ledger) -> Iterator[str]:
    """Every game that this version can read, as a line of JSON; the others are named."""
    for past in past_games(ledger):
        try:
            yield exported(past)
        except BadGame as error:
            warn(str(error))


def _line(past: Past) -> str:
    """One game as a line."""
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(past.clock)) if past.clock else "from elsewhere"
    if past.state is None or past.start is None:
        return f"{past.number:4}  {day:16}  cannot be read by this version"
    marked = "  (open)" if past.is_open else ""
    return f"{past.number:4}  {day:16}  {past.start.preset}  {telling.result_in_words(past.state)}{marked}"
