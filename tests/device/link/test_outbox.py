"""What is sent next: from the cursor on, limited, and again when the cursor stands still."""

from hypothesis import given
from hypothesis import strategies as st

from device.link.sender import AHEAD, AT_ONCE, NO_CURSOR, STANDS_STILL, Due, JournalPosition, Outbox
from device.storage.acknowledged import Extent
from engine.link_protocol import Cursor

OURS, OTHER = "a" * 32, "b" * 32


def extent(events: int, openings: int = 0) -> Extent:
    return Extent(OURS, events, openings)


def test_nothing_is_sent_before_the_cursor_is_known_but_one_row_after_a_while() -> None:
    fresh = Outbox(OURS, moved=100.0)
    assert fresh.due(extent(50, 2), 100.0 + NO_CURSOR - 0.1) is None
    assert fresh.due(extent(50, 2), 100.0 + NO_CURSOR) == Due(JournalPosition(1, 1), 1, 1)
    assert fresh.due(extent(0), 100.0 + NO_CURSOR) is None
    asked = fresh.has_sent(1, 1, 105.0)
    assert asked.due(extent(50, 2), 105.0 + STANDS_STILL - 0.1) is None
    assert asked.due(extent(50, 2), 105.0 + STANDS_STILL) == Due(JournalPosition(1, 1), 1, 1)


def test_it_sends_from_the_row_at_the_cursor_on() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 40, 2), 1.0)
    assert outbox.due(extent(42, 2), 1.0) == Due(JournalPosition(40, 2), 3, 1)
    outbox = outbox.has_sent(3, 1, 1.0).heard(Cursor(OURS, 42, 2), 1.0)
    assert outbox.due(extent(42, 2), 1.0) is None
    assert outbox.due(extent(43, 2), 1.0) == Due(JournalPosition(43, 3), 1, 0)


def test_more_is_sent_once_the_row_at_the_cursor_was_answered() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 40, 2), 1.0).has_sent(3, 1, 1.0)
    assert outbox.due(extent(43, 2), 2.0) is None
    answered = outbox.heard(Cursor(OURS, 40, 2), 3.0)
    assert answered.due(extent(43, 2), 3.0) == Due(JournalPosition(43, 3), 1, 0)


def test_the_first_new_row_goes_with_the_row_at_the_cursor_again() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 40, 2), 1.0)
    assert outbox.due(extent(40, 2), 1.0) == Due(JournalPosition(40, 2), 1, 1)
    outbox = outbox.has_sent(1, 1, 1.0)
    assert outbox.due(extent(40, 2), 500.0) is None
    assert outbox.due(extent(41, 2), 500.0) == Due(JournalPosition(40, 2), 2, 1)
    assert outbox.has_sent(2, 1, 500.0).sent == JournalPosition(41, 2)


def test_a_cursor_of_another_journal_counts_as_zero() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OTHER, 40, 2), 1.0)
    assert outbox.due(extent(3, 1), 1.0) == Due(JournalPosition(1, 1), 3, 1)


def test_no_more_than_the_window_is_sent_ahead_of_the_cursor() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS), 1.0)
    assert outbox.due(extent(10**6), 2.0) == Due(JournalPosition(1, 1), AT_ONCE, 0)
    outbox, sent = outbox.has_sent(AT_ONCE, 0, 2.0).heard(Cursor(OURS), 2.0), AT_ONCE
    while due := outbox.due(extent(10**6), 2.0):
        assert due.events <= AT_ONCE
        outbox = outbox.has_sent(due.events, 0, 2.0)
        sent += due.events
    assert sent == AHEAD
    outbox = outbox.heard(Cursor(OURS, 700), 3.0)
    assert outbox.due(extent(10**6), 3.0) == Due(JournalPosition(AHEAD + 1, 1), AT_ONCE, 0)


def test_rows_are_sent_again_when_the_cursor_stands_still() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 10), 1.0).has_sent(5, 0, 2.0)
    assert outbox.again(2.0 + STANDS_STILL - 0.1) == outbox
    again = outbox.again(2.0 + STANDS_STILL)
    assert again.due(extent(14), 40.0) == Due(JournalPosition(10, 1), 5, 0)
    assert again.again(2.0 + STANDS_STILL) == again
    done = outbox.heard(Cursor(OURS, 14), 3.0)
    assert done.again(1000.0) == done


def test_a_cursor_that_was_set_back_is_followed() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 100), 1.0).has_sent(1, 0, 1.0)
    back = outbox.heard(Cursor(OURS, 60), 2.0)
    assert back.due(extent(100), 2.0) == Due(JournalPosition(60, 1), 41, 0)


def test_a_record_with_more_rows_than_the_journal_is_noticed() -> None:
    outbox = Outbox(OURS, 0.0).heard(Cursor(OURS, 101), 1.0)
    assert outbox.is_overtaken(extent(100))
    assert not outbox.is_overtaken(extent(101))
    assert not outbox.is_overtaken(Extent(OTHER, 1, 0))


def test_a_journal_that_the_record_is_ahead_of_asks_with_its_first_row_and_sends_no_other() -> None:
    for cursor, here in ((Cursor(OURS, 11, 1), extent(10, 2)), (Cursor(OURS, 11, 3), extent(12, 2))):
        outbox = Outbox(OURS, 0.0).heard(cursor, 1.0)
        assert outbox.due(here, 1.0) == Due(JournalPosition(1, 1), 1, 1)
        asked = outbox.has_sent(1, 1, 1.0)
        assert asked.due(here, 1000.0) is None
        assert asked.heard(cursor, 2.0).due(here, 2.0) is None
        lost = asked.heard(Cursor(OURS, 1, 1), 3.0)
        assert lost.due(here, 3.0) == Due(JournalPosition(1, 1), here.events, 2)


class LossyRecord:
    def __init__(self) -> None:
        self.there: set[int] = set()
        self.at = 0

    def cursor(self) -> Cursor:
        while self.at + 1 in self.there:
            self.at += 1
        return Cursor(OURS, self.at)


@given(
    st.lists(st.integers(0, 3000), min_size=1, max_size=12),
    st.lists(st.sampled_from(["arrive", "lose", "reconnect", "set back"]), max_size=40),
)
def test_all_rows_arrive_whatever_is_lost_doubled_or_set_back(steps: list[int], fates: list[str]) -> None:
    wire, now, length = LossyRecord(), 0.0, 0
    outbox = Outbox(OURS, now)
    for number in range(len(steps) + len(fates) + 40):
        now += STANDS_STILL
        length += steps[number] if number < len(steps) else 0
        fate = fates[number] if number < len(fates) else "arrive"
        if fate == "reconnect":
            outbox = Outbox(OURS, now).heard(wire.cursor(), now)
        if fate == "set back":
            wire.there = set(range(1, len(wire.there) // 2))
            wire.at = 0
            outbox = outbox.heard(wire.cursor(), now)
        outbox = outbox.again(now)
        while length and (due := outbox.due(extent(length), now)):
            if fate != "lose":
                wire.there |= set(range(due.first.events, due.first.events + due.events))
            outbox = outbox.has_sent(due.events, due.openings, now)
        if fate != "lose":
            outbox = outbox.heard(wire.cursor(), now)
    assert wire.there == set(range(1, length + 1))
