"""``venue``: the server that records many tables and shows them on one board. It needs the extra ``venue``."""

import os
import secrets
import socket
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from device.cli.command import FILE, TextGroup, WholeNumberInRange, argument, command, option
from device.files.os_errors import reason_of
from device.systemd.notify import ends_with_its_threads
from device.terminal import said, say, shown
from engine.i18n import gettext as _
from engine.tournament.facts import BEST_OF, Format
from engine.tournament.standings import champions, standings

if TYPE_CHECKING:
    from venue.record.nights import Night

USUAL = "/etc/quarterdeck-venue"
NEW = "new"
"""Instead of the id of a table: one that is not installed yet."""

PARTS = ("ingester", "projector", "board")
PORT = WholeNumberInRange(1, 65535)


class VenueGroup(TextGroup):
    """The commands of a venue. Without their libraries they say what to install, and of a file why it can't be used."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("psycopg", "paho", "starlette", "uvicorn"):
                raise
            raise click.ClickException(
                said(_("The venue server is not installed: pip install 'quarterdeck[venue]'."))
            ) from None
        except OSError as error:
            if error.filename is None:
                raise
            where = os.fsdecode(error.filename)
            refusal = _(
                "{file} can’t be used ({reason}): run as root, or name another place.",
                file=where,
                reason=reason_of(error),
            )
            raise click.ClickException(said(refusal)) from None


@click.group(cls=VenueGroup)
def venue() -> None:
    """Group of the venue's commands."""


def _folder() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return option(
        "--folder",
        type=click.Path(path_type=Path, resolve_path=True),
        default=USUAL,
        metavar=_("DIR"),
        help=_("Folder of the venue’s settings; by default {folder}.", folder=USUAL),
    )


@command(
    short_help=_("Set up a venue, or bring one up to date."),
    help=_(
        "Makes database, roles, certificates and the broker’s configuration. Run it again after an update: settings "
        "that you don’t name stay, and changes are shown."
    ),
)
@_folder()
@option("--name", metavar=_("NAME"), help=_("Name of the venue in topics: a-z, 0-9, -."))
@option("--title", metavar=_("TITLE"), help=_("Name of the venue on the board."))
@option(
    "--host",
    "hosts",
    multiple=True,
    metavar=_("HOST"),
    help=_("Name or address of this machine for tables; may be repeated. By default its own name."),
)
@option("--database", metavar=_("URL"), help=_("Database for a superuser; by default this machine’s."))
@option(
    "--passwords/--no-passwords",
    default=None,
    help=_("Let tables connect with passwords, not encrypted: in a closed network."),
)
@option("--tls/--no-tls", default=None, help=_("Let tables connect with certificates; so they do by default."))
@option("--port", "board_port", type=PORT, help=_("Port of the board."))
@option("--tls-port", type=PORT, help=_("Port of the broker for tables with certificates; 8883 by default."))
@option("--open-port", type=PORT, help=_("Port of the broker for tables with passwords; 1883 by default."))
@option("--local-port", type=PORT, help=_("Port of the broker for this server; 1884 by default."))
def init(folder: Path, hosts: tuple[str, ...], database: str | None, passwords: bool | None, **wished: Any) -> None:
    from venue.board.owner import FILE, keep_password
    from venue.services.installation import Wishes, changes, install_drop_in, known_settings, reload_broker, set_up

    before = known_settings(folder)
    own = () if before else (f"{socket.gethostname().partition('.')[0]}.local",)
    settings = set_up(folder, Wishes(hosts=hosts or own, admin=database, open=passwords, **wished))
    say(_("The venue is set up in {folder}.", folder=folder))
    for line in changes(before, settings):
        say(line)
    placed = install_drop_in(settings)
    if placed is None:
        say(_("Include {file} in a Mosquitto of its own.", file=folder / "broker" / "mosquitto.conf"))
    elif not reload_broker("restart"):
        say(_("Restart the broker: sudo systemctl restart mosquitto"))
    if not (folder / FILE).exists():
        password = secrets.token_urlsafe(9)
        keep_password(folder, password)
        say(_("The owner’s password on the board: {password}", password=password))


@command(
    short_help=_("Make what a table needs to send here."),
    help=_(
        "TABLE is the id that quarterdeck doctor shows on the table: run quarterdeck link FILE there. "
        "With new instead of an id, the file is for a new card: quarterdeck card --venue FILE."
    ),
)
@_folder()
@argument("table", metavar=_("TABLE"))
@option("--name", default="", metavar=_("NAME"), help=_("Name of the table on the board."))
@option("--to", "file", type=FILE, metavar=_("FILE"), help=_("File to write; by default ID.tar."))
def enrol(folder: Path, table: str, name: str, file: Path | None) -> None:
    from venue.services.installation import enrol as make
    from venue.services.installation import reload_broker
    from venue.settings import load_settings

    is_new = table == NEW
    table = secrets.token_hex(16) if is_new else table
    data = make(load_settings(folder), table, name)
    file = file or Path(f"{table}.tar")
    file.touch(mode=0o600)
    file.write_bytes(data)
    if is_new:
        say(_("{file} has all that a new table needs: quarterdeck card --venue {file} writes its card.", file=file))
    else:
        say(_("{file} has all that the table needs: run quarterdeck link {name} there.", file=file, name=file.name))
    if not reload_broker("restart"):  # it reads the list of revoked certificates at its start only
        say(_("Restart the broker: sudo systemctl restart mosquitto"))


@command(short_help=_("Take a table’s rights away."), help=_("It can’t send any more; its recorded games stay."))
@_folder()
@argument("table", metavar=_("TABLE"))
def revoke(folder: Path, table: str) -> None:
    from venue.services.installation import reload_broker
    from venue.services.installation import revoke as take
    from venue.settings import load_settings

    take(load_settings(folder), table)
    say(_("The table is no longer enrolled."))
    if not reload_broker("restart"):
        say(_("Restart the broker: sudo systemctl restart mosquitto"))


@command(
    short_help=_("Set the owner’s password."),
    help=_("At least 8 characters, asked for or the first line of standard input."),
)
@_folder()
def owner(folder: Path) -> None:
    from venue.board.owner import SHORTEST_PASSWORD, keep_password
    from venue.settings import load_settings

    load_settings(folder)
    if sys.stdin.isatty():
        password = click.prompt(shown(_("New password")), hide_input=True, confirmation_prompt=True, err=True)
    else:
        password = sys.stdin.readline().strip()
    if len(password) < SHORTEST_PASSWORD:
        raise click.ClickException(said(_("A password has {least} characters at least.", least=SHORTEST_PASSWORD)))
    keep_password(folder, password)
    say(_("The owner’s password is set."))


@command(short_help=_("Run the venue’s server."), help=_("Runs all parts in one process, or some of them."))
@_folder()
@option("--only", "parts", multiple=True, type=click.Choice(PARTS), help=_("Run this part only; may be repeated."))
@option("--as", "name", default="1", metavar=_("NAME"), help=_("Name of this ingester, where several run."))
def run(folder: Path, parts: tuple[str, ...], name: str) -> None:
    from venue.services.running import run as serve
    from venue.settings import load_settings

    with ends_with_its_threads():
        serve(load_settings(folder), parts or PARTS, name)


@command(
    short_help=_("Compare a table’s journal with the record."),
    help=_("Compares both by hash up to the record’s cursor. JOURNAL may belong to a running table."),
)
@_folder()
@argument("journal", type=FILE, metavar=_("JOURNAL"))
def verify(folder: Path, journal: Path) -> None:
    from venue.record.comparison import compare
    from venue.record.ingest import connected
    from venue.settings import load_settings

    with connected(load_settings(folder).record.board) as record:
        found = compare(record, journal)
    if not found:
        raise click.ClickException(said(_("The record has no rows of this journal.")))
    for table, one in found.items():
        missing = one.events - one.cursor.events + one.openings - one.cursor.openings
        if one.is_equal and missing <= 0:
            say(_("{table}: equal, {events} events, {hash}", table=table, events=one.cursor.events, hash=one.here[:16]))
        elif one.is_equal:
            say(
                _(
                    "{table}: equal up to event {events}; {missing} rows are not sent yet.",
                    table=table,
                    events=one.cursor.events,
                    missing=missing,
                )
            )
        else:
            say(_("{table}: the record differs from this journal.", table=table))
    if not all(one.is_equal for one in found.values()):
        sys.exit(1)


@command(
    short_help=_("Compute leaderboards and results again."),
    help=_("Drops what was computed from the record; a running venue computes it again."),
)
@_folder()
def rebuild(folder: Path) -> None:
    from venue.projection.projector import rebuild as drop
    from venue.record.ingest import connected
    from venue.settings import load_settings

    with connected(load_settings(folder).record.ingest) as record:
        drop(record)
    say(_("Leaderboards and results are computed again."))


@command(
    short_help=_("Write the record and all settings to one file."),
    help=_(
        "TO is a file, or a folder for a file with today’s date in its name. The venue may run. The file has all keys."
    ),
)
@_folder()
@argument("to", type=click.Path(path_type=Path), metavar=_("TO"))
@option("--keep", type=WholeNumberInRange(1, 9999), help=_("In a folder: keep only so many of the latest files."))
@option("--database", metavar=_("URL"), help=_("Database for a superuser; by default this machine’s."))
def backup(folder: Path, to: Path, keep: int | None, database: str | None) -> None:
    from venue.services.backup import back_up
    from venue.settings import load_settings

    settings = load_settings(folder)
    name = f"venue-{settings.venue.name}"
    file = to / f"{name}-{datetime.now():%Y-%m-%d}.tar" if to.is_dir() else to
    events = back_up(settings, file, database)
    if keep and to.is_dir():
        for old in sorted(to.glob(f"{name}-????-??-??.tar"))[:-keep]:
            old.unlink()
    say(_("{file} has the record with {events} events, and all settings and keys.", file=file, events=events))


@command(
    short_help=_("Put a backup of a venue back."),
    help=_("Stop the venue’s server first. What is there stays until the record of the backup is whole."),
)
@_folder()
@argument("file", type=FILE, metavar=_("FILE"))
@option("--database", metavar=_("URL"), help=_("Database for a superuser; by default this machine’s."))
def restore(folder: Path, file: Path, database: str | None) -> None:
    from venue.services.backup import put_back
    from venue.services.installation import install_drop_in, reload_broker

    settings = put_back(file, folder, database)
    install_drop_in(settings)
    if not reload_broker("restart"):
        say(_("Restart the broker: sudo systemctl restart mosquitto"))
    say(_("The venue {name} is as it was: start its server, and the tables send the rest.", name=settings.venue.name))


@command(
    short_help=_("Open a Game Night, or show how it stands."),
    help=_(
        "With PLAYERS, draws a tournament over all tables: each match is called to a free table, and its result counts "
        "by itself. Without, shows the matches and the standings."
    ),
)
@_folder()
@argument("players", nargs=-1, metavar=_("PLAYERS"))
@option("--format", "format_", type=click.Choice(get_args(Format)), default="single", help=_("Form of the tournament."))
@option("--rules", default="dice-game-depot", metavar=_("RULES"), help=_("Rules of all games."))
@option("--best-of", type=click.Choice([str(one) for one in BEST_OF]), default="1", help=_("Games of a match."))
@option("--won", metavar=_("NAME"), help=_("This player’s match is won: the other is not there, or the table failed."))
@option("--season", default="", metavar=_("NAME"), help=_("Season to which the night belongs."))
@option("--move", metavar=_("NAME"), help=_("Call this player’s match to another table that is free."))
def night(
    folder: Path, players: tuple[str, ...], format_: Format, rules: str, best_of: str, won: str, season: str, move: str
) -> None:
    from venue.record.ingest import connected
    from venue.record.night_desk import drawn, moving, winning
    from venue.record.night_rows import add_to_night, free_tables, open_night, read_night, table_names
    from venue.settings import load_settings

    with connected(load_settings(folder).record.owner) as connection:
        if players:
            open_night(connection, drawn(players, format_, rules, int(best_of), season))
        elif won or move:
            free = free_tables(connection)
            add_to_night(connection, lambda one: winning(one, "", won) if won else moving(one, "", move, free))
        found = read_night(connection)
        if found is None:
            raise click.ClickException(said(_("No Game Night yet: name its players.")))
        _show(found, table_names(connection))


def _show(night: "Night", names: Mapping[str, str]) -> None:
    for match, table in night.matches:
        versus = " – ".join(match.pair or ())
        if table:
            say(_("{players}: {table}, now", players=versus, table=names.get(table, table[:8])))
        else:
            say(_("{players}: waits for a free table", players=versus))
    for line in standings(night.course) if night.opened else ():
        say(f"{line.place:>3}. {line.name}  {line.won}–{line.lost}")
    if best := champions(night.course) if night.opened else ():
        say(_("{name} wins the tournament", name=" – ".join(best)))


for one in (init, enrol, revoke, owner, run, night, verify, rebuild, backup, restore):
    venue.add_command(one)
