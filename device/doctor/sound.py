"""Check of the caller on the device: the program, and a speaker."""

import shutil
from collections.abc import Callable
from pathlib import Path

from device.config.schema import SoundConfig
from device.doctor.finding import CheckResult
from device.sound import ESPEAK
from engine.i18n import gettext as _

CARDS = Path("/proc/asound/cards")
"""Where the kernel lists the sound cards: numbered lines."""


def caller_finding(
    config: SoundConfig, found: Callable[[str], str | None] = shutil.which, cards: Path = CARDS
) -> CheckResult:
    """Check that the caller can be heard, if the configuration has one."""
    name = _("caller")
    if not config.caller:
        return CheckResult(name, "green", _("off: screens have their own sound"))
    if not found(ESPEAK):
        return CheckResult(name, "amber", _("espeak-ng is missing"), _("sudo apt install espeak-ng alsa-utils"))
    try:
        lines = cards.read_text("utf-8").splitlines()
    except OSError:
        lines = []
    if not any(line.strip()[:1].isdigit() for line in lines):
        advice = _("connect a speaker, or set [sound] caller to false")
        return CheckResult(name, "amber", _("no sound card found"), advice)
    return CheckResult(name, "green", _("espeak-ng, language {language}", language=config.language))
