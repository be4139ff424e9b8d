"""View models of the log's lists, for the templates."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from itertools import groupby
from typing import Any

from engine import EngineError, game_of_kind, history_of
from engine.i18n import full_sentence, listed, number
from engine.i18n import gettext as _
from engine.statistics.player_names import stand_ins
from engine.statistics.summaries import Account
from web.display_names import shown
from web.games import game_on_the_page, game_page
from web.games.page import PlayerFigure, TableColumn, share
from web.history.addresses import evening_of, key_of
from web.services.archive import Archive, Hindsight, Part, Record

A_PAGE = 40
"""Games, or players, on one page of a list."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list. ``before`` and ``after`` are the numbers of its neighbours, or None."""

    items: Sequence[Any]
    number: int
    pages: int

    @property
    def before(self) -> int | None:
        """Return the number of the page before, or None."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """Return the number of the page after, or None."""
        return self.number + 1 if self.number < self.pages else None


def page_of(asked: Callable[[int, int], tuple[Sequence[Any], int]], number: int) -> ListPage | None:
    """Return that page of a list, counted from 1; None if the list is shorter.

    ``asked`` takes an offset and a limit, and returns the items and the length of the list.
    """
    if number < 1:
        return None
    items, many = asked((number - 1) * A_PAGE, A_PAGE)
    pages = max(1, -(-many // A_PAGE))
    return ListPage(items, number, pages) if number <= pages else None


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A player's display name, the slug of the player's page, and the player's part in a game.

    Both are empty for a hidden player.
    """

    name: str
    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class ListRow:
    """A game in a list."""

    record: Record
    evening: date | None
    time: time | None
    players: tuple[NamedPart, ...]
    rolled_off: bool
    """Whether a roll-off decided the game."""


def named(record: Record) -> tuple[NamedPart, ...]:
    """Return the players of a game, the best first; winners before all."""
    if record.parts and game_of_kind(record.kind).lowest_wins:
        order = sorted(record.parts, key=lambda part: (not part.won, not part.shared, not part.whole, part.total))
    else:
        order = sorted(record.parts, key=lambda part: (not part.won, not part.shared, -part.total))
    nobody = {"", *stand_ins()}
    return tuple(NamedPart(shown(part.name), "" if part.name in nobody else key_of(part.name), part) for part in order)


def rows(archive: Archive, records: Sequence[Record], now: float, zone: tzinfo | None) -> list[ListRow]:
    evenings = [(record, evening_of(record.clock, now, zone)) for record in records]
    return [
        ListRow(record, evening, _time(record, evening, zone), named(record), _was_rolled_off(archive, record))
        for record, evening in evenings
    ]


def _was_rolled_off(archive: Archive, record: Record) -> bool:
    won = next((part.total for part in record.parts if part.won), None)
    if not record.over or won is None or sum(part.total == won for part in record.parts) < 2:
        return False  # so with most games, whose events need not be read
    kept = archive.game(record.number)
    with suppress(EngineError):
        state = history_of(kept.events).state if kept else None
        return bool(state and game_on_the_page(state).rolled_off(state, state.winner))
    return False


def by_evenings(listed: Sequence[ListRow]) -> list[tuple[date | None, list[ListRow]]]:
    """Group the rows by evening."""
    return [(evening, list(games)) for evening, games in groupby(listed, key=lambda row: row.evening)]


def _time(record: Record, evening: date | None, zone: tzinfo | None) -> time | None:
    if evening is None or record.clock is None:
        return None
    return datetime.fromtimestamp(record.clock, zone).time()


def result_columns(record: Record, state: Any) -> tuple[TableColumn[Part], ...]:
    """Return the columns of a game's result after names and totals: a roll-off, the game's own, what the coach says."""
    log, game = game_page(record.kind), game_on_the_page(state)
    rolled_off = [game.rolled_off(state, name) for name in state.players]

    def seen(said: Callable[[Hindsight], str]) -> Callable[[Part], str]:
        return lambda part: said(part.hindsight) if part.hindsight else "—"

    columns = [*log.part_columns()]
    if record.over and any(rolled_off):
        results = dict(zip(map(id, record.parts), rolled_off, strict=True))
        columns.insert(0, TableColumn(_("Roll-off"), lambda part: results[id(part)] or "—"))
    if record.looked_back:
        columns.append(TableColumn(_("Luck"), seen(lambda coach: log.signed_amount(coach.luck))))
        columns.append(TableColumn(_("Lost to mistakes"), seen(lambda coach: log.amount(coach.cost))))
    if record.looked_back and log.weighs_winning:
        columns.append(TableColumn(_("Win chance lost"), seen(lambda coach: share(coach.to_win))))
    return tuple(columns)


def player_figures(account: Account) -> tuple[PlayerFigure, ...]:
    """Return the figures of a player in one kind of game: those of all games around the game's own."""
    log, tally = game_page(account.kind), account.tally
    lucky, cost, to_win = tally.luck_in_a_game, tally.cost_of_a_decision, tally.to_win_of_a_decision
    shared = _("+ {number} shared", number=number(tally.shared))
    figures = [
        PlayerFigure(_("Games"), number(tally.games)),
        PlayerFigure(_("Wins"), number(tally.wins), shared if tally.shared else ""),
        *log.figures(account),
        PlayerFigure(_("Luck per game"), "—" if lucky is None else log.signed_amount(lucky)),
        PlayerFigure(_("Lost per decision"), "—" if cost is None else log.amount(cost, 2)),
    ]
    if log.weighs_winning:
        figures.append(PlayerFigure(_("Win chance lost per decision"), share(to_win)))
    return tuple(figures)


def ending(record: Record, state: Any) -> str:
    """Describe how the game with that last state ended, in a sentence; empty while it goes on."""
    won = next((part for part in record.parts if part.won), None)
    if won is not None:
        name = shown(won.name) or _("Hidden player")
        if game_on_the_page(state).rolled_off(state, state.winner) is not None:
            return _("{name} won the roll-off.", name=name)
        return game_page(record.kind).ended(name, won.total, state.rules)
    shared = [shown(part.name) or _("Hidden player") for part in record.parts if part.shared]
    return full_sentence(_("{players} tie for the win", players=listed(shared))) if shared else ""
