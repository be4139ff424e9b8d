"""Codes, and what wrong ones cost."""

import pytest

from tests.clock import Clock
from web.access.pin import ADDRESSES, FORGOTTEN, FREE, LONGEST_PAUSE, Guesses
from web.errors import Denied
from web.guests.codes import DIGITS, GOOD_FOR, Code, Codes, new_code

HERE = "192.0.2.1"


class Paper:
    """A code that a command has printed, until it is used."""

    def __init__(self, code: Code | None) -> None:
        self._code = code

    def code(self) -> Code | None:
        return self._code

    def spend(self) -> None:
        self._code = None


def refused(codes: Codes, code: str, address: str = HERE, **how: str) -> str:
    with pytest.raises(Denied) as denied:
        codes.take(code, address, **how)  # type: ignore[arg-type]
    return denied.value.code


def codes_of(*digits: str, clock: Clock | None = None) -> Codes:
    return Codes(clock=clock or Clock(), make=iter(digits).__next__)


def test_a_code_is_six_digits_and_never_the_same() -> None:
    made = {new_code() for _ in range(200)}
    assert all(len(code) == DIGITS and code.isdigit() for code in made)
    assert len(made) > 190


@pytest.mark.parametrize("said", ["123456", "123 456", " 123-456 ", "123\u00a0456"])
def test_a_code_may_be_written_with_spaces(said: str) -> None:
    codes = codes_of("123456")
    codes.new("a hand")
    codes.take(said, HERE)
    assert refused(codes, "123456") == "wrong_code"


@pytest.mark.parametrize("said", ["", "12345", "1234567", "１２３４５６", "123456\n", "12345x", "\ud800"])
def test_anything_else_is_no_code(said: str) -> None:
    codes = codes_of("123456")
    codes.new("a hand")
    assert refused(codes, said) == "wrong_code"


def test_a_code_lives_a_minute() -> None:
    clock = Clock()
    codes = codes_of("111111", "222222", clock=clock)
    codes.new("a hand")
    codes.new("another hand")
    clock.now = GOOD_FOR - 1
    codes.take("111111", HERE)
    clock.now = GOOD_FOR
    assert refused(codes, "222222") == "wrong_code"


def test_a_new_code_of_the_same_hand_takes_the_place_of_the_old() -> None:
    codes = codes_of("111111", "222222")
    codes.new("a hand")
    codes.new("a hand")
    assert refused(codes, "111111") == "wrong_code"
    codes.take("222222", HERE)


def test_a_code_is_good_for_what_it_was_made_for() -> None:
    codes = codes_of("111111", "222222")
    codes.new("a hand", "screen")
    codes.new("a hand")
    assert refused(codes, "111111") == "wrong_code"
    assert refused(codes, "222222", use="screen") == "wrong_code"
    codes.take("111111", HERE, "screen")
    codes.take("222222", HERE)


def test_a_printed_code_is_good_once() -> None:
    codes = Codes(Paper(Code("123456", "helm")))
    assert refused(codes, "123456", use="screen") == "wrong_code"
    codes.take("123456", HERE)
    assert refused(codes, "123456") == "wrong_code"


def test_a_code_of_ones_own_is_good_for_nobody_else() -> None:
    codes = Codes()
    assert refused(codes, "123456") == "wrong_code"
    codes.take("123456", HERE, own="123456")


@pytest.mark.parametrize(
    "addresses", [[HERE], ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::9"], ["::ffff:192.0.2.1"], ["no address"]]
)
def test_wrong_codes_of_one_address_cost_longer_and_longer_pauses(addresses: list[str]) -> None:
    clock = Clock()
    codes = codes_of("123456", clock=clock)
    codes.new("a hand")
    for guess in range(FREE):
        assert refused(codes, "000000", addresses[guess % len(addresses)]) == "wrong_code"
    pauses = []
    for guess in range(8):
        began = clock.now
        while refused(codes, "000000", addresses[guess % len(addresses)]) == "too_many_tries":
            clock.now += 1
        pauses.append(clock.now - began)
    assert pauses == [4, 8, 16, 32, 64, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


def test_a_try_in_a_pause_makes_it_no_longer_and_says_when_to_come_back() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for _ in range(FREE):
        guesses.wrong(HERE)
    for second in range(4):
        clock.now = second
        with pytest.raises(Denied) as denied:
            guesses.check(HERE)
        assert denied.value.later == 4 - second
    clock.now = 4
    guesses.check(HERE)


def test_a_right_code_and_a_long_while_make_good_again() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for _ in range(20):
        guesses.wrong(HERE)
    clock.now += FORGOTTEN
    guesses.wrong(HERE)
    guesses.check(HERE)
    guesses.right(HERE)
    assert len(guesses) == 0


def test_a_thousand_wrong_codes_from_twenty_addresses_keep_the_right_one_out_for_no_moment() -> None:
    clock = Clock()
    codes = codes_of("999999", "888888", clock=clock)
    codes.new("a hand")
    codes.new("another hand")
    for guess in range(1_000):
        clock.now += 0.0002
        refused(codes, f"{guess:06}", f"192.0.2.{guess % 20}")
        if guess == 500:
            codes.take("888888", "198.51.100.2")
    codes.take("999999", "198.51.100.1")


def test_guessing_from_a_whole_network_for_a_minute_is_looked_at_six_times_an_address() -> None:
    clock = Clock()
    codes = codes_of("999999", clock=clock)
    codes.new("a hand")
    looked_at = 0
    for second in range(60):
        clock.now = second
        for address in range(250):
            looked_at += refused(codes, "000000", f"192.168.4.{address}") == "wrong_code"
    assert looked_at == 6 * 250


def test_so_many_addresses_are_remembered_and_no_more() -> None:
    guesses = Guesses(Clock())
    for network in range(ADDRESSES + 100):
        guesses.wrong(f"2001:db8:{network:x}::1")
    assert len(guesses) == ADDRESSES
