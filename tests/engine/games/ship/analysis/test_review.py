"""The review of a game."""

import random

import pytest

from engine import GameHistory, Joined, Left, Renamed, Rolled, Started, Stopped, rules_of
from engine.games.ship.analysis.advice import advise
from engine.games.ship.analysis.chances import odds
from engine.games.ship.analysis.review import Review, review
from tests.engine.evenings import played_at_random
from tests.engine.games.ship.playing import MISS, game, turn
from tests.engine.games.ship.strategies import action


def looked_back(book: GameHistory) -> Review:
    """Return the review of the game."""
    found = review([(entry.before, entry.event) for entry in book.played])
    assert found is not None
    return found


def played_anyhow(preset: str, seed: int, **options: object) -> GameHistory:
    return played_at_random(Started(preset, ("Ann", "Ben"), "Ann", options), action, random.Random(seed))


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("dice-game-depot", {}),
        ("rounds", {}),
        ("rounds", {"anchor_bonus": 1, "auto_hold": False, "cargo_unhold": False}),
        ("bar-pot", {}),
        ("dice-game-depot", {"sequences": "either", "progress": "switch"}),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_luck_and_costs_add_up_to_the_scores(preset: str, options: dict[str, object], seed: int) -> None:
    book = played_anyhow(preset, seed, **options)
    found = looked_back(book)
    assert found.mean == pytest.approx(float(odds(rules_of(preset, options)).expected_score))
    for seat in range(2):
        turns = [one.turn.score or 0 for one in found.taken if one.seat == seat]
        luck = sum(one.luck for one in found.rolls if one.seat == seat)
        cost = sum(one.cost for one in found.decisions if one.seat == seat)
        assert len(turns) * found.mean + luck - cost == pytest.approx(sum(turns))
    assert all(one.cost >= 0 and (one.to_win is None or one.to_win >= 0) for one in found.decisions)


@pytest.mark.parametrize("seed", range(2))
def test_roll_by_roll_there_is_luck_and_every_turn_but_no_decision(seed: int) -> None:
    book = played_anyhow("all-about-dice", seed)
    found = looked_back(book)
    assert found.decisions == ()
    assert len(found.rolls) == book.rolls
    scores = [played.scores for played in book.state.rounds]
    for number, by_name in enumerate(scores, 1):
        taken = {one.turn.player: one.turn.score for one in found.taken if one.round == number}
        assert taken == dict(by_name)


def test_a_decision_costs_what_the_coach_says() -> None:
    """Ann has 7 and throws again."""
    book = game("654 5 2".replace(" ", ""), players="Ann Ben")
    by_points, to_win = (advise(book.state, aim).choices for aim in ("points", "win"))
    cost = next(one.cost for one in by_points if one.throw == 2)
    given_up = next(one.cost for one in to_win if one.throw == 2)
    for event in (Rolled((1, 1)), Stopped()):
        book.write(event)
    threw, stood = looked_back(book).decisions
    assert (threw.dice, threw.threw, stood.threw) == ((5, 2), 2, 0)
    assert threw.cost == pytest.approx(cost)
    assert threw.to_win == pytest.approx(given_up)


def test_who_must_beat_eleven_gives_up_points_and_no_chances() -> None:
    found = looked_back(game(f"{turn(11)} 65455 11 ."))
    assert found.decisions[-2].cost > 0
    assert found.decisions[-2].to_win == pytest.approx(0)


def test_the_luckiest_roll_is_five_dice_at_once() -> None:
    found = looked_back(game("65466 ."))
    (roll,) = found.rolls
    assert roll.luck == pytest.approx(12 - found.mean)
    assert found.decisions[0].cost == 0


def test_a_rolloff_is_a_turn_of_its_own() -> None:
    found = looked_back(game(f"{turn(7)} {turn(7)} {turn(4)} {turn(9)}"))
    assert [(one.seat, one.rolloff, one.turn.score) for one in found.taken] == [
        (0, 0, 7),
        (1, 0, 7),
        (0, 1, 4),
        (1, 1, 9),
    ]


def test_who_is_renamed_keeps_the_seat_and_who_leaves_ends_no_turn() -> None:
    book = game(f"{turn(7)} 65233", players="Ann Ben Cid")
    for event in (Renamed("Ann", "Anna"), Left("Ben"), Rolled((6, 5, 4, 6, 6)), Stopped()):
        book.write(event)
    assert [(one.seat, one.turn.score) for one in looked_back(book).taken] == [(0, 7), (2, 12)]


def test_there_is_nothing_to_look_back_on_before_the_first_turn() -> None:
    book = game("", starter="?")
    book.write(Joined("Cid"))
    book.write(Rolled((1, 2, 3)))
    assert review([(entry.before, entry.event) for entry in book.played]) is None


def test_three_misses_are_bad_luck_and_nobodys_fault() -> None:
    found = looked_back(game(" ".join([MISS] * 3)))
    assert sum(one.luck for one in found.rolls) == pytest.approx(-found.mean)
    assert found.decisions == ()
