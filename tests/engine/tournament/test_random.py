"""Random tournaments of every format and size.

4,000 tournaments with ``pytest -m fuzz tests/engine/tournament/test_random.py``.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from engine.tournament.bracket import size_of
from engine.tournament.course import TournamentCourse, course_of
from engine.tournament.facts import FORMATS, KNOCKOUT, Format, Opened, usual_rounds
from engine.tournament.standings import champions, group_tables, standings
from tests.engine.tournament.played import Evening, by_chance, opened, stronger

SIZES = (3, 4, 5, 6, 7, 8, 9, 11, 16, 17, 24, 32)
"""Players of the tournaments that each run plays; the fuzz test has all sizes."""
FIRST_REMATCH = {4: 2, 8: 3, 16: 4, 32: 5}
"""By size: the first round of the losers' bracket in which two players may meet again."""


def meetings(course: TournamentCourse) -> Counter[frozenset[str]]:
    return Counter(frozenset(match.pair) for match in course.matches if match.pair)


def knockout_by_halves(players: tuple[str, ...]) -> list[frozenset[str]]:
    """Who meets whom if the stronger always wins: a bracket by another way, each half by itself."""
    size = 1 << (len(players) - 1).bit_length()
    met: list[frozenset[str]] = []

    def winner(seeds: list[int]) -> str | None:
        if len(seeds) == 1:
            return players[seeds[0]] if seeds[0] < len(players) else None
        sides = [winner(seeds[: len(seeds) // 2]), winner(seeds[len(seeds) // 2 :])]
        there = [name for name in sides if name]
        if len(there) == 2:
            met.append(frozenset(there))
        return min(there, default=None)

    def placed(count: int) -> list[int]:
        if count == 1:
            return [0]
        upper = placed(count // 2)
        return [seed for one in upper for seed in (one, count - 1 - one)]

    winner(placed(size))
    return met


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("format_", FORMATS)
def test_the_strongest_wins(format_: Format, players: int) -> None:
    start = opened(Random(players), format_, players)
    start = replace(start, rounds=usual_rounds(players) if format_ == "swiss" else 0)
    course = Evening(start, Random(players), stronger).play()
    assert champions(course) == ("P00",)
    assert standings(course)[0].name == "P00"


@pytest.mark.parametrize("players", SIZES)
def test_a_single_elimination_is_that_of_the_halves(players: int) -> None:
    start = opened(Random(players), "single", players)
    course = Evening(start, Random(players), stronger).play()
    assert set(meetings(course)) == set(knockout_by_halves(start.players))
    assert sum(meetings(course).values()) == players - 1


@pytest.mark.parametrize("players", SIZES)
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    start = opened(Random(players), "round_robin", players)
    course = Evening(start, Random(players), by_chance(Random(players))).play()
    assert meetings(course) == Counter(frozenset(pair) for pair in combinations(start.players, 2))
    rounds = {match.round for match in course.matches}
    assert len(rounds) == players - 1 + players % 2
    for number in rounds:
        names = [name for match in course.matches if match.round == number for name in match.players]
        assert len(names) == len(set(names)), "nobody plays twice in a round"


@pytest.mark.parametrize("players", range(6, 33))
def test_after_groups_the_best_two_of_each_go_on_and_meet_again_in_the_final_at_most(players: int) -> None:
    rng = Random(100 * players)
    evening = Evening(opened(rng, "groups", players), rng, by_chance(rng))
    while any(one.is_open for one in evening.course.matches if one.stage == "group"):
        done = [own for _who, own in evening.course.groups if not any(one.is_open for one in own)]
        known = {name for one in evening.course.matches if one.stage == "main" for name in one.players if name}
        assert len(known) == 2 * len(done), "who has come through a group is known at once"
        evening.step()
    course = evening.course
    groups = [set(names) for names, _own in course.groups]
    assert sorted(name for names in groups for name in names) == sorted(course.opened.players)
    assert {len(names) for names in groups} <= {3, 4, 5, 6}
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    for names, own in course.groups:
        assert {frozenset(one.pair or ()) for one in own} == set(map(frozenset, combinations(names, 2)))
    through = [[line.name for line in lines[:2]] for lines in group_tables(course)]
    course = evening.play()
    first = next(one.round for one in course.matches if one.stage == "main")
    bracket = [one for one in course.matches if one.stage == "main"]
    assert sorted(name for one in bracket if one.round == first for name in one.players if name) == sorted(
        name for names in through for name in names
    )
    for one in bracket[:-1]:
        assert not any(names.issuperset(one.players) for names in groups), one
    assert sum(one.stage == "main" for one in course.matches) == 2 * len(groups) - 1
    lines = standings(course)
    assert (lines[0].name,) == champions(course)
    assert {line.name for line in lines[: 2 * len(groups)]} == {name for names in through for name in names}
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert lines[2 * len(groups)].place == 2 * len(groups) + 1 if len(lines) > 2 * len(groups) else True


@pytest.mark.parametrize("players", SIZES)
def test_in_a_double_elimination_two_losses_and_no_fewer_put_a_player_out(players: int) -> None:
    for seed in range(3):
        rng = Random(100 * players + seed)
        start = opened(rng, "double", players)
        course = Evening(start, rng, by_chance(rng)).play()
        lost = Counter(match.loser for match in course.matches if match.how == "played")
        (best,) = champions(course)
        assert lost[best] <= 1
        assert all(lost[name] == 2 for name in start.players if name != best)
        assert sum(match.how == "played" for match in course.matches) == 2 * players - 2 + lost[best]


@pytest.mark.parametrize("players", SIZES)
def test_the_losers_bracket_avoids_early_rematches(players: int) -> None:
    size = size_of(players)
    for seed in range(3):
        rng = Random(1000 * players + seed)
        course = Evening(opened(rng, "double", players), rng, by_chance(rng, ties=0)).play()
        met: set[frozenset[str]] = set()
        for match in course.matches:
            if match.pair is None:
                continue
            if frozenset(match.pair) in met:
                # byes let players jump rounds, but never meet again before the full bracket would
                assert match.stage == "final" or match.round >= FIRST_REMATCH[size], match
            met.add(frozenset(match.pair))


@pytest.mark.parametrize("players", SIZES)
def test_nobody_meets_twice_in_a_swiss_tournament_and_byes_are_fair(players: int) -> None:
    for seed in range(3):
        rng = Random(10 * players + seed)
        start = opened(rng, "swiss", players)
        course = Evening(start, rng, by_chance(rng)).play()
        # half as many rounds as opponents leave a matching without a second meeting in every case (Dirac)
        if start.rounds <= players // 2:
            assert max(meetings(course).values()) == 1
        byes = Counter(match.players[0] for match in course.matches if match.how == "bye")
        assert all(count == 1 for count in byes.values())
        assert sum(byes.values()) == (start.rounds if players % 2 else 0)
        for number in range(1, start.rounds + 1):
            names = [name for match in course.matches if match.round == number for name in match.players if name]
            assert sorted(names) == sorted(start.players), "everybody plays or sits out"


@pytest.mark.parametrize("format_", FORMATS)
def test_tournaments_end_whatever_happens(format_: Format) -> None:
    """Players leave, matches are walked over or postponed, games corrected, and the table restarts."""
    for seed in range(8):
        rng = Random(seed)
        evening = Evening(opened(rng, format_, rng.choice((3, 4, 5, 6, 8, 11, 16))), rng, by_chance(rng))
        evening.facts[0] = _short(evening.facts[0])
        course = evening.play(trouble=0.2)
        lines = standings(course)
        assert sorted(line.name for line in lines) == sorted(course.opened.players)
        assert [line.place for line in lines] == sorted(line.place for line in lines)
        if format_ in KNOCKOUT:
            assert len(champions(course)) <= 1
        assert course_of(evening.facts) == course


@pytest.mark.fuzz
@pytest.mark.parametrize("format_", FORMATS)
def test_thousands_of_tournaments_end(format_: Format) -> None:
    for seed in range(1000):
        rng = Random(10_000 + seed)
        evening = Evening(opened(rng, format_), rng, by_chance(rng))
        evening.facts[0] = _short(evening.facts[0])
        evening.play(trouble=0.15)


def _short(start: object) -> Opened:
    assert isinstance(start, Opened)
    return replace(start, best_of=1) if len(start.players) > 12 else start
