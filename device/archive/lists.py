"""Queries of the archive for lists of games and names."""

from collections.abc import Mapping, Sequence

from device.archive.rows import name_in
from device.archive.view import ArchiveView
from engine.reports.purse import Purse, summed
from engine.statistics.evenings import FIRST
from engine.statistics.player_names import called_all
from engine.statistics.record import Record

EMPTY = "players > 0 AND rolls = 0 AND over = 0"
"""Games that were begun without a roll are not in the log. The words are those of the index ``games_empty``."""

_LISTED = f"game <> ? AND NOT ({EMPTY})"
_UNDATED = "SELECT * FROM games WHERE day IS NULL UNION ALL SELECT * FROM games WHERE day > ?"


def listed(view: ArchiveView, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
    """Return games in the order of the log, from index ``start`` on, and their total number."""
    base, first = view.base, [view.live] if view.live else []
    dated, past = _how_many(view, latest)
    games = first[start : start + most]
    begin, left = max(0, start - len(first)), most - len(games)
    numbers = [
        number
        for (number,) in base.execute(
            f"SELECT game FROM games WHERE day <= ? AND {_LISTED} ORDER BY day DESC, game DESC LIMIT ? OFFSET ?",
            [latest, view.open, left, begin],
        )
    ]
    if len(numbers) < left:
        undated = base.execute(
            f"SELECT game FROM ({_UNDATED}) WHERE {_LISTED} ORDER BY game DESC LIMIT ? OFFSET ?",
            [latest, view.open, left - len(numbers), max(0, begin - dated)],
        )
        numbers += [number for (number,) in undated]
    return [*games, *view.records(numbers)], past + len(first)


def of_evening(view: ArchiveView, day: int, most: int) -> tuple[Sequence[Record], int]:
    """Return the latest games of that evening, the last one first, and the number of all of that evening."""
    here = [view.live] if view.live and view.day == day and not view.live.is_empty else []
    numbers = [
        number
        for (number,) in view.base.execute(
            f"SELECT game FROM games WHERE day = ? AND {_LISTED} ORDER BY game DESC LIMIT ?",
            [day, view.open, most - len(here)],
        )
    ]
    [past] = view.base.execute(f"SELECT count(*) FROM games WHERE day = ? AND {_LISTED}", [day, view.open]).fetchone()
    return [*here, *view.records(numbers)], past + len(here)


def purses(view: ArchiveView, first: int, last: int) -> dict[str, Purse]:
    """Return the sums of the purses of these games, by stored names: those of bystanders and unfinished games too."""
    live = view.live.purses if view.live and first <= view.open <= last else {}
    past = {
        name_in(name): Purse(chips, drinks)
        for name, chips, drinks in view.base.execute(
            "SELECT name, sum(chips), sum(drinks) FROM purses WHERE game BETWEEN ? AND ? AND game <> ? GROUP BY name",
            [first, last, view.open],
        )
    }
    return summed((past, live))


def _how_many(view: ArchiveView, latest: int) -> tuple[int, int]:
    """Return the number of listed games in the file up to evening ``latest``, and of all, without the open game."""
    [past, dated] = view.base.execute(
        "SELECT coalesce(sum(games), 0), coalesce(sum(iif(day BETWEEN ? AND ?, games, 0)), 0) FROM dice",
        [FIRST, latest],
    ).fetchone()
    [empty, undone] = view.base.execute(
        f"SELECT count(*), coalesce(sum(iif(day <= ?, 1, 0)), 0) FROM games WHERE {EMPTY} AND game <> ?",
        [latest, view.open],
    ).fetchone()
    past, dated = past - empty, dated - undone
    for (day,) in view.base.execute("SELECT day FROM games WHERE game = ?", [view.open]):
        past, dated = past - 1, dated - (day is not None and day <= latest)
    return dated, past


def last(view: ArchiveView, most: int) -> Sequence[Record]:
    """Return the games with the highest numbers."""
    found = view.base.execute("SELECT game FROM games ORDER BY game DESC LIMIT ?", [most])
    numbers = {number for (number,) in found} | ({view.open} if view.live else set())
    return view.records(sorted(numbers, reverse=True)[:most])


def unfinished(view: ArchiveView, most: int) -> Sequence[Record]:
    """Return the latest games that can be resumed."""
    found = view.base.execute(
        "SELECT game FROM games WHERE players > 0 AND over = 0 AND game <> ? ORDER BY game DESC LIMIT ?",
        [view.open, most],
    )
    return view.records([number for (number,) in found])


def waiting(view: ArchiveView) -> int:
    """Return the number of games that the coach has not analysed yet."""
    [past] = view.base.execute(
        "SELECT count(*) FROM games WHERE over = 1 AND looked_back = 0 AND game <> ?", [view.open]
    ).fetchone()
    return int(past) + (view.live is not None and view.live.over and not view.live.looked_back)


def names(view: ArchiveView, most: int) -> Sequence[str]:
    """Return player names: first those of the open game, then the most recent."""
    here = [part.name for part in view.live.parts] if view.live else []
    gone = [part.name for part in view.was.parts if part.name not in here] if view.was else []
    wanted = most + len(here) + len(gone) + len(view.names.touched)
    found = view.base.execute("SELECT game, seat, name FROM people ORDER BY game DESC, seat LIMIT ?", [wanted])
    places = {name_in(name): (game, seat) for game, seat, name in found}
    for name in gone:
        if places.get(name, (0, 0))[0] == view.open:
            places.pop(name)
            before = view.base.execute(
                "SELECT game, seat FROM parts WHERE name = ? AND game <> ? ORDER BY game DESC LIMIT 1",
                [name, view.open],
            ).fetchone()
            if before:
                places[name] = before
    past = sorted(places, key=lambda name: (-places[name][0], places[name][1]))
    return called_all(view.names, [*here, *past])[:most]


def has_player(view: ArchiveView, name: str) -> bool:
    """Return whether a game has a player who is shown under that name."""
    stored = view.names.stored(name)
    if view.live and any(part.name in stored for part in view.live.parts):
        return True
    return any(view.base.execute("SELECT 1 FROM people WHERE name = ?", [one]).fetchone() is not None for one in stored)


def evenings(view: ArchiveView, latest: int) -> Mapping[int, bool]:
    """Return the evenings with games, each with whether dice were counted."""
    found = {
        int(day): [games, counted]
        for day, games, counted in view.base.execute(
            "SELECT day, sum(games), sum(counted) FROM dice WHERE day BETWEEN ? AND ? GROUP BY day", [FIRST, latest]
        )
    }
    for (day, _), (games, counted, *_) in view.change.dice.items():
        if FIRST <= day <= latest:
            before = found.setdefault(day, [0, 0])
            found[day] = [before[0] + games, before[1] + counted]
    return {day: found[day][1] > 0 for day in sorted(found) if found[day][0] > 0}
