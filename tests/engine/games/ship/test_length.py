"""The number of rounds changed while playing, and games for chips."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    BadRules,
    Corrected,
    GameHistory,
    Match,
    Phase,
    Refused,
    RoundsSet,
    Started,
    Undone,
    announcements,
    dump,
    history_of,
    load,
    next_game,
    rules_of,
    text,
    totals,
)
from tests.engine.evenings import Wheel, refusal, something, tells_it_all
from tests.engine.games.ship.playing import event_of, events_of, game, turn
from tests.engine.games.ship.strategies import EVENINGS, action

PAIR = f"{turn(5)} {turn(9)}"


def set_to(book: GameHistory, rounds: int) -> GameHistory:
    book.write(RoundsSet(rounds))
    return book


def test_more_rounds_are_played_and_named_in_state_text_and_next_game() -> None:
    book = set_to(game(f"{PAIR} {PAIR}", "rounds", next_starter="same"), 4)
    assert book.state.rules.match == Match("rounds", 4)
    for event in events_of(f"{PAIR}"):
        book.write(event)
    assert (book.state.phase, book.state.round) == (Phase.ROUND, 4)
    for event in events_of(f"{PAIR}"):
        book.write(event)
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": 20, "Ben": 36})
    assert next_game(book.state).options["match"] == "rounds(4)"
    assert history_of(load(dump(book.events))).state == book.state


def test_the_event_is_in_the_log_by_its_game_and_announced() -> None:
    book = game("", "rounds")
    before = book.state
    set_to(book, 5)
    assert '{"rounds":5,"type":"ship_captain_crew.rounds_set"}' in dump(book.events)
    assert [(one.word, one.number) for one in announcements(before, book.state)] == [("rounds", 5)]


def test_down_to_those_played_ends_the_game() -> None:
    book = set_to(game(PAIR, "rounds"), 1)
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": 5, "Ben": 9})


@pytest.mark.parametrize(
    ("words", "rounds", "why"),
    [
        ("", 0, "Choose 1 to 1000 rounds."),
        (f"{PAIR} {PAIR}", 1, "Choose 2 to 1000 rounds."),
        (f"{PAIR} 65433", 1, "Choose 2 to 1000 rounds."),
        ("", 1001, "Choose 1 to 1000 rounds."),
    ],
)
def test_a_round_that_has_begun_is_played(words: str, rounds: int, why: str) -> None:
    book = game(words, "rounds", next_starter="same")
    before, log = book.state, list(book.events)
    with pytest.raises(Refused) as refused:
        book.write(RoundsSet(rounds))
    assert (refused.value.why, book.state, book.events) == (why, before, log)


@pytest.mark.parametrize(
    ("preset", "options"), [("dice-game-depot", {}), ("all-about-dice", {}), ("ship-of-fools", {})]
)
def test_other_games_have_no_number_of_rounds(preset: str, options: dict[str, object]) -> None:
    book = GameHistory(Started(preset, ("Ann", "Ben"), "Ann", options))
    with pytest.raises(Refused, match="This game has no number of rounds to change"):
        book.write(RoundsSet(5))


def test_it_can_be_undone_and_survives_a_correction() -> None:
    book = set_to(game(PAIR, "rounds"), 1)
    assert book.asks(Undone()) is not None
    book.write(Undone())
    assert (book.state.phase, book.state.rules.match.count) == (Phase.ROUND, 3)
    set_to(book, 1)
    book.write(Corrected(1, (6, 5, 4, 6, 6)))
    assert (book.state.winner, book.state.rules.match.count) == ("Ann", 1)
    book.write(Corrected(1, (6, 5, 4, 1, 1)))
    assert book.state.winner == "Ben"


def test_a_correction_that_reopens_a_turn_keeps_the_number_of_rounds() -> None:
    book = set_to(game(PAIR, "rounds"), 1)
    book.write(Corrected(1, (6, 5, 3, 3, 3)))
    assert (book.state.player, book.state.phase) == ("Ann", Phase.ROUND)
    for word in ("466", "."):
        book.write(event_of(word))
    assert (book.state.rules.match.count, book.state.winner) == (1, "Ann")


def test_a_tie_of_the_rounds_played_is_rolled_off_and_the_number_then_stays() -> None:
    book = set_to(game(f"{turn(9)} {turn(9)}", "rounds", tie="rolloff", match="total(3)"), 1)
    assert (book.state.phase, book.state.leg.final) == (Phase.ROLLOFF, True)
    with pytest.raises(Refused, match="All rounds are played"):
        book.write(RoundsSet(4))


def test_each_round_has_its_pot_and_the_most_chips_win() -> None:
    book = game(f"$2 {PAIR} $3 {PAIR}", "bar-pot", match="chips(2)", next_starter="same")
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": -5, "Ben": 5})
    assert book.state.money.pot == 0


def test_chips_need_a_pot_and_bring_one_of_a_chip() -> None:
    assert rules_of("rounds", {"match": "chips(3)"}).stakes.ante == 1
    assert rules_of("rounds", {"match": "chips"}).match == Match("chips", None)
    assert rules_of("bar-pot", {"match": "chips(3)"}).stakes.ante is None
    with pytest.raises(BadRules, match="“match” is chips: it needs a pot, set “stakes” to pot"):
        rules_of("rounds", {"match": "chips(3)", "stakes": "none"})


def test_chips_without_a_number_of_rounds_go_on_until_the_table_stops() -> None:
    book = game(f"{PAIR} {PAIR} {PAIR}", "rounds", match="chips", next_starter="same")
    assert book.state.phase is Phase.ROUND
    assert (book.state.money.pot, totals(book.state)) == (2, {"Ann": -4, "Ben": 2})
    set_to(book, 3)
    assert (book.state.winner, totals(book.state), book.state.money.pot) == ("Ben", {"Ann": -3, "Ben": 3}, 0)


def test_a_carried_pot_goes_to_the_winner_of_the_game_that_is_stopped() -> None:
    book = game(f"{PAIR} {turn(9)} {turn(9)}", "rounds", match="chips(9)", tie="carry", next_starter="same")
    assert (book.state.money.pot, totals(book.state)) == (4, {"Ann": -3, "Ben": -1})
    set_to(book, 2)
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": -2, "Ben": 2})


CHANGES = st.sampled_from(["rounds(2)", "total(2)", "chips(2)", "chips"])


@given(CHANGES, st.sampled_from(["allowed", "rolloff", "carry", "replay"]), EVENINGS)
@settings(max_examples=60)
def test_random_games_with_changes_of_their_length_keep_the_laws(match: str, tie: str, steps: list[int]) -> None:
    book = GameHistory(Started("rounds", ("A", "B", "C"), "A", {"match": match, "tie": tie, "rolls": 1}))
    for number in steps:
        event = RoundsSet(1 + number % 7) if number % 5 == 0 else something(book, number, action)
        before, log = book.state, list(book.events)
        if event is not None and refusal(book, event) is not None:
            assert (book.state, book.events) == (before, log)
        money = book.state.money
        assert sum(money.chips.values()) + sum(money.bystanders.values()) + money.pot == 0
    tells_it_all(book)
    _corrects_back(book, steps[0])


def _corrects_back(book: GameHistory, number: int) -> None:
    again = history_of(book.events)
    for roll in range(1 + number % 3, again.rolls + 1, 3):
        before = again.state
        try:
            was = again.roll_of(roll)
        except Refused:
            continue
        again.write(Corrected(roll, Wheel(number + roll).dice(len(was))))
        again.write(Corrected(roll, was))
        assert text(again.state) == text(before)
