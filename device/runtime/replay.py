"""Replay of a recording through the whole pipeline: camera, reader, table, journal, and an optional page."""

import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from device.adapters.pictures import DieCrops, Preview
from device.cameras.camera import Frame
from device.config.kept_arrays import load_maps
from device.errors import BadRecording
from device.journal.journal import Journal
from device.lamps.lamps import RecordedLamps
from device.lamps.table_lamps import TableLamps
from device.observer import Observer
from device.panels.factory import RecordedPanel
from device.recording.clip_recorder import ClipRecorder
from device.recording.format import (
    LabelledFrame,
    LampShots,
    RecordedPick,
    RecordedPress,
    RecordedShake,
    Recording,
    result_of,
)
from device.recording.kept_clips import FOLDER, KeptClips
from device.runtime.loop import PACE, TableLoop
from device.sources.recorded import RecordedSource
from engine import BadRules, Event, Phase, Started, fold, rules_of
from engine.games.shake import PRESET as SHAKE
from engine.i18n import clause
from engine.i18n import gettext as _
from table import TrayView
from table.commands import SetUpShake, Shake
from table.games import check_start
from table.session import OpenGame
from table.table import Table
from vision import Reader, Reading, TraySize, Watcher
from web.history.addresses import today

Timed = TypeVar("Timed", LabelledFrame, LampShots, RecordedPress, RecordedPick, RecordedShake)

MOST_KEPT = 20_000_000
"""Bytes of clips that are kept of a replay."""

BREAK = 1.0
"""Seconds between the last frame of a round and the first of the next."""


def tray_view(size: TraySize) -> TrayView:
    return TrayView(size.width, size.height, size.rail)


def game_to_play(journal: Journal, start: Started) -> tuple[Event, ...]:
    """Return the journal's last game. Begins a new one if there is none, or if it is over and ``start`` differs."""
    kept = journal.last_game()
    if kept and (not _is_over(kept) or _same_table(kept.events[0], start)):
        return kept.events
    journal.append([start], 0.0)
    return (start,)


def open_game(journal: Journal) -> tuple[int | None, float | None]:
    """Return the number of the open game and when it began (seconds, Unix); None without one, or where unknown."""
    rows = journal.rows
    return (rows[0][0] if rows else None), journal.begun


def _is_over(kept: OpenGame) -> bool:
    return fold(kept.events).phase is Phase.OVER


def _same_table(first: Event, start: Started) -> bool:
    return isinstance(first, Started) and (first.preset, first.options, first.players) == (
        start.preset,
        start.options,
        start.players,
    )


class Shakers(Observer):
    """Begins the shakes of a recording on that day of the bar, those later than ``after`` seconds."""

    def __init__(self, recording: Recording, day: int, after: float) -> None:
        self._waiting = [one for one in recording.shakes if one.t > after]
        self._options, self._day = recording.shake, day

    def begin(self, table: Table) -> None:
        self._commands = table.commands
        if self._options:
            self._commands.post(SetUpShake(self._options))

    def observed(self, frame: Frame, reading: Reading) -> None:  # noqa: ARG002
        while self._waiting and self._waiting[0].t <= frame.time:
            self._commands.post(Shake(self._waiting.pop(0).player, self._day))


class Replay:
    """A recording and the table on which it is replayed, with its ``observers``.

    ``speed`` is that of the camera, None for as fast as possible. With ``keeps_clips`` throws are
    recorded, and those of big moments kept beside the journal. If the journal holds an unfinished game of the
    recording, the replay continues after its last confirmed event.
    """

    def __init__(
        self,
        folder: Path,
        recording: Recording,
        journal: Journal,
        observers: Sequence[Observer] = (),
        *,
        speed: float | None,
        keeps_clips: bool = False,
    ) -> None:
        self._folder = folder
        self._recording = recording
        self._observers = tuple(observers)
        self._speed = speed
        kept = journal.last_game()
        if kept is None or _is_over(kept):
            journal.append([_start_of(recording)], -1.0)
            kept = journal.last_game()
        assert kept is not None
        self._after = kept.moment
        tray = recording.tray
        size = TraySize(tray.width, tray.height, tray.rail, tray.marker)
        panel = RecordedPanel(recording, after=self._after)
        self.table = Table(kept.events, journal, panel, tray_view(size), uuid.uuid4().hex)
        self.preview, self.crops = Preview(), DieCrops()
        self.kept = KeptClips(journal.file.parent / FOLDER, MOST_KEPT, 1.0)
        self.clips = ClipRecorder(lambda: open_game(journal), self.kept, lambda: keeps_clips)
        self._reader = Reader(size=size)
        found = load_maps(folder / recording.lamp_maps, size) if recording.lamp_maps else None
        self._maps = found.maps if found else None
        self._lamps = RecordedLamps.of(recording)
        self._day = today(time.time())
        self._loop = self._loop_of(panel)

    def run(self) -> None:
        switches = lambda: self._lamps.switches  # noqa: E731
        with RecordedSource(
            self._folder, self._recording, speed=self._speed, after=self._after, switches=switches
        ) as camera:
            self._loop.play(camera)

    def begin_again(self) -> None:
        """Take the recording from its beginning, at times after those of the round before. Its game starts again.

        The new game is the caller's: :attr:`start` is its first event.
        """
        later = self._recording.frames[-1].t - self._recording.frames[0].t + BREAK
        self._recording = shifted(self._recording, later)
        self._after = self._recording.frames[0].t - BREAK
        self._day += 1  # who has shaken shakes again
        self._loop = self._loop_of(RecordedPanel(self._recording, after=self._after))

    @property
    def start(self) -> Started:
        """The first event of the recorded game."""
        return _start_of(self._recording)

    def stay(self, until: Callable[[], bool]) -> None:
        """Handle page requests without replaying, until ``until`` returns true."""
        self._loop.serve(until)

    def _loop_of(self, panel: RecordedPanel) -> TableLoop:
        watcher = Watcher(self._reader, PACE, lamps=self._maps)
        self.clips.tray = lambda: watcher.tray
        shakers = Shakers(self._recording, self._day, self._after)
        observers = (self.preview, self.crops, self.clips, shakers, *self._observers)
        return TableLoop(self.table, panel, watcher, observers, TableLamps(self._lamps, self._maps))

    @property
    def as_recorded(self) -> bool | None:
        """Return whether the game matches the recorded result. None if the recording has no result."""
        truth = self._recording.result
        return None if truth is None else result_of(self.table.state) == truth


def shifted(recording: Recording, seconds: float) -> Recording:
    """Return the recording with its frames, lamp pictures, presses, choices and shakes so many seconds later."""

    def later(found: Iterable[Timed]) -> tuple[Timed, ...]:
        return tuple(msgspec.structs.replace(one, t=one.t + seconds) for one in found)

    return msgspec.structs.replace(
        recording,
        frames=later(recording.frames),
        lamps=later(recording.lamps),
        presses=later(recording.presses),
        choices=later(recording.choices),
        shakes=later(recording.shakes),
    )


def _start_of(recording: Recording) -> Started:
    game = recording.game
    if game is None:
        raise BadRecording(
            _("The recording {name} does not say what was played: add “game” to its file.", name=recording.name)
        )
    try:
        start = Started(game.preset, game.players, game.starter, game.options)
        check_start(start)
        rules_of(SHAKE, recording.shake)
    except BadRules as error:
        raise BadRecording(
            _(
                "The recording {name} names a game that can’t be played: {error}.",
                name=recording.name,
                error=clause(str(error)),
            )
        ) from None
    return start
