"""The charts of the log, where figures decide them."""

from random import Random

import pytest

from engine import Corrected, Event, Joined, Left, Rolled, Scored, Started, Stopped, Undone, game_of
from engine.i18n import languages, translated
from engine.statistics.fairness import counted
from engine.statistics.summaries import DiceSummary
from tests.web import played
from web.games import game_page
from web.history.charts import course_of, dice_of
from web.history.replay import steps_of
from web.services.archive import ArchivedGame

START = Started("yahtzee-official", ("Mia", "Jonas"))
SIXES, ONES = Rolled((6, 6, 6, 6, 1)), Rolled((1, 1, 1, 1, 6))
TURNS: tuple[Event, ...] = (
    *(SIXES, Scored("sixes"), ONES, Scored("ones")),
    *(SIXES, Scored("chance"), ONES, Scored("chance")),
)


def course(*events: Event) -> tuple[tuple[int, ...], ...]:
    steps = steps_of(ArchivedGame(1, None, events, tuple(played.moments_of(events))))
    found = course_of(steps, game_page(game_of(steps[0].state.rules.name).kind))
    return found.totals if found else ()


def test_totals_grow_box_by_box() -> None:
    assert course(START, *TURNS) == ((0, 24, 49), (0, 4, 14))


def test_what_was_taken_back_does_not_show_and_what_was_corrected_shows_at_the_end() -> None:
    assert course(START, *TURNS, Undone(), Scored("twos")) == ((0, 24, 49), (0, 4, 4))
    assert course(START, *TURNS, Corrected(1, (6, 6, 6, 6, 6)))[0] == (0, 24, 55)


def test_who_left_stands_still() -> None:
    events = (START, *TURNS, SIXES, Scored("twos"), Left("Jonas"), SIXES, Scored("fours"))
    assert course(*events)[1] == (0, 4, 14, 14, 14)


def test_who_joined_by_mistake_has_no_line() -> None:
    turns = [event for dice in (3, 4, 5, 6) for event in (Rolled((dice,)), Stopped())]
    pig = Started("pig", ("A", "B"), "A")
    assert course(pig, Joined("C"), Undone(), *turns) == course(pig, *turns) == ((0, 3, 8), (0, 4, 10))


def test_a_game_that_has_hardly_begun_has_no_course_nor_has_another_game() -> None:
    assert course(START, *TURNS[:4]) == ()
    assert course(*played.ship(1)) == ()


def test_fair_dice_stay_within_the_band_in_nine_of_ten_counts() -> None:
    random, within = Random(3), 0
    for _ in range(200):
        faces = counted([random.choices(range(1, 7), k=300)])
        chart = dice_of(DiceSummary(faces)).chart
        assert chart is not None
        within += not any(pin.beyond for pin in chart.pins)
    assert 0.88 < within / 200 < 0.95


def test_without_dice_there_is_a_verdict_and_no_chart() -> None:
    found = dice_of(DiceSummary((0,) * 6))
    assert (found.verdict.word, found.chart, found.course) == ("too_few", None, None)


def test_the_evidence_is_drawn_from_the_second_game_on() -> None:
    counts = [(9 * number,) * 6 for number in range(1, 41)]
    assert dice_of(DiceSummary(counts[0], counts[:1])).course is None
    course = dice_of(DiceSummary(counts[-1], counts)).course
    assert course is not None
    assert len(course.lines[0].points) == 40


EVEN, FEW, ODD, BAD = (70, 66, 69, 71, 68, 68), (1, 0, 0, 0, 0, 2), (60, 62, 58, 66, 64, 106), (50, 52, 48, 56, 54, 152)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("counts", [EVEN, FEW, ODD, BAD, (0,) * 6])
def test_every_verdict_is_two_sentences_in_every_language(language: str, counts: tuple[int, ...]) -> None:
    found = dice_of(DiceSummary(counts))
    heading, why = translated((found.heading, found.why), language)
    assert heading.endswith(".")
    assert why.endswith(".")
    assert "{" not in heading + why
