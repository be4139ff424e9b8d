"""Corrections of rolls in this turn and earlier ones, and undo."""

import pytest

from engine import (
    BadLog,
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Phase,
    Refused,
    Renamed,
    Rolled,
    Started,
    Stopped,
    Undone,
    fold,
)
from tests.engine.games.ship.playing import event_of, events_of, faces_of, game, turn

START = Started("rounds", ("A", "B"), "A")


def correct(book: GameHistory, roll: int, dice: str) -> GameHistory:
    book.write(Corrected(roll, faces_of(dice)))
    return book


@pytest.mark.parametrize(
    ("words", "roll", "dice", "leads_to"),
    [
        ("64221", 1, "65221", {"player": "Ann", "held": (6, 5), "aside": []}),
        ("64221 5462", 1, "54221", {"player": "Ann", "held": (), "taken": 1, "aside": [2]}),
        ("64221 5462 55", 2, "5431", {"player": "Ben", "scores": {"Ann": 10, "Ben": None}, "aside": []}),
        ("65433 . 65454", 1, "65333", {"phase": Phase.ROUND, "player": "Ann", "taken": 1, "waiting": [2]}),
        (f"{turn(5)} {turn(9)}", 1, "65466", {"winner": "Ann"}),
        (f"{turn(5)} {turn(9)}", 1, "65454", {"phase": Phase.ROLLOFF, "winner": None}),
        (f"{turn(9)} {turn(9)} {turn(5)} {turn(4)}", 2, "65455", {"winner": "Ben", "rolloffs": 0, "aside": []}),
    ],
)
def test_a_correction_leads_to_the_game_as_it_was_really_thrown(
    words: str, roll: int, dice: str, leads_to: dict[str, object]
) -> None:
    book = correct(game(words), roll, dice)
    seen = {name: getattr(book.state, name, getattr(book.state.turn, name, None)) for name in leads_to}
    seen |= {name: [entry.roll for entry in getattr(book, name)] for name in leads_to if name in ("aside", "waiting")}
    assert seen == leads_to


def test_turns_of_others_that_waited_are_played_once_the_turn_before_is() -> None:
    book = correct(game(f"65433 . {turn(9)}", players="Ann Ben Cid"), 1, "65333")
    for word in ("411", "."):
        book.write(event_of(word))
    assert (book.state.player, book.state.scores) == ("Cid", {"Ann": 2, "Ben": 9, "Cid": None})
    assert book.waiting == []


def test_the_turns_of_a_round_follow_their_players_when_another_starts() -> None:
    book = game(f"661 111 {turn(5)} {turn(9)}", starter="?")
    assert book.state.winner == "Ben"
    assert correct(book, 2, "666").state.winner == "Ben"
    assert book.state.starter == "Ben"
    assert book.state.scores == {"Ben": 9, "Ann": 5}


def test_what_was_set_aside_is_gone_once_play_goes_on() -> None:
    book = correct(game("64221 5462"), 1, "54221")
    book.write(Rolled((2, 2, 3, 3, 3)))
    with pytest.raises(Refused, match="Roll 2 no longer counts: it was rolled again"):
        book.roll_of(2)
    assert correct(book, 3, "65432").state.turn.cargo == (3, 2)


def test_a_leader_who_passed_must_throw_when_a_correction_takes_the_lead() -> None:
    book = game("65444 22233 65433 - 33", "all-about-dice")
    assert correct(book, 1, "65411").state.player == "Ann"
    assert [type(entry.event).__name__ for entry in book.aside] == ["Passed"]


def test_a_correction_long_ago_moves_the_pot() -> None:
    book = game(f"{turn(5)} {turn(9)} {turn(7)} {turn(3)}", "bar-pot", ante=2, match="rounds(2)")
    chips = dict(book.state.money.chips)
    correct(book, 1, "65466")
    assert dict(book.state.money.chips) == {"Ann": chips["Ann"] + 4, "Ben": chips["Ben"] - 4}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Corrected(0, (1,) * 5), "no_such_roll"),
        (Corrected(9, (1,) * 5), "no_such_roll"),
        (Corrected(1, (1,) * 4), "wrong_number"),
        (Corrected(1, (1, 2, 3, 4, 7)), "not_a_face"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(event: Corrected, code: str) -> None:
    book = game("64221")
    before = book.state
    with pytest.raises(Refused) as refusal:
        book.write(event)
    assert (refusal.value.code, book.state, len(book.events)) == (code, before, 2)


def test_a_roll_entered_by_hand_is_undone_and_one_that_was_seen_is_not() -> None:
    book = GameHistory(START)
    book.write(Rolled((6, 5, 3, 2, 1)))
    seen = book.state
    book.write(Rolled((4, 2, 2), told=True))
    book.write(Stopped())
    book.write(Undone())
    book.write(Undone())
    assert book.state == seen
    with pytest.raises(Refused, match="A roll seen by the camera can’t be undone: fix it if it was misread"):
        book.write(Undone())
    book.write(Rolled((4, 6, 6), told=True))
    assert (book.rolls, book.roll_of(3)) == (3, (4, 6, 6))
    with pytest.raises(Refused, match="Roll 2 no longer counts: it was rolled again"):
        book.roll_of(2)
    assert fold(book.events) == book.state


def test_a_stand_is_taken_back() -> None:
    book = game("65433")
    before = book.state
    for event in (Stopped(), Undone()):
        book.write(event)
    assert book.state == before


def test_what_was_held_released_paid_and_joined_is_taken_back_one_by_one() -> None:
    book = game("$3", "bar-pot", cargo_reroll="each")
    start = game("", "bar-pot", cargo_reroll="each").state
    book.write(Joined("Cid"))
    for _ in range(2):
        book.write(Undone())
    assert book.state == start
    with pytest.raises(Refused, match="Nothing to undo"):
        book.write(Undone())
    book = game("65433 +3 +3 ~3", "rounds")
    for _ in range(3):
        book.write(Undone())
    assert book.state == game("65433", "rounds").state


STAYS, CORRECTED = "A roll seen by the camera can’t be undone: fix it if it was misread", "A fix can’t be undone: fix"


@pytest.mark.parametrize(
    ("book", "why"),
    [
        (game("65433"), STAYS),
        (game("65433 . !"), STAYS),
        (game("65433 . 22233"), STAYS),
        (correct(game("65433"), 1, "65422"), CORRECTED),
        (game(""), "Nothing to undo"),
    ],
)
def test_what_cannot_be_undone_says_why(book: GameHistory, why: str) -> None:
    with pytest.raises(Refused, match=why):
        book.write(Undone())


def test_who_left_stays_away_and_a_new_name_stays_when_an_early_roll_is_corrected() -> None:
    book = game(f"{turn(5)} 22233", players="Ann Ben Cid")
    for event in (Left("Cid"), Renamed("Ann", "Eve")):
        book.write(event)
    correct(book, 1, "65422")
    assert (book.state.scores["Eve"], book.state.present) == (4, ("Eve", "Ben"))


def test_reaching_back_past_the_turn_that_is_on_must_be_confirmed() -> None:
    book = game(f"{turn(5)} 65433")
    assert book.asks(Corrected(2, (6, 5, 4, 1, 1))) is None
    assert "may change the winner" in (book.asks(Corrected(1, (6, 5, 4, 1, 1))) or "")
    assert book.asks(Undone()) is None
    over = game(f"{turn(5)} {turn(9)}")
    assert "may change the winner" in (over.asks(Corrected(2, (6, 5, 4, 1, 1))) or "")
    assert "may change the winner" in (over.asks(Undone()) or "")


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([], id="empty"),
        pytest.param([Rolled((1, 1, 1, 1, 1))], id="no start"),
        pytest.param([START, Undone()], id="nothing to take back"),
        pytest.param([START, Corrected(1, (1,) * 5)], id="nothing to correct"),
        pytest.param([START] * 2, id="two starts"),
        pytest.param([START, Rolled((1,))], id="too few dice"),
        pytest.param([START, Rolled((1, 1, 1, 1, 9))], id="no such face"),
        pytest.param([START, Stopped()], id="stopped too soon"),
        pytest.param(
            [Started("dice-game-depot", ("A", "B"), "A"), *events_of(f"{turn(5)} {turn(4)} .")], id="after the end"
        ),
    ],
)
def test_an_impossible_log_is_refused(events: list[Event]) -> None:
    with pytest.raises(BadLog):
        fold(events)
