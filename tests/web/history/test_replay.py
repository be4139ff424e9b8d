"""A game step by step."""

from engine import Corrected, Event, Left, Rolled, Started, Stopped, Undone, fold
from tests.web import played
from web.history.replay import ReplayStep, steps_of, told
from web.services.archive import ArchivedGame

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
CORRECTED: tuple[Event, ...] = (
    START,
    Rolled((6, 5, 3, 1, 1)),
    Rolled((4, 2, 2)),
    Stopped(),
    Corrected(1, (6, 5, 4, 1, 1)),
    Corrected(1, (6, 5, 3, 1, 1)),
)


def replayed(*events: Event, moments: tuple[float, ...] = ()) -> tuple[ReplayStep, ...]:
    return steps_of(ArchivedGame(1, None, events, moments or tuple(played.moments_of(events))))


def sentences(*events: Event) -> list[str]:
    marks = {ord("\N{FIRST STRONG ISOLATE}"): None, ord("\N{POP DIRECTIONAL ISOLATE}"): None}
    return [told(step).translate(marks) for step in replayed(*events)]


def test_every_step_shows_the_state_that_its_events_lead_to() -> None:
    for events in (played.ship(5), played.yahtzee(5), CORRECTED):
        steps = replayed(*events)
        assert [step.number for step in steps] == list(range(len(events)))
        for step in steps[:: max(1, len(steps) // 9)]:
            assert step.state == fold(events[: step.number + 1])


def test_what_was_said_is_said_again() -> None:
    steps = replayed(START, Rolled((6, 5, 4, 6, 6)), Stopped(), Rolled((6, 5, 4, 1, 1)), Stopped())
    assert "midnight" in [one.word for one in steps[1].said]
    assert "won" in [one.word for one in steps[4].said]


def test_a_correction_is_shown_as_such_and_the_roll_knows_of_it() -> None:
    steps = replayed(*CORRECTED)
    wrong, back = steps[4], steps[5]
    assert wrong.is_mending
    assert (wrong.player, wrong.roll, wrong.dice, wrong.was) == ("Mia", 1, (6, 5, 4, 1, 1), (6, 5, 3, 1, 1))
    assert (wrong.aside, back.aside) == (2, 0), "what was set aside comes back with the second correction"
    assert (back.was, back.dice) == ((6, 5, 4, 1, 1), (6, 5, 3, 1, 1))
    assert (steps[1].dice, steps[1].corrected_at) == ((6, 5, 3, 1, 1), 5)
    assert steps[2].corrected_at is None


def test_what_is_taken_back_sets_nothing_else_aside() -> None:
    steps = replayed(START, Rolled((6, 5, 4, 2, 2)), Stopped(), Undone())
    assert (steps[3].is_mending, steps[3].aside) == (True, 0)


def test_steps_have_times_unless_the_clock_began_anew() -> None:
    events = (START, Rolled((6, 5, 4, 2, 2)), Stopped())
    assert [step.after for step in replayed(*events, moments=(0.0, 500.0, 509.2))] == [None, 0, 9]
    assert [step.after for step in replayed(*events, moments=(0.0, 500.0, 3.0))] == [None, None, None]
    assert [step.after for step in replayed(*events, moments=(0.0, 0.0, 0.0))] == [None, None, None]


def test_what_happened_is_told_in_sentences() -> None:
    assert sentences(*CORRECTED, Left("Jonas")) == [
        "Ship, Captain, Crew: Mia and Jonas start.",
        "Mia rolls 6 5 3 1 1",
        "Mia rolls 4 2 2",
        "Mia stands",
        "Mia’s roll was 6 5 4 1 1, not 6 5 3 1 1",
        "Mia’s roll was 6 5 3 1 1, not 6 5 4 1 1",
        "Jonas leaves",
    ]


def test_a_roll_entered_by_hand_and_undone_is_a_step_of_its_own() -> None:
    events = (START, Rolled((6, 5, 3, 2, 1), told=True), Undone(), Rolled((6, 5, 4, 3, 3), told=True), Stopped())
    steps = replayed(*events)
    assert steps[2].state == steps[0].state
    assert [step.state for step in steps] == [fold(events[: place + 1]) for place in range(len(events))]
    assert sentences(*events)[2].startswith("Undone: last action")
