"""What was played: ``games``, ``export``, ``import``, ``resume``, ``players``; as one file: ``backup``, ``restore``."""

import socket
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

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
from device.backup.erasure import carry_out, have_erased
from device.backup.restore import have_wait, put_back
from device.backup.stick import FOLDER, Stick, back_up_to, name_of_table, sticks_in
from device.cli import output
from device.cli.command import FILE, TextGroup, WholeNumberInRange, argument, command, option
from device.cli.context import OWNED, game_in, warn
from device.config import schema as configuration
from device.config.schema import Config
from device.errors import BadBackup, BadConfig, BadGame
from device.files.durable_write import write_lines
from device.files.os_errors import not_written
from device.journal.importer import take_games
from device.journal.journal import Journal
from device.journal.reader import Past, exported, past_game, past_games, reading
from device.notices import Notices
from device.storage.database import InUse, JournalDatabase
from device.table_identity import hardware_marks, table_identity
from device.terminal import said, say
from device.update.boot_guard import as_owner_of
from engine import title_of
from engine.i18n import gettext as _
from engine.i18n import ngettext
from engine.turns.kit.file.reading import values_tried
from engine.turns.kit.game import KitGame
from engine.values import replace


class OrList(TextGroup):
    """Group whose command ``list`` needs not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else ["list", *args])


@click.group(cls=OrList, help=_("Each has a line with its number, begin, title, players and scores."))
def games() -> None: ...


@games.command(short_help=_("Check the files of your own games: what to mend, or how each is played."))
@argument("files", nargs=-1, required=True, type=FILE, metavar=_("FILE…"))
def check(files: tuple[Path, ...]) -> None:
    wrong: list[BadGame] = []
    for file in files:
        try:
            for line in _described(game_in(file)):
                click.echo(line if line[:1] == " " else f"{file}: {line}")
        except BadGame as error:
            wrong.append(error)
    for other in wrong[:-1]:
        warn(str(other))
    if wrong:
        raise wrong[-1]


def _described(game: KitGame) -> Iterator[str]:
    """Yield the title of a game, how it is played, what each option changes, and how much is translated."""
    rules, source = game.named[game.presets[0]], game.file.source
    usual = [said(line.text) for line in game.face.how(rules)]
    yield said(game.title)
    yield from (f"  {line}" for line in usual)
    for one in game.file.own_options:
        for value in values_tried(one):
            if value != game.file.usual[one.key]:
                flag = _("yes") if value else _("no")
                shown = one.choices.get(str(value)) or (flag if one.takes == "flag" else str(value))
                yield f"  {said(one.title)}: {said(shown)}"
                changed: Any = {one.key: value}
                other = [said(line.text) for line in game.face.how(replace(rules, **changed))]
                yield from (f"    {line}" for line in other if line not in usual)
    for language, texts in source.own.items():
        if missing := [one.one for one in source.messages.values() if one.one not in texts]:
            what = ngettext("{count} text is missing", "{count} texts are missing", len(missing))
            yield f"  texts.{language}: {said(what)}: {'; '.join(missing[:5])}"


@games.command("list", short_help=_("List the games of the journal."), hidden=True)
@OWNED
def list_(file: Path) -> None:
    with reading(journal_of(file)) as ledger:
        for past in past_games(ledger):
            say(_line(past))


@command(help=_("NUMBER is that of quarterdeck games; by default the open game. A game is one line."))
@argument("number", metavar=_("NUMBER"), type=WholeNumberInRange(1), required=False)
@OWNED
@option("--all", "every", is_flag=True, help=_("Export every game, one per line."))
@option("--out", type=FILE, metavar=_("FILE"), help=_("Write to this file instead of the terminal."))
def export(number: int | None, file: Path, every: bool, out: Path | None) -> None:
    if every and number is not None:
        raise click.UsageError(said(_("Give the number of a game or --all, not both.")))
    with reading(journal_of(file)) as ledger:
        lines = _every_game(ledger) if every else iter([exported(past_game(ledger, number))])
        if out is None:
            for line in lines:
                click.echo(line)
            return
        try:
            with as_owner_of(out):
                write_lines(out, lines)
        except OSError as error:
            raise BadGame(not_written(out, error)) from None


@command(
    "import",
    help=_(
        "They are added to the journal and not opened; duplicates are skipped. A file may hold several games, one per "
        "line. Lines that are no game are named, and the others are imported."
    ),
)
@argument("games", nargs=-1, required=True, type=FILE, metavar=_("GAME…"))
@OWNED
def import_(games: tuple[Path, ...], file: Path) -> None:
    bad = 0
    with Journal(journal_of(file)) as journal:
        for found in take_games(journal, games):
            if isinstance(found, BadGame):
                bad += 1
                warn(str(found))
            else:
                place, number = found.place, found.number
                if found.is_new:
                    say(_("{place}: game {number}", place=place, number=number))
                else:
                    say(_("{place}: already there, game {number}", place=place, number=number))
    if bad:
        raise BadGame(
            ngettext(
                "{count} game was not imported, see above. All others are in the journal.",
                "{count} games were not imported, see above. All others are in the journal.",
                bad,
            )
        )


@command(help=_("NUMBER is that of quarterdeck games."))
@argument("number", metavar=_("NUMBER"), type=WholeNumberInRange(1))
@OWNED
def resume(number: int, file: Path) -> None:
    with Journal(journal_of(file)) as journal:
        journal.reopen(number)
    say(_("Game {number} is resumed at the next start.", number=number))


@command(
    help=_(
        "Everything that the table keeps goes into one FILE, also while it runs. Only its owner can read the FILE: "
        "it holds the Wi-Fi password, unless that is left out."
    )
)
@argument("out", type=FILE, metavar=_("FILE"), required=False)
@OWNED
@option("--no-wifi-password", is_flag=True, help=_("Leave out the Wi-Fi password."))
@option("--usb", is_flag=True, help=_("Write it to the USB stick for backups, instead of a FILE."))
def backup(out: Path | None, file: Path, no_wifi_password: bool, usb: bool) -> None:
    if usb == (out is not None):
        raise click.UsageError(said(_("Name a FILE, or use --usb.")))
    stick = _stick(file) if usb else None
    taken = take_backup(file, wifi_password=not no_wifi_password)
    if stick:
        identity = table_identity(file.parent, hardware_marks(file.parent), Notices())
        name, keep = name_of_table(socket.gethostname(), identity.id), configuration.load(file).backup.keep
        with as_owner_of(stick.path):
            out = back_up_to(stick, name, taken, keep, time.time())
    assert out is not None
    if not stick:
        with as_owner_of(out):
            write_backup(taken, out)
    click.echo(f"{out}: {', '.join(sorted(taken.files))}")
    _tell_unsound(taken)


@command(
    help=_(
        "Current data is moved to a folder; a running table restarts. Each changed key of the configuration is printed."
    )
)
@argument("backup", type=FILE, metavar=_("FILE"))
@OWNED
@option("--keep-config", is_flag=True, help=_("Keep the present configuration."))
def restore(backup: Path, file: Path, keep_config: bool) -> None:
    with as_owner_of(backup):
        found = read_backup(backup)
    _tell_unsound(found)
    if keep_config:
        found = with_config_of(found, file)
    elif file.exists():
        found = _fitted(found, file)
    have_wait(found, file)
    before = None
    with suppress(InUse):
        before = put_back(file)
        carry_out(file)
    if before is None:
        say(_("The running table restarts with it in a moment."))
    else:
        say(_("{file} was restored. The data from before is in {before}.", file=backup, before=before))


@click.group(cls=TextGroup)
def players() -> None: ...


@players.command(short_help=_("Erase a player for good: name, profile and clips. Games and totals stay."))
@argument("name", metavar=_("NAME"))
@OWNED
def erase(name: str, file: Path) -> None:
    have_erased(file, name)
    with suppress(InUse):  # the running table restarts
        carry_out(file)
    say(_("{name} is erased. Delete earlier backups: a restored one is erased again.", name=name))


def _stick(file: Path) -> Stick:
    """Return the plugged-in stick that was chosen for backups. Raises :class:`BadBackup` without one."""
    found = sticks_in(Path(configuration.load(file).backup.sticks))
    chosen = next((stick for stick in found if stick.is_chosen), None)
    if chosen is None and found:
        raise BadBackup(
            _("{stick} isn’t a stick for backups: make a folder {folder} on it.", stick=found[0].path, folder=FOLDER)
        )
    if chosen is None:
        raise BadBackup(_("There is no USB stick: plug in the one for backups."))
    return chosen


def _tell_unsound(backup: Backup) -> None:
    for game, number in backup.unsound:
        warn(_("Event {number} of game {game} is damaged: the game counts up to there.", number=number, game=game))


def _fitted(found: Backup, file: Path) -> Backup:
    """Return the backup adapted to this machine. Prints what it changes in the configuration."""
    try:
        configuration.load(file)
        present = configuration.text_of(file)
    except BadConfig as error:
        warn(_("{error} All of it is replaced.", error=error))
        return found
    found = fitted(found, present, panel_stays=False)
    for line in _differences(present, found.files[CONFIG].decode("utf-8")):
        say(line)
    return found


def _differences(now: str, then: str) -> Iterator[str]:
    before, after = (msgspec.to_builtins(msgspec.convert(tomllib.loads(one), Config)) for one in (now, then))
    for table, values in after.items():
        for key, value in values.items():
            if value != before[table][key]:
                was, will_be = (_shown(key, one) for one in (before[table][key], value))
                yield _("[{table}] {key}: {was} becomes {will_be}", table=table, key=key, was=was, will_be=will_be)


def _shown(key: str, value: object) -> str:
    if key == "wifi_password":
        return _("(hidden)") if value else _("(none)")
    return _("(none)") if value is None else str(value)


def _every_game(ledger: JournalDatabase) -> Iterator[str]:
    for past in past_games(ledger):
        try:
            yield exported(past)
        except BadGame as error:
            warn(str(error))


def _line(past: Past) -> str:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(past.clock)) if past.clock else said(_("imported"))
    if past.state is None or past.start is None:
        unreadable = _("can’t be read by this version")
        return f"{past.number:4}  {day:16}  {said(unreadable)}"
    title, _about = title_of(past.start.preset)
    players = ", ".join(past.start.players)
    result = said(output.result_in_words(past.state))
    open_game = _("(open)") if past.is_open else ""
    return f"{past.number:4}  {day:16}  {said(title)} ({players})  {result}  {said(open_game)}".rstrip()
