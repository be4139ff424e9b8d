"""Labels from play: what was confirmed and corrected becomes the truth about the pictures."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.commands.record import SessionRecorder
from device.journal.journal import Journal
from device.panels.factory import RecordedPanel
from device.recording.auto_label import Labels
from device.recording.format import Happening, LabelledFrame, RecordedGame, load
from device.recording.recorder import Recorder
from device.runtime.loop import TableLoop
from device.runtime.replay import Replay, tray_view
from device.sources.recorded import RecordedSource
from engine import Corrected, Event, Passed, Rolled, Scored, Started, Stopped
from table.commands import Permit
from table.panel import Button, Press
from table.session import ConfirmedEvent
from table.table import Table
from tests.engine.turns.moves import move_of
from tests.table.desk import desk_with
from tests.table.lying import EMPTY, MOVING, settled
from vision import Reader, TraySize, Watcher

KeptByHand = move_of("bar-dice")
SetAsideInFarkle = move_of("farkle")
SetAsideInMidnight = move_of("midnight")

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
SHORT = Path(__file__).parents[3] / "fixtures" / "recordings" / "illegal-hold"


def confirmed(event: Event, moment: float = 3.0) -> tuple[ConfirmedEvent, float]:
    return ConfirmedEvent(moment, event, "Mia", ()), moment


@pytest.fixture
def labels() -> Labels:
    """Five dice have been lying there from 1.0 to 2.0, and the 6 on the rail before."""
    labels = Labels()
    labels.read(EMPTY, 0.0)
    labels.read(MOVING, 0.5)
    for moment in (1.0, 1.5, 2.0):
        labels.read(settled([5, 3, 3, 1], [6]), moment)
    return labels


def values(labels: Labels) -> list[list[int]]:
    return [sorted(die.value or 0 for die in layout) for layout in labels.fields(9)["layouts"]]


def test_dice_that_were_confirmed_are_labels_of_the_frames_they_lay_in(labels: Labels) -> None:
    labels.counted(*confirmed(Rolled((5, 3, 3, 1))))
    assert values(labels) == [[1, 3, 3, 5, 6]]
    assert [labels.frame(moment) for moment in (0.9, 1.0, 3.0, 3.1)] == [
        LabelledFrame(0.9),
        LabelledFrame(1.0, "settled", 0),
        LabelledFrame(3.0, "settled", 0),
        LabelledFrame(3.1),
    ]
    [event] = labels.fields(9)["events"]
    assert (event.player, event.rolled, event.held) == ("Mia", (5, 3, 3, 1), (6,))


@pytest.mark.parametrize(
    ("lies", "rail", "told", "values_then", "held"),
    [
        pytest.param([5, 3, 3, 1], [6], [Corrected(1, (4, 3, 3, 1))], [1, 3, 3, 4, 6], (6,), id="put right"),
        pytest.param([5, 3, 3, 1], [6], [Corrected(1, (5, 4, 3, 1))], None, (6,), id="either three was misread"),
        pytest.param([5, None, 3, 1], [6], [], [1, 3, 3, 5, 6], (6,), id="the one die that was not read"),
        pytest.param([2, 2, 2, 2], [6], [], None, (), id="told otherwise than they lie"),
        pytest.param([3, 3, 1], [6, 5], [], [1, 3, 3, 5, 6], (6,), id="set aside before the press"),
    ],
)
def test_what_was_told_or_corrected_is_the_label_where_it_is_certain_which_die_it_was(
    lies: list[int | None], rail: list[int], told: list[Corrected], values_then: list[int] | None, held: tuple[int, ...]
) -> None:
    labels = Labels()
    labels.read(settled(lies, rail), 1.0)
    for event in (Rolled((5, 3, 3, 1)), *told):
        labels.counted(*confirmed(event))
    if values_then:
        assert values(labels) == [values_then]
    assert (labels.frame(1.5) == LabelledFrame(1.5)) == (values_then is None)
    [event] = labels.fields(9)["events"]
    assert (event.rolled, event.held) == (told[0].dice if told else (5, 3, 3, 1), held)


def test_boxes_are_kept_as_choices_and_standing_with_its_roll(labels: Labels) -> None:
    labels.counted(*confirmed(Rolled((5, 3, 3, 1))))
    labels.counted(*confirmed(Stopped()))
    labels.counted(*confirmed(Scored("sixes"), 4.0))
    assert labels.fields(9)["events"][0].stands
    assert [(choice.t, choice.box) for choice in labels.fields(9)["choices"]] == [(4.0, "sixes")]


FIVE_AND_ONE = (SetAsideInFarkle((5, 1)), SetAsideInMidnight((5, 1)), KeptByHand((5, 1)))


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        *(
            ([(one, 4.0), (Stopped(), 5.0)], [Happening(4.0, "Mia", aside=(5, 1)), Happening(5.0, "Mia", stands=True)])
            for one in FIVE_AND_ONE
        ),
        ([(FIVE_AND_ONE[0], 4.0), (Stopped(), 4.0)], [Happening(4.0, "Mia", aside=(5, 1), stands=True)]),
        ([(Passed(), 4.0)], [Happening(4.0, "Mia", passed=True)]),
    ],
)
def test_dice_set_aside_a_later_stand_and_a_pass_are_kept_and_one_press_is_one_happening(
    labels: Labels, told: list[tuple[Event, float]], kept: list[Happening]
) -> None:
    labels.counted(*confirmed(Rolled((5, 3, 3, 1))))
    for event, moment in told:
        labels.counted(*confirmed(event, moment))
    assert labels.fields(9)["events"][1:] == tuple(kept)


def test_readings_are_kept_where_they_change(labels: Labels) -> None:
    assert [(seen.t, seen.rest) for seen in labels.fields(9)["readings"]] == [
        (0.0, "empty"),
        (0.5, "moving"),
        (1.0, "settled"),
    ]


def recording_with(recorder: Recorder, warned: Callable[[str], None] = pytest.fail) -> SessionRecorder:
    """An observer that records with that recorder, without an end."""
    return SessionRecorder(recorder, warned, lambda: None, threading.Event(), 1e9)


def test_an_evening_that_was_recorded_plays_the_same_game_again_and_has_labels(tmp_path: Path) -> None:
    source, folder = load(SHORT), tmp_path / "evening"
    size = TraySize()
    recorder = Recorder(folder, size, RecordedGame(preset=START.preset, players=START.players, starter="Mia"))
    with (
        Journal(tmp_path / "journal.db") as journal,
        recorder,
        RecordedSource(SHORT, source, speed=None) as camera,
        RecordedPanel(source) as panel,
    ):
        journal.append([START], 0.0)
        table = Table([START], journal, panel, tray_view(size), "boot")
        TableLoop(table, panel, Watcher(Reader(size=size)), [recording_with(recorder)]).play(camera)
    again = load(folder)
    assert [event.rolled for event in again.events] == [(6, 4, 3, 2, 1), (5, 3, 2, 1)]
    assert [press.button for press in again.presses] == [Button.ROLL] * 3
    for frame in again.frames:
        if frame.layout is not None:
            truth = next(one for one in source.frames if one.t == frame.t)
            assert truth.layout is not None
            assert sorted(die.value or 0 for die in again.layouts[frame.layout]) == sorted(
                die.value or 0 for die in source.layouts[truth.layout]
            )
    with Journal(tmp_path / "replayed.db") as journal:
        replay = Replay(folder, again, journal, speed=None)
        replay.run()
        assert replay.as_recorded


def test_a_tray_at_rest_is_kept_once_a_second_and_a_full_recording_does_not_stop_the_table(tmp_path: Path) -> None:
    warnings: list[str] = []
    recorder = Recorder(tmp_path / "evening", TraySize(), None, most=25_000)
    session = recording_with(recorder, warnings.append)
    with desk_with(tmp_path) as desk, recorder:
        session.begin(desk.table)
        for frame in frames():
            session.observed(frame, EMPTY if frame.time < 9 else MOVING)
    times = [frame.t for frame in load(tmp_path / "evening").frames]
    assert [time for time in times if 5 <= time <= 9.2] == [5.0, 6.0, 7.0, 8.0, 9.0, 9.1, 9.2]
    assert len(warnings) == 1
    assert warnings[0].endswith("seconds. The table is still running.")


def test_a_press_that_answers_a_phone_is_not_kept(tmp_path: Path) -> None:
    """Played again, it would count dice."""
    recorder = Recorder(tmp_path / "evening", TraySize(), None)
    session = recording_with(recorder)
    with desk_with(tmp_path) as desk, recorder:
        session.begin(desk.table)
        presses = {1.0: Press(Button.PAIR, 1.0), 5.0: Press(Button.ROLL, 5.0), 9.0: Press(Button.ROLL, 9.0)}
        for frame in frames():
            desk.moment = frame.time
            if press := presses.get(frame.time):
                session.pressed(press)
                desk.table.press(press)
            if frame.time == 2.0:
                desk.table.pairing.ask("phone", "192.0.2.1")
            desk.table.attend()
            session.observed(frame, EMPTY)
    assert desk.table.pairing.claim("phone")
    assert [(press.t, press.button) for press in load(tmp_path / "evening").presses] == [(9.0, Button.ROLL)]


def test_a_press_that_answers_a_question_is_no_press_of_the_recorded_game(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "evening", TraySize(), None)
    session = recording_with(recorder)
    with desk_with(tmp_path) as desk, recorder:
        session.begin(desk.table)
        for frame in frames():
            session.observed(frame, EMPTY)
        permit = Permit("restore")
        desk.order(permit)
        for press in (Press(Button.ROLL, 3.0), Press(Button.ROLL, 4.0)):
            session.pressed(press)
            desk.table.press(press)
    assert permit.verdict.result(0) == "allowed"
    assert [press.t for press in load(tmp_path / "evening").presses] == [4.0]


def frames() -> Iterator[Frame]:
    """Twenty-five seconds of nothing, ten frames a second."""
    grey = np.full((48, 64, 3), 90, np.uint8)
    yield from (Frame(grey, number / 10, number) for number in range(250))
