"""The caller on the device, or Voice: says what the table says with espeak-ng, on a thread of its own.

The thread waits for snapshots as a page does, so that the table never waits for it. A newer call stops the sentence
before: the speaker is never behind. A missing program or speaker adds one notice; the next call tries again.
"""

import shutil
import subprocess
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from device.config.schema import SoundConfig
from device.notices import Notices
from engine.i18n import gettext as _
from engine.i18n import translated
from table.snapshot import Call, Snapshot, SnapshotSource, Voice
from table.voice import aloud

ESPEAK, APLAY = "espeak-ng", "aplay"
RATE = "155"
"""Words in a minute: a little slower than usual, to be understood in a bar."""

VOICES = {"en": "en-gb", "en-US": "en-us"}
"""The voices of languages that have another name there."""

FULL = 160
"""The amplitude of full volume; 200 is where espeak-ng clips."""


def commands(text: str, config: SoundConfig, found: Callable[[str], str | None] = shutil.which) -> list[list[str]]:
    """Return the programs, each of which reads what the one before writes."""
    said = [*voice_of(config), text]
    if config.device or found(APLAY):
        device = ["-D", config.device] if config.device else []
        return [[ESPEAK, "--stdout", *said], [APLAY, "-q", *device]]
    return [[ESPEAK, *said]]


def voice_of(config: SoundConfig) -> list[str]:
    voice = VOICES.get(config.language, config.language)
    return ["-v", voice, "-a", str(round(FULL * config.volume)), "-s", RATE, "--"]


NO_PROGRAM = _("The caller can’t be heard: run sudo apt install espeak-ng alsa-utils.")
NO_SPEAKER = _("The caller can’t be heard: check the speaker and [sound] device, or set [sound] caller to false.")
LOOK = 0.5
"""Seconds after which the thread looks whether it is to end, or a sentence has failed."""

LONGEST = 45.0
"""Seconds that a sentence may take; then it is stopped."""

START = Callable[[list[list[str]]], "Sentence"]


class Sentence:
    """A sentence that is being said: programs of which each reads what the one before writes."""

    def __init__(self, programs: list[list[str]]) -> None:
        """Start them. Raises :exc:`OSError` if one is missing."""
        self._running: list[subprocess.Popen[bytes]] = []
        source = None
        try:
            for place, program in enumerate(programs):
                last = place == len(programs) - 1
                started = subprocess.Popen(
                    program,
                    stdin=source or subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL if last else subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
                if source:
                    source.close()
                source = started.stdout
                self._running.append(started)
        except OSError:
            self.stop()
            raise

    @property
    def failed(self) -> bool | None:
        codes = [one.poll() for one in self._running]
        return None if None in codes else any(codes)

    def stop(self) -> None:
        for one in self._running:
            one.kill()
            one.wait()
            if one.stdout:
                one.stdout.close()


class LocalSpeaker:
    """Says each call of the table once, from the one after it begins. Used as a context manager."""

    def __init__(
        self,
        table: SnapshotSource,
        config: SoundConfig,
        notices: Notices,
        allowed: Callable[[], bool] = lambda: True,
        say: Callable[[list[list[str]]], Sentence] = Sentence,
    ) -> None:
        self._table = table
        self._config = config
        self._notices = notices
        self._allowed = allowed
        self._say = say
        self._sentence: Sentence | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="caller", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop.set()
        self._thread.join(2 * LOOK)

    def _run(self) -> None:
        snapshot = self._table.snapshot()
        begun = self._said_of(snapshot)
        latest = begun.number if begun else 0
        left = 0.0
        while not self._stop.is_set():
            snapshot = self._table.wait(snapshot.revision, LOOK)
            call = self._said_of(snapshot)
            try:
                if call is not None and call.number > latest:
                    latest, left = call.number, LONGEST
                    self._begin(call)
                elif self._sentence:
                    left -= LOOK
                    self._look(late=left < 0)
            except Exception:  # one call that can't be said is no reason to end the table
                traceback.print_exc()
        self._silence()

    def _said_of(self, snapshot: Snapshot) -> Call | Voice | None:
        return snapshot.voice if self._config.caller == "voice" else snapshot.call

    def _begin(self, call: Call | Voice) -> None:
        self._silence()
        if not call.says or not self._allowed():
            return
        text = aloud(translated(call.says, self._config.language))
        try:
            self._sentence = self._say(commands(text, self._config))
        except OSError as error:
            self._notices.add(NO_PROGRAM if isinstance(error, FileNotFoundError) else NO_SPEAKER)

    def _look(self, *, late: bool) -> None:
        assert self._sentence is not None
        failed = self._sentence.failed
        if failed is None and not late:
            return
        self._silence()
        if failed or late:
            self._notices.add(NO_SPEAKER)
        else:
            self._notices.remove(NO_PROGRAM)
            self._notices.remove(NO_SPEAKER)

    def _silence(self) -> None:
        if self._sentence:
            self._sentence.stop()
            self._sentence = None


@contextmanager
def speaking(
    table: SnapshotSource, config: SoundConfig, notices: Notices, allowed: Callable[[], bool]
) -> Iterator[None]:
    if not config.caller:
        yield
        return
    with LocalSpeaker(table, config, notices, allowed):
        yield
