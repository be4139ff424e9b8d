"""Runs all checks in order, and has those of software, journal, table id and sound."""

import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from device.cameras.camera import Camera
from device.config.schema import Config, SoundConfig
from device.doctor.hardware import box
from device.doctor.machine import CheckResult, Diagnosis, Machine
from device.errors import BadJournal
from device.files.os_errors import reason_of
from device.journal.reader import reading
from device.sound import ESPEAK
from device.storage.database import Damaged
from device.table_identity import HardwareMarks, hardware_marks, read_identity
from engine.i18n import gettext as _
from engine.i18n import listed

PYTHON = (3, 11)
NEWEST_PYTHON = (3, 13)
"""Newest Python version tested."""

OPENCV = (4, 10)
TOO_NEW_OPENCV = 6

REINSTALL = _("uninstall every OpenCV package, then reinstall Quarterdeck")
LACKS = _("install the missing library (libGL is in libgl1), or opencv-python-headless")
OUT_OF_RANGE = _("install 4.10 or newer, below 6: pip install 'opencv-python-headless<6'")


def _version_of(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def software(
    version: tuple[int, ...] = sys.version_info[:3],
    packages: Callable[[str], str | None] = _version_of,
    bits: int = 8 * struct.calcsize("P"),
) -> Iterator[CheckResult]:
    yield CheckResult(_("Python"), *_python(version, bits))
    yield CheckResult(_("OpenCV"), *_opencv(packages))


def _python(version: tuple[int, ...], bits: int) -> Diagnosis:
    words = ".".join(map(str, version[:3]))
    if bits < 64:
        return Diagnosis("red", _("{version}, of {bits} bits", version=words, bits=bits), _("use a 64-bit system"))
    if version[:2] < PYTHON:
        return Diagnosis("red", words, _("install 3.11 or newer: Raspberry Pi OS Bookworm has it"))
    if version[:2] > NEWEST_PYTHON:
        return Diagnosis("amber", words, _("newer than any tested version: 3.11 and 3.13 are known to work"))
    return Diagnosis("green", words)


def _opencv(packages: Callable[[str], str | None]) -> Diagnosis:
    found = {name: packages(name) for name in ("opencv-python-headless", "opencv-python", "opencv")}
    named = {name: version for name, version in found.items() if version}
    if len(named) > 1:
        return Diagnosis("amber", _("{both} are both installed", both=listed(list(named))), REINSTALL)
    command = [sys.executable, "-c", "import cv2; print(cv2.__version__)"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return Diagnosis("red", _("it does not start within a minute"), REINSTALL)
    if said.returncode:
        why = said.stderr.strip().splitlines()[-1][:200] if said.stderr.strip() else _("it cannot be loaded")
        return Diagnosis("red", why, LACKS if "cannot open shared object file" in why else REINSTALL)
    words = said.stdout.strip()
    version = tuple(int(part) for part in words.split(".")[:2])
    if not version >= OPENCV or version[0] >= TOO_NEW_OPENCV:
        return Diagnosis("red", words, OUT_OF_RANGE)
    return Diagnosis("green", words)


RESTART = _("start the table again: it repairs the journal, and keeps the damaged file beside it")


def journal_finding(journal: Path) -> Diagnosis:
    """Verify the checksum of every event, on a copy. Nothing is changed, and a running table continues."""
    if not journal.exists():
        return Diagnosis("green", _("no games yet"))
    try:
        with reading(journal) as ledger:
            unsound = ledger.unsound()
            ledger.check_openings()
            extent, games = ledger.extent, len(ledger.games())
    except BadJournal as error:
        return Diagnosis("red", str(error))  # with what to do
    except OSError as error:
        return Diagnosis("red", _("it can’t be read: {error}", error=reason_of(error)))
    except (Damaged, sqlite3.Error) as error:
        return Diagnosis("red", _("it is damaged: {error}", error=error), RESTART)
    if unsound:
        first = _("event {unsound} of game {unsound_2}", unsound=unsound[0][1], unsound_2=unsound[0][0])
        words = _("{unsound} events were altered, the first {first}", unsound=len(unsound), first=first)
        return Diagnosis("red", words, RESTART)
    words = _(
        "{events} events of {games} games, intact; id {journal}",
        events=extent.events,
        games=games,
        journal=extent.journal,
    )
    return Diagnosis("green", words)


def table_id_finding(folder: Path, here: HardwareMarks | None = None) -> Diagnosis:
    """Compare the table's id in that folder with this machine and its disk. Nothing is changed."""
    kept = read_identity(folder)
    if kept is None:
        return Diagnosis("green", _("none yet: the table makes one when it starts"))
    match kept.origin(here or hardware_marks(folder)):
        case "same":
            return Diagnosis("green", kept.id)
        case "moved":
            return Diagnosis("green", _("{id}, moved here with its card", id=kept.id))
        case "copied":
            return Diagnosis("green", _("{id}, copied to another card of this machine", id=kept.id))
        case "cloned":
            words = _("{id}, copied from another table: another machine and another card", id=kept.id)
            advice = _("if the other table is still in use, run quarterdeck link --new-id here")
            return Diagnosis("amber", words, advice)
    return Diagnosis("green", _("{id}; whether it was copied can’t be seen on this machine", id=kept.id))


CARDS = Path("/proc/asound/cards")
"""Where the kernel lists the sound cards: numbered lines."""


def caller_finding(
    config: SoundConfig, found: Callable[[str], str | None] = shutil.which, cards: Path = CARDS
) -> Diagnosis:
    if not config.caller:
        return Diagnosis("green", _("off: screens have their own sound"))
    if not found(ESPEAK):
        return Diagnosis("amber", _("espeak-ng is missing"), _("sudo apt install espeak-ng alsa-utils"))
    try:
        lines = cards.read_text("utf-8").splitlines()
    except OSError:
        lines = []
    if not any(line.strip()[:1].isdigit() for line in lines):
        advice = _("connect a speaker, or set [sound] caller to false")
        return Diagnosis("amber", _("no sound card found"), advice)
    return Diagnosis("green", _("espeak-ng, language {language}", language=config.language))


def examine(
    machine: Machine, config: Config, journal: Path, opened: Callable[[], Camera], folder: Path
) -> Iterator[CheckResult]:
    """Check everything that a table of that configuration needs, and yield each result at once.

    ``journal`` is the journal's file, ``opened`` opens the camera, ``folder`` is that of the configuration. Nothing is
    changed.
    """
    opencv_loads, running = True, None
    for finding in software():
        yield finding
        if finding.name == "OpenCV" and finding.light == "red":
            opencv_loads = False
            break
    if opencv_loads:
        from device.doctor.camera import lamps_finding, picture  # load OpenCV

        running = machine.health(config.web.port) if config.web.port else None
        yield from picture(config, opened, running)
        yield CheckResult(_("light strips"), *lamps_finding(config, folder, opened, running))
    yield from box(machine, config, journal.resolve().parent, running)
    yield CheckResult(_("journal"), *journal_finding(journal))
    yield CheckResult(_("table id"), *table_id_finding(folder))
    if opencv_loads:
        yield CheckResult(_("caller"), *caller_finding(config.sound))
