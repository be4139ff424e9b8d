"""Queries of the archive for dice counts."""

from collections.abc import Sequence

from device.archive.view import ArchiveView
from engine.statistics.downsampling import course
from engine.statistics.evenings import LAST
from engine.statistics.summaries import DiceSummary
from engine.statistics.totals import BLOCK, NO_DICE, UNDATED, DiceCount, block_of

_FACES = "ones, twos, threes, fours, fives, sixes"
NEVER = "no dice can have fallen less often than never"
_COUNTED = f"({_FACES.replace(', ', ' + ')}) > 0"
_SUMS = ", ".join(f"sum({count})" for count in f"games, counted, {_FACES}".split(", "))


def dice(view: ArchiveView, days: tuple[int, int] | None, points: int) -> DiceSummary:
    """Return the dice counts of these evenings, or of all games, and their course."""
    blocks = [(block, count) for block, count in _blocks(view, days or (UNDATED, LAST)) if count[1]]
    faces = tuple(sum(count[2 + face] for _, count in blocks) for face in range(6))

    def rows_of(place: int) -> Sequence[tuple[int, ...]]:
        return [tuple(faces) for _, *faces in _in_block(view, days, blocks[place][0])]

    return DiceSummary(faces, course([(count[1], count[2:]) for _, count in blocks], rows_of, points))


def judged(view: ArchiveView, number: int) -> int:
    """Return the number of games with counted dice up to and including that one."""
    block = block_of(number)
    before = sum(count[1] for of, count in _blocks(view, (UNDATED, LAST)) if of < block)
    return before + sum(game <= number for game, *_ in _in_block(view, None, block))


def _blocks(view: ArchiveView, days: tuple[int, int]) -> list[tuple[int, DiceCount]]:
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


def _in_block(view: ArchiveView, days: tuple[int, int] | None, block: int) -> list[tuple[int, ...]]:
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
