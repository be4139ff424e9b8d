"""Fingers on buttons whose contacts bounce: every press counts once."""

import random

import pytest

from device.panels.debounce import BOTH, LONG, ButtonDebouncer
from table.panel import Button, Press

ROLL, STAND, PICK = Button.ROLL, Button.STAND, Button.PICK


def bounce(fingers: ButtonDebouncer, button: Button, closed: bool, moment: float, chance: random.Random) -> None:
    """Contacts that close or open and bounce for 1 to 20 ms."""
    lasts = chance.uniform(0.001, 0.020)
    edges = sorted(chance.uniform(0, lasts) for _ in range(2 * chance.randrange(6)))
    for number, after in enumerate([0.0, *edges]):
        fingers.edge(button, closed is (number % 2 == 0), moment + after)


def test_ten_thousand_bouncing_presses_at_eight_a_second_are_ten_thousand_actions() -> None:
    chance, fingers = random.Random(7), ButtonDebouncer()
    presses: list[Press] = []
    for number in range(10_000):
        began, button = number / 8, chance.choice([ROLL, STAND, PICK])
        bounce(fingers, button, True, began, chance)
        if chance.random() < 0.5:
            presses += fingers.presses(began + 0.03)
        bounce(fingers, button, False, began + chance.uniform(0.045, 0.075), chance)
    presses += fingers.presses(2000.0)
    assert len(presses) == 10_000
    assert {press.button for press in presses} == {ROLL, STAND, PICK}


def test_two_buttons_played_like_keys_lose_nothing(fingers: ButtonDebouncer) -> None:
    for began in (number * 0.25 for number in range(100)):
        push(fingers, (ROLL, began), (STAND, began + 0.06), (ROLL, began + 0.1), (STAND, began + 0.16))
    assert [press.button for press in fingers.presses(100.0)] == [ROLL, STAND] * 100


@pytest.fixture
def fingers() -> ButtonDebouncer:
    return ButtonDebouncer()


def push(fingers: ButtonDebouncer, *edges: tuple[Button, float]) -> None:
    """Each button that comes goes down, and comes up when it comes again."""
    down: set[Button] = set()
    for button, moment in edges:
        down ^= {button}
        fingers.edge(button, button in down, moment)


def test_a_press_comes_when_the_finger_lets_go(fingers: ButtonDebouncer) -> None:
    fingers.edge(ROLL, True, 1.0)
    assert not fingers.presses(1.3)
    assert fingers.held == {ROLL}
    fingers.edge(ROLL, False, 1.4)
    assert fingers.presses(1.4) == [Press(ROLL, 1.4)]


@pytest.mark.parametrize(("button", "long"), [(ROLL, Button.TAKE_BACK), (STAND, Button.PAUSE)])
def test_a_long_press_comes_as_soon_as_it_is_long_and_is_not_a_short_one_too(
    fingers: ButtonDebouncer, button: Button, long: Button
) -> None:
    fingers.edge(button, True, 1.0)
    assert fingers.presses(1.0 + LONG) == [Press(long, 1.0 + LONG)]
    fingers.edge(button, False, 5.0)
    assert fingers.presses(9.0) == []


def test_both_held_for_three_seconds_open_pairing_once(fingers: ButtonDebouncer) -> None:
    fingers.edge(ROLL, True, 1.0)
    fingers.edge(STAND, True, 1.5)
    assert fingers.presses(1.5 + BOTH - 0.01) == []
    assert fingers.presses(20.0) == [Press(Button.PAIR, 1.5 + BOTH)]
    fingers.edge(ROLL, False, 21.0)
    fingers.edge(STAND, False, 25.0)
    assert fingers.presses(30.0) == []


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        pytest.param([(ROLL, 1.0), (STAND, 1.1), (ROLL, 3.0), (STAND, 3.2)], [], id="both held too briefly"),
        pytest.param([(ROLL, 1.0)] * 4, [ROLL], id="edges that a busy machine tells all at once"),
        pytest.param([(ROLL, 1.0), (ROLL, 1.015)], [ROLL], id="let go while the contacts bounced"),
    ],
)
def test_what_fingers_do_is_a_press_or_none(
    fingers: ButtonDebouncer, edges: list[tuple[Button, float]], presses: list[Button]
) -> None:
    push(fingers, *edges)
    assert [press.button for press in fingers.presses(9.0)] == presses
    assert fingers.held == set()


def test_the_encoders_push_is_never_long_and_pairs_nobody(fingers: ButtonDebouncer) -> None:
    fingers.edge(PICK, True, 1.0)
    fingers.edge(ROLL, True, 1.5)
    assert fingers.presses(1.5 + LONG) == [Press(Button.TAKE_BACK, 1.5 + LONG)]
    fingers.edge(PICK, False, 9.0)
    fingers.edge(ROLL, False, 9.5)
    assert fingers.presses(10.0) == [Press(PICK, 9.0)]
