"""The caller on the device: real sentences by espeak-ng into files, and a speaker that is never behind."""

import shutil
import wave
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from device.config.schema import SoundConfig
from device.doctor.checks import caller_finding
from device.notices import Notices
from device.sound import NO_PROGRAM, NO_SPEAKER, LocalSpeaker, Sentence, commands, voice_of
from engine.i18n import languages
from table.panel import Button
from table.snapshot import Call
from tests.table.desk import desk_with
from tests.table.games.test_calls import MISREAD, called
from tests.table.lying import EMPTY
from tests.web import moments
from tests.web.conftest import until
from tests.web.scripted import ScriptedTable

CALLER = SoundConfig(caller=True)
needs_espeak = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="needs espeak-ng (apt install espeak-ng)")


def said_into(file: Path, language: str, text: str) -> tuple[float, float]:
    """Seconds and RMS, as a share of full scale, of what espeak-ng says into a file."""
    config = SoundConfig(caller=True, language=language)  # type: ignore[arg-type]
    sentence = Sentence([["espeak-ng", "-w", str(file), *voice_of(config), text]])
    until(lambda: sentence.failed is not None)
    assert sentence.failed is False
    with wave.open(str(file)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / 32768
        assert np.max(np.abs(samples)) < 1
        return len(samples) / sound.getframerate(), float(np.sqrt(np.mean(samples**2)))


@needs_espeak
def test_each_language_is_said_by_itself_and_is_to_be_heard(tmp_path: Path) -> None:
    lengths = {}
    for language in languages():
        text = called("dice-game-depot", MISREAD, language=language).partition(": ")[2]
        seconds, rms = said_into(tmp_path / f"{language}.wav", language, text)
        assert 1.5 < seconds < 6, (language, seconds)
        assert rms > 0.03, (language, rms)
        lengths[language] = seconds
    sounds = {(tmp_path / f"{language}.wav").read_bytes() for language in languages()}
    assert len(sounds) == len(languages())


class Mouth:
    """Sentences that a test begins and ends."""

    def __init__(self, *, missing: bool = False) -> None:
        self.said: list[str] = []
        self.stopped: list[str] = []
        self.failed: bool | None = None
        self.missing = missing

    def __call__(self, programs: list[list[str]]) -> Sentence:
        if self.missing:
            raise FileNotFoundError(programs[0][0])
        text, mouth = programs[0][-1], self
        self.said.append(text)

        class Said(Sentence):
            def __init__(self) -> None: ...

            @property
            def failed(self) -> bool | None:
                return mouth.failed

            def stop(self) -> None:
                mouth.stopped.append(text)

        return Said()


def call(number: int) -> Call:
    return Call(number, "roll", f"Sentence {number}.")


def hears(
    act: Callable[[ScriptedTable], None], mouth: Mouth, notices: Notices, allowed: Callable[[], bool] = lambda: True
) -> None:
    table = ScriptedTable(replace(moments.WAITING, call=call(1)))
    with LocalSpeaker(table, CALLER, notices, allowed, mouth):
        act(table)


def test_a_newer_call_stops_the_sentence_before_and_none_is_said_twice() -> None:
    mouth = Mouth()

    def act(table: ScriptedTable) -> None:
        for number in (2, 2, 3):
            table.show(replace(moments.WAITING, call=call(number)))
            until(lambda number=number: f"Sentence {number}." in mouth.said)  # type: ignore[misc]
        assert mouth.stopped == ["Sentence 2."]

    hears(act, mouth, Notices())
    assert mouth.said == ["Sentence 2.", "Sentence 3."]
    assert mouth.stopped == ["Sentence 2.", "Sentence 3."]


@pytest.mark.parametrize(
    ("mouth", "notice"), [(Mouth(missing=True), NO_PROGRAM), (Mouth(), NO_SPEAKER)], ids=["no program", "no speaker"]
)
def test_a_speaker_that_fails_adds_one_notice_and_is_tried_again(mouth: Mouth, notice: str) -> None:
    notices = Notices()
    mouth.failed = True

    def act(table: ScriptedTable) -> None:
        for number in (2, 3):
            table.show(replace(moments.WAITING, call=call(number)))
            until(lambda: notices.all == (notice,))
        mouth.missing, mouth.failed = False, False
        table.show(replace(moments.WAITING, call=call(4)))
        until(lambda: notices.all == ())

    hears(act, mouth, notices)


def test_voice_says_each_sentence_of_voice_and_no_call(tmp_path: Path) -> None:
    mouth = Mouth()
    with desk_with(tmp_path) as desk:
        moments_of_it = (desk.see(EMPTY), desk.throw(6, 5, 3, 3, 1), desk.press(Button.ROLL))
    table, expected = ScriptedTable(moments_of_it[0]), []
    with LocalSpeaker(table, SoundConfig(caller="voice"), Notices(), say=mouth):
        for now in moments_of_it[1:]:
            assert now.voice is not None
            expected.append(now.voice.says)
            table.show(now)
            until(lambda: mouth.said == expected)
    assert "On the tray" in expected[0]


def test_what_the_owner_has_switched_off_is_not_said() -> None:
    mouth, asked = Mouth(), Event()

    def allowed() -> bool:
        asked.set()
        return False

    def act(table: ScriptedTable) -> None:
        table.show(replace(moments.WAITING, call=call(2)))
        assert asked.wait(10)

    hears(act, mouth, Notices(), allowed)
    assert mouth.said == []


def test_a_call_that_fails_does_not_silence_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    mouth = Mouth()

    def allowed() -> bool:
        if mouth.said:
            return True
        mouth.said.append("failed")
        raise RuntimeError("a bad day")

    def act(table: ScriptedTable) -> None:
        for number in (2, 3):
            table.show(replace(moments.WAITING, call=call(number)))
            until(lambda number=number: len(mouth.said) == number - 1)  # type: ignore[misc]

    hears(act, mouth, Notices(), allowed)
    assert mouth.said == ["failed", "Sentence 3."]
    assert "a bad day" in capsys.readouterr().err


def test_the_programs_by_what_is_there() -> None:
    assert commands("Hello", CALLER, lambda _: None)[0][:3] == ["espeak-ng", "-v", "en-gb"]
    piped = commands("-x", SoundConfig(device="plughw:1,0"), lambda _: None)
    assert piped[0][-2:] == ["--", "-x"]
    assert piped[1] == ["aplay", "-q", "-D", "plughw:1,0"]


def test_the_doctor_says_whether_the_caller_can_be_heard(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    assert caller_finding(SoundConfig()).light == "green"
    assert "espeak-ng" in caller_finding(CALLER, lambda _: None, cards).words
    assert caller_finding(CALLER, str, cards).light == "amber"
    cards.write_text(" 0 [Headphones]: bcm2835 - Headphones\n")
    assert caller_finding(CALLER, str, cards).light == "green"
