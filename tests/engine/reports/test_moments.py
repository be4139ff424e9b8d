"""Moments follow from the events that count, and go with them."""

from random import Random

import pytest

from engine import Corrected, Event, GameHistory, Rolled, Scored, Started, Stopped, dump, history_of, load
from engine.events import Renamed
from engine.game import game_of_kind, games_of_all
from engine.reports.moments import CAREER, FinishedGame, Moment, career_of, moments_of
from tests.engine.evenings import Wheel, correction
from tests.engine.turns.moves import move_of
from tests.web import played

FarkleAside = move_of("farkle")
SetAside = move_of("midnight")
ThreesAside = move_of("threes")

MIDNIGHT = (Started("midnight", ("Mia", "Jo")), Rolled((1, 4, 6, 6, 6, 6)), SetAside((1, 4, 6, 6, 6, 6)))
PIG = Started("pig", ("Mia", "Jo"), options={"goal": 50, "ends": "at_once"})
COMEBACK = (
    *(event for _ in range(3) for event in (Rolled((1,)), Rolled((6,)), Rolled((6,)), Stopped())),
    *(Rolled((6,)) for _ in range(9)),
    Stopped(),
)


def found(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    return in_history(history_of(events))


def in_history(history: GameHistory) -> list[tuple[str, str]]:
    return [(history.state.players[one.seat], one.key) for one in moments_in(history)]


def moments_in(history: GameHistory) -> tuple[Moment, ...]:
    return moments_of(history.game, [(one.before, one.event) for one in history.played], history.state)


@pytest.mark.parametrize(
    ("events", "moments"),
    [
        (MIDNIGHT[:2], ["midnight.at_once"]),
        (MIDNIGHT, ["midnight.at_once", "midnight.midnight"]),
        ((*MIDNIGHT[:1], Rolled((1, 5, 6, 6, 6, 6))), []),
        ((Started("threes", ("Mia", "Jo")), Rolled((3, 3, 3, 3, 3)), ThreesAside((3, 3, 3, 3, 3))), ["threes.perfect"]),
        ((Started("threes", ("Mia", "Jo")), Rolled((3, 3, 3, 2, 1)), ThreesAside((3, 3, 3, 2, 1))), ["threes.low"]),
        (
            (Started("farkle", ("Mia", "Jo")), Rolled((1, 1, 1, 2, 3, 4)), FarkleAside((1, 1, 1)), Stopped()),
            ["farkle.big_turn"],
        ),
        (
            (Started("farkle", ("Mia", "Jo")), Rolled((1, 1, 1, 5, 5, 5)), FarkleAside((1, 1, 1, 5, 5, 5)), Stopped()),
            ["farkle.hot_dice", "farkle.big_turn", "farkle.huge_turn"],
        ),
        ((PIG, *COMEBACK), ["pig.big_turn", "pig.comeback"]),
        ((PIG, *COMEBACK[:-1]), []),
        ((Started("yahtzee-official", ("Mia", "Jo")), Rolled((4, 4, 4, 4, 4))), ["yahtzee.at_once"]),
        ((Started("yahtzee-official", ("Mia", "Jo")), Rolled((5, 2, 4, 3, 6))), ["yahtzee.straight"]),
        ((Started("yahtzee-official", ("Mia", "Jo")), Rolled((5, 2, 4, 3, 5))), []),
        (
            (Started("dice-game-depot", ("Mia", "Jo"), "Mia"), Rolled((6, 5, 4, 6, 6)), Stopped()),
            ["ship.at_once", "ship.midnight"],
        ),
        ((Started("bar-dice", ("Mia", "Jo")), Rolled((1, 1, 1, 1, 1)), Stopped()), ["bar_dice.aces"]),
        ((Started("bar-dice", ("Mia", "Jo")), Rolled((1, 6, 6, 1, 6)), Stopped()), ["bar_dice.five"]),
    ],
)
def test_a_moment_is_found_in_the_log(events: tuple[Event, ...], moments: list[str]) -> None:
    assert found(events) == [("Mia", key) for key in moments]


def test_a_moment_that_a_correction_takes_away_disappears_and_comes_back_with_it() -> None:
    wrong, right = Corrected(1, (1, 4, 6, 6, 6, 5)), Corrected(1, (1, 4, 6, 6, 6, 6))
    before = found(MIDNIGHT)
    assert found((*MIDNIGHT, wrong)) == [("Mia", "midnight.at_once")]
    assert found((*MIDNIGHT, wrong, right)) == before


def test_a_moment_belongs_to_the_seat_whatever_its_player_is_called_later() -> None:
    assert found((*MIDNIGHT, Renamed("Mia", "Maria"))) == [("Maria", key) for _, key in found(MIDNIGHT)]


@pytest.mark.parametrize("seed", range(6))
def test_after_corrections_the_moments_are_those_of_the_log_read_from_the_start(seed: int) -> None:
    events = (
        played.yahtzee(seed) if seed % 3 == 0 else played.ship(seed, preset="rounds" if seed % 2 else "all-about-dice")
    )
    book, chance = history_of(events), Random(seed)
    for _ in range(6):
        if event := correction(book, Wheel(chance.randrange(2**40))):
            book.write(event)
            assert moments_in(book) == moments_in(history_of(load(dump(book.events))))


def test_every_moment_has_a_text_and_a_key_of_its_game() -> None:
    keys = {key: text for game in games_of_all() for key, text in game.moment_texts.items()}
    assert len({text.title for text in keys.values()}) > 18
    assert not keys.keys() & CAREER.keys()


@pytest.mark.parametrize(
    ("games", "moments"),
    [
        ("", {}),
        ("pig:won", {"first_win": 1}),
        ("pig:lost pig:won farkle:won pig:won", {"first_win": 2, "every_game": 3}),
        ("pig:won " * 4 + "pig:lost " + "pig:won " * 6, {"first_win": 1, "five_wins": 10}),
        ("pig:won " * 4 + "pig:uneven pig:won", {"first_win": 1, "five_wins": 6}),
        ("pig:uneven", {}),
    ],
)
def test_moments_over_many_games_are_those_in_which_a_player_came_to_them(games: str, moments: dict[str, int]) -> None:
    played = [
        FinishedGame(number, kind, None, {"won": True, "lost": False, "uneven": None}[end])
        for number, (kind, end) in enumerate((one.split(":") for one in games.split()), 1)
    ]
    assert career_of(played, ("pig", "farkle")) == moments


def test_the_tenth_evening_is_that_of_its_date_and_not_of_the_order_of_games() -> None:
    days = [5, 5, 9, 8, 7, 6, 4, 3, 2, 1, 0, None]
    games = [FinishedGame(number, "pig", day, won=None) for number, day in enumerate(days, 1)]
    assert career_of(games, ("pig",)) == {"tenth_evening": 3}


def test_a_scored_box_is_no_moment_by_itself() -> None:
    assert found((Started("yahtzee-official", ("Mia", "Jo")), Rolled((1, 2, 3, 5, 6)), Scored("ones"))) == []
    assert game_of_kind("yahtzee").moment_texts
