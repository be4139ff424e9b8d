"""004: the bar game: a pot, the first shooter's ante, no winner on a tie, side bets. The preset is ``bar-pot``."""

import pytest

from engine import Anted, Bet, Phase, Refused, legal_actions, next_game
from engine.games.ship.analysis.advice import advise
from engine.games.ship.analysis.chances import odds
from engine.games.ship.options import rules_of
from tests.engine.games.ship.playing import event_of, game, said, state_of, turn, words_of

PRESET = "bar-pot"
FOUR = "Rosa Tom Lin Sam"


def test_it_is_the_same_game_under_other_names() -> None:
    """004-1: six five four, ship of fools, shattered dreams: one rule set named after its stakes."""
    assert rules_of(PRESET, {}).stakes.kind == "pot"


@pytest.mark.parametrize("players", [2, 5, 20])
def test_two_to_twenty_play(players: int) -> None:
    """004-2."""
    names = " ".join(f"P{n}" for n in range(players))
    assert state_of("$1", PRESET, names).money.pot == players


def test_the_first_of_each_round_sets_the_ante_for_it() -> None:
    """004-3."""
    book = game("", PRESET, match="rounds(2)")
    assert (book.state.phase, book.state.player, legal_actions(book.state)) == (Phase.ANTE, "Ann", ("ante",))
    for word in ("65433", "."):
        with pytest.raises(Refused, match="Ann has to set the ante first"):
            book.write(event_of(word))
    book.write(Anted(5))
    assert (book.state.phase, book.state.money.pot) == (Phase.ROUND, 10)
    over = state_of(f"$5 {turn(5)} {turn(9)}", PRESET, match="rounds(2)")
    assert (over.phase, over.player, over.money.ante) == (Phase.ANTE, "Ben", None)


def test_the_dice_descend_six_five_four() -> None:
    """004-4."""
    state = state_of("$1 54321 65432", PRESET)
    assert state.turn is not None
    assert (state.turn.held, state.turn.cargo) == ((6, 5, 4), (3, 2))


def test_three_rolls_and_the_remaining_dice_score() -> None:
    """004-5."""
    assert state_of("$1 33364 5412 .", PRESET).scores["Ann"] == 3
    assert state_of("$1 22233 22233 65432", PRESET).scores["Ann"] == 5


def test_a_previous_score_does_not_count_when_thrown_again() -> None:
    """004-6."""
    assert state_of("$1 65466 11 .", PRESET).scores["Ann"] == 2


def test_who_fails_has_no_score() -> None:
    """004-7."""
    state = state_of(f"$1 {turn(0)}", PRESET, FOUR)
    assert (state.scores["Rosa"], state.player) == (None, "Tom")


def test_the_highest_score_wins_the_whole_pot() -> None:
    """004-8."""
    state = state_of(f"$2 {turn(7)} {turn(6)} {turn(8)} {turn(9)}", PRESET, FOUR)
    assert (state.winner, dict(state.money.chips)) == ("Sam", {"Rosa": -2, "Tom": -2, "Lin": -2, "Sam": 6})


def test_the_next_round_begins_to_the_right_or_with_the_winner() -> None:
    """004-9."""
    words = f"$2 {turn(7)} {turn(9)} {turn(6)} {turn(8)}"
    assert next_game(state_of(words, PRESET, FOUR)).starter == "Sam"
    assert next_game(state_of(words, PRESET, FOUR, next_starter="winner")).starter == "Tom"


def test_on_a_tie_nobody_wins_the_pot_and_all_ante_again() -> None:
    """004-10."""
    book = game(f"$2 {turn(9)} {turn(4)} {turn(0)} 65454", PRESET, FOUR)
    announced = said(book, ".")
    assert ("pot_carried", 8) in [(one.word, one.number) for one in announced]
    state = book.state
    assert (state.phase, state.round, state.starter, state.money.pot) == (Phase.ROUND, 2, "Sam", 16)


def test_the_hammer_throws_last_and_the_point_is_the_score_to_beat() -> None:
    """004-11."""
    state = state_of(f"$1 {turn(7)} {turn(5)}", PRESET, FOUR)
    assert (state.point, state.hammer) == (7, "Sam")
    assert [state_of(f"$1 {words}", PRESET, FOUR).point for words in ("", turn(0), f"{turn(0)} {turn(4)}")] == [
        None,
        None,
        4,
    ]
    book = game(f"$1 {turn(7)} {turn(5)} 65454", PRESET, FOUR)
    assert words_of(said(book, ".")) == ["point", "hammer"]


@pytest.mark.parametrize(("throw", "word"), [("65411", "minimum"), ("65466", "midnight")])
def test_a_minimum_and_a_midnight(throw: str, word: str) -> None:
    """004-12."""
    assert word in words_of(said(game("$1", PRESET), throw))


def test_twelve_after_a_posted_twelve_is_the_dream_spider() -> None:
    """004-13."""
    assert "dream_spider" in words_of(said(game(f"$1 {turn(12)} 65466", PRESET), "."))
    assert "dream_spider" not in words_of(said(game(f"$1 {turn(11)} 65466", PRESET), "."))
    assert "dream_spider" not in words_of(said(game(f"$1 {turn(12)}", PRESET), "65466"))


@pytest.mark.parametrize(("players", "stay"), [(2, 8), (5, 8), (6, 9), (8, 9), (9, 9)])
def test_players_stay_on_nine_or_better(players: int, stay: int) -> None:
    """004-14: right for tables of six to eight; at smaller ones eight is enough with one roll left."""
    names = " ".join(f"P{n}" for n in range(players))
    for cargo in (stay - 1, stay):
        low = cargo // 2
        state = state_of(f"$1 65411 {cargo - low}{low}", PRESET, names)
        assert (advise(state, "win").best.throw == 0) == (cargo == stay)


def test_side_bets_are_on_qualifying_at_even_chips() -> None:
    """004-15."""
    book = game("$1", PRESET, FOUR, side_bets=["qualify"])
    assert "bet" in legal_actions(book.state)
    book.write(Bet("Tom", "qualify", 2))
    book.write(Bet("Sam", "miss", 5))
    assert [(one.word, one.player) for one in said(book, "65433") if one.word == "bet_won"] == [
        ("bet_won", "Tom"),
        ("bet_won", "Rosa"),
    ]
    assert dict(book.state.money.chips) == {"Rosa": 2, "Tom": 1, "Lin": -1, "Sam": -6}
    with pytest.raises(Refused, match="Rosa has already rolled: bet before the first roll of a turn"):
        book.write(Bet("Lin", "miss", 1))


def test_the_courtesy_bet_goes_slightly_in_favour_of_the_shooter() -> None:
    """004-15: “0.54 or 54%”."""
    assert round(float(odds(rules_of(PRESET, {})).qualify), 2) == 0.54
