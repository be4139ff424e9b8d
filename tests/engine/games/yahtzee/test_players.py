"""Players who join, leave, return or are renamed."""

import pytest

from engine import Event, GameHistory, Joined, Left, Refused, Renamed
from tests.engine.games.yahtzee.playing import event_of, game, scratched, turn_of


def after(book: GameHistory, *events: Event | str) -> GameHistory:
    """Return the game after these events or words."""
    for event in events:
        book.write(event_of(event) if isinstance(event, str) else event)
    return book


def test_who_joins_in_the_first_round_plays_last_in_it() -> None:
    book = after(game("66123", players="Ann Ben"), Joined("Cid"), "=sixes", "12345", "=chance")
    assert book.state.player == "Cid"
    after(book, "12345", "=chance")
    assert (book.state.player, book.state.round) == ("Ann", 2)


def test_after_the_first_round_it_is_too_late() -> None:
    with pytest.raises(Refused, match="Cid joins next game: the first round is over"):
        after(game("66123 =sixes"), Joined("Cid"))


def test_who_leaves_in_a_turn_ends_it_and_keeps_the_card() -> None:
    book = after(game(f"{scratched('ones')} 66123 =sixes 55512", players="Ann Ben"), Left("Ann"))
    assert (book.state.player, turn_of(book.state).dice) == ("Ben", ())
    assert book.state.cards["Ann"].boxes == {"ones": 0}
    assert book.state.present == ("Ben",)


def test_who_comes_back_takes_up_the_card_and_catches_up() -> None:
    book = after(
        game("66123 =sixes 66123 =sixes", players="Ann Ben"), Left("Ann"), "12345", "=chance", "11123", "=ones"
    )
    after(book, Joined("Ann"), "66123", "=twos")
    assert {name: len(card.boxes) for name, card in book.state.cards.items()} == {"Ann": 1, "Ben": 4}
    for box in ("ones", "twos", "threes"):
        assert (book.state.player, book.state.cards["Ann"].boxes["sixes"]) == ("Ann", 12)
        after(book, "12345", f"={box}")
    after(book, "12345", "=chance")
    assert book.state.player == "Ben"


def test_the_game_ends_when_those_who_are_there_have_filled_their_cards() -> None:
    book = after(
        game("66666 =sixes 12345", players="Ann Ben", boxes="sixes ones"), Left("Ann"), "=ones", "12346", "=sixes"
    )
    assert (book.state.phase, book.state.winner, book.state.totals) == ("over", "Ann", {"Ann": 30, "Ben": 7})


def test_the_game_ends_when_nobody_is_there() -> None:
    state = after(game(players="Ann Ben"), Left("Ben"), Left("Ann")).state
    assert (state.phase, state.winner, state.tied) == ("over", None, ("Ann", "Ben"))


def test_another_name_stands_everywhere() -> None:
    book = after(game("66123", players="Ann Ben"), Renamed("Ann", "Eve"), "=sixes")
    assert (book.state.players, book.state.starter, book.state.totals) == (("Eve", "Ben"), "Eve", {"Eve": 12, "Ben": 0})
    over = after(game("12345 =chance 12345 =chance", players="Ann Ben", boxes="chance"), Renamed("Ben", "Eve"))
    assert over.state.tied == ("Ann", "Eve")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Joined("Ann"), "name_taken"),
        (Joined(""), "bad_name"),
        (Left("Zoe"), "no_such_player"),
        (Renamed("Zoe", "Eve"), "no_such_player"),
        (Renamed("Ann", "Ben"), "name_taken"),
    ],
)
def test_a_refusal_has_a_code(event: Event, code: str) -> None:
    with pytest.raises(Refused) as refused:
        after(game(players="Ann Ben"), event)
    assert refused.value.code == code
