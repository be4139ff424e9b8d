"""The programs that say a sentence: espeak-ng, and aplay where it is installed or a device is named."""

import shutil
from collections.abc import Callable

from device.config.sound import SoundConfig

ESPEAK, APLAY = "espeak-ng", "aplay"
RATE = "155"
"""Words in a minute: a little slower than usual, to be understood in a bar."""

VOICES = {"en": "en-gb"}
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
    """Return the options for language and volume; what follows is text, whatever it begins with."""
    voice = VOICES.get(config.language, config.language)
    return ["-v", voice, "-a", str(round(FULL * config.volume)), "-s", RATE, "--"]
