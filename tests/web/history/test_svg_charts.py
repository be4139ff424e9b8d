"""Charts as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.history.svg_charts import BOTTOM, HEIGHT, LEFT, MOST_POINTS, RIGHT, TOP, WIDTH, Tick, bars, lines, pins

VALUES = st.lists(st.floats(0, 1e6), min_size=1, max_size=12)


@given(VALUES)
def test_bars_stand_on_one_foot_and_stay_in_the_chart(values: list[float]) -> None:
    chart = bars(values)
    for bar in chart.bars:
        assert float(bar.y) + float(bar.height) == pytest.approx(float(chart.foot), abs=0.11)
        assert TOP - 0.1 <= float(bar.y) <= HEIGHT - BOTTOM + 0.1
        assert LEFT <= float(bar.x) <= float(bar.x) + float(bar.width) <= WIDTH - RIGHT + 0.2


def test_bars_are_as_high_as_what_they_count() -> None:
    one, two = bars([10, 20]).bars
    assert float(two.height) == pytest.approx(2 * float(one.height), abs=0.2)


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=1000))
def test_a_line_keeps_its_ends_and_has_no_more_points_than_can_be_seen(values: list[float]) -> None:
    [line] = lines([values]).lines
    assert 1 <= len(line.points) <= MOST_POINTS + 1
    assert line.points[0][0] == f"{LEFT:g}"
    if len(values) > 1:
        assert line.points[-1][0] == f"{WIDTH - RIGHT:g}"
    assert all(TOP - 0.1 <= float(y) <= HEIGHT - BOTTOM + 0.1 for _, y in line.points)


def test_ticks_are_round_numbers_and_the_zero_is_one_of_them() -> None:
    chart = lines([[-37, 5, 20]])
    assert [tick.value for tick in chart.ticks] == [-40, -20, 0, 20]
    assert chart.zero in [tick.at for tick in chart.ticks]
    assert [tick.value for tick in bars([0.3, 0.11]).ticks] == [0, 0.5, 1]


def test_a_line_that_never_leaves_zero_is_drawn_all_the_same() -> None:
    assert lines([[0.0, 0.0]]).lines[0].path


def test_no_count_is_expected_below_nothing() -> None:
    chart = pins([3, 1, 0], 4 / 3, 3)
    assert chart.ticks[0].value == 0
    top, high = map(float, chart.band)
    assert top + high == pytest.approx(float(chart.ticks[0].at), abs=0.1)


def test_pins_lie_around_their_middle_and_those_beyond_the_band_are_known() -> None:
    chart = pins([10, 20, 30], 20, 5)
    assert [pin.beyond for pin in chart.pins] == [True, False, True]
    assert chart.pins[1].y == chart.middle
    top, high = map(float, chart.band)
    assert top + high / 2 == pytest.approx(float(chart.middle), abs=0.2)
    assert float(chart.pins[0].label) > float(chart.pins[0].y) > float(chart.pins[2].y) > float(chart.pins[2].label)


@pytest.mark.parametrize(
    ("value", "places", "label"),
    [
        (0, 0, "0"),
        (2.5, 1, "2.5"),
        (-8000, 0, "−8,000"),
        (15000, 0, "15k"),
        (12500, 0, "12.5k"),
        (2.5e6, 0, "2.50M"),
    ],
)
def test_a_label_beside_an_axis_is_at_most_six_characters(value: float, places: int, label: str) -> None:
    templates = create_app(ScriptedTable(WAITING)).jinja_env
    charts = templates.get_template("_charts.html").make_module({"language": "en"})
    shown = charts.plain(Tick("0", value, places))  # type: ignore[attr-defined]
    assert (str(shown), len(label) <= 6) == (label, True)
