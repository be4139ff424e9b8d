"""Records clips: keeps small pictures while something moves, and makes a clip of them when a throw lies there.

On the table's thread a frame is scaled, about a third of a millisecond. Pictures are encoded and files are written on a
thread of their own.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock
from typing import Self

from device.cameras.camera import Frame, Image
from device.observer import Observer
from device.recording.kept_clips import KeptClips, small, strip_of
from engine import Corrected, Rolled, Undone, game_of, totals
from table.games import rulebook
from table.session import ConfirmedEvent
from table.table import Table
from vision import Die, Reading, Rest, Tray, on_tray
from web.services.device import CLIP_FRAMES, CLIP_SECONDS, Clip, ClipDie

RATE = (CLIP_FRAMES - 1) / CLIP_SECONDS
"""Pictures per second at most."""

SLACK = 0.01
"""Seconds by which a picture may come early."""

STILL = (Rest.SETTLED, Rest.EMPTY)

MARGIN = 0.1
"""Of the tray's width and height, to each side of it."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of a frame."""

CurrentGame = Callable[[], tuple[int | None, float | None]]
"""Returns the number of the open game, and when it began (seconds, Unix); None where unknown."""


@dataclass(frozen=True, slots=True)
class Made:
    """A clip, and its pictures once they are encoded."""

    clip: Clip
    strip: Future[bytes]


class ClipRecorder(Observer):
    """Records the latest throw in memory, and keeps the clips of big moments in ``store``.

    Big moments are the announcements that the game cheers. ``enabled`` is asked for each frame. Close it at the end.
    """

    def __init__(
        self,
        open_game: CurrentGame,
        store: KeptClips,
        enabled: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._open_game = open_game
        self._store = store
        self._enabled = enabled
        self._clock = clock
        self.tray: Callable[[], Tray | None] = lambda: None
        """Returns the tray in the camera's pictures, to which those of a clip are cut; None where it is unknown."""
        self._table: Table | None = None
        self._moving: deque[tuple[float, Image]] = deque(maxlen=CLIP_FRAMES)
        self._ended: list[tuple[float, Image]] | None = None
        """The pictures up to the latest rest, until the table says whether that was a throw."""
        self._dice: tuple[ClipDie, ...] = ()
        self._box: Box | None = None
        """The part of the frames that the present pictures show."""
        self._throw: object = None
        self._lies = False
        """Whether the dice lie as they do at the end of the latest clip."""
        self._number = 0
        self._paid = 0
        """What the rolls of a game beside the others have won."""
        self._lock = Lock()
        self._latest: Made | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="clips")

    def __enter__(self) -> Self:
        self._worker.submit(self._store.prune)
        return self

    def __exit__(self, *exc: object) -> None:
        self._worker.shutdown()

    def settle(self) -> None:
        self._worker.submit(int).result()

    @property
    def latest(self) -> Made | None:
        """The clip of the latest throw, which moves on with the table. Safe from any thread."""
        with self._lock:
            return self._latest

    def begin(self, table: Table) -> None:
        self._table = table

    def observed(self, frame: Frame, reading: Reading) -> None:
        if not self._enabled():
            self._forget()
            return
        self._take_throw()
        if reading.rest in STILL:
            self._settle(frame, reading)
            return
        self._ended, self._lies = None, False
        if not self._moving or frame.time - self._moving[-1][0] >= 1 / RATE - SLACK:
            if not self._moving:
                self._box = box_of(frame.image, self.tray())
            self._moving.append((frame.time, small(cut(frame.image, self._box))))

    def confirmed(self, event: ConfirmedEvent) -> None:
        if self._table is None or not self._enabled():
            return
        match event.event:
            case Rolled(dice, told=False):
                self._take_throw(counted=True)
                self._count(dice, event.player or "")
            case Rolled():
                self._drop()
            case Corrected(roll, dice):
                self._correct(roll, dice)
            case Undone():
                self._forget_moment()
        state = self._table.state
        if game_of(state.rules.name).is_beside:
            paid = state.turn.points if state.turn else sum(totals(state).values())
            if (paid > self._paid and isinstance(event.event, Rolled)) or (paid and isinstance(event.event, Corrected)):
                self._keep_moment("won", stays=True)
            # dice that stay are told before the roll, but the state has that roll already
            self._paid = paid if isinstance(event.event, Rolled | Corrected) else min(self._paid, paid)
            return
        cheered = rulebook(state).cheered
        # a game is often decided by the last roll of one who loses it: that is no moment of the winner's
        for one in event.said:
            if one.word in cheered and (made := self.latest) and one.player in (None, made.clip.player):
                self._keep_moment(one.word)
                break

    def _settle(self, frame: Frame, reading: Reading) -> None:
        """Take the dice of a picture at rest; with the first one the pictures of the movement are complete."""
        if self._moving:
            first = frame.time - CLIP_SECONDS - 1 / RATE
            frames = [one for one in self._moving if one[0] >= first]
            self._ended = [*frames, (frame.time, small(cut(frame.image, self._box), well=True))]
            self._moving.clear()
        if self._box is None:
            return
        dice = tuple(drawn(die, self._box) for die in on_tray(reading.dice))
        if dice != self._dice:
            self._dice = dice
            if self._lies:
                self._change(lambda clip: replace(clip, dice=dice) if clip.roll is None else clip)

    def _take_throw(self, *, counted: bool = False) -> None:
        """Make a clip of the pictures up to this rest if a throw lies there, or was ``counted`` just now."""
        if self._ended is None or self._table is None:
            return
        throw = self._table.throw
        if counted:
            is_throw = self._latest is None or self._latest.clip.roll is not None
        else:
            is_throw = throw is not self._throw if throw is not None else self._table.thrown
        if not is_throw:
            return
        frames, self._ended, self._throw, self._lies = self._ended, None, throw, True
        self._number += 1
        height, width = frames[-1][1].shape[:2]
        clip = Clip(f"now-{self._number}", width, height, self._dice, self._clock())
        with self._lock:
            self._latest = Made(clip, self._worker.submit(strip_of, frames))

    def _count(self, dice: Sequence[int], player: str) -> None:
        """Note the roll that the clip shows, unless that is an earlier one."""
        assert self._table is not None
        (game, begun), roll = self._open_game(), self._table.rolls

        def counted(clip: Clip) -> Clip:
            if clip.roll is not None:
                return clip
            return replace(clip, game=game, begun=begun, roll=roll, player=player, rolled=tuple(dice))

        self._change(counted)

    def _change(self, change: Callable[[Clip], Clip]) -> None:
        with self._lock:
            if self._latest:
                self._latest = replace(self._latest, clip=change(self._latest.clip))

    def _forget(self) -> None:
        self._moving.clear()
        self._ended, self._lies = None, False
        self._drop()

    def _drop(self) -> None:
        """Forget the latest clip. After a roll that was entered by hand it shows another one."""
        with self._lock:
            self._latest = None

    def _keep_moment(self, word: str, *, stays: bool = False) -> None:
        made, game = self.latest, self._open_game()[0]
        if made is None or game is None or made.clip.game != game or not (stays or self._store.most):
            return
        self._worker.submit(self._write, named(replace(made.clip, word=word, stays=stays)), made.strip)

    def _write(self, clip: Clip, strip: "Future[bytes]") -> None:
        """Keep a clip without anybody's asking: a full or read-only disk is passed over."""
        with suppress(OSError):
            self._store.put(clip, strip.result())

    def _correct(self, roll: int, dice: Sequence[int]) -> None:
        """Show a corrected roll as it was. It is no big moment any more; if it is one still, it is kept again."""
        game, _ = self._open_game()

        def corrected(clip: Clip) -> Clip:
            return put_right(clip, dice) if (clip.game, clip.roll) == (game, roll) else clip

        self._change(corrected)

        def rewrite() -> None:
            kept = self._store.find(f"{game}-{roll}")
            if kept is None:
                return
            with suppress(OSError):
                pictures = None if kept.word else self._store.pictures(kept.id)
                self._store.remove(kept.id)
                if pictures:
                    self._store.put(corrected(kept), pictures_alone(pictures))

        self._worker.submit(rewrite)

    def _forget_moment(self) -> None:
        """The decision that made the moment was taken back: drop the clip that was kept for it."""
        made = self.latest
        if made is None or made.clip.roll is None:
            return
        name = named(made.clip).id

        def drop() -> None:
            kept = self._store.find(name)
            if kept and kept.word:
                with suppress(OSError):
                    self._store.remove(name)

        self._worker.submit(drop)


def box_of(image: Image, tray: Tray | None) -> Box:
    height, width = image.shape[:2]
    if tray is None or tray.frame != (width, height):
        return 0, 0, width, height
    across, down = zip(*tray.corners_px, strict=True)
    aside, above = MARGIN * (max(across) - min(across)), MARGIN * (max(down) - min(down))
    left, right = max(0, int(min(across) - aside)), min(width, int(max(across) + aside))
    top, bottom = max(0, int(min(down) - above)), min(height, int(max(down) + above))
    return (left, top, right, bottom) if left < right and top < bottom else (0, 0, width, height)


def cut(image: Image, box: Box | None) -> Image:
    if box is None:
        return image
    left, top, right, bottom = box
    return image[top:bottom, left:right]


def drawn(die: Die, box: Box) -> ClipDie:
    left, top, right, bottom = box
    corners = (((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in die.corners)
    return ClipDie(tuple((round(x, 4), round(y, 4)) for x, y in corners), die.value)


def named(clip: Clip) -> Clip:
    return replace(clip, id=f"{clip.game}-{clip.roll}", is_kept=True)


def pictures_alone(file: bytes) -> bytes:
    return file[:2] + file[4 + int.from_bytes(file[4:6], "big") :]


def put_right(clip: Clip, dice: Sequence[int]) -> Clip:
    """Return the clip after its roll was corrected to ``dice``.

    A die whose new value is certain gets it; those that may be meant lose theirs.
    """
    wrong, right = Counter(clip.rolled) - Counter(dice), Counter(dice) - Counter(clip.rolled)
    drawn = tuple(replace(die, value=None) if die.value in wrong else die for die in clip.dice)
    if wrong.total() == right.total() == 1:
        [old], [new] = wrong, right
        if sum(die.value == old for die in clip.dice) == 1:
            drawn = tuple(replace(die, value=new) if die.value == old else die for die in clip.dice)
    return replace(clip, dice=drawn, rolled=tuple(dice))
