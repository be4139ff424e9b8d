"""What happened between two snapshots."""

from dataclasses import replace

from device.link.home_assistant.bridge import happenings
from device.link.home_assistant.entity_states import leader, round_of
from engine import Rolled, Started, Stopped, fold
from table.snapshot import Mode, Snapshot
from tests.web.moments import WAITING

START = Started("dice-game-depot", ("Ann", "Ben"), "Ann")


def after(*events: Rolled | Stopped, mode: Mode = Mode.WAITING, start: Started = START) -> Snapshot:
    log = (start, *events)
    return replace(WAITING, state=fold(log), log=log, event=len(log), mode=mode)


def kinds(before: Snapshot, now: Snapshot) -> list[str]:
    return [one["event_type"] for one in happenings(before, now)]


ROLL = Rolled((6, 5, 4, 2, 1))


def test_a_die_that_cannot_be_read_is_an_event_once() -> None:
    assert kinds(after(), after(mode=Mode.UNSURE)) == ["unreadable"]
    assert kinds(after(mode=Mode.UNSURE), after(mode=Mode.UNSURE)) == []


def test_a_roll_that_also_ends_the_turn_is_two_events() -> None:
    events = list(happenings(after(), after(ROLL, Stopped())))
    assert [(one["event_type"], one["player"]) for one in events] == [("roll", "Ann"), ("turn_over", "Ann")]


def test_the_end_of_the_game_names_the_winner() -> None:
    played: list[Rolled | Stopped] = []
    while fold((START, *played)).player is not None:
        score = 6 if fold((START, *played)).player == "Ben" else 1
        played += [Rolled((6, 5, 4, score, score)), Stopped()]
    events = list(happenings(after(*played[:-1]), after(*played, mode=Mode.OVER)))
    assert events[-1]["event_type"] == "game_over"
    assert events[-1]["player"] == "Ben"
    assert round_of(fold((START, *played))) is None


def test_a_new_game_is_no_turn_of_the_old_one() -> None:
    other = Started("yahtzee-handout", ("Cid", "Dot"), "Cid")
    assert kinds(after(ROLL, Stopped()), after(start=other)) == []
    assert kinds(after(ROLL), after(Rolled((1, 1, 1, 2, 3)), start=other)) == ["roll"]


def test_nobody_leads_and_the_first_round_is_on_at_the_start() -> None:
    yahtzee = Started("yahtzee-handout", ("Cid", "Dot"), "Cid")
    for state in (after().state, after(start=yahtzee).state):
        assert (leader(state), round_of(state)) == (None, 1)
