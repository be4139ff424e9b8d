"""A demo whose recording has ended: it says so, and plays once more from the beginning."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.commands.replay import DemoEnd
from device.journal.journal import Journal
from device.recording.format import load
from device.runtime.replay import BREAK, Replay, shifted

FOLDER = Path("fixtures/recordings/cocked-die")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as it:
        yield it


def test_a_shifted_recording_keeps_the_order_of_frames_and_presses() -> None:
    before = load(FOLDER)
    after = shifted(before, 100.0)
    moved = [one.t - other.t for one, other in zip(after.frames, before.frames, strict=True)]
    moved += [one.t - other.t for one, other in zip(after.presses, before.presses, strict=True)]
    assert moved == pytest.approx([100.0] * len(moved))
    assert after.result == before.result


def test_the_recording_is_played_again_in_a_new_game_and_ends_as_before(journal: Journal) -> None:
    replay = Replay(FOLDER, load(FOLDER), journal, speed=None)
    replay.run()
    assert replay.as_recorded
    first = replay.table.board.latest
    kept = journal.last_game()
    assert kept is not None
    first_moment, duration = kept.moment, load(FOLDER).frames[-1].t
    end = DemoEnd(replay.table.board, replay.start)
    end.again()  # while it plays, nothing happens
    assert replay.table.board.latest is first

    said: list[tuple[bool, str]] = []

    def look() -> None:
        shown = replay.table.board.wait(first.revision, 10)
        said.append((end.is_over, shown.camera))
        end.again()

    looking = threading.Thread(target=look)
    looking.start()
    end.wait(replay)
    looking.join()
    assert said == [(True, "lost")]
    assert not end.is_over
    assert len(replay.table.board.latest.log) == 1
    replay.begin_again()
    replay.run()
    assert replay.as_recorded
    again = replay.table.board.latest
    assert again.camera == "on"
    assert [type(event) for event in again.log] == [type(event) for event in first.log]
    kept = journal.last_game()
    assert kept is not None
    assert kept.moment == pytest.approx(first_moment + duration + BREAK, abs=0.2)
