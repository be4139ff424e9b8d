"""Codes, and how often one may guess."""

import pytest

from web.errors import Denied
from web.pairing import DIGITS, GOOD_FOR, MISSES, TRIES, WITHIN, Pairing, new_code

HERE = "192.0.2.1"


class Clock:
    """Seconds that go by when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(pairing: Pairing, code: str, on_table: str | None, address: str = HERE) -> str:
    with pytest.raises(Denied) as denied:
        pairing.take(code, on_table, address)
    return denied.value.code


def test_a_code_is_six_digits_and_never_the_same() -> None:
    made = {new_code() for _ in range(200)}
    assert all(len(code) == DIGITS and code.isdigit() for code in made)
    assert len(made) > 190


@pytest.mark.parametrize("said", ["123456", "123 456", " 123-456 ", "123\u00a0456"])
def test_a_code_may_be_written_with_spaces(said: str) -> None:
    assert Pairing().take(said, "123456", HERE) is True


@pytest.mark.parametrize("said", ["", "12345", "1234567", "１２３４５６", "123456\n", "12345x"])
def test_anything_else_is_no_code(said: str) -> None:
    assert refused(Pairing(), said, "123456") == "wrong_code"


def test_a_code_that_is_passed_on_lives_a_minute_and_is_good_once() -> None:
    clock = Clock()
    pairing = Pairing(clock)
    code = pairing.pass_on("a hand")
    clock.now = GOOD_FOR - 1
    assert pairing.take(code, None, HERE) is False
    assert refused(pairing, code, None) == "no_window"
    late = pairing.pass_on("a hand")
    clock.now += GOOD_FOR
    assert refused(pairing, late, None) == "no_window"


def test_a_new_code_of_the_same_hand_takes_the_place_of_the_old() -> None:
    codes = iter(("111111", "222222"))
    pairing = Pairing(make=lambda: next(codes))
    pairing.pass_on("a hand")
    pairing.pass_on("a hand")
    assert refused(pairing, "111111", None) == "wrong_code"
    assert pairing.take("222222", None, HERE) is False


def test_after_so_many_misses_from_anywhere_a_code_is_dead() -> None:
    pairing = Pairing()
    for guess in range(MISSES):
        assert refused(pairing, "000000", "123456", f"192.0.2.{guess}") == "wrong_code"
    assert refused(pairing, "123456", "123456", "198.51.100.1") == "wrong_code"
    assert pairing.take("654321", "654321", "198.51.100.1") is True


@pytest.mark.parametrize(
    "addresses", [[HERE], ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::9"], ["::ffff:192.0.2.1"], ["no address"]]
)
def test_after_so_many_tries_a_network_waits_a_minute(addresses: list[str]) -> None:
    clock = Clock()
    pairing = Pairing(clock)
    for guess in range(TRIES):
        refused(pairing, "000000", "123456", addresses[guess % len(addresses)])
    assert refused(pairing, "123456", "123456", addresses[0]) == "too_many_tries"
    clock.now = WITHIN
    assert pairing.take("123456", "123456", addresses[-1]) is True


def test_one_who_guesses_keeps_nobody_else_out() -> None:
    pairing = Pairing()
    for _ in range(3 * TRIES):
        refused(pairing, "000000", "123456", "192.0.2.66")
    assert pairing.take("123456", "123456", HERE) is True


def test_brute_force_is_hopeless() -> None:
    """Whoever has a thousand addresses and all the time there is guesses one code in fifty thousand."""
    clock = Clock()
    pairing = Pairing(clock)
    looked_at = 0
    for guess in range(5_000):
        clock.now += 0.01
        looked_at += (
            refused(pairing, f"{guess:06}", "999999", f"10.0.{guess % 1000 // 250}.{guess % 250}") == "wrong_code"
        )
    assert refused(pairing, "999999", "999999", HERE) == "wrong_code"
    assert MISSES / 10**DIGITS <= 1 / 50_000
