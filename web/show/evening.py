"""An evening to keep: who won what, the best rolls, their pictures, and the bill, on one page that prints well."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date, tzinfo
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from engine.reports.purse import Purse, summed
from web.appliance import Appliance
from web.display_names import shown
from web.errors import part_or
from web.games import KINDS
from web.history.addresses import latest_day, missing
from web.services.archive import Archive, Record
from web.services.device import CLIP_FRAMES
from web.show.clip_desk import ClipDesk

MOST_GAMES = 200
"""Games of one evening that are listed."""

MOST_CLIPS = 6

NamesNow = Mapping[int, Mapping[str, str]]
"""As :meth:`web.services.archive.Archive.called_now` returns it."""


def evening_pages(
    appliance: Appliance, desk: ClipDesk, clock: Callable[[], float] = time.time, zone: tzinfo | None = None
) -> Blueprint:
    part = Blueprint("evening", __name__)
    archive = appliance.archive
    part.context_processor(lambda: {"is_behind": archive.is_behind})

    @part.get("/evening")
    def latest() -> str | Response:
        evenings = archive.evenings(latest_day(clock(), zone))
        if not evenings:
            return render_template("evening.html", day=None)
        address = url_for("evening.of", day=date.fromordinal(max(evenings)).isoformat())
        wishes = urlencode({name: request.args[name] for name in ("language", "theme") if name in request.args})
        found = redirect(f"{address}?{wishes}" if wishes else address)
        found.set_data(b"")  # Werkzeug’s own text is English
        return found

    @part.get("/log/evenings/<day>")
    def of(day: str) -> str:
        asked = _day(day)
        records, _all = archive.of_evening(asked, MOST_GAMES)
        if not records:
            missing("no_such_time")
        now = part_or("the names", lambda: archive.called_now(asked), {})
        numbers = [record.number for record in records]
        return render_template(
            "evening.html",
            day=date.fromordinal(asked),
            games=sum(record.over for record in records),
            winners=part_or("the winners", lambda: _winners(archive, asked), []),
            best=part_or("the best rolls", lambda: _best(records, now), []),
            clips=part_or("the rolls", lambda: desk.with_names(numbers, MOST_CLIPS), []),
            unreadable=part_or("the rolls", desk.unreadable, 0),
            frames=CLIP_FRAMES,
            bill=part_or("the bill", lambda: _bill(archive, records, now), []),
        )

    return part


def _day(day: str) -> int:
    try:
        return date.fromisoformat(day).toordinal()
    except ValueError:
        missing("no_such_time")


def _winners(archive: Archive, day: int) -> list[tuple[str, int]]:
    return [(shown(name), games) for name, games in archive.wins(day).items()]


def _best(records: Sequence[Record], now: NamesNow) -> list[tuple[str, str, str]]:
    """Return the luckiest roll of note in each kind of game: the player, the game, and the dice.

    It is of several dice, and its luck is a quarter of a win, or a tenth of the points of the best player.
    """
    best: dict[str, tuple[float, str, tuple[int, ...]]] = {}
    for record in records:
        chance = KINDS[record.kind].luck_is_chance if record.kind in KINDS else True
        note = 0.25 if chance else max((abs(part.earned) for part in record.parts), default=0) / 10
        for part in record.parts:
            roll = part.hindsight and part.hindsight.best_roll
            if part.name and roll and roll.dice[1:] and roll.luck > max(note, best.get(record.kind, (0,))[0]):
                best[record.kind] = roll.luck, now.get(record.number, {}).get(part.name, part.name), roll.dice
    return [
        (shown(name), KINDS[kind].name, " ".join(map(str, sorted(dice, reverse=True))))
        for kind, (_luck, name, dice) in best.items()
    ]


def _bill(archive: Archive, records: Sequence[Record], now: NamesNow) -> list[tuple[str, Purse]]:
    called = archive.player_names.called
    found = summed(
        {now.get(record.number, {}).get(called(name), called(name)): purse}
        for record in records
        for name, purse in record.purses.items()
    )
    found.pop("", None)
    return sorted(
        ((shown(name), purse) for name, purse in found.items()), key=lambda one: (-one[1].chips, one[1].drinks, one[0])
    )
