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


def test_two_buttons_played_like_keys_lose_nothing() -> None:
    fingers = ButtonDebouncer()
    for number in range(100):
        began = number * 0.25
        fingers.edge(ROLL, True, began)
        fingers.edge(STAND, True, began + 0.06)
        fingers.edge(ROLL, False, began + 0.1)
        fingers.edge(STAND, False, began + 0.16)
    assert [press.button for press in fingers.presses(100.0)] == [ROLL, STAND] * 100


def test_a_press_comes_when_the_finger_lets_go() -> None:
    fingers = ButtonDebouncer()
    fingers.edge(ROLL, True, 1.0)
    assert fingers.presses(1.3) == []
    assert fingers.held == {ROLL}
    fingers.edge(ROLL, False, 1.4)
    assert fingers.presses(1.4) == [Press(ROLL, 1.4)]


@pytest.mark.parametrize(("button", "long"), [(ROLL, Button.TAKE_BACK), (STAND, Button.PAUSE)])
def test_a_long_press_comes_as_soon_as_it_is_long_and_is_not_a_short_one_too(button: Button, long: Button) -> None:
    fingers = ButtonDebouncer()
    fingers.edge(button, True, 1.0)
    assert fingers.presses(1.0 + LONG) == [Press(long, 1.0 + LONG)]
    fingers.edge(button, False, 5.0)
    assert fingers.presses(9.0) == []


def test_both_held_for_three_seconds_open_pairing_once() -> None:
    fingers = ButtonDebouncer()
    fingers.edge(ROLL, True, 1.0)
    fingers.edge(STAND, True, 1.5)
    assert fingers.presses(1.5 + BOTH - 0.01) == []
    assert fingers.presses(20.0) == [Press(Button.PAIR, 1.5 + BOTH)]
    fingers.edge(ROLL, False, 21.0)
    fingers.edge(STAND, False, 25.0)
    assert fingers.presses(30.0) == []


def test_both_held_too_briefly_do_nothing() -> None:
    fingers = ButtonDebouncer()
    fingers.edge(ROLL, True, 1.0)
    fingers.edge(STAND, True, 1.1)
    fingers.edge(ROLL, False, 3.0)
    fingers.edge(STAND, False, 3.2)
    assert fingers.presses(9.0) == []


def test_edges_that_a_busy_machine_tells_all_at_once_are_a_press() -> None:
    fingers = ButtonDebouncer()
    for closed in (True, False, True, False):
        fingers.edge(ROLL, closed, 1.0)
    assert [press.button for press in fingers.presses(9.0)] == [ROLL]
    assert fingers.held == set()


def test_a_finger_that_let_go_while_the_contacts_bounced_is_noticed_without_another_edge() -> None:
    fingers = ButtonDebouncer()
    fingers.edge(ROLL, True, 1.0)
    fingers.edge(ROLL, False, 1.015)
    assert [press.button for press in fingers.presses(2.0)] == [ROLL]


def test_the_encoders_push_is_never_long_and_pairs_nobody() -> None:
    fingers = ButtonDebouncer()
    fingers.edge(PICK, True, 1.0)
    fingers.edge(ROLL, True, 1.5)
    assert fingers.presses(1.5 + LONG) == [Press(Button.TAKE_BACK, 1.5 + LONG)]
    fingers.edge(PICK, False, 9.0)
    fingers.edge(ROLL, False, 9.5)
    assert fingers.presses(10.0) == [Press(PICK, 9.0)]
