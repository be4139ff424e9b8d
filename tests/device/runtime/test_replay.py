"""Which game is played when the program starts, and a demo that plays once more from the beginning."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.commands.replay import DemoEnd
from device.journal.journal import Journal
from device.recording.format import load
from device.runtime.replay import BREAK, Replay, game_to_play, shifted
from engine import Event, Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
OTHERS = Started("dice-game-depot", ("Ada", "Ben"), "Ada")
TURN: tuple[Event, ...] = (Rolled((6, 5, 4, 3, 3)), Stopped())
BETTER: tuple[Event, ...] = (Rolled((6, 5, 4, 6, 6)), Stopped())


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as it:
        yield it


def test_the_first_game_is_that_of_the_configuration(journal: Journal) -> None:
    assert game_to_play(journal, START) == (START,)
    kept = journal.last_game()
    assert kept is not None
    assert kept.events == (START,)


def test_a_game_that_is_not_over_goes_on_whatever_the_configuration_says(journal: Journal) -> None:
    journal.append([START, *TURN], 3.0)
    assert game_to_play(journal, OTHERS) == (START, *TURN)


def test_a_game_that_is_over_stays_for_its_players_and_makes_way_for_others(journal: Journal) -> None:
    over = (START, *TURN, *BETTER)
    journal.append(over, 3.0)
    assert game_to_play(journal, START) == over
    assert game_to_play(journal, OTHERS) == (OTHERS,)


FOLDER = Path("fixtures/recordings/camera-stall")


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
