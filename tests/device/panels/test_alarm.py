"""The alarm on the lamp."""

from device.panels.alarm import ALARM, EVERY, FOR, Alarm
from device.panels.factory import RecordedPanel
from device.recording.format import load
from table.panel import Lamp
from tests.end_to_end.program import RECORDING

GREEN, WHITE = Lamp("green"), Lamp("white")


def test_the_lamp_turns_to_the_alarm_and_back_to_the_game() -> None:
    panel = RecordedPanel(load(RECORDING))
    alarm = Alarm(panel)
    alarm.show(GREEN)
    assert panel.lamp == GREEN
    seen = []
    for step in range(6):
        alarm.ring(True, 30 + 0.5 * step)
        seen.append(panel.lamp == ALARM)
    assert seen == [0.5 * step < FOR for step in range(round(2 * EVERY))]
    alarm.ring(True, 33.0)
    alarm.show(WHITE)
    assert panel.lamp == ALARM
    alarm.ring(False, 33.0)
    assert panel.lamp == WHITE


def test_presses_and_sounds_go_through() -> None:
    panel = RecordedPanel(load(RECORDING))
    with Alarm(panel) as alarm:
        assert len(alarm.presses(1e9)) == len(load(RECORDING).presses)
