"""Permission by a press: one question at a time, answered by a finger that came down with the question in view."""

from collections.abc import Sequence
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Refused
from table.commands import Deed, Permit
from table.panel import Button, Press
from table.questions import DEAF_FOR, GOOD_FOR, ON_THE_MACHINE, QUIET_FOR, UNANSWERED, PressQuestions

DEEDS: tuple[Deed, ...] = get_args(Deed)


class Table:
    """A permission and its clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.permission = PressQuestions(lambda: self.now)

    def ask(self, deed: Deed = "restore", *, has_buttons: bool = True, is_free: bool = True) -> Permit:
        permit = Permit(deed)
        self.permission.ask(permit, has_buttons=has_buttons, is_free=is_free)
        return permit

    def press(self, button: Button, began: float | None = None) -> bool:
        """Press that button now; whether it was for the question."""
        press = Press(button, self.now, began=began)
        is_answer = self.permission.is_answered_by(press)
        if is_answer:
            self.permission.answer(press)
        return is_answer

    def pass_by(self, seconds: float) -> bool:
        self.now += seconds
        return self.permission.pass_time()

    def refuses(self, **how: bool) -> str:
        with pytest.raises(Refused) as refused:
            self.ask(**how)  # type: ignore[arg-type]
        return refused.value.code


@pytest.mark.parametrize("deed", DEEDS)
def test_roll_allows_what_is_asked_for(deed: Deed) -> None:
    table = Table()
    permit = table.ask(deed)
    assert table.permission.deed == deed
    table.pass_by(1.0)
    assert table.press(Button.ROLL)
    assert permit.verdict.result(0) == "allowed"
    assert table.permission.deed is None


@pytest.mark.parametrize("button", [Button.STAND, Button.PAUSE])
def test_stand_refuses_it_however_long_it_is_held_and_the_table_is_quiet_then(button: Button) -> None:
    table = Table()
    permit = table.ask()
    table.pass_by(5.0)
    assert table.press(button)
    assert permit.verdict.result(0) == "refused"
    table.pass_by(QUIET_FOR - 0.1)
    assert table.refuses() == "busy"
    table.pass_by(0.2)
    table.ask()


def test_nothing_pressed_in_time_is_no_permission() -> None:
    table = Table()
    permit = table.ask()
    assert not table.pass_by(GOOD_FOR - 0.01)
    assert not permit.verdict.done()
    assert table.pass_by(0.01)
    assert permit.verdict.result(0) == "unanswered"
    assert not table.press(Button.ROLL)


def test_a_press_that_comes_too_late_allows_nothing_even_where_time_was_not_looked_at() -> None:
    table = Table()
    permit = table.ask()
    table.now += GOOD_FOR
    assert table.press(Button.ROLL)
    assert permit.verdict.result(0) == "unanswered"


def test_a_press_at_the_moment_of_the_question_was_meant_for_the_game() -> None:
    table = Table()
    permit = table.ask()
    table.pass_by(DEAF_FOR - 0.01)
    assert not table.press(Button.ROLL)
    assert not permit.verdict.done()
    table.pass_by(0.01)
    assert table.press(Button.ROLL)


def test_a_finger_that_was_down_before_was_meant_for_the_game() -> None:
    table = Table()
    permit = table.ask()
    came_down = table.now - 0.2
    table.pass_by(0.9)
    assert not table.press(Button.ROLL, began=came_down)
    assert not permit.verdict.done()


def test_a_long_press_of_roll_neither_allows_nor_takes_anything_back() -> None:
    table = Table()
    permit = table.ask()
    table.pass_by(2.0)
    assert table.press(Button.TAKE_BACK)
    assert not permit.verdict.done()


@pytest.mark.parametrize("button", [Button.PAIR, Button.NEXT, Button.PREVIOUS, Button.PICK])
def test_every_other_button_keeps_its_meaning(button: Button) -> None:
    table = Table()
    table.ask()
    table.pass_by(2.0)
    assert not table.press(button)


def test_a_second_question_has_to_wait() -> None:
    table = Table()
    first = table.ask()
    assert table.refuses() == "busy"
    assert not first.verdict.done()


def test_nothing_is_asked_while_the_table_asks_something_else() -> None:
    assert Table().refuses(is_free=False) == "busy"


def test_nobody_can_keep_the_buttons_from_the_game_with_questions() -> None:
    table = Table()
    for _ in range(UNANSWERED):
        table.ask()
        table.pass_by(GOOD_FOR)
    assert table.refuses() == "busy"
    table.pass_by(QUIET_FOR)
    table.ask()


@pytest.mark.parametrize("deed", DEEDS)
def test_without_buttons_the_refusal_says_how_it_is_done_on_the_machine(deed: Deed) -> None:
    with pytest.raises(Refused) as refused:
        Table().ask(deed, has_buttons=False)
    assert refused.value.code == "no_buttons"
    assert refused.value.why == ON_THE_MACHINE[deed]


def test_a_question_that_is_withdrawn_is_not_allowed() -> None:
    table = Table()
    permit = table.ask()
    table.permission.withdraw()
    assert (permit.verdict.result(0), table.permission.deed) == ("withdrawn", None)
    table.permission.withdraw()
    table.ask()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(DEEDS)),
        st.tuples(st.just("press"), st.sampled_from(list(Button)), st.sampled_from([None, 0.0, 0.3, 1.1])),
        st.tuples(st.just("pass"), st.sampled_from([0.0, 0.1, 0.4, 0.69, 0.71, 3.0, 9.5, 10.0, 61.0])),
        st.tuples(st.just("withdraw")),
    ),
    max_size=40,
)


@given(STEPS)
def test_only_roll_pressed_from_start_to_end_within_the_time_of_its_question_allows_anything(
    steps: Sequence[tuple[object, ...]],
) -> None:
    table, asked, permits = Table(), 0.0, list[Permit]()
    for step in steps:
        open_now = [permit for permit in permits if not permit.verdict.done()]
        assert len(open_now) <= 1
        match step:
            case ("ask", deed):
                with suppress(Refused):
                    permits.append(table.ask(deed))  # type: ignore[arg-type]
                    asked = table.now
            case ("press", Button() as button, held):
                began = None if held is None else table.now - held  # type: ignore[operator]
                table.press(button, began)
                for permit in open_now:
                    seen = (table.now if began is None else began) >= asked + DEAF_FOR
                    in_time = table.now < asked + GOOD_FOR
                    allowed = permit.verdict.done() and permit.verdict.result(0) == "allowed"
                    assert allowed == (button is Button.ROLL and seen and in_time)
            case ("pass", float(seconds)):
                table.pass_by(seconds)
            case _:
                table.permission.withdraw()
        assert (table.permission.deed is None) == all(permit.verdict.done() for permit in permits)
    table.pass_by(GOOD_FOR + 0.01)
    assert all(permit.verdict.done() for permit in permits)
