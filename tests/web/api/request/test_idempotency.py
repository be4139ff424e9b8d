"""Once is once, however often it is sent, and from however many threads."""

import threading

import pytest

from tests.web.conftest import until
from web.api.commands import KEPT, MOST_WAITING, IdempotentCommands, Outcome
from web.errors import Denied

DONE = Outcome(200, "{}")


class HeldUp:
    """A change on a thread of its own, which goes on when a test says so."""

    def __init__(self) -> None:
        self.once = IdempotentCommands()
        self.times = 0
        self.answers: list[Outcome] = []
        self._begun, self._go_on = threading.Event(), threading.Event()
        self._threads = [self._sent()]
        assert self._begun.wait(60)

    def _act(self) -> Outcome:
        self.times += 1
        self._begun.set()
        assert self._go_on.wait(60)
        return DONE

    def _sent(self) -> threading.Thread:
        thread = threading.Thread(target=lambda: self.answers.append(self.repeated(60)))
        thread.start()
        return thread

    def repeated(self, patience: float) -> Outcome:
        return self.once.do("hand", "key", b"what", self._act, patience)

    def repeat(self, times: int) -> None:
        self._threads += [self._sent() for _ in range(times)]

    def goes_on(self) -> None:
        self._go_on.set()
        for thread in self._threads:
            thread.join(60)


def test_it_is_done_once_while_others_wait_for_the_answer() -> None:
    change = HeldUp()
    change.repeat(7)
    change.goes_on()
    assert (change.times, change.answers) == (1, [DONE] * 8)


def test_who_waits_too_long_is_told_to_try_again() -> None:
    change = HeldUp()
    with pytest.raises(Denied, match="did not answer in time"):
        change.repeated(0.01)
    change.goes_on()
    assert (change.repeated(1), change.times) == (DONE, 1)


def test_only_a_few_repeated_requests_wait_for_the_first() -> None:
    change = HeldUp()
    change.repeat(MOST_WAITING)
    until(lambda: change.once._doings["hand", "key"].waiting._value == 0, 60)
    with pytest.raises(Denied) as denied:
        change.repeated(60)
    assert (denied.value.status, denied.value.code) == (503, "no_answer")
    change.goes_on()
    assert (change.repeated(0), change.times) == (DONE, 1)


@pytest.mark.parametrize("first", [Outcome(503, "{}"), ZeroDivisionError(), Denied(400, "bad_request", "No.")])
def test_what_was_not_done_may_be_tried_again_with_the_same_key(first: Outcome | Exception) -> None:
    once = IdempotentCommands()

    def fails() -> Outcome:
        if isinstance(first, Exception):
            raise first
        return first

    if isinstance(first, Exception):
        with pytest.raises(type(first)):
            once.do("hand", "key", b"what", fails, 1)
    else:
        assert once.do("hand", "key", b"what", fails, 1) == first
    assert once.do("hand", "key", b"what", lambda: DONE, 1) == DONE


def test_the_oldest_answers_are_forgotten() -> None:
    once = IdempotentCommands()
    once.do("hand", "first", b"what", lambda: DONE, 1)
    for number in range(KEPT):
        once.do("hand", f"key-{number}", b"what", lambda: DONE, 1)
    again = Outcome(200, "done again")
    assert once.do("hand", "first", b"what", lambda: again, 1) == again
