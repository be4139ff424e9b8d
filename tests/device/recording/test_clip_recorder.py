"""Clips of throws: which movement becomes one, what it shows, and which are kept."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.adapters.pictures import TableClips
from device.cameras.camera import Frame
from device.journal.journal import Journal
from device.recording.clip_recorder import ClipRecorder
from device.recording.format import load
from device.recording.kept_clips import AREA, KeptClips
from device.runtime.replay import Replay, open_game
from engine import Corrected, Event, Rolled, Started, Stopped
from table.commands import Command, Play, Push
from table.panel import Button, Press
from tests.end_to_end.program import RECORDING
from tests.table.desk import Desk
from tests.table.lying import HAND, MOVING, settled
from vision import Reading
from web.services.device import CLIP_FRAMES, Clip

TICK = 0.1


@dataclass
class Filmed:
    """A table, its recorder, and a camera whose picture gets lighter by one level each frame."""

    desk: Desk
    recorder: ClipRecorder
    kept: KeptClips
    frames: int = 0
    enabled: list[bool] = field(default_factory=lambda: [True])

    def see(self, *readings: Reading, times: int = 1) -> None:
        for reading in (one for one in readings for _ in range(times)):
            self.frames += 1
            image = np.full((180, 320, 3), min(self.frames, 255), np.uint8)
            self.desk.moment += TICK
            self.recorder.observed(Frame(image, self.desk.moment, self.frames), reading)
            for event in self.desk.table.see(reading, self.desk.moment):
                self.recorder.confirmed(event)

    def throw(self, *thrown: int | None, rail: tuple[int, ...] = ()) -> None:
        self.see(settled([], rail))
        self.see(MOVING, times=10)
        self.see(settled(thrown, rail), times=2)

    def press(self, button: Button) -> None:
        self.desk.moment += TICK
        for event in self.desk.table.press(Press(button, self.desk.moment)):
            self.recorder.confirmed(event)

    def play(self, event: Event) -> None:
        self.do(Play(event, True))

    def do(self, command: Command) -> None:
        """Have the table do that, as a page orders it."""
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(self.desk.table.board.submit, command, 60.0)
            while not answer.done():
                for counted in self.desk.table.attend():
                    self.recorder.confirmed(counted)
        assert answer.result().done, answer.result().why

    @property
    def clip(self) -> Clip | None:
        made = self.recorder.latest
        return made.clip if made else None

    def levels(self) -> list[int]:
        """The grey levels of the latest clip's pictures."""
        made = self.recorder.latest
        assert made is not None
        strip = cv2.imdecode(np.frombuffer(made.strip.result(10), np.uint8), cv2.IMREAD_GRAYSCALE)
        assert strip is not None
        return [round(float(picture.mean())) for picture in np.vsplit(strip, CLIP_FRAMES)]

    def on_disk(self) -> list[tuple[str, str]]:
        """The kept clips with their words, once all is written."""
        self.recorder.settle()
        return [(clip.id, clip.word) for clip in self.kept.all()]


@contextmanager
def filmed(folder: Path, *events: Event) -> Iterator[Filmed]:
    enabled = [True]
    folder.mkdir(exist_ok=True)
    with Journal(folder / "journal.db") as journal:
        desk = Desk(journal, *events)
        kept = KeptClips(folder / "clips", 10_000_000, 30.0)
        with ClipRecorder(lambda: open_game(journal), kept, lambda: enabled[0]) as recorder:
            recorder.begin(desk.table)
            yield Filmed(desk, recorder, kept, enabled=enabled)


MIDNIGHT = (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Rolled((6, 5, 4, 1, 2)))

SHAKE = Started(
    "shake-of-the-day",
    ("Ann",),
    "Ann",
    {"throws": 3, "pot": 1000, "pays": {"five": "900", "full_house": "500", "three": "100"}},
)

of_midnight = pytest.mark.parametrize("film", [MIDNIGHT], indirect=True, ids=["midnight"])


@pytest.fixture
def film(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Filmed]:
    """A table and its recorder; after those events, if the test is given some."""
    with filmed(tmp_path, *getattr(request, "param", ())) as film:
        yield film


def test_a_throw_becomes_a_clip_of_the_time_before_the_dice_rest(film: Filmed) -> None:
    assert film.clip is None
    film.throw(6, 4, 3, 2, 1)
    clip = film.clip
    assert clip is not None
    assert ([die.value for die in clip.dice], clip.roll) == ([6, 4, 3, 2, 1], None)
    assert clip.width * clip.height <= AREA
    levels = film.levels()
    assert levels[-1] == film.frames - 1  # the first picture at rest
    assert levels == sorted(levels)
    assert levels[0] == 2  # the first that moved: nothing older than two seconds


def test_nothing_older_than_two_seconds_is_in_a_clip(film: Filmed) -> None:
    film.see(settled([]))
    film.see(MOVING, times=60)
    film.see(settled([6, 4, 3, 2, 1]), times=2)
    assert film.levels()[0] >= film.frames - 1 - 21


@pytest.mark.parametrize("frames", [1, 2])
def test_a_roll_that_counts_is_named_in_its_clip_also_if_no_further_frame_came(film: Filmed, frames: int) -> None:
    film.see(settled([]))
    film.see(MOVING, times=5)
    film.see(settled([6, 4, 3, 2, 1]), times=frames)
    film.press(Button.ROLL)
    clip = film.clip
    assert clip is not None
    assert (clip.game, clip.roll, clip.player, clip.rolled) == (1, 1, "Mia", (6, 4, 3, 2, 1))


def test_setting_dice_aside_makes_no_clip(film: Filmed) -> None:
    film.throw(6, 4, 3, 2, 1)
    first = film.clip
    assert first is not None
    film.see(HAND, MOVING, HAND, times=3)
    film.see(settled([4, 3, 2, 1], rail=(6,), shift=30.0), times=3)
    assert film.clip == first
    film.press(Button.ROLL)
    film.see(HAND, times=3)
    film.see(settled([4, 3, 2, 1], rail=(6,), shift=30.0), times=3)
    assert film.clip is not None
    assert (film.clip.id, film.clip.roll) == (first.id, 1)


def test_a_doubtful_die_has_no_number(film: Filmed) -> None:
    film.throw(6, None, 3, 2, 1)
    assert film.clip is not None
    assert [die.value for die in film.clip.dice] == [6, None, 3, 2, 1]
    film.see(settled([6, 5, 3, 2, 1]))
    assert [die.value for die in film.clip.dice] == [6, 5, 3, 2, 1]


def test_a_corrected_roll_is_drawn_as_it_was_until_one_is_entered_by_hand(film: Filmed) -> None:
    film.throw(6, 4, 3, 3, 1)
    film.press(Button.ROLL)
    film.play(Corrected(1, (6, 5, 3, 3, 1)))
    assert film.clip is not None
    assert [die.value for die in film.clip.dice] == [6, 5, 3, 3, 1]
    film.play(Corrected(1, (6, 5, 3, 2, 1)))
    assert [die.value for die in film.clip.dice] == [6, 5, None, None, 1]  # which of the two threes is not known
    film.play(Rolled((4, 2, 1)))
    assert film.clip is None


def test_switched_off_nothing_is_kept_in_memory(film: Filmed) -> None:
    film.throw(6, 4, 3, 2, 1)
    film.enabled[0] = False
    film.see(MOVING, times=5)
    assert film.clip is None
    film.throw(6, 4, 3, 2, 1)
    assert film.clip is None


@of_midnight
@pytest.mark.parametrize(("most", "kept"), [(10_000_000, [("1-3", "midnight")]), (0, [])])
def test_a_big_moment_is_kept_with_its_game_and_no_other_roll(
    film: Filmed, most: int, kept: list[tuple[str, str]]
) -> None:
    film.kept.most = most
    film.throw(3, 1, rail=(6, 5, 4))
    film.press(Button.ROLL)
    assert film.on_disk() == []
    film.throw(6, 6, rail=(6, 5, 4))
    film.press(Button.STAND)
    assert film.on_disk() == kept


def test_the_last_roll_is_kept_where_it_wins_the_game_and_not_where_it_loses_it(tmp_path: Path) -> None:
    leads = (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Rolled((6, 5, 4, 3, 3)), Stopped())
    for dice, kept in (((6, 5), [("1-3", "won")]), ((1, 1), [])):
        with filmed(tmp_path / str(dice[0]), *leads, Rolled((6, 5, 4, 1, 1))) as film:
            film.throw(*dice, rail=(6, 5, 4))
            film.press(Button.STAND)
            assert film.desk.table.state.winner == ("Jonas" if kept else "Mia")
            assert film.on_disk() == kept


@pytest.mark.parametrize("film", [(SHAKE,)], indirect=True, ids=["shake"])
def test_the_rolls_of_a_shake_that_win_more_are_kept_also_where_no_other_clip_is(film: Filmed) -> None:
    film.kept.most = 0
    for dice, rail, on_disk in (
        ((1, 2, 2, 3, 4), (), []),
        ((2, 1, 1), (2, 2), ["1-2"]),
        ((6, 6, 6, 1, 2), (), ["1-2"]),
    ):
        film.throw(*dice, rail=rail)
        film.press(Button.ROLL)
        assert film.on_disk() == [(name, "won") for name in on_disk]
    assert [(clip.stays, clip.rolled) for clip in film.kept.all()] == [(True, (2, 1, 1))]
    film.play(Corrected(3, (6, 6, 6, 6, 6)))
    assert film.on_disk() == [("1-3", "won"), ("1-2", "won")]
    assert not TableClips(film.recorder, film.kept, dict).can_keep


@of_midnight
@pytest.mark.parametrize("command", [Play(Corrected(2, (6, 5)), True), Push("take_back")])
def test_a_moment_that_was_a_misread_or_is_taken_back_takes_its_clip_with_it(film: Filmed, command: Command) -> None:
    film.throw(6, 6, rail=(6, 5, 4))
    film.press(Button.STAND)
    assert film.on_disk() == [("1-2", "midnight")]
    film.do(command)
    assert film.on_disk() == []


def test_a_full_disk_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.recording.kept_clips.write_durably", full)
    with filmed(tmp_path, *MIDNIGHT) as film:
        film.throw(6, 6, rail=(6, 5, 4))
        film.press(Button.STAND)
        assert film.on_disk() == []
        assert film.clip is not None


@pytest.mark.parametrize(
    ("name", "thrown", "kept"),
    [
        ("no-throw", [[1, 3, 4, 4, 6], [1, 2, 3, 5, 6]], []),
        pytest.param(
            "first-evening",
            [
                [1, 2, 2, 4, 5],
                [1, 1, 3, 5, 6],
                [4, 4, 5, 5, 6],
                [1, 2, 3, 4, 6],
                [1, 2, 4, 5, 6],
                [4, 5, 6, 6, 6],
            ],
            [("1-6", "midnight")],
            marks=pytest.mark.long,
        ),
        pytest.param(
            "shake-of-the-day",
            [[2, 3, 4, 5, 6], [2, 4, 5, 5, 6], [5, 5, 6, 6, 6], [1, 4, 6, 6, 6], [6, 6, 6, 6, 6]],
            [("4-2", "won")],
            marks=pytest.mark.long,
        ),
    ],
)
def test_every_throw_of_a_recording_is_a_clip_and_nothing_else(
    tmp_path: Path, name: str, thrown: list[list[int]], kept: list[tuple[str, str]]
) -> None:
    folder = RECORDING.with_name(name)
    clips: list[Clip] = []
    with Journal(tmp_path / "journal.db") as journal:
        replay = Replay(folder, load(folder), journal, speed=None, keeps_clips=True)

        observed = replay.clips.observed

        def noting(frame: Frame, reading: Reading) -> None:
            observed(frame, reading)
            made = replay.clips.latest
            if made and (not clips or clips[-1].id != made.clip.id):
                clips.append(made.clip)

        replay.clips.observed = noting  # type: ignore[method-assign]
        with replay.clips:
            replay.run()
        assert [sorted(die.value or 0 for die in clip.dice) for clip in clips] == thrown
        assert [(clip.id, clip.word) for clip in replay.kept.all()] == kept
