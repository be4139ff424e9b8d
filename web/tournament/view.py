"""The view of a tournament: rounds and matches as columns, the table, and what can be done next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine import history_of, title_of
from engine.i18n import gettext as _
from engine.i18n import joined, listed
from engine.tournament import TournamentCourse, TournamentMatch
from engine.tournament.columns import sections_of
from engine.tournament.consequences import Consequences
from engine.tournament.facts import FORMATS, KNOCKOUT
from engine.tournament.standings import StandingLine, champions, standings
from table.snapshot import Snapshot
from web.display_names import isolated, shown
from web.tournament.desk import TournamentDesk

WALL = 8
"""Matches of one round that fit a wall."""

State = Literal["waiting", "ready", "next", "now", "done"]


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a match: the name for display, the games won or "", and whether the player won or lost it."""

    name: str
    score: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match on the board. ``note`` is a word for what is unusual, ``pair`` the names as they are kept."""

    id: str
    sides: tuple[Side, Side]
    state: State
    note: str
    versus: str
    pair: tuple[str, str] | None
    is_bye: bool


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A column of the board. ``done`` is whether all of its matches are decided."""

    title: str
    matches: tuple[MatchView, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A bracket, or the rounds of a league."""

    title: str
    rounds: tuple[BoardRound, ...]


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A corrected game whose result differs from the one that counts."""

    game: int
    says: str
    played: tuple[str, ...]
    paired_again: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentBoard:
    """A tournament as pages show it. ``lines`` is the table of a league, empty for a bracket."""

    number: int
    title: str
    game: str
    knockout: bool
    swiss: bool
    champions: str
    progress: str
    now: MatchView | None
    next: MatchView | None
    series: str
    others: tuple[MatchView, ...]
    sections: tuple[Section, ...]
    lines: tuple[StandingLine, ...]
    disputes: tuple[DisputeView, ...]
    cancelled: bool
    over: bool
    trouble: str | None = None

    @property
    def open_rounds(self) -> tuple[BoardRound, ...]:
        """What a wall has room for: the first open round of each bracket, and the next of a single one; or the last."""
        many = 2 if self.knockout and len(self.sections) == 1 else 1
        rounds = [one for section in self.sections for one in [one for one in section.rounds if not one.done][:many]]
        last = [section.rounds[-1] for section in self.sections[:1]]
        return tuple(_on_a_wall(one) for one in rounds or last)


def board_of(
    number: int,
    course: TournamentCourse,
    on_table: TournamentMatch | None = None,
    disputes: Sequence[Consequences] = (),
    trouble: str | None = None,
) -> TournamentBoard:
    """Return the board of a tournament; ``on_table`` is the match that is played now."""
    opened, over = course.opened, course.over
    now = on_table if on_table and on_table.is_open else None
    to_play = [] if course.cancelled else [one for one in course.to_play if not now or one.id != now.id]
    ready = {one.id for one in to_play}
    next_id = to_play[0].id if to_play else ""

    def view(match: TournamentMatch) -> MatchView:
        state: State = "waiting"
        if now and match.id == now.id:
            state = "now"
        elif not match.is_open:
            state = "done"
        elif match.id in ready:
            state = "next" if match.id == next_id else "ready"
        return _match(match, state, opened.best_of)

    best = [isolated(name) for name in champions(course)]
    series = now or (to_play[0] if to_play else None)
    counted = [one for one in course.matches if one.how != "bye"]
    done = sum(not one.is_open for one in counted)
    return TournamentBoard(
        number=number,
        title=FORMATS[opened.format],
        game=title_of(opened.preset)[0],
        knockout=opened.format in (*KNOCKOUT, "groups"),
        swiss=opened.format == "swiss",
        champions=_wins(best),
        progress=_("{done} of {whole} matches played", done=done, whole=_whole(course, len(counted))),
        now=view(now) if now else None,
        next=view(to_play[0]) if to_play else None,
        series=_series(series, opened.best_of) if series else "",
        others=tuple(view(one) for one in to_play[1:]),
        sections=tuple(
            Section(one.title, tuple(BoardRound(c.title, tuple(map(view, c.matches)), c.done) for c in one.columns))
            for one in sections_of(course)
        ),
        lines=standings(course),
        disputes=tuple(_dispute(one) for one in disputes),
        cancelled=course.cancelled,
        over=over,
        trouble=trouble or None,
    )


@dataclass(frozen=True, slots=True)
class CupLine:
    """What the table's page says of a tournament: the match on the table, or the next one, and its calls.

    ``version`` names the facts. ``start`` is empty where it would end another game that has begun.
    ``asks`` is whether a corrected result waits for the helm.
    """

    version: str
    now: str
    next: str
    start: str
    champions: str
    asks: bool


def line_of(desk: TournamentDesk, snapshot: Snapshot) -> CupLine | None:
    """Return the line, None without a tournament that is on, or that the game on the table has just ended."""
    course = desk.course(snapshot)
    if course is None or course.cancelled:
        return None
    on_table, disputes = desk.on_table(snapshot), desk.disputes()
    if course.over and not (disputes or on_table):
        return None
    board = board_of(desk.number, course, on_table, disputes)
    playing = board.now is not None and snapshot.state.phase != "over"
    following = board.now if board.now and not playing else board.next
    now = joined([part for part in (board.now.versus, board.series) if part], " · ") if playing and board.now else ""
    return CupLine(
        desk.version,
        now,
        following.versus if following and not playing else "",
        following.id if following and not playing and not is_begun(snapshot) else "",
        board.champions,
        bool(disputes),
    )


def is_begun(snapshot: Snapshot) -> bool:
    """Return whether a game is on the table that is not over and has a roll that counts."""
    return snapshot.state.phase != "over" and any(one.roll is not None for one in history_of(snapshot.log).played)


def versus(match: TournamentMatch) -> str:
    one, other = (isolated(name) if name else _("to be decided") for name in match.players)
    return _("{one} – {other}", one=one, other=other)


def _whole(course: TournamentCourse, known: int) -> int:
    missing = course.opened.rounds - course.drawn if course.opened.format == "swiss" else 0
    return known + max(0, missing) * (len([one for one in course.opened.players if one not in course.left]) // 2)


def _series(match: TournamentMatch, best_of: int) -> str:
    if best_of == 1 or match.pair is None:
        return ""
    one, other = match.pair
    return _("Best of {best_of}: {won}–{lost}", best_of=best_of, won=match.won(one), lost=match.won(other))


def _match(match: TournamentMatch, state: State, best_of: int) -> MatchView:
    sides = tuple(_side(match, name, best_of) for name in match.players)
    notes = {"walkover": _("walkover"), "bye": _("bye"), "tie": _("tie")}
    return MatchView(
        match.id,
        (sides[0], sides[1]),
        state,
        notes.get(match.how, ""),
        versus(match),
        match.pair,
        match.how == "bye",
    )


def _side(match: TournamentMatch, name: str | None, best_of: int) -> Side:
    if not name:
        return Side("", "", won=False, lost=False)
    score = str(match.won(name)) if best_of > 1 and match.games else ""
    won = match.winner == name
    return Side(shown(name), score, won, not match.is_open and match.winner is not None and not won)


def _on_a_wall(one: BoardRound) -> BoardRound:
    """Return a round of up to eight matches; of a longer one the first eight that are open, or."""
    still = [match for match in one.matches if match.state != "done"]
    return replace(one, matches=tuple(still[:WALL] or one.matches[-WALL:]) if len(one.matches) > WALL else one.matches)


def _dispute(one: Consequences) -> DisputeView:
    was, now = one.counted.winner, one.now.winner
    other = next(name for name in one.counted.players if name != (was or now))
    names = [None if name is None else isolated(name) for name in (was, now, other)]
    return DisputeView(
        one.counted.game,
        _disputed(*names),
        tuple(versus(match) for match in one.played),
        tuple(versus(match) for match in one.paired_again),
    )


def _wins(names: Sequence[str]) -> str:
    if len(names) < 2:
        return _("{name} wins the tournament", name=names[0]) if names else ""
    return _("{players} tie for the win", players=listed(names))


def _disputed(was: str | None, now: str | None, other: str | None) -> str:
    if was is None:
        return _("The tie with {other} is now {now}’s win.", now=now, other=other)
    if now is None:
        return _("{was}’s win over {other} is now a tie.", was=was, other=other)
    return _("{was}’s win over {now} is now {now}’s.", was=was, now=now)


def halves(points: int) -> str:
    whole = "" if points == 1 else str(points // 2)
    return f"{whole}½" if points % 2 else whole or "0"


def quarters(score: int) -> str:
    whole, part = divmod(score, 4)
    return f"{whole or '' if part else whole}{('', '¼', '½', '¾')[part]}"
