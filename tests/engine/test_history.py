"""Corrections of rolls in this turn and earlier ones, and undo."""

import pytest

from engine import BadLog, Corrected, Event, Phase, Rolled, Started, Stopped, Undone, fold
from tests.engine.games.ship.playing import events_of, faces_of, game, turn
from tests.engine.games.written import facts, holds

START = Started("rounds", ("A", "B"), "A")

CORRECTED = """
turns of others that waited are played once the turn before is
    players=Ann,Ben,Cid: 65433 . t9 fix:1:65333 411 . > player Cid, scores Ann 2 Ben 9 Cid -, waiting 0
the turns of a round follow their players when another starts
    starter=?: 661 111 t5 t9 > winner Ben
    starter=?: 661 111 t5 t9 fix:2:666 > winner Ben, starter Ben, scores.Ben 9, scores.Ann 5
what was set aside is gone once play goes on
    : 64221 5462 fix:1:54221 22333 fix:2:1111 > code roll_set_aside, refused That roll no longer counts
    : 64221 5462 fix:1:54221 22333 fix:3:65432 > turn.cargo 32
a leader who passed must throw when a correction takes the lead
    all-about-dice: 65444 22233 65433 - 33 fix:1:65411 > player Ann, aside 1
a correction long ago moves the pot
    bar-pot ante=2 match=rounds(2): t5 t9 t7 t3 > chips Ann -4 Ben 4
    bar-pot ante=2 match=rounds(2): t5 t9 t7 t3 fix:1:65466 > chips Ann 0 Ben 0
a correction that makes no sense is refused
    : 64221 fix:0:11111 > code no_such_roll
    : 64221 fix:9:11111 > code no_such_roll
    : 64221 fix:1:1111 > code wrong_number
    : 64221 fix:1:12347 > code not_a_face
who left stays away, and a new name stays, when an early roll is corrected
    players=Ann,Ben,Cid: t5 22233 left:Cid name:Ann:Eve fix:1:65422 > scores.Eve 4, present Eve Ben
"""

UNDONE = """
a roll entered by hand is undone, and one that was seen is not
    rounds: 65321 told:422 . ! ! > same 65321
    rounds: 65321 told:422 . ! ! ! > refused A roll seen by the camera can’t be undone: fix it if it was misread
    rounds: 65321 told:422 . ! ! told:466 fix:2:111 > refused That roll no longer counts: it was rolled again
    rounds: 65321 told:422 . ! ! told:466 fix:3:422 > turn.cargo 22
a stand is taken back
    : 65433 . ! > same 65433
what was held, released, paid and joined is taken back one by one
    bar-pot cargo_reroll=each: $3 join:Cid ! ! > same
    bar-pot cargo_reroll=each: $3 join:Cid ! ! ! > code nothing_to_undo, refused Nothing to undo
    rounds: 65433 +3 +3 ~3 ! ! ! > same 65433
what cannot be undone says why
    : 65433 ! > code rolls_stay
    : 65433 . ! ! > code rolls_stay
    : 65433 . 22233 ! > code rolls_stay
    : 65433 fix:1:65422 ! > code correction_stays, refused A fix can’t be undone: fix the roll again
    : ! > code nothing_to_undo
"""


@facts((CORRECTED, "dice-game-depot"), (UNDONE, "dice-game-depot"))
def test_corrections_and_undo(case: str) -> None:
    holds(case)


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
    book = game(words)
    book.write(Corrected(roll, faces_of(dice)))
    seen = {name: getattr(book.state, name, getattr(book.state.turn, name, None)) for name in leads_to}
    seen |= {name: [entry.roll for entry in getattr(book, name)] for name in leads_to if name in ("aside", "waiting")}
    assert seen == leads_to


@pytest.mark.parametrize(
    ("words", "event", "asks"),
    [
        ("t5 65433", Corrected(2, (6, 5, 4, 1, 1)), False),
        ("t5 65433", Corrected(1, (6, 5, 4, 1, 1)), True),
        ("t5 65433", Undone(), False),
        ("t5 t9", Corrected(2, (6, 5, 4, 1, 1)), True),
        ("t5 t9", Undone(), True),
    ],
)
def test_reaching_back_past_the_turn_that_is_on_must_be_confirmed(words: str, event: Event, asks: bool) -> None:
    assert ("may change the winner" in (game(words).asks(event) or "")) is asks


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
        pytest.param([Started("dice-game-depot", ("A", "B"), "A"), *events_of("t5 t4 .")], id="after the end"),
    ],
)
def test_an_impossible_log_is_refused(events: list[Event]) -> None:
    with pytest.raises(BadLog):
        fold(events)


def test_who_threw_is_known_by_the_present_name() -> None:
    assert game("65433 . name:Ann:Eve", "rounds").thrower(1) == "Eve"
