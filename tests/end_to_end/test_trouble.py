"""What goes wrong in recordings is seen at the table when it happens, and is over when it is mended."""

from pathlib import Path

import pytest

from device.cameras.camera import Frame
from device.journal.journal import Journal
from device.observer import Observer
from device.recording.format import load
from device.runtime.replay import Replay
from table import Mode
from table.table import Table
from vision import Reading

RECORDINGS = Path(__file__).parents[2] / "fixtures" / "recordings"


class Shown(Observer):
    """What the table showed at each frame, and since when."""

    def __init__(self) -> None:
        self.moments: list[tuple[float, Mode, str]] = []

    def begin(self, table: Table) -> None:
        self._board = table.board

    def observed(self, frame: Frame, reading: Reading) -> None:  # noqa: ARG002
        now = self._board.latest
        if not self.moments or self.moments[-1][1:] != (now.mode, now.prompt):
            self.moments.append((frame.time, now.mode, now.prompt))


def played(name: str, folder: Path) -> tuple[Replay, list[tuple[float, Mode, str]]]:
    """The recording played to its end, and what the table showed from which moment on."""
    shown = Shown()
    with Journal(folder / "journal.db") as journal:
        replay = Replay(RECORDINGS / name, load(RECORDINGS / name), journal, (shown,), speed=None)
        replay.run()
    return replay, shown.moments


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("illegal-hold", Mode.ILLEGAL, "Mia: take the 4 off the rail"),
        ("turned-die", Mode.ILLEGAL, "Mia: the red die was turned from 5 to 3. Set it back to 5"),
    ],
)
def test_a_wrong_hold_is_shown_while_it_lasts_and_the_game_goes_on(
    tmp_path: Path, name: str, mode: Mode, said: str
) -> None:
    replay, shown = played(name, tmp_path)
    [trouble] = load(RECORDINGS / name).trouble
    told = [moment for moment, *what in shown if what == [mode, said]]
    assert told, shown
    assert trouble.begin < told[0] < trouble.end + 1.0
    assert shown[-1][1] is Mode.WAITING
    assert replay.as_recorded
