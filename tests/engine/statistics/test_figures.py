"""The figures of a game, from its events."""

import re
from typing import Any

import pytest

from engine import Event, GameHistory, Renamed, State, game_of, presets_of_all, totals
from engine.games.ship.analysis.review import review as review_of_ship
from engine.games.yahtzee.analysis.review import review as review_of_yahtzee
from engine.history import history_of
from engine.statistics.record import ArchivedGame, Record, faces_of, record_of
from engine.turns.game import TurnGame
from tests.engine.games.written import event_of, facts, game, part_of, shown, start_of, words_of
from tests.engine.turns.strategies import played_out
from tests.web import played

FIGURES = """
the scores are those of finished turns, and the best is the highest
    dice-game-depot: t12 t2 > kind ship_captain_crew, preset dice-game-depot, over yes, rolls 2, events 5, looked_back yes
    dice-game-depot: t12 t2 > name Ann Ben, total 12 2, won yes no, scores 12 2, best 12 2, chips - -
    pig: 6 6 . 1 > total 12 0, scores 12 0, best 12 -, whole no no
in games of one turn the total is the best, without roll-offs
    threes: 33333 +33333 33333 +33333 11111 +11111 22222 +22222 > won yes no, scores 0 0, best 0 0, whole yes yes
    threes players=Ann,Ben,Cid: 11111 +11111 33333 +33333 left:Cid > over yes, best 5 0 -, whole yes yes no
    threes players=Ann,Ben,Cid: 11111 +11111 33333 +33333 left:Cid > merits Ann 1/-5 Ben 1/0 Cid 0/0
roll-offs of Ship, Captain, Crew are turns too
    dice-game-depot: t12 t12 t2 t12 > won no yes, scores 12/2 12/12
the luckiest roll of each player has its dice
    dice-game-depot: t12 t2 > hindsight.best_roll.dice 6/5/4/6/6 6/5/4/1/1
chips are kept in a game for a pot and in no other
    bar-pot: $5 65411 > chips -5 -5
a game that was left is won by who stayed
    dice-game-depot: 65311 left:Ann > won no yes, scores - -
feats are counted in the order of the game
    yahtzee-official players=Ann: 66666 =yahtzee 66666 =sixes > over no, feats 0/2, total 180
    midnight: 666614 +666614 111111 +111111 > feats 1 0
    farkle: 111222 +111222 . > feats 1 0
    bar-dice: 11111 . 22222 > feats 0/0 0/1
    pig: 6 . > feats - -
rules that the coach does not know have no hindsight
    yahtzee-official players=Ann boxes=sixes: 66123 =sixes > over yes, looked_back yes, hindsight -
dice count as they fell, held ones once, and those that decide who starts; none where a stand was taken back
    dice-game-depot: 65111 422 33 > faces 3/2/2/1/1/1
    dice-game-depot: 65111 422 fix:1:65112 > faces 2/3/0/1/1/1, corrections 1
    dice-game-depot: 65311 222 fix:1:65411 33 > faces 2/3/2/1/1/1, corrections 1
    dice-game-depot: 65466 . ! 23 > faces 0/1/1/1/1/3, corrections 0
    dice-game-depot starter=?: 123 > faces 1/1/1/0/0/0
those entered by hand do not count
    dice-game-depot: told:65111 422 fix:1:65112 > faces 0/2/0/1/0/0, corrections 1
"""  # noqa: E501

BEGUN = """
who has just begun has no scores
    : > name Ann Ben, scores - -, won no no
"""


def kept(*events: Event, moments: tuple[float, ...] = ()) -> ArchivedGame:
    return ArchivedGame(7, 1.8e9, events, moments or tuple(played.moments_of(events)))


def record(*events: Event) -> Record:
    return record_of(kept(*events), look_back=True)


def said(value: Any) -> str:
    match value:
        case dict():
            return " ".join(f"{name} {said(one)}" for name, one in value.items())
        case tuple():
            return "/".join(map(str, value)) or "-"
    return shown(value)


@facts((FIGURES,), (BEGUN, *presets_of_all()))
def test_the_figures_of_a_game(case: str) -> None:
    """The keys of a case are those of the record, or of each player's part."""
    rules, rest = re.split(r":(?= )", case, maxsplit=1)
    words, expected = re.split(r"(?:^| )> ", rest, maxsplit=1)
    book = game_of_words(rules, words)
    found = record(*book.events)
    assert (found.number, found.clock) == (7, 1.8e9)
    for item in expected.split(", "):
        key, _, value = item.partition(" ")
        if key in ("faces", "merits"):
            assert said(faces_of(kept(*book.events)) if key == "faces" else book.game.merits(book.state)) == value
        elif hasattr(found, key):
            assert said(getattr(found, key)) == value
        else:
            assert " ".join(said(part_of(part, key.split("."))) for part in found.parts) == value, key


def game_of_words(rules: str, words: str) -> GameHistory:
    start = start_of(rules)
    return history_of([start, *(event_of(start.preset, word) for word in words_of(words))])


def test_luck_and_costs_are_those_of_the_coach() -> None:
    ann, ben = (one.hindsight for one in record(*game("dice-game-depot", "t12 t2").events).parts)
    assert ann is not None
    assert ben is not None
    assert ann.cost == 0
    assert ann.luck == pytest.approx(12 - 4.0846, abs=0.001)
    assert ann.best_roll is not None
    assert ann.best_roll.luck == ann.luck
    assert ben.cost > 3
    twelve_in_two_throws = 1 - (35 / 36) ** 2
    assert ben.to_win == pytest.approx(twelve_in_two_throws / 2), "he could have had a roll-off"


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


def test_dice_of_another_table_do_not_count() -> None:
    """An imported game has no times."""
    assert sum(faces_of(kept(*game("dice-game-depot", "t12").events, moments=(0.0, 0.0, 0.0)))) == 0


@pytest.mark.parametrize("preset", [preset for preset in presets_of_all() if isinstance(game_of(preset), TurnGame)])
def test_a_game_of_turns_in_figures(preset: str) -> None:
    book = played_out(preset)
    found = record_of(kept(*book.events), look_back=True)
    assert (found.kind, found.preset, found.over) == (game_of(preset).kind, preset, True)
    assert {one.name: one.total for one in found.parts} == totals(book.state)
    assert [one.name for one in found.parts if one.won] == [book.state.winner]
    mia = found.parts[0].hindsight
    assert mia is not None
    assert mia.decisions >= 0
    assert mia.cost >= 0


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
