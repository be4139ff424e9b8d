"""Ship of Fools to 21."""

import json

import pytest
from hypothesis import given, settings

from engine import (
    BadRules,
    Corrected,
    GameHistory,
    Left,
    Phase,
    Started,
    dump,
    history_of,
    load,
    next_game,
    rules_of,
    totals,
)
from engine.games.ship.analysis.advice import advise
from engine.line_protocol import Conversation
from tests.engine.evenings import corrects_back, refusal, something, tells_it_all
from tests.engine.games.ship.playing import event_of, game, said, turn, words_of
from tests.engine.games.ship.strategies import EVENINGS, action

FOOLS = "ship-of-fools"


def played(*cargoes: int) -> GameHistory:
    """Return a game with these cargoes, 0 for none. Ann begins the first round, Ben the second."""
    return game(" ".join(map(turn, cargoes)), FOOLS)


def test_the_scores_of_all_rounds_add_up() -> None:
    state = played(10, 4, 0, 7).state
    assert totals(state) == {"Ann": 17, "Ben": 4}
    assert (state.phase, state.round, state.winner) == (Phase.ROUND, 3, None)


def test_the_round_in_which_somebody_reaches_21_is_played_to_its_end() -> None:
    book = played(9, 12, 9)
    assert totals(book.state) == {"Ann": 9, "Ben": 21}
    assert (book.state.player, book.state.winner) == ("Ann", None)
    said(book, "65432")
    assert "won" in words_of(said(book, "."))
    assert (book.state.phase, book.state.winner, book.state.round) == (Phase.OVER, "Ben", 2)
    assert totals(book.state) == {"Ann": 14, "Ben": 21}


@pytest.mark.parametrize(
    ("cargoes", "winner", "end"),
    [
        pytest.param((12, 9, 10, 9), "Ann", {"Ann": 21, "Ben": 19}, id="21 are enough"),
        pytest.param((10, 12, 12, 12), "Ben", {"Ann": 22, "Ben": 24}, id="of two who have 21 the one who leads"),
        pytest.param((10, 10, 10, 10, 0, 2), "Ben", {"Ann": 20, "Ben": 22}, id="20 are not"),
    ],
)
def test_who_leads_with_21_or_more_has_won(cargoes: tuple[int, ...], winner: str, end: dict[str, int]) -> None:
    state = played(*cargoes).state
    assert (state.phase, state.winner, totals(state)) == (Phase.OVER, winner, end)


def test_the_game_goes_on_where_who_has_21_leaves_and_then_the_most_of_those_present_win() -> None:
    book = game(" ".join(map(turn, (10, 11, 12, 12))), FOOLS, "Ann Ben Cid")
    book.write(Left("Cid"))
    for word in " ".join(map(turn, (5, 5))).split():
        book.write(event_of(word))
    assert (book.state.phase, totals(book.state)) == (Phase.ROUND, {"Ann": 15, "Ben": 16, "Cid": 24})
    for word in " ".join(map(turn, (6, 2))).split():
        book.write(event_of(word))
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": 17, "Ben": 22, "Cid": 24})


def test_those_who_lead_together_roll_off_in_the_order_of_the_round() -> None:
    state = played(10, 11, 10, 11).state
    assert (state.phase, state.tied, totals(state)) == (Phase.ROLLOFF, ("Ben", "Ann"), {"Ann": 21, "Ben": 21})
    again = played(10, 11, 10, 11, 5, 5).state
    assert (again.phase, again.winner) == (Phase.ROLLOFF, None)
    over = played(10, 11, 10, 11, 5, 6).state
    assert (over.phase, over.winner, totals(over)) == (Phase.OVER, "Ann", {"Ann": 21, "Ben": 21})


def test_who_leaves_the_roll_off_that_decides_the_game_does_not_win_it() -> None:
    for leavers, winner in ((("Ann",), "Ben"), (("Ann", "Ben"), "Cid")):
        book = game(" ".join(map(turn, (10, 11, 3, 2, 3, 11, 10, 3, 12))), FOOLS, "Ann Ben Cid Dan")
        assert (book.state.phase, book.state.player) == (Phase.ROLLOFF, "Ben")
        for name in leavers:
            book.write(Left(name))
        for word in turn(5).split() if book.state.phase is Phase.ROLLOFF else ():
            book.write(event_of(word))
        assert book.state.winner == winner


def test_a_correction_takes_the_victory_back_and_the_game_goes_on() -> None:
    book = played(12, 9, 10, 9)
    book.write(Corrected(1, (6, 5, 4, 5, 6)))
    assert (book.state.phase, book.state.round, totals(book.state)) == (Phase.ROUND, 3, {"Ann": 20, "Ben": 19})
    book.write(Corrected(1, (6, 5, 4, 6, 6)))
    assert book.state.winner == "Ann"


def test_a_game_survives_its_log() -> None:
    for book in (played(), played(12, 9, 10), played(10, 11, 10, 11), played(12, 9, 10, 9)):
        assert history_of(load(dump(book.events))).state == book.state


@given(EVENINGS)
@settings(max_examples=30)
def test_a_whole_evening_keeps_the_laws_of_every_game(steps: list[int]) -> None:
    book = GameHistory(Started(FOOLS, ("A", "B", "C"), "A"))
    for number in steps:
        if event := something(book, number, action):
            refusal(book, event)
        most = max(totals(book.state).values())
        assert most >= 21 or book.state.phase is not Phase.OVER or len(book.state.present) < 2
    tells_it_all(book)
    corrects_back(history_of(book.events), steps[0])


def test_the_next_game_is_ship_of_fools_again() -> None:
    assert next_game(played(12, 9, 10, 9).state) == Started(FOOLS, ("Ann", "Ben"), "Ann")


def test_the_coach_plays_for_points() -> None:
    advice = advise(game("65432", FOOLS).state, "points")
    assert advice.best.throw == 2


def test_its_length_is_no_option_and_its_dice_are() -> None:
    assert rules_of(FOOLS, {"dice": 6}).dice == 6
    with pytest.raises(BadRules, match="there is no option “match”"):
        rules_of(FOOLS, {"match": "rounds(3)"})


def test_it_is_played_by_lines() -> None:
    conversation = Conversation()

    def told(**line: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(conversation.answer(json.dumps(line)))
        return answer

    told(new={"preset": FOOLS, "players": ["Ann", "Ben"], "starter": "Ann"})
    for dice in ([6, 5, 4, 6, 6], [6, 5, 4, 5, 4], [6, 5, 4, 5, 5], [6, 5, 4, 5, 4]):
        assert told(roll=dice)["ok"]
        last = told(stop=True)
    assert last["state"]["winner"] == "Ann"  # type: ignore[index]
