"""The owner's sessions: in memory, ended by idling, by signing out, and by another PIN."""

from web.access.sessions import MOST_OWNERS, OWNER_IDLE, OwnerSessions


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_session_ends_after_a_quarter_of_an_hour_without_use() -> None:
    time = Time()
    sessions = OwnerSessions(time)
    name = sessions.begin("a")
    for _ in range(3):
        time.now += OWNER_IDLE - 1
        assert sessions.has(name, "a")
    time.now += OWNER_IDLE - 1
    assert sessions.is_there(name)
    time.now += 1
    assert not sessions.is_there(name)
    assert not sessions.has(name, "a")


def test_a_look_is_no_use() -> None:
    time = Time()
    sessions = OwnerSessions(time)
    name = sessions.begin("a")
    time.now += OWNER_IDLE - 1
    assert sessions.is_there(name)
    time.now += 1
    assert not sessions.is_there(name)


def test_a_session_ends_with_its_pin() -> None:
    sessions = OwnerSessions()
    name = sessions.begin("a")
    assert not sessions.has(name, "b")
    assert not sessions.has(name, "")
    assert sessions.has(name, "a")


def test_no_other_name_is_a_session() -> None:
    sessions = OwnerSessions()
    name = sessions.begin("a")
    assert not any(sessions.has(other, "a") or sessions.is_there(other) for other in (None, "", name[:-1], "x"))


def test_a_session_that_is_ended_is_over_and_the_others_go_on() -> None:
    sessions = OwnerSessions()
    one, other = sessions.begin("a"), sessions.begin("a")
    sessions.end(one)
    sessions.end(None)
    assert (sessions.has(one, "a"), sessions.has(other, "a")) == (False, True)


def test_one_more_than_the_most_ends_the_one_that_was_not_used_for_longest() -> None:
    time = Time()
    sessions = OwnerSessions(time)
    names = []
    for _ in range(MOST_OWNERS):
        time.now += 1
        names.append(sessions.begin("a"))
    time.now += 1
    assert sessions.has(names[0], "a")
    names.append(sessions.begin("a"))
    assert [sessions.has(name, "a") for name in names] == [True, False] + [True] * (MOST_OWNERS - 1)
