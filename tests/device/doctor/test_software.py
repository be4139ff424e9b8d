"""Python and OpenCV, whatever is installed."""

import subprocess
from collections.abc import Mapping

import pytest

from device.doctor.checks import LACKS, REINSTALL, software
from device.doctor.machine import CheckResult, Light

HEADLESS = {"opencv-python-headless": "5.0.0.93"}
WINDOWS = {"opencv-python": "4.12.0.88"}


def lines(
    version: tuple[int, ...] = (3, 13, 5), packages: Mapping[str, str] = HEADLESS, library: str | None = None
) -> dict[str, CheckResult]:
    return {one.name: one for one in software(version, packages.get, lambda _: library)}


@pytest.mark.parametrize(
    ("version", "light"),
    [((3, 10, 2), "red"), ((3, 11, 2), "green"), ((3, 13, 5), "green"), ((3, 14, 0), "amber")],
)
def test_python_is_graded_by_what_was_tried(version: tuple[int, ...], light: Light) -> None:
    assert lines(version)["Python"].light == light


@pytest.mark.parametrize(
    ("packages", "library", "light", "advice"),
    [
        (HEADLESS, None, "green", ""),
        (WINDOWS, "libGL.so.1", "green", ""),
        (WINDOWS, None, "red", "sudo apt install libgl1"),
    ],
)
def test_libgl_is_wanted_by_opencv_with_windows_alone(
    packages: Mapping[str, str], library: str | None, light: Light, advice: str
) -> None:
    found = lines(packages=packages, library=library)["libgl"]
    assert (found.light, found.advice) == (light, advice)


def test_two_opencvs_side_by_side_are_reported() -> None:
    assert lines(packages={**HEADLESS, **WINDOWS})["OpenCV"].light == "amber"


def test_the_opencv_that_is_loaded_is_one_that_is_supported() -> None:
    assert lines()["OpenCV"].light == "green"


@pytest.mark.parametrize(
    ("why", "advice"),
    [
        ("ImportError: libGL.so.1: cannot open shared object file: No such file or directory", LACKS),
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility.", REINSTALL),
    ],
)
def test_a_library_is_said_to_be_missing_only_where_one_is(
    why: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess[str]((), 1, "", f"Traceback\n{why}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_command, **_options: failed)
    found = lines()["OpenCV"]
    assert (found.light, found.words, found.advice) == ("red", why, advice)
