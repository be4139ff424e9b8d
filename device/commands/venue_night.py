"""``venue night``: the host of a Game Night opens it, reads how it stands, and decides what no table can."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from device.cli.command import argument, command, option
from device.terminal import said, say
from engine.i18n import gettext as _
from engine.tournament.facts import BEST_OF, Format
from engine.tournament.standings import champions, standings

if TYPE_CHECKING:
    from venue.record.nights import Night


@command(
    short_help=_("Open a Game Night, or show how it stands."),
    help=_(
        "With PLAYERS, draws a tournament over all tables: each match is called to a free table, and its result counts "
        "by itself. Without, shows the matches and the standings."
    ),
)
@argument("players", nargs=-1, metavar=_("PLAYERS"))
@option("--format", "format_", type=click.Choice(get_args(Format)), default="single", help=_("Form of the tournament."))
@option("--rules", default="dice-game-depot", metavar=_("RULES"), help=_("Rules of all games."))
@option("--best-of", type=click.Choice([str(one) for one in BEST_OF]), default="1", help=_("Games of a match."))
@option("--won", metavar=_("NAME"), help=_("This player’s match is won: the other is not there, or the table failed."))
@option("--move", metavar=_("NAME"), help=_("Call this player’s match to another table that is free."))
def night(
    folder: Path, players: tuple[str, ...], format_: Format, rules: str, best_of: str, won: str, move: str
) -> None:
    from venue.record.ingest import connected
    from venue.record.nights import decide, drawn_night, open_night, read_night, table_names
    from venue.settings import load_settings

    with connected(load_settings(folder).record.owner) as connection:
        if players:
            open_night(connection, drawn_night(players, format_, rules, int(best_of)))
        elif name := won or move:
            decide(connection, name, won=bool(won))
        found = read_night(connection)
        if found is None:
            raise click.ClickException(said(_("No Game Night yet: name its players.")))
        _show(found, table_names(connection))


def _show(night: "Night", names: Mapping[str, str]) -> None:
    for _name, pair, table in night.matches:
        versus = " – ".join(pair)
        if table:
            say(_("{players}: {table}, now", players=versus, table=names.get(table, table[:8])))
        else:
            say(_("{players}: waits for a free table", players=versus))
    for line in standings(night.course):
        say(f"{line.place:>3}. {line.name}  {line.won}–{line.lost}")
    if best := champions(night.course):
        say(_("{name} wins the tournament", name=" – ".join(best)))
