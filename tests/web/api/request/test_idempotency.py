"""Once is once, however often it is sent, and from however many threads."""

import threading

import pytest

from tests.web.conftest import until
from web.api.commands import KEPT, MOST_WAITING, IdempotentCommands, Outcome
from web.errors import Denied

DONE = Outcome(200, "{}")


def test_it_is_done_once_while_others_wait_for_the_answer() -> None:
    once, begun, go_on = IdempotentCommands(), threading.Event(), threading.Event()
    done: list[int] = []

    def act() -> Outcome:
        done.append(1)
        begun.set()
        assert go_on.wait(60)
        return DONE

    answers: list[Outcome] = []
    sending = [
        threading.Thread(target=lambda: answers.append(once.do("hand", "key", b"what", act, 60))) for _ in range(8)
    ]
    for thread in sending:
        thread.start()
    assert begun.wait(60)
    go_on.set()
    for thread in sending:
        thread.join()
    assert (done, answers) == ([1], [DONE] * 8)


def test_who_waits_too_long_is_told_to_try_again() -> None:
    once, begun, go_on = IdempotentCommands(), threading.Event(), threading.Event()

    def act() -> Outcome:
        begun.set()
        assert go_on.wait(60)
        return DONE

    first = threading.Thread(target=lambda: once.do("hand", "key", b"what", act, 60))
    first.start()
    assert begun.wait(60)
    with pytest.raises(Denied, match="did not answer in time"):
        once.do("hand", "key", b"what", act, 0.01)
    go_on.set()
    first.join()
    assert once.do("hand", "key", b"what", lambda: Outcome(200, "again"), 1) == DONE


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


def test_only_a_few_repeated_requests_wait_for_the_first() -> None:
    once, begun, go_on = IdempotentCommands(), threading.Event(), threading.Event()

    def act() -> Outcome:
        begun.set()
        go_on.wait(60)
        return Outcome(200, "{}")

    def repeat() -> None:
        once.do("Mia", "a-key-of-hers", b"", act, 60.0)

    first = threading.Thread(target=repeat)
    first.start()
    begun.wait(60)
    waiting = [threading.Thread(target=repeat) for _ in range(MOST_WAITING)]
    for one in waiting:
        one.start()
    until(lambda: not _more_may_wait(once))
    with pytest.raises(Denied) as denied:
        once.do("Mia", "a-key-of-hers", b"", act, 60.0)
    assert (denied.value.status, denied.value.code) == (503, "no_answer")
    go_on.set()
    for one in (first, *waiting):
        one.join(60)
    assert once.do("Mia", "a-key-of-hers", b"", act, 0.0) == Outcome(200, "{}")


def _more_may_wait(once: IdempotentCommands) -> bool:
    doing = once._doings["Mia", "a-key-of-hers"]
    if doing.waiting.acquire(blocking=False):
        doing.waiting.release()
        return True
    return False
