"""Shake of the Day: its page for guests, and for the owner the set-up, the log of 90 days, and its file."""

import csv
import time
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from io import StringIO

from flask import Blueprint, Response, render_template

from engine import Rolled, game_of, history_of
from engine.games.shake import (
    KEPT_DAYS,
    KIND,
    PATTERNS,
    SIGNS,
    Rules,
    best,
    counts,
    money,
    moved,
    one_in,
    pattern_chances,
    pattern_name,
    pay_in_words,
    won,
)
from engine.names import alike, cell
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.appliance import Appliance
from web.display_names import shown
from web.errors import part_or
from web.guests.joining import OwnPlayer
from web.history.addresses import today
from web.services.archive import Archive, ArchivedGame
from web.show.clip_desk import ClipDesk

HEAD = "game,date,time,name,dice,pattern,won,price,pot before,changed,pot after,counts\r\n"
"""The first line of the file."""


@dataclass(frozen=True, slots=True)
class ShakeLine:
    """One shake of the log. ``rolls`` are its rolls, each with its number; the best one is ``roll`` with ``dice``."""

    game: int
    when: datetime | None
    name: str
    rules: Rules
    rolls: tuple[tuple[int, tuple[int, ...]], ...]
    roll: int
    dice: tuple[int, ...]
    pattern: str
    won: int
    after: int
    counts: bool

    def row(self) -> tuple[object, ...]:
        """Return the cells of a line of the file, in the order of :data:`HEAD`."""
        when, rules = self.when, self.rules
        figures = [f"{cents / 100:.2f}" for cents in (self.won, rules.price, rules.pot, rules.added, self.after)]
        day, at = (f"{when:%Y-%m-%d}", f"{when:%H:%M}") if when else ("", "")
        faces = " ".join(map(str, self.dice))
        return (self.game, day, at, cell(self.name), faces, self.pattern, *figures, "yes" if self.counts else "no")


def lines_of(archive: Archive, days: int, zone: tzinfo | None = None) -> list[ShakeLine]:
    """Return the shakes of so many days that have a roll, the latest first."""
    found = map(archive.game, archive.games_of(KIND, today(time.time(), zone) - days))  # one by one: other pages wait
    return [line for game in found if game and (line := _line(archive, game, zone))]


def _line(archive: Archive, game: ArchivedGame, zone: tzinfo | None) -> ShakeLine | None:
    history = history_of(game.events)
    state, rules = history.state, history.state.rules
    rolls = [
        (one.roll, tuple(sorted((*one.before.turn.fresh, *one.event.dice), reverse=True)))
        for one in history.played
        if isinstance(one.event, Rolled) and one.roll is not None
    ]
    if not rolls:
        return None
    roll, dice = max(rolls, key=lambda one: best(rules, one[1])[0])
    return ShakeLine(
        game.number,
        None if game.clock is None else datetime.fromtimestamp(game.clock, zone),
        shown(archive.player_names.called(state.players[0]) or ""),
        rules,
        tuple(rolls),
        roll,
        dice,
        best(rules, dice)[1],
        won(state),
        rules.pot + moved(state),
        counts(state),
    )


def shake_pages(
    table: SnapshotSource, appliance: Appliance, own: OwnPlayer, clips: ClipDesk, rights: OwnerRights
) -> Blueprint:
    part = Blueprint("shake", __name__)
    part.add_app_template_filter(money)

    @part.get("/shake")
    def page() -> str:
        now = table.snapshot()
        posted, helm = now.shake, rights.at_helm() or rights.is_owner()
        rules = posted.rules if posted else Rules()
        paying, odds = replace(rules, pot=posted.pot if posted else 0), pattern_chances(rules)
        patterns = [(pattern_name(rules, one), pay_in_words(paying, pay), one_in(odds[one])) for one, pay in rules.pays]
        today_ = posted.shaken if posted and posted.day == today(time.time()) else ()
        return render_template(
            "shake.html",
            posted=posted,
            rules=rules,
            patterns=patterns,
            name=own.name,
            done=bool(alike(own.name, today_)) if own.name else False,
            shaken=[shown(name) for name in today_] if helm else (),
            many=len(today_),
            names=part_or("the players", lambda: appliance.guests(), ()) if helm else (),
            helm=helm,
            waits=game_of(now.state.rules.name).is_beside and now.state.turn is not None and not now.state.turn.throws,
        )

    @part.get("/owner/shake")
    def owner() -> str:
        rights.check()
        posted = table.snapshot().shake
        lines = part_or("the shakes", lambda: lines_of(appliance.archive, KEPT_DAYS), [])
        won_in = [line.game for line in lines if line.won]
        films = {(clip.game, clip.roll): clip for clip in clips.kept(won_in, 3 * len(lines))}
        return render_template(
            "owner/shake.html",
            posted=posted,
            rules=posted.rules if posted else Rules(),
            patterns=PATTERNS,
            pattern_name=pattern_name,
            signs=SIGNS,
            lines=lines,
            films=films,
            taken=sum(line.rules.price for line in lines if line.counts),
            paid=sum(line.won for line in lines),
            kept_for=KEPT_DAYS,
            way=rights.way("house_rules"),
        )

    @part.get("/owner/shake.csv")
    def file() -> Response:
        rights.check()
        text = StringIO()
        csv.writer(text).writerows(line.row() for line in lines_of(appliance.archive, KEPT_DAYS))
        head = {"Content-Disposition": f'attachment; filename="{time.strftime("shake-of-the-day-%Y-%m-%d.csv")}"'}
        return Response("\ufeff" + HEAD + text.getvalue(), mimetype="text/csv", headers=head)

    return part
