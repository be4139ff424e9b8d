"""The conversation on a terminal, with a recording for a camera and what lay there typed in."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main as cli
from device.commands import calibrate as command
from device.config.kept_arrays import LAMP_MAPS as FILE
from device.config.kept_arrays import load_maps
from device.config.schema import load as load_config
from device.lamps.lamps import RecordedLamps
from device.recording.format import load
from device.sources import locked_camera
from device.sources.recorded import RecordedSource
from tests.device.lamps.lit import LitCamera
from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import lit
from vision import LampPictures, LampSide, TraySize

RECORDING = Path(__file__).parents[3] / "fixtures" / "recordings" / "illegal-hold"
BLANK = "[camera]\nkind = 'usb'\n"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    recording = load(RECORDING)
    monkeypatch.setattr(
        locked_camera, "CameraProcess", lambda *_args, **_named: RecordedSource(RECORDING, recording, speed=None)
    )
    file = tmp_path / "quarterdeck.toml"
    file.write_text(BLANK)
    return file


def calibrated(config: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.main, ["calibrate", "--config", str(config), *arguments], input=typed)


def test_the_tray_is_found_and_a_throw_is_tried(config: Path) -> None:
    done = calibrated(config, "--throws", "1", typed="45\nsix\n6 4 3 2 1\n")
    assert done.exit_code == 0, done.output
    assert "The markers are seen in 5 of 5 pictures: 0.46 mm a pixel, the camera 4" in done.output
    assert "“six” are not faces of dice" in done.output
    assert "read the same: 6 4 3 2 1" in done.output
    assert done.output.endswith("Passed. 5 dice: 5 read right, 0 not read, 0 wrong.\n")
    assert load_config(config).tray.rail == 45.0


def test_corners_are_kept_in_the_configuration(config: Path) -> None:
    corners = "330,150 970,150 970,580 330,580"
    done = calibrated(config, "--throws", "0", "--rail", "50", "--corners", corners)
    assert done.exit_code == 0, done.output
    assert load_config(config).tray.corners == ((330, 150), (970, 150), (970, 580), (330, 580))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--corners", "1,2"], "are not four corners"), (["--rail", "400"], "does not fit into a tray of 300 mm")],
)
def test_a_mistake_is_one_sentence(config: Path, arguments: list[str], said: str) -> None:
    done = calibrated(config, "--throws", "0", *arguments)
    assert done.exit_code == 1
    assert said in done.output.splitlines()[-1]
    assert config.read_text() == BLANK


@pytest.mark.parametrize(
    ("tray", "broken", "said", "working"),
    [
        (lit(), frozenset(), "All four light strips answer, and are measured.", frozenset(LampSide)),
        (lit(), frozenset({LampSide.FAR}), "No answer from the light strips: far.", set(LampSide) - {LampSide.FAR}),
        (
            lit([DrawnDie(5, 100, 60, 20)]),
            frozenset(),
            "The tray isn’t empty: the light strips weren’t measured.",
            None,
        ),
    ],
    ids=["all answer", "one is broken", "dice lie there"],
)
def test_lamps_are_measured_over_the_empty_tray_and_those_without_an_answer_named(
    config: Path,
    tray: LampPictures,
    broken: frozenset[LampSide],
    said: str,
    working: set[LampSide] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lamps = RecordedLamps(tuple(LampSide))
    camera = LitCamera(lamps, lambda _: tray, broken=broken)
    monkeypatch.setattr(locked_camera, "CameraProcess", lambda *_args, **_named: camera)
    monkeypatch.setattr(command, "open_lamps", lambda _: lamps)
    config.write_text(f"{BLANK}[lamps]\npins = [16, 20, 21, 26]\n")
    done = calibrated(config, "--throws", "0", "--rail", "50", typed="\n")
    assert said in done.output.splitlines()[-1]
    kept = load_maps(config.with_name(FILE), TraySize())
    assert (kept.maps.working() if kept else None) == working
