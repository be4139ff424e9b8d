"""Moments in the archive: those of single games as rows, those over many games from a few rows of the player.

Besides moments, the table holds each win, by its kind of game, and each game that was a fifth win in a row. They are
kept per stored name, when a game is put or removed, so that no question reads all games of a player.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from device.archive.view import ArchiveView
from engine.game import games_of_all, kinds_of_all
from engine.moments.career import EVENINGS, FIVE_WINS, ROW, career_of, streaks, won_key
from engine.statistics.record import Record

CAREER_AT = -1
"""The place in its game of a row that is no moment of that game."""

Row = tuple[str, str, int, int, int]


def moment_rows(record: Record) -> Iterator[Row]:
    """Yield the rows of a game: its moments, and its win."""
    for one in record.moments:
        yield record.parts[one.seat].name, one.key, record.number, one.seat, one.at
    for seat, part in enumerate(record.parts):
        if part.won and record.over and record.is_level:
            yield part.name, won_key(record.kind), record.number, seat, CAREER_AT


def mark_streaks(base: sqlite3.Connection, changed: Iterable[Record]) -> None:
    """Mark anew which games were a fifth win in a row, where these games are now different, or gone."""
    touched = {(part.name, record.number) for record in changed for part in record.parts}
    for name, game in sorted(touched):
        later = _wins(base, name, ">=", game, "ASC", ROW)
        if not later or (len(later) == 1 and not later[0][1]):
            base.execute("DELETE FROM moments WHERE name = ? AND moment = ? AND game = ?", [name, FIVE_WINS, game])
            continue
        earlier = _wins(base, name, "<", game, "DESC", ROW - 1)[::-1]
        rows = [*earlier, *later]
        runs = streaks([won for _, won in rows])[len(earlier) :]
        for number in {game, *(number for number, _ in later)}:
            base.execute("DELETE FROM moments WHERE name = ? AND moment = ? AND game = ?", [name, FIVE_WINS, number])
        base.executemany(
            "INSERT INTO moments VALUES (?, ?, ?, 0, ?)",
            [(name, FIVE_WINS, number, CAREER_AT) for (number, _), run in zip(later, runs, strict=True) if run == ROW],
        )


def _wins(base: sqlite3.Connection, name: str, where: str, game: int, order: str, most: int) -> list[tuple[int, bool]]:
    """Return finished games of a player beside that one, each with whether it was won."""
    found = base.execute(
        f"SELECT game, max(won) FROM parts INDEXED BY parts_of_player WHERE name = ? AND game {where} ?"
        f" AND over = 1 AND is_level = 1 GROUP BY game ORDER BY game {order} LIMIT ?",
        [name, game, most],
    )
    return [(int(number), bool(won)) for number, won in found]


def moments(view: ArchiveView, name: str) -> dict[str, int]:
    """Return the first game of each moment that a player came to, by its key."""
    stored, kinds = view.names.stored(name), kinds_of_all()
    keys = dict.fromkeys(key for game in games_of_all() for key in game.moment_texts)
    found = _first(view, stored, keys)
    wins = _first(view, stored, [won_key(kind) for kind in kinds])
    fifth = _first(view, stored, [FIVE_WINS]).get(FIVE_WINS)
    if fifth is None and _live_is_the_fifth(view, stored):
        fifth = view.open
    firsts = {kind: wins[won_key(kind)] for kind in kinds if won_key(kind) in wins}
    return found | career_of(firsts, kinds, fifth, _tenth_evening(view, stored, kinds))


def _first(view: ArchiveView, stored: Sequence[str], keys: Iterable[str]) -> dict[str, int]:
    """Return the first game with a row of each key."""
    live = view.live if view.live and view.live.number == view.hidden else None
    found: dict[str, int] = {}
    asked = "SELECT min(game) FROM moments WHERE name = ? AND moment = ? AND game <> ?"
    for key in keys:
        games = [
            int(game)
            for one in stored
            for (game,) in view.base.execute(asked, [one, key, view.hidden])
            if game is not None
        ]
        if live and any(row[0] in stored and row[1] == key for row in moment_rows(live)):
            games.append(live.number)
        if games:
            found[key] = min(games)
    return found


def _live_is_the_fifth(view: ArchiveView, stored: Sequence[str]) -> bool:
    live = view.live
    if live is None or live.number != view.hidden or not live.over or not live.is_level:
        return False
    before = [
        _wins(view.base, part.name, "<", live.number, "DESC", ROW - 1)
        for part in live.parts
        if part.won and part.name in stored
    ]
    return any(len(games) == ROW - 1 and all(won for _, won in games) for games in before)


def _tenth_evening(view: ArchiveView, stored: Sequence[str], kinds: Sequence[str]) -> int | None:
    """Return the first game that ended on a player's tenth evening."""
    asked = "SELECT place FROM tallies WHERE name = ? AND kind = ? AND span = 'evening' ORDER BY place LIMIT ?"
    days = {
        int(day)
        for one in stored
        for kind in kinds
        for (day,) in view.base.execute(asked, [one, kind, EVENINGS])
        if day
    }
    for (span, place, _, name), tally in view.change.tallies.items():
        if span == "evening" and name in stored and tally.games > 0 and place:
            days.add(place)
    if len(days) < EVENINGS:
        return None
    tenth = sorted(days)[EVENINGS - 1]
    on_it = "SELECT min(game) FROM parts WHERE name = ? AND kind = ? AND over = 1 AND day = ? AND game <> ?"
    games = [
        int(game)
        for one in stored
        for kind in kinds
        for (game,) in view.base.execute(on_it, [one, kind, tenth, view.hidden])
        if game is not None
    ]
    if view.live and view.live.over and view.day == tenth and any(part.name in stored for part in view.live.parts):
        games.append(view.open)
    return min(games, default=None)
