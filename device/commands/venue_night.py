"""``venue night``: the host of a Game Night opens it, reads how it stands, and decides what no table can."""

from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, get_args

import click

from device.cli.command import argument, command, option
from device.terminal import said, say
from engine import BadRules, Started
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.tournament.facts import BEST_OF, Called, Format, Opened, WalkedOver, usual_rounds
from engine.tournament.standings import champions, standings
from table.games import check_start

if TYPE_CHECKING:
    from venue.record.nights import Night


@command(
    short_help=_("Open a Game Night, or show how it stands."),
    help=_(
        "With PLAYERS, draws a tournament over all tables: each match is called to a free table, and its result counts "
        "by itself. Without, shows the matches and the standings."
    ),
)
@option("--folder", type=click.Path(path_type=Path, resolve_path=True), default="/etc/quarterdeck-venue")
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
    from venue.record.nights import NightFact, add_facts, open_night, read_night, table_names
    from venue.services.night import free_tables
    from venue.settings import load_settings

    with connected(load_settings(folder).record.owner) as connection:
        if players:
            open_night(connection, _opened(players, format_, rules, int(best_of)))
        found = read_night(connection)
        if found is None:
            raise click.ClickException(said(_("No Game Night yet: name its players.")))
        if name := won or move:
            match = next((one for one in found.course.to_play if name in one.players), None)
            free = [one for one in free_tables(connection) if one.id not in found.calls()]
            if match is None or match.pair is None:
                raise click.ClickException(said(_("{player} has no match to play now.", player=name)))
            if won:
                fact = NightFact(WalkedOver(match.id, match.pair, won))
            elif free:
                fact = NightFact(Called(match.id, match.pair, free[0].game), free[0].id)
            else:
                raise click.ClickException(said(_("No table is free.")))
            add_facts(connection, found.number, len(found.facts), [fact])
            found = read_night(connection) or found
        _show(found, table_names(connection))


def _opened(players: tuple[str, ...], format_: Format, rules: str, best_of: int) -> Opened:
    drawn = list(players)
    SystemRandom().shuffle(drawn)
    rounds = usual_rounds(len(drawn)) if format_ == "swiss" else 0
    try:
        opened = Opened(format_, tuple(drawn), rules, {}, best_of, "half", rounds)
        check_start(Started(rules, opened.players[:2], opened.players[0]))
    except BadRules as error:
        raise click.ClickException(said(full_sentence(str(error)))) from None
    return opened


def _show(night: "Night", names: Mapping[str, str]) -> None:
    for match in night.course.to_play if night.is_on else ():
        call = night.called.get(match.id)
        versus = " – ".join(match.pair or ())
        if call and call.table:
            say(_("{players}: {table}, now", players=versus, table=names.get(call.table, call.table[:8])))
        else:
            say(_("{players}: waits for a free table", players=versus))
    for line in standings(night.course):
        say(f"{line.place:>3}. {line.name}  {line.won}–{line.lost}")
    if best := champions(night.course):
        say(_("{name} wins the tournament", name=" – ".join(best)))
