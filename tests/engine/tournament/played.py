"""Plays random tournaments: results, players who leave, walkovers, corrections and restarts at random points."""

import json
from collections.abc import Callable
from random import Random

from engine.tournament.consequences import disputed, taken_over
from engine.tournament.course import TournamentCourse, TournamentMatch, course_of
from engine.tournament.facts import (
    BEST_OF,
    FEWEST_IN_GROUPS,
    FORMATS,
    Begun,
    Called,
    Counted,
    Declined,
    Format,
    Opened,
    Postponed,
    TournamentFact,
    WalkedOver,
    Withdrew,
    as_json,
    facts_from,
    most_rounds,
)
from engine.tournament.swiss import next_round

Result = Callable[[TournamentMatch], str | None]
"""Who wins a game of that match."""


def opened(rng: Random, format_: Format | None = None, players: int | None = None) -> Opened:
    """Return a random beginning; the first player is not the strongest."""
    chosen = rng.choice(list(FORMATS)) if format_ is None else format_
    count = max(players or rng.randint(3, 32), FEWEST_IN_GROUPS if chosen == "groups" else 0)
    names = [f"P{number:02}" for number in range(count)]
    rng.shuffle(names)
    rounds = rng.randint(1, min(most_rounds(count), 9)) if chosen == "swiss" else 0
    return Opened(
        chosen, tuple(names), "pig", {}, rng.choice(BEST_OF), rng.choice(("half", "replay")), rounds, drawn=True
    )


def stronger(match: TournamentMatch) -> str:
    return min(name for name in match.players if name)


def by_chance(rng: Random, ties: float = 0.1) -> Result:
    def result(match: TournamentMatch) -> str | None:
        assert match.pair
        return None if rng.random() < ties else rng.choice(match.pair)

    return result


class Evening:
    """A tournament that is played to its end."""

    def __init__(self, start: Opened, rng: Random, result: Result) -> None:
        self.facts: list[TournamentFact] = [start]
        self.rng = rng
        self.result = result
        self.games = 0
        self._known: tuple[list[TournamentFact], TournamentCourse] | None = None

    @property
    def course(self) -> TournamentCourse:
        if self._known is None or self._known[0] != self.facts:
            self._known = [*self.facts], course_of(self.facts)
        return self._known[1]

    def restart(self) -> None:
        read = facts_from(json.loads(json.dumps([as_json(fact) for fact in self.facts])))
        assert read == tuple(self.facts)
        self.facts = list(read)

    def step(self, *, at_once: bool = False) -> bool:
        """Draw the next round, or play one game (``at_once``: of each match that can be). Return whether it goes on."""
        course = self.course
        if course.draws_next:
            self.facts.append(next_round(course))
            return True
        if not course.to_play:
            return False
        for match in course.to_play[: None if at_once else 1]:
            self.play_game(match)
        return True

    def play_game(self, match: TournamentMatch) -> None:
        assert match.pair
        self.games += 1
        self.facts += [
            Called(match.id, match.pair, self.games - 1),
            Begun(match.id, match.pair, self.games),
            Counted(match.id, match.pair, self.games, self.result(match)),
        ]

    def trouble(self) -> None:
        course, rng = self.course, self.rng
        what = rng.random()
        if what < 0.2 and (playing := [name for name in course.opened.players if name not in course.left]):
            self.facts.append(Withdrew(rng.choice(playing)))
        elif what < 0.4 and course.to_play:
            match = rng.choice(course.to_play)
            assert match.pair
            self.facts.append(WalkedOver(match.id, match.pair, rng.choice(match.pair)))
        elif what < 0.5 and course.to_play:
            self.facts.append(Postponed(course.to_play[0].id))
        elif what < 0.9:
            self.correct()
        else:
            self.restart()

    def correct(self) -> None:
        played = [fact for fact in self.facts if isinstance(fact, Counted)]
        if not played:
            return
        old = self.rng.choice(played)
        winner = self.rng.choice([name for name in (*old.players, None) if name != old.winner])
        if disputed(self.facts, old.game, winner) is None:
            return
        if self.rng.random() < 0.3:
            self.facts.append(Declined(old.game, winner))
            assert disputed(self.facts, old.game, winner) is None
            return
        now = Counted(old.match, old.players, old.game, winner)
        self.facts += taken_over(self.facts, now, keep=self.rng.random() < 0.5)

    def play(self, trouble: float = 0.0, most: int = 4000) -> TournamentCourse:
        for _ in range(most):
            if self.rng.random() < trouble:
                self.trouble()
            elif not self.step(at_once=not trouble):
                return self.course
        raise AssertionError(f"still on after {most} steps: {self.facts[0]}")
