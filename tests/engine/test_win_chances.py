"""The chances to win: they sum to 1, are right at the end of a game, and happen as often as they say.

300 games of each kind with ``pytest -m long tests/engine/test_win_chances.py``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from math import hypot
from operator import mul
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from engine import Corrected, Event, GameHistory, Rolled, Scored, Started, Stopped, history_of, presets_of_all
from engine import Kept as KeptDice
from engine.game import game_of
from engine.games.ship.analysis.advice import advise as ship_advice
from engine.games.ship.analysis.advice import is_to_win
from engine.games.shut_the_box.chances import COACH
from engine.games.shut_the_box.rules import Closed, name_of
from engine.games.yahtzee.analysis.advice import advise as yahtzee_advice
from engine.reports.win_chances import (
    AllAlike,
    InTurn,
    WinChances,
    best_of,
    best_of_normal,
    grouped,
    in_percent,
    sum_of,
)
from engine.turns.coach import advise as turn_advice
from engine.turns.kit.hands.plan import _race
from engine.turns.kit.throws.race import race as exact_race
from tests.engine.actions import actions_of
from tests.engine.evenings import refusal, something
from tests.engine.turns.moves import move_of, play_of
from tests.engine.turns.strategies import turn_game

KeptAtTheBar = move_of("bar-dice")
AsideAtFarkle = move_of("farkle")
AsideAtMidnight = move_of("midnight")
SetAside = move_of("threes")

NAMES = ("Mia", "Jo", "Bo")
PRESETS = (
    "pig",
    "threes",
    "dice-game-depot",
    "rounds",
    "yahtzee-official",
    "midnight",
    "farkle",
    "bar-dice",
    "shut-the-box",
)


def chances(state: Any) -> WinChances:
    found = game_of(state.rules.name).win_chances(state)
    assert found is not None
    return found


def test_the_best_of_small_spreads_is_that_of_counting_all() -> None:
    spreads = {"a": {1: 0.5, 4: 0.5}, "b": {1: 0.2, 3: 0.8}, "c": {4: 0.3, 0: 0.7}}
    counted = dict.fromkeys(spreads, 0.0)
    for one in product(*(spread.items() for spread in spreads.values())):
        likely = one[0][1] * one[1][1] * one[2][1]
        best = [name for name, (number, _) in zip(spreads, one, strict=True) if number == max(n for n, _ in one)]
        for name in best:
            counted[name] += likely / len(best)
    assert best_of(spreads) == pytest.approx(counted)


def test_equal_players_have_equal_chances_and_a_certain_one_has_all() -> None:
    assert best_of_normal({"a": (200.0, 30.0), "b": (200.0, 30.0)}) == pytest.approx({"a": 0.5, "b": 0.5})
    assert best_of_normal({"a": (210.0, 0.3), "b": (200.0, 0.3)})["a"] == pytest.approx(1)
    for one, other in (((200.0, 20.0), (205.0, 60.0)), ((200.0, 5.0), (210.0, 60.0)), ((200.0, 0.3), (203.0, 19.05))):
        exact = NormalDist(one[0] - other[0], hypot(one[1], other[1])).cdf(0)
        assert best_of_normal({"a": one, "b": other})["b"] == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize(
    ("chances", "shown"),
    [
        ([0.125 - 1e-16, *(0.125 + 1e-16,) * 7], [12] * 8),
        ([0.1249999, 0.125, 0.1250001] * 2 + [0.125] * 2, [12] * 8),
        ([1 / 3] * 3, [33] * 3),
        ([1 / 6] * 6, [16] * 6),
        ([0.5, 0.5], [50, 50]),
        ([0.125, 0.375, 0.5], [12, 38, 50]),
        ([0.405, 0.405, 0.19], [40, 40, 19]),
        ([0.216, 0.216, 0.284, 0.284], [22, 22, 28, 28]),
        ([0.29, 0.29, 0.42], [29, 29, 42]),
        ([0.334, 0.333, 0.333], [34, 33, 33]),
        ([1.0, 0.0], [100, 0]),
        ([0.6, 0.397, 0.003], [60, 40, 0.3]),
        ([0.97, 0.018, 0.006, 0.006], [97, 2, 0.6, 0.6]),
        ([0.995, 0.005], [99.5, 0.5]),
    ],
)
def test_percents_of_one_list_are_never_above_a_hundred_and_equal_ones_look_equal(
    chances: list[float], shown: list[float]
) -> None:
    found = in_percent(chances)
    assert [100 * one for one in found] == pytest.approx(shown)
    assert round(100 * sum(found)) <= 100


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("spread", [{1: 0.25, 3: 0.5, 7: 0.25}, {5: 1.0}, {0: 0.9, 2: 0.1}])
def test_players_who_are_all_alike_have_the_chances_of_players_one_by_one(
    spread: dict[int, float], *, lowest: bool
) -> None:
    now = {0: 0.2, 2: 0.3, 7: 0.5}
    for later, done in product(range(5), ([], [3], [3, 3], [7, 0])):
        soon, one_by_one = AllAlike(later, spread, lowest=lowest), InTurn(later, lambda *_: (spread,), lowest=lowest)
        assert soon.shares(done, now) == pytest.approx(one_by_one.shares(done, now))
        for number in range(9):
            assert soon.worth(number, done) == pytest.approx(one_by_one.worth(number, done))


def test_a_spread_in_groups_has_the_mean_that_it_had() -> None:
    spread = dict.fromkeys(range(60), 1 / 60)
    few = grouped(spread, 12)
    assert len(few) <= 13
    assert few[0] == spread[0]
    assert sum(few.values()) == pytest.approx(1)
    assert sum(map(mul, few, few.values())) == pytest.approx(29.5, abs=0.5)
    assert grouped(few, 13) is few
    many = sum_of(spread, 10, 12)
    assert sum(map(mul, many, many.values())) == pytest.approx(295, abs=5)


def test_the_spread_of_a_sum() -> None:
    assert sum_of({0: 0.5, 1: 0.5}, 3) == pytest.approx({0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125})


@pytest.mark.parametrize("preset", PRESETS)
def test_they_sum_to_one_and_are_the_same_each_time(preset: str) -> None:
    names = tuple("ABCDEF")
    state = history_of([Started(preset, names, names[0])]).state
    found = chances(state)
    assert sum(found.of.values()) == pytest.approx(1)
    assert tuple(found.of) == names
    assert chances(state) == found


@pytest.mark.parametrize("preset", presets_of_all())
def test_at_any_moment_they_sum_to_one_and_who_is_out_or_gone_has_none(preset: str) -> None:
    dice, book = Random(preset), GameHistory(Started(preset, NAMES))
    for step in range(45):
        event = something(book, dice.getrandbits(40), actions_of(preset)[0])
        if event is not None:
            refusal(book, event)
        state: Any = book.state
        found = game_of(preset).win_chances(state) if step % 3 == 0 else None
        if found:
            assert tuple(found.of) == state.players
            assert sum(found.of.values()) == pytest.approx(1)
            assert all(chance >= 0 for chance in found.of.values())
            lost = {*state.gone, *getattr(state, "out", ())} if state.player else ()
            assert [name for name in lost if found.of[name]] == []


@pytest.mark.parametrize("lives", [1, 3, 10])
def test_the_race_of_lives_is_that_of_rounds_that_anybody_may_lose(lives: int) -> None:
    @cache
    def direct(left: tuple[int, ...], seat: int) -> float:
        alive = [place for place, one in enumerate(left) if one]
        if len(alive) == 1:
            return float(alive[0] == seat)
        after = (tuple(one - (place == loser) for place, one in enumerate(left)) for loser in alive)
        return sum(direct(one, seat) for one in after) / len(alive)

    told = _race(((1, 1), (lives + 1, 1), (lives + 2, 1)), last=True)
    for seat, ticks in enumerate((1, lives + 1, lives + 2)):
        assert told[ticks] == pytest.approx(direct((1, lives + 1, lives + 2), seat), abs=0.002)


def test_the_race_of_two_to_the_goal_is_nearly_that_of_the_exact_play_of_pig() -> None:
    state = history_of([Started("pig", NAMES[:2], options={"ends": "at_once", "goal": 60})]).state
    assert chances(state).of["Mia"] == pytest.approx(
        exact_race(play_of("pig", goal=60, ends="at_once")).chance(0, 0), abs=0.02
    )


@pytest.mark.parametrize(
    ("events", "least"),
    [
        ((Started("pig", NAMES[:2], options={"ends": "at_once", "goal": 25}), *(Rolled((6,)),) * 5), 0.99),
        ((Started("threes", NAMES[:2]), Rolled((3, 3, 3, 3, 3)), SetAside((3, 3, 3, 3, 3))), 0.97),
        ((Started("dice-game-depot", NAMES[:2], "Mia"), Rolled((6, 5, 4, 6, 6)), Stopped()), 0.98),
        ((Started("midnight", NAMES[:2]), Rolled((1, 4, 6, 6, 6, 6)), AsideAtMidnight((1, 4, 6, 6, 6, 6))), 0.94),
        ((Started("bar-dice", NAMES[:2], options={"lives": 1}), Rolled((1, 1, 1, 1, 1)), Stopped()), 0.99),
        (
            (Started("farkle", NAMES[:2], options={"goal": 2000}), Rolled((1, 1, 1, 1, 1, 1)), AsideAtFarkle((1,) * 6)),
            0.9,
        ),
    ],
)
def test_who_can_hardly_be_beaten_has_nearly_all(events: tuple[Event, ...], least: float) -> None:
    assert chances(history_of(events).state).of["Mia"] >= least


@pytest.mark.parametrize(
    "start",
    [Started("bar-pot", NAMES), Started("pig", NAMES[:1])],
    ids=["a pot", "alone"],
)
def test_where_nothing_honest_can_be_said_there_are_none(start: Started) -> None:
    state = history_of([start]).state
    assert game_of(state.rules.name).win_chances(state) is None


def test_after_a_correction_they_are_those_of_the_corrected_game() -> None:
    right = (Started("dice-game-depot", NAMES, "Mia"), Rolled((6, 5, 4, 6, 6)))
    wrong = (right[0], Rolled((6, 5, 4, 1, 1)), Corrected(1, (6, 5, 4, 6, 6)))
    assert chances(history_of(wrong).state) == chances(history_of(right).state)


@pytest.mark.parametrize(
    ("preset", "games", "apart", "options"),
    [
        *(("pig", 20, 0.09, {}), ("threes", 60, 0.09, {}), ("dice-game-depot", 60, 0.09, {})),
        *(("shut-the-box", 40, 0.09, {}), ("shut-the-box", 20, 0.09, {"rounds": 3, "outright": False})),
        *(("midnight", 20, 0.09, {}), ("farkle", 5, 0.09, {"goal": 2000}), ("bar-dice", 5, 0.09, {})),
        *(pytest.param(preset, 300, 0.04, {}, marks=pytest.mark.long) for preset in PRESETS),
    ],
)
def test_they_happen_as_often_as_they_say(preset: str, games: int, apart: float, options: Mapping[str, object]) -> None:
    """Compare, in five groups by the chance told, the mean chance with the share of wins."""
    told: list[tuple[float, float]] = []
    for seed in range(games):
        seen = list(played(preset, seed, options))
        state = seen[-1]
        shares = {name: 1.0 for name in [state.winner] if name} or dict.fromkeys(state.tied, 1 / len(state.tied or "1"))
        for one in seen[:-1:6]:
            found = game_of(preset).win_chances(one)
            told += [(chance, shares.get(name, 0.0)) for name, chance in found.of.items()] if found else []
    brier = sum((chance - won) ** 2 for chance, won in told) / len(told)
    blind = sum((1 / 3 - won) ** 2 for _, won in told) / len(told)
    groups = [[one for one in told if low <= one[0] < low + 0.2] for low in (0.0, 0.2, 0.4, 0.6, 0.8)]
    lines = [(len(one), mean(0, one), mean(1, one)) for one in groups if len(one) >= 30]
    print(f"{preset}: {games} games, Brier {brier:.3f} (without figures {blind:.3f})", lines)
    assert brier < blind - 0.01
    assert all(abs(said - won) < apart + 0.6 / many**0.5 for many, said, won in lines), lines


def mean(place: int, told: list[tuple[float, float]]) -> float:
    return sum(one[place] for one in told) / len(told)


def played(preset: str, seed: int, options: Mapping[str, object]) -> Iterator[Any]:
    """Yield the states of a game in which everybody plays as the figures suppose."""
    chance = Random(seed)
    book = GameHistory(Started(preset, NAMES, NAMES[seed % 3], options))
    while book.state.player is not None:
        yield book.state
        book.write(event_of(preset, book.state, chance))
    yield book.state


PLAYS_TO_WIN: dict[str, tuple[Any, Callable[[Any], str]]] = {
    "pig": (None, turn_game("pig").coach.aim),
    "threes": (SetAside, lambda state: "beat" if state.results else "points"),
    "midnight": (AsideAtMidnight, lambda state: "beat" if state.results else "points"),
    "farkle": (AsideAtFarkle, turn_game("farkle").coach.aim),
    "bar-dice": (KeptAtTheBar, lambda state: "stay" if state.results else "hand"),
    "shut-the-box": (lambda tiles: Closed(name_of(tiles)), COACH.aim),
}
"""The event by which dice stay, and the aim of the advice."""


def event_of(preset: str, state: Any, chance: Random) -> Event:
    def roll(many: int) -> Rolled:
        return Rolled(tuple(chance.choices(range(1, 7), k=many)))

    game, turn = game_of(preset), state.turn
    if preset in PLAYS_TO_WIN:
        aside, aim = PLAYS_TO_WIN[preset]
        many = game.expected_tray(state).throw
        if not turn.throws:
            return roll(many)
        coach: Any = game.coach  # type: ignore[attr-defined]
        way = turn_advice(coach, state, aim(state), lowest=game.lowest_wins).choices[0]
        if aside is KeptAtTheBar and sorted(way.dice) != sorted(turn.fresh) and way.do == "roll":
            kept: Event = KeptAtTheBar(way.dice)
            return kept
        if aside not in (None, KeptAtTheBar) and way.dice:
            moved: Event = aside(way.dice)
            return moved
        return Stopped() if way.do == "stop" else roll(many)
    if preset == "yahtzee-official":
        if not turn.rolls or turn.kept:
            return roll(state.must_roll)
        best_way = yahtzee_advice(state, "points").choices[0]
        if best_way.box:
            return Scored(best_way.box)
        return KeptDice(best_way.keep) if best_way.keep else roll(state.must_roll)
    if not turn.rolls:
        return roll(state.must_roll)
    way_on = ship_advice(state, "win" if is_to_win(state) else "points").choices[0]
    return roll(state.must_roll) if way_on.throw else Stopped()
