"""The figures of a game, from its events."""

import pytest

from engine import (
    Anted,
    Corrected,
    Event,
    Left,
    Renamed,
    Rolled,
    Scored,
    Started,
    State,
    Stopped,
    Undone,
    game_of,
    presets_of_all,
    totals,
)
from engine.games.ship.analysis.review import review as review_of_ship
from engine.games.yahtzee.analysis.review import review as review_of_yahtzee
from engine.history import history_of
from engine.statistics.record import ArchivedGame, Record, faces_of, record_of
from engine.turns.game import TurnGame
from tests.engine.games.written import game
from tests.engine.turns.test_review import OVER
from tests.web import played

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
MIA, JONAS = (Rolled((6, 5, 4, 6, 6)), Stopped()), (Rolled((6, 5, 4, 1, 1)), Stopped())


def kept(*events: Event, moments: tuple[float, ...] = ()) -> ArchivedGame:
    return ArchivedGame(7, 1.8e9, events, moments or tuple(played.moments_of(events)))


def record(*events: Event) -> Record:
    return record_of(kept(*events), look_back=True)


def test_a_game_of_ship_captain_crew_in_figures() -> None:
    found = record(START, *MIA, *JONAS)
    assert (found.number, found.clock, found.kind, found.preset) == (7, 1.8e9, "ship_captain_crew", "dice-game-depot")
    assert (found.over, found.rolls, found.events, found.looked_back) == (True, 2, 5, True)
    assert [(one.name, one.total, one.won, one.scores) for one in found.parts] == [
        ("Mia", 12, True, (12,)),
        ("Jonas", 2, False, (2,)),
    ]
    assert [one.best for one in found.parts] == [12, 2]
    mia, jonas = (one.hindsight for one in found.parts)
    assert mia is not None
    assert jonas is not None
    assert mia.cost == 0
    assert mia.luck == pytest.approx(12 - 4.0846, abs=0.001)
    assert jonas.cost > 3
    twelve_in_two_throws = 1 - (35 / 36) ** 2
    assert jonas.to_win == pytest.approx(twelve_in_two_throws / 2), "he could have had a roll-off"


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(played.ship(5), id="ship, captain, crew"),
        pytest.param(played.yahtzee(3), id="yahtzee"),
    ],
)
def test_the_luckiest_roll_of_each_player_is_one_of_the_coachs(events: tuple[Event, ...]) -> None:
    history = history_of(events)
    steps = [(entry.before, entry.event) for entry in history.played]
    is_ship = isinstance(history.state, State)
    luck: dict[str, list[tuple[float, tuple[int, ...]]]] = {name: [] for name in history.state.players}
    if is_ship:
        found = review_of_ship(steps)
        assert found is not None
        for roll in found.rolls:
            luck[history.state.players[roll.seat]].append((round(roll.luck, 6), roll.dice))
    else:
        for one in review_of_yahtzee(steps).rolls:
            luck[one.player].append((round(one.luck, 6), one.dice))
    for part in record(*events).parts:
        assert part.hindsight is not None
        best = part.hindsight.best_roll
        assert best is not None
        assert best.luck == max(points for points, _ in luck[part.name])
        assert (best.luck, best.dice) in luck[part.name]


def test_a_midnight_is_the_luckiest_roll_of_its_player() -> None:
    best = [one.hindsight.best_roll for one in record(START, *MIA, *JONAS).parts if one.hindsight]
    assert best[0] is not None
    assert best[0].dice == (6, 5, 4, 6, 6)
    assert best[0].luck == pytest.approx(12 - 4.0846, abs=0.001)
    assert best[1] is not None
    assert best[1].dice == (6, 5, 4, 1, 1)


def test_chips_are_kept_in_a_game_for_a_pot_and_in_no_other() -> None:
    pot = Started("bar-pot", ("Mia", "Jonas"), "Mia", {"stakes": "pot(first_shooter)"})
    found = record_of(kept(pot, Anted(5), Rolled((6, 5, 4, 1, 1))), look_back=False)
    assert [(one.name, one.chips) for one in found.parts] == [("Mia", -5), ("Jonas", -5)]
    assert [one.chips for one in record(START, *MIA).parts] == [None, None]


def test_rolloffs_are_turns_too() -> None:
    found = record(START, *MIA, *MIA, *JONAS, *MIA)
    assert [(one.won, one.scores) for one in found.parts] == [(False, (12, 2)), (True, (12, 12))]


def test_a_game_of_yahtzee_in_figures() -> None:
    start = Started("yahtzee-official", ("Mia",))
    first = [Rolled((6, 6, 6, 6, 6)), Scored("yahtzee"), Rolled((6, 6, 6, 6, 6)), Scored("sixes")]
    found = record_of(kept(start, *first), look_back=False)
    assert not found.over
    assert (found.parts[0].feats, found.parts[0].total) == ((0, 2), 180)
    assert found.parts[0].hindsight is None


def test_who_fills_a_card_alone_has_won_nothing() -> None:
    found = record_of(kept(*played.yahtzee(3, players=("Mia",))), look_back=True)
    [mia] = found.parts
    assert (found.over, mia.whole, mia.won, mia.best) == (True, True, False, mia.total)
    assert mia.hindsight is not None
    assert mia.hindsight.decisions == found.rolls
    assert 254.5877 + mia.hindsight.luck - mia.hindsight.cost == pytest.approx(mia.total, abs=0.01)


def test_who_is_renamed_in_the_middle_has_one_account() -> None:
    events = list(played.yahtzee(3))
    events.insert(60, Renamed("Mia", "Maria"))
    maria, jonas = record_of(kept(*events), look_back=True).parts
    plain, other = record_of(kept(*played.yahtzee(3)), look_back=True).parts
    assert (maria.name, jonas.name) == ("Maria", "Jonas")
    for part, whole in ((maria.hindsight, plain.hindsight), (jonas.hindsight, other.hindsight)):
        assert part is not None
        assert whole is not None
        assert part.luck == pytest.approx(whole.luck)
        assert part.cost == pytest.approx(whole.cost)
        assert part.decisions == whole.decisions


def test_rules_that_the_coach_does_not_know_have_no_hindsight() -> None:
    start = Started("yahtzee-official", ("Mia",), None, {"boxes": ["sixes"]})
    found = record(start, Rolled((6, 6, 1, 2, 3)), Scored("sixes"))
    assert (found.over, found.looked_back, found.parts[0].hindsight) == (True, True, None)


def test_a_game_that_was_left_is_won_by_who_stayed() -> None:
    found = record(START, Rolled((6, 5, 3, 1, 1)), Left("Mia"))
    assert [(one.won, one.scores) for one in found.parts] == [(False, ()), (True, ())]


FIVE, SHIP, TOLD = Rolled((6, 5, 1, 1, 1)), Rolled((6, 5, 3, 1, 1)), Rolled((6, 5, 1, 1, 1), told=True)


@pytest.mark.parametrize(
    ("events", "faces"),
    [
        ((FIVE, Rolled((4, 2, 2)), Rolled((3, 3))), (3, 2, 2, 1, 1, 1)),  # held ones only once
        ((FIVE, Rolled((4, 2, 2)), Corrected(1, (6, 5, 1, 1, 2))), (2, 3, 0, 1, 1, 1)),  # as it fell
        ((SHIP, Rolled((2, 2, 2)), Corrected(1, (6, 5, 4, 1, 1)), Rolled((3, 3))), (2, 3, 2, 1, 1, 1)),  # thrown again
        ((*MIA, Undone(), Rolled((2, 3))), (0, 1, 1, 1, 1, 3)),  # a stand was taken back, no throw
        ((TOLD, Rolled((4, 2, 2)), Corrected(1, (6, 5, 1, 1, 2))), (0, 2, 0, 1, 0, 0)),  # entered by hand
    ],
)
def test_the_dice_count_that_were_thrown_as_they_fell(events: tuple[Event, ...], faces: tuple[int, ...]) -> None:
    assert faces_of(kept(START, *events)) == faces
    assert record(START, *events).corrections == sum(isinstance(event, Corrected) for event in events)


def test_dice_of_another_table_do_not_count() -> None:
    """An imported game has no times."""
    assert sum(faces_of(kept(START, *MIA, moments=(0.0, 0.0, 0.0)))) == 0


def test_dice_that_decide_who_starts_count() -> None:
    assert sum(faces_of(kept(Started("dice-game-depot", ("Mia", "Jonas")), Rolled((1, 2, 3))))) == 3


@pytest.mark.parametrize("preset", [preset for preset in presets_of_all() if isinstance(game_of(preset), TurnGame)])
def test_a_game_of_turns_in_figures(preset: str) -> None:
    words, options = OVER[preset]
    book = game(preset, words, "Mia Jonas", "", **options)
    found = record_of(kept(*book.events), look_back=True)
    assert (found.kind, found.preset, found.over) == (game_of(preset).kind, preset, True)
    assert {one.name: one.total for one in found.parts} == totals(book.state)
    assert [one.name for one in found.parts if one.won] == [book.state.winner]
    mia = found.parts[0].hindsight
    assert mia is not None
    assert mia.decisions > 0
    assert mia.cost >= 0


def test_the_scores_of_games_of_turns_are_those_of_their_turns_without_rolloffs() -> None:
    pig = record_of(kept(*game("pig", "6 6 . 1", "Mia Jonas").events), look_back=False)
    assert [(one.scores, one.best, one.whole, one.total) for one in pig.parts] == [
        ((12,), 12, False, 12),
        ((0,), None, False, 0),
    ]
    tie = game("threes", "33333 +33333 33333 +33333 11111 +11111 22222 +22222", "Mia Jonas")
    assert tie.state.winner == "Mia"
    threes = record_of(kept(*tie.events), look_back=False)
    assert [(one.scores, one.best, one.whole) for one in threes.parts] == [((0,), 0, True), ((0,), 0, True)]


@pytest.mark.parametrize(
    ("preset", "words", "feats"),
    [
        pytest.param("midnight", "666614 +666614 111111 +111111", [(1,), (0,)], id="midnight"),
        pytest.param("farkle", "111222 +111222 .", [(1,), (0,)], id="farkle"),
        pytest.param("bar-dice", "11111 . 22222", [(0, 0), (0, 1)], id="bar dice"),
        pytest.param("pig", "6 .", [(), ()], id="pig"),
    ],
)
def test_feats_are_counted_in_the_order_of_the_game(preset: str, words: str, feats: list[tuple[int, ...]]) -> None:
    found = record_of(kept(*game(preset, words, "Mia Jonas").events), look_back=False)
    assert [one.feats for one in found.parts] == feats


def test_who_had_no_turn_of_threes_has_no_score() -> None:
    book = game("threes", "11111 +11111 33333 +33333", "Mia Jonas Lin")
    book.write(Left("Lin"))
    found = record_of(kept(*book.events), look_back=False)
    assert found.over
    assert [(one.best, one.whole) for one in found.parts] == [(5, True), (0, True), (None, False)]
    assert book.game.merits(book.state) == {"Mia": (1, -5), "Jonas": (1, 0), "Lin": (0, 0)}


def test_a_low_total_of_threes_is_luck() -> None:
    mia, jonas = record_of(kept(*game("threes", "33333 +33333 66666 +66666").events), look_back=True).parts
    assert mia.hindsight is not None
    assert jonas.hindsight is not None
    assert mia.hindsight.luck == pytest.approx(6.253979, abs=1e-6)
    assert mia.hindsight.best_roll is not None
    assert mia.hindsight.best_roll.dice == (3, 3, 3, 3, 3)
    assert mia.hindsight.best_roll.luck == mia.hindsight.luck
    assert jonas.hindsight.luck < 0
    assert (jonas.hindsight.cost, jonas.hindsight.decisions) == (0, 0), "against a result the chance to win counts"


@pytest.mark.parametrize("preset", presets_of_all())
def test_a_game_that_has_just_begun_has_players_without_scores(preset: str) -> None:
    parts = record(Started(preset, ("Ann", "Ben"), "Ann")).parts
    assert [(part.name, part.scores, part.won) for part in parts] == [("Ann", (), False), ("Ben", (), False)]
