"""Checks of the software: Python, OpenCV, and the libraries that OpenCV needs."""

import ctypes.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata

from device.doctor.finding import CheckResult
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


def software(
    version: tuple[int, ...] = sys.version_info[:3],
    packages: Callable[[str], str | None] = lambda name: _version_of(name),
    library: Callable[[str], str | None] = ctypes.util.find_library,
) -> Iterator[CheckResult]:
    """Check Python, OpenCV and libgl."""
    yield _python(version)
    yield _opencv(packages)
    yield _libgl(packages, library)


def _python(version: tuple[int, ...]) -> CheckResult:
    words = ".".join(map(str, version[:3]))
    if version[:2] < PYTHON:
        return CheckResult(_("Python"), "red", words, _("install 3.11 or newer: Raspberry Pi OS Bookworm has it"))
    if version[:2] > NEWEST_PYTHON:
        return CheckResult(
            _("Python"), "amber", words, _("newer than any tested version: 3.11 and 3.13 are known to work")
        )
    return CheckResult(_("Python"), "green", words)


def _opencv(packages: Callable[[str], str | None]) -> CheckResult:
    found = {name: packages(name) for name in ("opencv-python-headless", "opencv-python", "opencv")}
    named = {name: version for name, version in found.items() if version}
    if len(named) > 1:
        return CheckResult(_("OpenCV"), "amber", _("{both} are both installed", both=listed(list(named))), REINSTALL)
    try:
        said = subprocess.run(
            [sys.executable, "-c", "import cv2; print(cv2.__version__)"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return CheckResult(_("OpenCV"), "red", _("it does not start within a minute"), REINSTALL)
    if said.returncode:
        why = said.stderr.strip().splitlines()[-1][:200] if said.stderr.strip() else _("it cannot be loaded")
        if "cannot open shared object file" in why:
            return CheckResult(_("OpenCV"), "red", why, LACKS)
        return CheckResult(_("OpenCV"), "red", why, REINSTALL)
    version = tuple(int(part) for part in said.stdout.strip().split(".")[:2])
    words = said.stdout.strip()
    if not version >= OPENCV or version[0] >= TOO_NEW_OPENCV:
        return CheckResult(_("OpenCV"), "red", words, OUT_OF_RANGE)
    return CheckResult(_("OpenCV"), "green", words)


def _libgl(packages: Callable[[str], str | None], library: Callable[[str], str | None]) -> CheckResult:
    if packages("opencv-python") is None:
        return CheckResult(_("libgl"), "green", _("not needed: OpenCV is headless"))
    if library("GL") is None:
        return CheckResult(_("libgl"), "red", _("missing: opencv-python needs it"), _("sudo apt install libgl1"))
    return CheckResult(_("libgl"), "green", _("installed: opencv-python needs it"))


def _version_of(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
