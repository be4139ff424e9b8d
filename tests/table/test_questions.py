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
from table.questions import DEAF_FOR, GOOD_FOR, ON_THE_MACHINE, QUIET_FOR, UNANSWERED, RimQuestions

DEEDS: tuple[Deed, ...] = get_args(Deed)


class Rim:
    """The questions of a table, and its clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.questions = RimQuestions(lambda: self.now)

    @property
    def asking(self) -> object:
        return self.questions.fields["asking"]

    def ask(self, deed: Deed = "restore", *, has_buttons: bool = True) -> Permit:
        permit = Permit(deed)
        self.questions.ask(permit, has_buttons=has_buttons)
        return permit

    def press(self, button: Button, began: float | None = None) -> bool:
        press = Press(button, self.now, began=began)
        taken = self.questions.takes(press)
        assert self.questions.press(press) is taken
        return taken

    def pass_by(self, seconds: float) -> bool:
        self.now += seconds
        return self.questions.pass_time()

    def refuses(self, **how: bool) -> tuple[str, str]:
        with pytest.raises(Refused) as refused:
            self.ask(**how)  # type: ignore[arg-type]
        return refused.value.code, refused.value.why


@pytest.fixture
def rim() -> Rim:
    return Rim()


@pytest.mark.parametrize("deed", DEEDS)
def test_roll_allows_what_is_asked_for(rim: Rim, deed: Deed) -> None:
    permit = rim.ask(deed)
    assert rim.asking == deed
    rim.pass_by(1.0)
    assert rim.press(Button.ROLL)
    assert permit.verdict.result(0) == "allowed"
    assert not rim.questions.fields["asking"]


@pytest.mark.parametrize("deed", DEEDS)
def test_without_buttons_the_refusal_says_how_it_is_done_on_the_machine(deed: Deed) -> None:
    with pytest.raises(Refused) as refused:
        Rim().ask(deed, has_buttons=False)
    assert (refused.value.code, refused.value.why) == ("no_buttons", ON_THE_MACHINE[deed])


@pytest.mark.parametrize("button", [Button.STAND, Button.PAUSE])
def test_stand_refuses_it_however_long_it_is_held_and_the_table_is_quiet_then(rim: Rim, button: Button) -> None:
    permit = rim.ask()
    rim.pass_by(5.0)
    assert rim.press(button)
    assert permit.verdict.result(0) == "refused"
    rim.pass_by(QUIET_FOR - 0.1)
    assert rim.refuses() == ("busy", "That was just refused: ask again in a minute.")
    rim.pass_by(0.2)
    rim.ask()


@pytest.mark.parametrize(
    ("button", "passes", "held", "taken", "verdict"),
    [
        pytest.param(Button.ROLL, DEAF_FOR - 0.01, None, False, None, id="on its way when the question came"),
        pytest.param(Button.ROLL, DEAF_FOR + 0.01, None, True, "allowed", id="just after that"),
        pytest.param(Button.ROLL, 0.9, 1.1, False, None, id="down before the question"),
        pytest.param(Button.ROLL, GOOD_FOR, None, True, "unanswered", id="too late"),
        pytest.param(Button.TAKE_BACK, 2.0, None, True, None, id="a long press of ROLL takes nothing back"),
        *(
            pytest.param(button, 2.0, None, False, None, id=button)
            for button in (Button.NEXT, Button.PREVIOUS, Button.PICK)
        ),
    ],
)
def test_which_presses_are_for_the_question(
    rim: Rim, button: Button, passes: float, held: float | None, taken: bool, verdict: str | None
) -> None:
    permit = rim.ask()
    rim.now += passes
    assert rim.press(button, None if held is None else rim.now - held) is taken
    assert permit.verdict.done() is (verdict is not None)
    assert verdict is None or permit.verdict.result(0) == verdict


def test_nothing_pressed_in_time_is_no_permission(rim: Rim) -> None:
    permit = rim.ask()
    assert not rim.pass_by(GOOD_FOR - 0.01)
    assert not permit.verdict.done()
    assert rim.pass_by(0.01)
    assert permit.verdict.result(0) == "unanswered"
    assert not rim.press(Button.ROLL)


def test_a_question_waits_until_the_table_asks_nothing_else(rim: Rim) -> None:
    first = rim.ask()
    busy = ("busy", "The table is asking something else: answer that first, then ask again.")
    assert rim.refuses() == busy
    assert not first.verdict.done()
    rim.press(Button.PAIR)
    assert (first.verdict.result(0), rim.refuses()) == ("withdrawn", busy)
    rim.press(Button.PAIR)
    rim.ask()


def test_nobody_can_keep_the_buttons_from_the_game_with_questions(rim: Rim) -> None:
    for _ in range(UNANSWERED):
        rim.ask()
        rim.pass_by(GOOD_FOR)
    assert rim.refuses()[0] == "busy"
    rim.pass_by(QUIET_FOR)
    rim.ask()


def test_a_question_that_is_withdrawn_is_not_allowed(rim: Rim) -> None:
    permit = rim.ask()
    rim.questions.withdraw()
    assert (permit.verdict.result(0), rim.asking) == ("withdrawn", None)
    rim.questions.withdraw()
    rim.ask()


BUTTONS = [button for button in Button if button is not Button.PAIR]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(DEEDS)),
        st.tuples(
            st.just("press"),
            st.sampled_from(BUTTONS),
            st.sampled_from([None, 0.0, 0.3, 1.1]),
        ),
        st.tuples(st.just("pass"), st.sampled_from([0.0, 0.1, 0.4, 0.69, 0.71, 3.0, 9.5, 10.0, 61.0])),
        st.tuples(st.just("withdraw")),
    ),
    max_size=40,
)


@given(STEPS)
def test_only_roll_pressed_from_start_to_end_within_the_time_of_its_question_allows_anything(
    steps: Sequence[tuple[object, ...]],
) -> None:
    rim, asked, permits = Rim(), 0.0, list[Permit]()
    for step in steps:
        open_now = [permit for permit in permits if not permit.verdict.done()]
        assert len(open_now) <= 1
        match step:
            case ("ask", deed):
                with suppress(Refused):
                    permits.append(rim.ask(deed))  # type: ignore[arg-type]
                    asked = rim.now
            case ("press", Button() as button, held):
                began = None if held is None else rim.now - held  # type: ignore[operator]
                rim.press(button, began)
                for permit in open_now:
                    seen = (rim.now if began is None else began) >= asked + DEAF_FOR
                    in_time = rim.now < asked + GOOD_FOR
                    allowed = permit.verdict.done() and permit.verdict.result(0) == "allowed"
                    assert allowed == (button is Button.ROLL and seen and in_time)
            case ("pass", float(seconds)):
                rim.pass_by(seconds)
            case _:
                rim.questions.withdraw()
        assert (rim.asking is None) == all(permit.verdict.done() for permit in permits)
    rim.pass_by(GOOD_FOR + 0.01)
    assert all(permit.verdict.done() for permit in permits)
