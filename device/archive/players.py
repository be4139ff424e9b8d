"""Queries of the archive for players and leaderboards."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import add

from device.archive.rows import name_in, sign_of
from device.archive.view import ArchiveView, tally_in
from engine.statistics.downsampling import course, located, samples
from engine.statistics.player_names import called_all
from engine.statistics.player_totals import FIELDS, MILLION, NO_GAMES, PlayerTotals, millionths
from engine.statistics.record import Kind
from engine.statistics.summaries import Account, LeaderboardRow, Player, order_of, standings
from engine.statistics.totals import BLOCK

LATEST = 8
"""Number of latest games in an account."""

WHOLES = 40
"""Number of latest whole games in an account."""

MOST_SCORE = 1_000_000
"""Upper limit of the score of a turn: more than dice bring in any game."""

_SUMMED = ", ".join(f"sum({field}) AS {field}" for field in FIELDS)
_ORDER = "ORDER BY wins DESC, shared DESC, games, name LIMIT"


def players(view: ArchiveView, start: int, most: int) -> tuple[Sequence[Player], int]:
    """Return players ordered by name, from index ``start`` on, and their total number."""
    kinds = view.kinds()
    names = called_all(view.names, view.changed_names)
    changed = [one for name in names if (one := _player(view, name, kinds)).games]
    changed.sort(key=_by_name)
    others = f"played = 1 AND name NOT IN ({_marks(view.changed_names)})"
    [past] = view.base.execute(f"SELECT count(*) FROM people WHERE {others}", view.changed_names).fetchone()
    begin = max(0, start - len(changed))
    found = view.base.execute(
        f"SELECT name FROM people WHERE {others} ORDER BY folded, name LIMIT ? OFFSET ?",
        [*view.changed_names, start + most - begin, begin],
    )
    window = [_player(view, name, kinds) for (name,) in found]
    # changed players that sort before the window
    early = sum(_by_name(one) < _by_name(window[0]) for one in changed) if window and begin else 0
    merged = sorted([*window, *changed[early:]], key=_by_name)
    from_here = start - begin - early
    return merged[from_here : from_here + most], past + len(changed)


def board(view: ArchiveView, kind: Kind, days: tuple[int, int] | None, most: int) -> Sequence[LeaderboardRow]:
    """Return the top rows of the leaderboard of these evenings, or of all time."""
    span, first, last = ("all", 0, 0) if days is None else ("evening", *days)
    changed: dict[str, PlayerTotals] = {}
    apart = set(view.names.touched)
    for (one, place, of, stored), tally in view.change.tallies.items():
        if (one, of) == (span, kind) and first <= place <= last:
            apart.add(stored)
            changed[stored] = changed.get(stored, NO_GAMES) + tally
    here = [span, first, last, kind]
    summed = f"SELECT name, {_SUMMED} FROM tallies WHERE span = ? AND place BETWEEN ? AND ? AND kind = ? AND name"
    lines = [
        (name_in(name), tally_in(row))
        for name, *row in view.base.execute(
            f"{summed} NOT IN ({_marks(apart)}) GROUP BY name {_ORDER} ?", [*here, *apart, most]
        )
    ]
    for stored, *row in view.base.execute(f"{summed} IN ({_marks(apart)}) GROUP BY name", [*here, *apart]):
        changed[stored] = changed.get(stored, NO_GAMES) + tally_in(row)
    together: dict[str, PlayerTotals] = {}
    for stored, tally in changed.items():
        name = view.names.called(stored)
        together[name] = together.get(name, NO_GAMES) + tally
    together.pop("", None)
    lines += [(name, tally) for name, tally in together.items() if tally.games]
    lines.sort(key=lambda line: order_of(*line))
    return standings([(name, tally, _best(view, name, kind, days)) for name, tally in lines[:most]])


def wins(view: ArchiveView, day: int) -> Mapping[str, int]:
    """Return the games won by each player on that evening, without the open game."""
    found: Counter[str] = Counter()
    for name, won in view.base.execute("SELECT name, wins FROM tallies WHERE span = 'evening' AND place = ?", [day]):
        found[name_in(name)] += int(won)
    for (span, place, _, name), tally in view.change.tallies.items():
        if (span, place) == ("evening", day):
            found[name] += tally.wins
    if view.live and view.live.over and view.day == day:
        found.subtract(part.name for part in view.live.parts if part.won)
    together: Counter[str] = Counter()
    for name, won in found.items():
        together[view.names.called(name)] += won
    return {name: won for name, won in together.items() if name and won > 0}


def accounts(view: ArchiveView, name: str, points: int) -> Mapping[Kind, Account]:
    """Return that player's account for each kind of game; an old name is that of the player now."""
    name = name if view.names.stored(name) else view.names.called(name)
    return {
        kind: _account(view, name, kind, tally, points)
        for kind in view.kinds()
        if (tally := view.tally("all", 0, kind, name)).games
    }


def _account(view: ArchiveView, name: str, kind: Kind, tally: PlayerTotals, points: int) -> Account:
    live, stored = view.live_parts(name, kind), view.names.stored(name)
    over = "FROM parts WHERE name = ? AND kind = ? AND over = 1 AND game <> ?"

    def rows_of(query: str, *limit: int) -> list[tuple[int, ...]]:
        """Return the rows of each stored name, one after the other."""
        return [row for one in stored for row in view.base.execute(query, [one, kind, view.hidden, *limit])]

    sign = sign_of(kind)
    scores: Counter[int] = Counter()
    for one in stored:
        rows = view.base.execute("SELECT score, times FROM scores WHERE name = ? AND kind = ?", [one, kind])
        scores.update(dict(rows.fetchall()))
    for (whose, of, score), times in view.change.scores.items():
        scores[score] += times if whose in stored and of == kind else 0
    bests = [
        (int(merit), -int(game))
        for merit, game in rows_of(f"SELECT merit, game {over} AND merit IS NOT NULL ORDER BY merit DESC, game LIMIT 1")
    ]
    wholes = rows_of(f"SELECT game, total - head_start {over} AND whole = 1 ORDER BY game DESC LIMIT ?", WHOLES)
    latest = {game for (game,) in rows_of(f"SELECT game {over} ORDER BY game DESC LIMIT ?", LATEST)}
    for part in live:
        latest.add(view.open)
        bests += [] if part.best is None else [(part.best * sign, -view.open)]
        wholes += [(view.open, part.earned)] if part.whole else []
    best = max(bests, default=None)
    if not all(0 <= score <= MOST_SCORE for score in scores):
        raise ValueError("no turn scores as much")
    return Account(
        name,
        kind,
        tally,
        {score: times for score, times in scores.items() if times > 0},
        (best[0] * sign, -best[1]) if best else None,
        sorted((int(game), int(total)) for game, total in wholes)[-WHOLES:],
        _totals(view, name, kind, points) if tally.wholes else (),
        _course(view, name, kind, points),
        view.records(sorted(latest, reverse=True)[:LATEST]),
    )


def _course(view: ArchiveView, name: str, kind: Kind, points: int) -> Sequence[tuple[float, float]]:
    """Return cumulative luck and cost, starting at zero."""
    blocks = [one for one in _blocks(view, name, kind, ("reviewed", "luck", "cost")) if one.sums[0]]

    def rows_of(place: int) -> list[tuple[int, ...]]:
        found = _in_block(view, blocks[place], kind, "luck, cost", "luck IS NOT NULL")
        for part in view.live_parts(name, kind) if view.open // BLOCK == blocks[place].block else ():
            if coach := part.hindsight:
                found.append((view.open, millionths(coach.luck), millionths(coach.cost)))
        return [(luck, cost) for _, luck, cost in sorted(found)]

    sums = course([(many, (luck, cost)) for many, luck, cost in (one.sums for one in blocks)], rows_of, points - 1)
    return [(0.0, 0.0), *((luck / MILLION, cost / MILLION) for luck, cost in sums)]


def _totals(view: ArchiveView, name: str, kind: Kind, points: int) -> Sequence[int]:
    """Return the totals of whole games."""
    blocks = [one for one in _blocks(view, name, kind, ("wholes",)) if one.sums[0]]
    rows: dict[int, list[tuple[int, ...]]] = {}
    totals = []
    for place, offset in located([one.sums[0] for one in blocks], samples(sum(one.sums[0] for one in blocks), points)):
        block = blocks[place].block
        if block not in rows:
            rows[block] = _in_block(view, blocks[place], kind, "total - head_start", "whole = 1")
            if view.open // BLOCK == block:
                wholes = [(view.open, part.earned) for part in view.live_parts(name, kind) if part.whole]
                rows[block] = sorted([*rows[block], *wholes])
        totals.append(rows[block][offset][1])
    return totals


@dataclass(frozen=True, slots=True)
class BlockSums:
    """A player's sums in a block of games, and the stored names under which there are any."""

    block: int
    sums: tuple[int, ...]
    names: tuple[str, ...]


def _blocks(view: ArchiveView, name: str, kind: Kind, fields: Sequence[str]) -> list[BlockSums]:
    """Return these fields of the player's totals for each block of games."""
    stored = view.names.stored(name)
    rows = [
        (place, one, tuple(row))
        for one in stored
        for place, *row in view.base.execute(
            f"SELECT place, {', '.join(fields)} FROM tallies INDEXED BY tallies_of_player"
            " WHERE name = ? AND kind = ? AND span = 'block'",
            [one, kind],
        )
    ]
    for (span, place, of, whose), tally in view.change.tallies.items():
        if (span, of) == ("block", kind) and whose in stored:
            rows.append((place, whose, tuple(getattr(tally, field) for field in fields)))
    found: dict[int, BlockSums] = {}
    for place, one, row in rows:
        before = found.get(place, BlockSums(place, (0,) * len(fields), ()))
        found[place] = BlockSums(place, tuple(map(add, before.sums, row)), (*before.names, one))
    return [found[place] for place in sorted(found)]


def _in_block(view: ArchiveView, of: BlockSums, kind: Kind, columns: str, where: str) -> list[tuple[int, ...]]:
    """Return columns of the player's games in that block; each row begins with the game's number."""
    found = view.base.execute(
        f"SELECT game, {columns} FROM parts WHERE name IN ({_marks(of.names)}) AND kind = ? AND over = 1"
        f" AND game BETWEEN ? AND ? AND game <> ? AND {where}",
        [*of.names, kind, of.block * BLOCK, of.block * BLOCK + BLOCK - 1, view.hidden],
    )
    return sorted(found)


def _best(view: ArchiveView, name: str, kind: Kind, days: tuple[int, int] | None) -> int | None:
    """Return the best score of a turn, or the best total of a whole game."""
    over = "FROM parts WHERE name = ? AND kind = ? AND over = 1 AND merit IS NOT NULL AND game <> ?"
    sign = sign_of(kind)
    merits: list[int] = []
    for stored in view.names.stored(name):
        here = [stored, kind, view.hidden]
        if days is None:
            found = view.base.execute(f"SELECT max(merit) {over}", here)
        elif days[0] == days[1]:
            found = view.base.execute(f"SELECT max(merit) {over} AND day = ?", [*here, days[0]])
        else:
            found = view.base.execute(
                f"SELECT max((SELECT max(merit) {over} AND day = place)) FROM tallies"
                " WHERE name = ?1 AND kind = ?2 AND span = 'evening' AND place BETWEEN ?4 AND ?5",
                [*here, *days],
            )
        merits += [merit for (merit,) in found if merit is not None]
    if days is None or (view.day and days[0] <= view.day <= days[1]):
        merits += [part.best * sign for part in view.live_parts(name, kind) if part.best is not None]
    return max(merits) * sign if merits else None


def _player(view: ArchiveView, name: str, kinds: Sequence[Kind]) -> Player:
    tallies = {kind: view.tally("all", 0, kind, name) for kind in kinds}
    return Player(name_in(name), {kind: (one.games, one.wins) for kind, one in tallies.items() if one.games})


def _by_name(player: Player) -> tuple[str, str]:
    return player.name.casefold(), player.name


def _marks(names: Collection[str]) -> str:
    return ", ".join("?" * len(names))
