"""The course of a tournament: its matches with their players and results, computed from the facts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.tournament.bracket import NOBODY, Node, PlayerSource, double, single
from engine.tournament.facts import (
    FEWEST,
    Begun,
    Called,
    Cancelled,
    Counted,
    Drawn,
    Opened,
    Pair,
    Pinned,
    Postponed,
    Reopened,
    Returned,
    TournamentFact,
    Undrawn,
    WalkedOver,
    Withdrew,
)
from engine.tournament.standings import table_of


def rounds_of(players: Sequence[str], late: int = 0) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of each round. Everybody meets everybody once; of an odd number one sits out in each round.

    The last ``late`` players have a round each after the others, in which they meet all who are before them.
    """
    if late > 0 and len(players) > FEWEST:
        *before, last = players
        return (*rounds_of(before, late - 1), tuple((other, last) for other in before))
    seats: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for number in range(len(seats) - 1):
        half = len(seats) // 2
        facing = zip(seats[:half], reversed(seats[half:]), strict=True)
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        # who stays throws first in every other round only
        rounds.append(tuple((b, a) if number % 2 and at == 0 else (a, b) for at, (a, b) in enumerate(pairs)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)


def groups_of(players: Sequence[str]) -> list[tuple[str, ...]]:
    """Return two, four or eight groups of three to six players each, dealt out in the order of their seeds."""
    many = 1 << (len(players) // 6).bit_length()
    return [tuple(players[at::many]) for at in range(many)]


How = Literal["open", "played", "tie", "walkover", "bye"]
"""How a match was decided: not yet, by games, by games without a winner, without playing, or without an opponent."""


@dataclass(frozen=True, slots=True)
class TournamentMatch:
    """A match. A player is None while unknown, and "" where nobody comes.

    ``games`` are the numbers of the games that count, with their winners. ``winner`` is None while the match is open
    and after a tie. ``later`` counts how often it was postponed.
    """

    id: str
    stage: Literal["group", "main", "losers", "final"]
    round: int
    players: tuple[str | None, str | None]
    how: How = "open"
    winner: str | None = None
    games: tuple[tuple[int, str | None], ...] = ()
    later: int = 0

    @property
    def is_open(self) -> bool:
        return self.how == "open"

    @property
    def pair(self) -> Pair | None:
        """Return the two players, None while one of them is unknown or nobody."""
        one, other = self.players
        return (one, other) if one and other else None

    @property
    def can_begin(self) -> bool:
        return self.is_open and self.pair is not None

    @property
    def loser(self) -> str | None:
        """Return who lost, None while it is open and after a tie."""
        if self.winner is None:
            return None
        one, other = self.players
        return other if self.winner == one else one

    def won(self, player: str) -> int:
        return sum(winner == player for _, winner in self.games)


@dataclass(frozen=True, slots=True)
class TournamentCourse:
    """A tournament as it stands: all matches in the order of play, who left, and the match that was called last."""

    opened: Opened
    matches: tuple[TournamentMatch, ...]
    left: frozenset[str]
    called: Called | None
    drawn: int
    """Rounds of a Swiss tournament that are drawn."""
    cancelled: bool = False

    def match(self, id_: str) -> TournamentMatch | None:
        return next((one for one in self.matches if one.id == id_), None)

    @property
    def to_play(self) -> tuple[TournamentMatch, ...]:
        """Return the matches that can be played now, the next one first. Postponed ones are last."""
        ready = [one for one in self.matches if one.can_begin]
        return tuple(sorted(ready, key=lambda one: one.later))

    @property
    def groups(self) -> list[tuple[tuple[str, ...], list[TournamentMatch]]]:
        """Return the players of each group with their matches; none in other formats."""
        names = groups_of(self.opened.players) if self.opened.format == "groups" else []
        played = [one for one in self.matches if one.stage == "group"]
        return [(group, [one for one in played if one.players[0] in group]) for group in names]

    @property
    def draws_next(self) -> bool:
        if self.opened.format != "swiss" or any(one.is_open for one in self.matches):
            return False
        staying = sum(name not in self.left for name in self.opened.players)
        return self.drawn < self.opened.rounds and staying >= 2

    @property
    def over(self) -> bool:
        return not self.draws_next and not any(one.is_open for one in self.matches)


def course_of(facts: Sequence[TournamentFact]) -> TournamentCourse:
    """Return the course of a tournament. The first fact is :class:`Opened`."""
    opened = facts[0]
    assert isinstance(opened, Opened)
    left: set[str] = set()
    cancelled, called = False, None
    for fact in facts:
        match fact:
            case Withdrew(player):
                left.add(player)
            case Returned(player):
                left.discard(player)
            case Cancelled() | Reopened():
                cancelled = isinstance(fact, Cancelled)
            case Called():
                called = fact
    results = _Results(opened, facts, frozenset(left))
    drawn = drawn_rounds(facts)
    match opened.format:
        case "round_robin":
            matches = tuple(results.league(_league(opened, rounds_of(opened.players, opened.late))))
        case "swiss":
            matches = tuple(_swiss(opened, drawn, results))
        case "groups":
            matches = tuple(_groups(opened, results))
        case _:
            nodes = single(opened.players) if opened.format == "single" else double(opened.players)
            matches = tuple(results.bracket(nodes))
    return TournamentCourse(opened, matches, frozenset(left), called, len(drawn), cancelled)


def drawn_rounds(facts: Iterable[TournamentFact]) -> tuple[Drawn, ...]:
    """Return the rounds of a Swiss tournament as they were drawn last."""
    rounds: dict[int, Drawn] = {}
    for fact in facts:
        if isinstance(fact, Drawn):
            rounds[fact.round] = fact
        elif isinstance(fact, Undrawn):
            rounds = {number: one for number, one in rounds.items() if number < fact.round}
    return tuple(rounds[number] for number in sorted(rounds))


def league_id(opened: Opened, number: int, pair: Pair) -> str:
    """Return the id of a match of a round: the round and the seeds of both, which another draw does not change."""
    low, high = sorted(opened.players.index(name) + 1 for name in pair)
    return f"{number}.{low}-{high}"


def _league(opened: Opened, rounds: Sequence[Sequence[Pair]]) -> list[TournamentMatch]:
    return [
        TournamentMatch(league_id(opened, number, pair), "main", number, pair)
        for number, pairs in enumerate(rounds, 1)
        for pair in pairs
    ]


def _swiss(opened: Opened, drawn: Sequence[Drawn], results: "_Results") -> Iterable[TournamentMatch]:
    for one in drawn:
        yield from results.league(_league(opened, [()] * (one.round - 1) + [one.pairs]))
        if one.bye is not None:
            at = opened.players.index(one.bye) + 1
            yield TournamentMatch(f"{one.round}.{at}", "main", one.round, (one.bye, NOBODY), "bye", one.bye)


def _groups(opened: Opened, results: "_Results") -> Iterable[TournamentMatch]:
    """Yield the matches of the groups round by round, then the bracket of the first two of each group.

    The first of a group meets the second of its neighbour: those of one group can only meet again in the final. If all
    tie-breaks are equal, the order of the draw decides who is second.
    """
    groups = groups_of(opened.players)
    made = [replace(one, stage="group") for group in groups for one in _league(opened, rounds_of(group))]
    played = results.league(sorted(made, key=lambda one: one.round))
    yield from played
    best: list[list[str | None]] = []
    for group in groups:
        own = [one for one in played if one.players[0] in group]
        done = not any(one.is_open for one in own)
        best.append([line.name for line in table_of(group, own)[:2]] if done else [None, None])
    seconds = [best[at ^ 1][1] for at in reversed(range(len(groups)))]
    yield from results.bracket(single([*(first for first, _second in best), *seconds]))


class _Results:
    """What the facts say about each match."""

    def __init__(self, opened: Opened, facts: Sequence[TournamentFact], left: frozenset[str]) -> None:
        self._opened = opened
        self._left = left
        self._games: dict[tuple[str, frozenset[str]], dict[int, str | None]] = {}
        self._walked: dict[tuple[str, frozenset[str]], str] = {}
        self._pinned: dict[str, Pair] = {}
        self._later: dict[str, int] = {}
        for fact in facts:
            match fact:
                case Counted(id_, players, game, winner):
                    self._games.setdefault((id_, frozenset(players)), {})[game] = winner
                case WalkedOver(id_, players, winner):
                    self._walked[id_, frozenset(players)] = winner
                case Pinned(id_, players):
                    self._pinned[id_] = players
                case Postponed(id_):
                    self._later[id_] = self._later.get(id_, 0) + 1

    def league(self, matches: Iterable[TournamentMatch]) -> list[TournamentMatch]:
        return [self._decided(one, replay=self._opened.ties == "replay") for one in matches]

    def bracket(self, nodes: Sequence[Node]) -> list[TournamentMatch]:
        found: dict[str, TournamentMatch] = {}
        for node in nodes:
            if node.id == "F2" and found["F1"].winner == found["F1"].players[0] and not found["F1"].is_open:
                continue  # the winner came without a loss
            one, other = self._pinned.get(node.id) or (_player(found, place) for place in node.places)
            found[node.id] = self._decided(TournamentMatch(node.id, node.stage, node.round, (one, other)), replay=True)
        return list(found.values())

    def _decided(self, match: TournamentMatch, *, replay: bool) -> TournamentMatch:
        one, other = match.players
        match = replace(match, later=self._later.get(match.id, 0))
        if one is None or other is None:
            return match
        other = NOBODY if one == other else other  # a match that was kept can have its player come by both ways
        if NOBODY in (one, other):
            return replace(match, players=(one, other), how="bye", winner=one or other)
        games = tuple(self._games.get((match.id, frozenset((one, other))), {}).items())
        games = tuple((game, winner) for game, winner in games if winner or not replay)
        match = replace(match, games=games)
        for count in range(1, len(games) + 1):  # games after the one that decided do not count
            series = replace(match, games=games[:count])
            rest = self._opened.best_of - count
            best, least = sorted((one, other), key=series.won, reverse=True)
            if series.won(best) > series.won(least) + max(0, rest):
                return replace(series, how="played", winner=best)
            if rest <= 0:
                return replace(series, how="tie")
        walked = self._walked.get((match.id, frozenset((one, other))))
        gone = [name for name in (one, other) if name in self._left]
        if walked or gone:
            there = walked if walked and walked not in gone else next(iter({one, other} - set(gone)), NOBODY)
            return replace(match, how="walkover", winner=there)
        return match


def _player(found: Mapping[str, TournamentMatch], place: PlayerSource) -> str | None:
    if place.kind == "seed" or place.of is None:
        return place.of
    before = found[place.of]
    if before.is_open:
        return None
    if place.kind == "winner":
        return before.winner
    return NOBODY if before.winner == NOBODY else before.loser


def begun_games(facts: Iterable[TournamentFact]) -> dict[int, Begun]:
    """Return the games of the tournament by their numbers in the journal."""
    return {fact.game: fact for fact in facts if isinstance(fact, Begun)}


def counted_results(facts: Iterable[TournamentFact]) -> dict[int, Counted]:
    """Return the counted results by the number of the game, the latest of each."""
    return {fact.game: fact for fact in facts if isinstance(fact, Counted)}
