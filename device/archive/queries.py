"""Queries of the archive for players, leaderboards, lists of games, names and dice."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import add

from device.archive.rows import name_in, sign_of
from device.archive.view import ArchiveView, tally_in
from engine.reports.purse import Purse, summed
from engine.statistics.downsampling import course, located, samples
from engine.statistics.evenings import FIRST, LAST
from engine.statistics.player_names import called_all
from engine.statistics.player_totals import FIELDS, MILLION, NO_GAMES, PlayerTotals, millionths
from engine.statistics.record import Kind, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player, order_of, standings
from engine.statistics.totals import BLOCK, NO_DICE, UNDATED, DiceCount, block_of

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


_FACES = "ones, twos, threes, fours, fives, sixes"
NEVER = "no dice can have fallen less often than never"
_COUNTED = f"({_FACES.replace(', ', ' + ')}) > 0"
_SUMS = ", ".join(f"sum({count})" for count in f"games, counted, {_FACES}".split(", "))


def dice(view: ArchiveView, days: tuple[int, int] | None, points: int) -> DiceSummary:
    """Return the dice counts of these evenings, or of all games, and their course."""
    blocks = [(block, count) for block, count in _dice_by_block(view, days or (UNDATED, LAST)) if count[1]]
    faces = tuple(sum(count[2 + face] for _, count in blocks) for face in range(6))

    def rows_of(place: int) -> Sequence[tuple[int, ...]]:
        return [tuple(faces) for _, *faces in _games_in(view, days, blocks[place][0])]

    return DiceSummary(faces, course([(count[1], count[2:]) for _, count in blocks], rows_of, points))


def judged(view: ArchiveView, number: int) -> int:
    """Return the number of games with counted dice up to and including that one."""
    block = block_of(number)
    before = sum(count[1] for of, count in _dice_by_block(view, (UNDATED, LAST)) if of < block)
    return before + sum(game <= number for game, *_ in _games_in(view, None, block))


def _dice_by_block(view: ArchiveView, days: tuple[int, int]) -> list[tuple[int, DiceCount]]:
    """Return the counts of each block of games."""
    found: dict[int, DiceCount] = {
        block: tuple(count)
        for block, *count in view.base.execute(
            f"SELECT block, {_SUMS} FROM dice WHERE day BETWEEN ? AND ? GROUP BY block", days
        )
    }
    for (day, block), count in view.change.dice.items():
        if days[0] <= day <= days[1]:
            before = found.get(block, NO_DICE)
            found[block] = tuple(one + other for one, other in zip(before, count, strict=True))
    if any(min(count) < 0 for count in found.values()):
        raise ValueError(NEVER)
    return sorted(found.items())


def _games_in(view: ArchiveView, days: tuple[int, int] | None, block: int) -> list[tuple[int, ...]]:
    """Return number and faces of each game with counted dice in that block."""
    within = "" if days is None else " AND day BETWEEN ? AND ?"
    found: list[tuple[int, ...]] = view.base.execute(
        f"SELECT game, {_FACES} FROM games WHERE game BETWEEN ? AND ? AND {_COUNTED} AND game <> ?{within}"
        " ORDER BY game",
        [block * BLOCK, block * BLOCK + BLOCK - 1, view.hidden, *(days or ())],
    ).fetchall()
    if any(min(counts) < 0 for _, *counts in found):
        raise ValueError(NEVER)
    live = view.live
    if live is None or live.number != view.hidden or block_of(live.number) != block or not any(live.faces):
        return found
    is_within = days is None or (view.day is not None and days[0] <= view.day <= days[1])
    return sorted([*found, (live.number, *live.faces)]) if is_within else found
