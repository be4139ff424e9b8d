"""What the TV shows while nobody plays: the way to the page, standings, last games, kept throws, how to play."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from flask import Blueprint, render_template, request

from engine import title_of
from engine.i18n import gettext as _
from table.snapshot import SnapshotSource
from web.appliance import Appliance
from web.display_names import shown
from web.errors import part_or
from web.games import KINDS, game_on_the_page, game_page
from web.games.page import GamePage
from web.guests.join_info import address_for_phones, joining, qr_of
from web.history.evening_dates import today
from web.services.archive import Archive, Days, LeaderboardRow
from web.services.device import CLIP_FRAMES
from web.show.clip_desk import ClipDesk
from web.show.evening import MOST_GAMES, moments_of

LINES = 6
"""Lines of a leaderboard, and of the list of the last games."""

MOST_BOARDS, MOST_CLIPS, RULES = 2, 3, 3
EVENING = "evening"
"""Where phones find the evening, on the table's address."""


@dataclass(frozen=True, slots=True)
class WonGame:
    """A finished game: who won, and the title of its rules."""

    winners: tuple[str, ...]
    title: str


def attract_pages(
    table: SnapshotSource,
    appliance: Appliance,
    desk: ClipDesk,
    clock: Callable[[], float] = time.time,
    zone: tzinfo | None = None,
) -> Blueprint:
    part = Blueprint("attract", __name__)
    archive = appliance.archive

    def after() -> int:
        """Return the milliseconds without play after which it begins; 0 where it is off."""
        return round(1000 * appliance.attract_after) if appliance.known_settings().get("attract") is not False else 0

    part.app_context_processor(lambda: {"attract_after": partial(part_or, "the TV without play", after, 0)})

    @part.get("/tv/attract")
    def attract() -> str:
        state = table.snapshot().state
        day = today(clock(), zone)
        address = address_for_phones(appliance.address, request.host_url)
        boards, tonight = part_or("the leaderboard", lambda: _boards(archive, (day, day)), []), True
        if not boards:
            boards, tonight = part_or("the leaderboard", lambda: _boards(archive, None), []), False
        tonights = archive.of_evening(day, MOST_GAMES)[0]
        played = any(archive.board(kind, (day, day), 1) for kind in KINDS)
        game = game_on_the_page(state)
        return render_template(
            "_attract.html",
            join=joining(address, appliance.wifi),
            evening=qr_of(f"{address}{EVENING}") if played else None,
            boards=boards,
            tonight=tonight,
            games=part_or("the last games", lambda: _last(archive), []),
            moments=part_or("the moments", lambda: moments_of(archive, tonights)[:LINES], []),
            clips=part_or("the rolls", lambda: desk.with_names(most=MOST_CLIPS), []),
            frames=CLIP_FRAMES,
            game=title_of(state.rules.name)[0],
            how=game.how(state.rules).lines[:RULES],
        )

    return part


def _boards(archive: Archive, days: Days | None) -> list[tuple[GamePage, Sequence[LeaderboardRow]]]:
    found = [(game_page(kind), lines) for kind in KINDS if (lines := archive.board(kind, days, LINES))]
    return sorted(found, key=lambda one: -sum(line.tally.games for line in one[1]))[:MOST_BOARDS]


def _last(archive: Archive) -> list[WonGame]:
    return [
        WonGame(tuple(shown(part.name) or _("Hidden player") for part in winners), title_of(record.preset)[0])
        for record in archive.last(2 * LINES)
        if record.over and (winners := [part for part in record.parts if part.won or part.shared])
    ][:LINES]
