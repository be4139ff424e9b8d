"""Pairing as a value: who is shown, what a press decides, and what no order of events can bring about."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.errors import NotAccepted
from table.pairing import AWAY, CLAIM_WITHIN, GUARD, MOST, OPEN_FOR, PER_NETWORK, REST, SILENT, Pairing, network_of
from table.panel import SIGNALS, Button, Signal

ROLL, STAND = Button.ROLL, Button.STAND


def opened(*phones: str, at: float = 0.0) -> Pairing:
    """Pairing that was opened then, with these phones in line, each from an address of its own."""
    pairing = Pairing().open(at)
    for number, phone in enumerate(phones):
        pairing = pairing.ask(phone, f"192.0.2.{number}", at)
    return pairing.pass_time(at)


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(NotAccepted) as denied:
        ask()
    return denied.value.code


def test_roll_accepts_the_phone_that_is_shown_and_closes_pairing() -> None:
    pairing = opened("a", "b").press(ROLL, 1.0, 1.0)
    assert [pairing.asked(phone).stage for phone in "ab"] == ["accepted", "closed"]
    assert (pairing.until, pairing.signal) == (None, None)


def test_stand_refuses_it_and_shows_the_next() -> None:
    pairing = opened("a", "b")
    signal = pairing.asked("b").signal
    pairing = pairing.press(STAND, 1.0, 1.0)
    assert [pairing.asked(phone).stage for phone in "ab"] == ["refused", "shown"]
    assert pairing.signal == signal != opened("a", "b").signal


@pytest.mark.parametrize("button", [ROLL, STAND, Button.TAKE_BACK, Button.PAUSE])
def test_a_press_for_a_request_that_has_just_gone_means_nothing_to_the_game(button: Button) -> None:
    pairing = opened("a").pass_time(SILENT)
    assert pairing.signal is None
    assert pairing.takes(button, SILENT + GUARD - 0.01)
    assert not pairing.takes(button, SILENT + GUARD)


def test_the_buttons_are_the_games_while_nobody_asks() -> None:
    assert not any(opened().takes(button, 0.0) for button in Button)
    assert not any(Pairing().takes(button, 0.0) for button in Button)
    shown = opened("a")
    taken = {button for button in Button if shown.takes(button, 9.0)}
    assert taken == {ROLL, STAND, Button.TAKE_BACK, Button.PAUSE}


def test_nobody_may_ask_while_it_is_closed_or_its_minute_is_over() -> None:
    assert refused(lambda: Pairing().ask("a", "192.0.2.1", 0.0)) == "no_window"
    assert refused(lambda: opened().ask("a", "192.0.2.1", OPEN_FOR)) == "no_window"
    pairing = opened("a").poll("a", OPEN_FOR - 1).pass_time(OPEN_FOR)
    assert (pairing.until, pairing.asked("a").stage) == (None, "closed")


def test_a_request_whose_phone_is_silent_is_dropped_and_the_next_is_shown() -> None:
    pairing = opened("a", "b").poll("b", 4.0).pass_time(SILENT)
    assert [pairing.asked(phone).stage for phone in "ab"] == ["closed", "shown"]


@pytest.mark.parametrize(
    "addresses",
    [["192.0.2.1"] * 3, ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"], ["fe80::1%eth0", "fe80::2", "fe80::3"]],
)
def test_an_address_has_two_requests_at_most(addresses: list[str]) -> None:
    pairing = opened()
    for number, address in enumerate(addresses[:PER_NETWORK]):
        pairing = pairing.ask(f"guest {number}", address, 0.0)
    assert refused(lambda: pairing.ask("one more", addresses[-1], 0.0)) == "too_many_asks"
    assert pairing.ask("owner", "198.51.100.1", 0.0).asked("owner").stage == "waiting"


def test_there_are_only_so_many_requests() -> None:
    pairing = opened(*map(str, range(MOST)))
    assert refused(lambda: pairing.ask("one more", "198.51.100.1", 0.0)) == "too_many_asks"


def test_a_signal_that_was_freed_rests_before_it_is_given_again() -> None:
    """A phone may show its signal for some seconds after its request was dropped."""
    others = [f"later {number}" for number in range(len(SIGNALS) - MOST)]
    pairing = opened(*map(str, range(MOST))).close(1.0).open(1.0)
    for number, phone in enumerate(others):
        pairing = pairing.ask(phone, f"198.51.100.{number}", 1.0)

    def later(now: float) -> Pairing:
        polled = pairing
        for phone in others:
            polled = polled.poll(phone, now)
        return polled.pass_time(now).ask("one more", "203.0.113.1", now)

    assert refused(lambda: later(1.0 + REST - 0.1)) == "too_many_asks"
    assert later(1.0 + REST).asked("one more").signal == SIGNALS[0]


def test_who_asks_twice_keeps_the_place_and_the_signal() -> None:
    pairing = opened("a", "b")
    assert pairing.ask("b", "192.0.2.1", 0.0) == pairing


def test_an_address_that_was_refused_waits_before_it_asks_again() -> None:
    pairing = opened("a").press(STAND, 1.0, 1.0)
    with pytest.raises(NotAccepted) as denied:
        pairing.ask("a again", "192.0.2.0", 1.0 + AWAY - 9)
    assert (denied.value.code, denied.value.later) == ("turned_away", 9)
    assert pairing.ask("b", "192.0.2.9", 1.0).pass_time(1.0).asked("b").stage == "shown"
    assert pairing.ask("a again", "192.0.2.0", 1.0 + AWAY).asked("a again").stage == "asking"


def test_an_acceptance_is_claimed_once_and_within_a_minute() -> None:
    pairing = opened("a").press(ROLL, 1.0, 1.0)
    assert pairing.claim("b", 1.0) is None
    claimed = pairing.claim("a", 1.0)
    assert claimed is not None
    assert claimed.claim("a", 1.0) is None
    assert pairing.claim("a", 1.0 + CLAIM_WITHIN) is None


def test_neighbouring_signals_differ_in_colour_and_in_number() -> None:
    assert len(set(SIGNALS)) == len(SIGNALS) == 20
    for one, other in zip(SIGNALS, (*SIGNALS[1:], SIGNALS[0]), strict=True):
        assert one.colour != other.colour
        assert one.blinks != other.blinks


ADDRESSES = (
    "192.0.2.1",
    "192.0.2.2",
    "2001:db8::1",
    "2001:db8::2",
    "2001:db8:1::1",
    *(f"10.0.0.{n}" for n in range(9)),
)
PHONES = st.integers(0, 15).map(lambda number: f"phone {number}")
BUTTONS = st.sampled_from([ROLL, STAND, Button.TAKE_BACK, Button.PAUSE])
STEPS = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from([0.1, 0.3, 0.7, 1.0, 4.9, 5.0, 12.0, 60.0])),
    st.tuples(st.just("hold both"), st.none()),
    st.tuples(st.just("ask"), st.tuples(PHONES, st.sampled_from(ADDRESSES))),
    st.tuples(st.just("poll"), PHONES),
    st.tuples(st.just("press"), st.tuples(BUTTONS, st.sampled_from([0.0, 0.2, 0.8, 1.1]))),
    st.tuples(st.just("claim"), PHONES),
)


@dataclass
class Watch:
    """Somebody who writes down what the lamp showed since when, and checks every step against that."""

    now: float = 0.0
    pairing: Pairing = field(default_factory=Pairing)
    shown: list[tuple[float, str | None]] = field(default_factory=lambda: [(0.0, None)])
    accepted: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    freed: dict[Signal, float] = field(default_factory=dict)

    def seen_since(self, moment: float) -> set[str | None]:
        """Whose signal the lamp showed from then on."""
        later = {phone for since, phone in self.shown if since > moment}
        before = [phone for since, phone in self.shown if since <= moment]
        return later | {before[-1] if before else None}

    def step(self, what: str, how: object) -> None:
        before = self.pairing
        match what, how:
            case "wait", float() as seconds:
                self.now += seconds
            case "hold both", _:
                self.pairing = before.close(self.now) if before.until is not None else before.open(self.now)
            case "ask", (str() as phone, str() as address):
                try:
                    self.pairing = before.ask(phone, address, self.now)
                except NotAccepted:
                    return
            case "poll", str() as phone:
                self.pairing = before.poll(phone, self.now)
            case "press", (Button() as button, float() as ago):
                self.press(button, self.now - ago)
            case "claim", str() as phone:
                if claimed := before.claim(phone, self.now):
                    self.pairing = claimed
                    self.claims.append(phone)
        self.pairing = self.pairing.pass_time(self.now)
        self.check(before)

    def press(self, button: Button, began: float) -> None:
        before = self.pairing
        self.pairing = before.press(button, began, self.now)
        fresh = [answer for answer in self.pairing.answers if answer not in before.answers]
        decides = button in (ROLL, STAND) and before.takes(button, began) and before.signal
        assert len(fresh) == (1 if decides and began - before.changed >= GUARD else 0)
        for answer in fresh:
            assert answer.stage == ("accepted" if button is ROLL else "refused")
            assert self.seen_since(began - 0.7 + 1e-9) == {answer.phone}
            assert before.takes(button, began)
            if answer.stage == "accepted":
                self.accepted.append(answer.phone)

    def check(self, before: Pairing) -> None:
        line = self.pairing.line
        if self.pairing.shown != self.shown[-1][1]:
            self.shown.append((self.now, self.pairing.shown))
        assert (self.pairing.shown is not None) == bool(line)
        signals = [ask.signal for ask in line]
        assert len(set(signals)) == len(signals) <= MOST
        networks = [network_of(ask.address) for ask in line]
        assert max(map(networks.count, networks), default=0) <= PER_NETWORK
        known = {ask.signal for ask in before.line}
        for signal in set(signals) - known:
            assert self.now - self.freed.get(signal, float("-inf")) >= REST
        self.freed |= dict.fromkeys(known - set(signals), self.now)
        assert all(self.claims.count(phone) <= self.accepted.count(phone) for phone in self.claims)
        assert len(self.pairing.freed) + len(self.pairing.away) + len(self.pairing.answers) < 300


@settings(max_examples=120)
@given(steps=st.lists(STEPS, max_size=60))
def test_a_press_makes_one_hand_at_most_and_only_of_what_was_shown_long_enough(steps: list[tuple[str, object]]) -> None:
    watch = Watch()
    watch.step("hold both", None)
    for what, how in steps:
        watch.step(what, how)
