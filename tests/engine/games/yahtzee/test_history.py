"""Corrections of rolls, and undo."""

from engine import Corrected, GameHistory, Undone
from tests.engine.games.yahtzee.playing import OFFICIAL, event_of, faces_of, game, turn_of


def correct(book: GameHistory, roll: int, dice: str) -> GameHistory:
    """Return the game after that correction."""
    book.write(Corrected(roll, faces_of(dice)))
    return book


def test_points_follow_what_the_dice_really_showed() -> None:
    book = correct(game("66123 =sixes 11123 =ones", players="Ann Ben"), 1, "66623")
    assert (book.state.totals, book.aside) == ({"Ann": 18, "Ben": 3}, [])


def test_dice_that_were_kept_but_never_lay_there_are_set_aside_with_what_followed() -> None:
    book = correct(game("66123 +66 123 =sixes", players="Ann Ben"), 1, "65123")
    assert (book.state.player, turn_of(book.state).dice, book.state.rolls_left) == ("Ann", (6, 5, 1, 2, 3), 2)
    assert len(book.aside) == 3


def test_a_box_that_was_not_allowed_is_set_aside_and_the_others_turns_wait() -> None:
    words = "33333 =yahtzee 12345 =chance 44441 =chance 12346 =sixes"
    book = correct(game(words, players="Ann Ben", preset=OFFICIAL), 3, "44444")
    assert (book.state.player, turn_of(book.state).dice) == ("Ann", (4, 4, 4, 4, 4))
    assert len(book.waiting) == 2
    book.write(event_of("=fours"))
    assert (book.state.player, book.state.round, book.waiting) == ("Ann", 3, [])
    assert book.state.totals == {"Ann": 50 + 20 + 100, "Ben": 15 + 6}


def test_a_yahtzee_that_was_none_takes_later_bonuses_with_it() -> None:
    book = correct(game("33333 =yahtzee 44444 =fours"), 1, "33332")
    assert (book.state.totals, book.state.cards["Ann"].yahtzee_bonus) == ({"Ann": 20}, 0)


def test_a_correction_after_the_end_changes_who_has_won() -> None:
    book = game("12345 =chance 12346 =chance", players="Ann Ben", boxes="chance")
    assert book.state.winner == "Ben"
    assert correct(book, 1, "66666").state.winner == "Ann"


def test_a_box_and_a_keep_are_taken_back_one_by_one() -> None:
    book = game("66123 +66 123 =sixes")
    book.write(Undone())
    assert book.state == game("66123 +66 123").state
    keep = game("66123 +66")
    keep.write(Undone())
    assert keep.state == game("66123").state


def test_reaching_back_past_the_turn_that_is_on_must_be_confirmed() -> None:
    book = game("66123 =sixes 12345", players="Ann Ben")
    assert book.asks(Corrected(2, faces_of("12346"))) is None
    assert "may change the winner" in (book.asks(Corrected(1, faces_of("66623"))) or "")
    assert book.asks(Undone()) is None
    over = game("12345 =chance", boxes="chance")
    assert "may change the winner" in (over.asks(Undone()) or "")
