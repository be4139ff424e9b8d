"""The command line: what is wrong is one sentence and a status, never a traceback."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame
from device.cli.main import INTERRUPTED, TERMINATED
from device.commands import record
from device.recording.format import load
from device.sources import locked_camera
from device.sources.recorded import RecordedSource
from engine import Started, dump
from tests.end_to_end.program import BARE_TABLE, RECORDING, TRUTH, in_process, quarterdeck


def test_read_tells_of_every_file_in_order_and_of_those_that_cannot_be_read_and_draws(tmp_path: Path) -> None:
    plain, text = tmp_path / "plain.png", tmp_path / "text.png"
    cv2.imwrite(str(plain), np.full((90, 160, 3), 90, np.uint8))
    text.write_text("not a picture")
    done = in_process("read", "--json", "--annotate", tmp_path / "drawn", plain, text, plain)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.exit_code, done.stderr) == (1, "")
    assert [row["file"] for row in rows] == [str(plain), str(text), str(plain)]
    assert list(rows[0]) == ["file", "rest", "dice", "things", "problems", "ms"]
    assert (rows[0]["rest"], rows[0]["dice"], rows[0]["things"]) == ("empty", [], [])
    assert list(rows[1]) == ["file", "error"]
    drawn = cv2.imread(str(tmp_path / "drawn" / "plain.jpg"))
    assert drawn is not None
    assert drawn.shape[:2] == (90, 160)


def test_read_refuses_a_picture_too_large_for_a_small_machine(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "huge.png"), np.zeros((7000, 8000), np.uint8))
    done = quarterdeck("read", "--json", tmp_path / "huge.png")  # the limit is set before OpenCV is loaded
    assert (done.returncode, "of up to 50 megapixels" in done.stdout) == (1, True)


STILL = Path(__file__).parents[3] / "fixtures" / "stills" / "clean" / "felt-green-a-0.jpg"
"""A picture without markers."""
CORNERS = "346.63,162.28,967.14,173.43,960.93,586.14,339.66,577.62"


def test_read_takes_corners_or_a_file_of_the_tray_and_the_number_of_dice(tmp_path: Path) -> None:
    numbers = [float(number) for number in CORNERS.split(",")]
    corners = [[x, y] for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    (tmp_path / "tray.json").write_text(json.dumps({"corners": corners}))
    ways = (["--corners", CORNERS], ["--tray", tmp_path / "tray.json"])
    free, *known = (json.loads(in_process("read", "--json", "--dice", "9", *way, STILL).stdout) for way in ([], *ways))
    assert {die["zone"] for die in free["dice"]} == {"rolling"}
    for row in known:
        assert "rail" in {die["zone"] for die in row["dice"]}
        assert row["problems"] == [f"Dice rolled: 9. Dice on the tray: {len(row['dice'])}."]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["read", "--corners", "1,2,3", "a.jpg"], "“1,2,3” are not four corners: give x,y,x,y,x,y,x,y in pixels"),
        (["read", "--tray", "none.toml", "a.jpg"], "none.toml can’t be read (No such file or directory)."),
        (["run", "--config", "none.toml"], "none.toml is missing: write one with quarterdeck init none.toml."),
        (["replay", "nowhere"], "nowhere is not a recording: recording.json can’t be read"),
        (["demo", "nowhere"], "nowhere is not a recording"),
        (
            ["replay", "--journal", "/proc/quarterdeck/journal.db", str(RECORDING)],
            "The journal /proc/quarterdeck/journal",
        ),
        (["init", "/proc/foo"], "/proc/foo can’t be written: there is no such folder."),
        (["init", "/dev/null/foo"], "/dev/null/foo can’t be written: there is no such folder."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    done = in_process(*arguments)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"Error: {said}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["players", "erase", ""], "Missing argument 'NAME'."),
        (["venue", "revoke", " "], "Missing argument 'TABLE'."),
        (["export", ""], "Invalid value for 'NUMBER': it must be a whole number, 1 or more, not “”."),
    ],
)
def test_an_empty_argument_is_missing(arguments: list[str], said: str) -> None:
    done = in_process(*arguments)
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (2, f"Error: {said}")


def test_a_recording_without_a_result_is_played_with_nothing_to_compare(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "000000.jpg"), np.full((90, 160, 3), 90, np.uint8))
    live = {name: TRUTH[name] for name in ("schema", "game", "tray")}
    live |= {"name": "live", "rendered": False, "pictures": "pictures", "size": [160, 90], "frames": [{"t": 0.0}]}
    (tmp_path / "recording.json").write_text(json.dumps(live), "utf-8")
    done = in_process("replay", "--json", "--fast", tmp_path)
    assert (done.exit_code, json.loads(done.stdout)) == (0, {"result": {"scores": {}, "winner": None}})
    assert done.stderr == "live has no recorded result: there is nothing to compare with.\n"


YAHTZEE = {"preset": "yahtzee-handout", "players": ["Mia", "Jonas"], "starter": "Mia"}


@pytest.mark.usefixtures("no_yahtzee")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": None}, "does not say what was played"),
        ({"game": TRUTH["game"] | {"preset": "bridge"}}, "names a game that can’t be played"),
        ({"game": TRUTH["game"] | {"options": {"ante": 2}}}, "there is no pot for an ante"),
        ({"game": YAHTZEE}, "names a game that can’t be played: the table can’t play Yahtzee yet."),
        ({"video": "gone.mp4"}, "gone.mp4 of the recording "),
    ],
)
def test_a_recording_that_cannot_be_played_is_reported(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    (tmp_path / "video.mp4").symlink_to(RECORDING / "video.mp4")
    (tmp_path / "recording.json").write_text(json.dumps(TRUTH | change), "utf-8")
    done = in_process("replay", "--fast", tmp_path)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
    assert said in done.stderr


class Interrupted(RecordedSource):
    """A recording that somebody stops with Ctrl-C in its eleventh frame."""

    def frames(self) -> Iterator[Frame]:
        for frame in super().frames():
            if frame.number == 10:
                raise KeyboardInterrupt
            yield frame


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(
        '[game]\nplayers = ["Mia", "Jonas"]\nstarter = "Jonas"\n[panel]\nkind = "none"\n'
        '[web]\nhost = "127.0.0.1"\nport = 0\n'
    )
    return file


@pytest.mark.parametrize(
    ("camera", "more", "frames"),
    [
        (Interrupted, [], 10),
        (RecordedSource, ["--seconds", "0.5", "--every", "0.2"], 4),
        (RecordedSource, ["--no-table", "--seconds", "0.5", "--every", "0.2"], 4),
    ],
)
def test_record_ends_when_asked_to_and_leaves_a_recording(
    config: Path, camera: type[RecordedSource], more: list[str], frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (record, locked_camera):
        monkeypatch.setattr(
            module, "CameraProcess", lambda *_args, **_named: camera(RECORDING, load(RECORDING), speed=None)
        )
    folder = config.parent / "evening"
    done = in_process("record", "--config", config, folder, *more)
    assert done.exit_code == 0, done.output
    assert f"{folder}: 1 s recorded, {frames} frames; " in done.output
    recording = load(folder)
    assert len(recording.frames) == frames
    assert recording.game is not None
    assert (recording.game.players, recording.game.starter) == (("Mia", "Jonas"), "Jonas")
    again = in_process("record", "--config", config, folder)
    assert again.exit_code == 1
    assert again.output == f"Error: {folder} already holds a recording: name a new folder.\n"


def test_a_taken_port_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = in_process("demo", "--host", "127.0.0.1", "--port", str(port))
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1)
    assert f"Port {port} on 127.0.0.1 is taken" in done.stderr
    assert "set --port to another number" in done.stderr


def test_the_doctor_names_a_dead_camera_once_and_has_every_line_as_json(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('[camera]\nkind = "usb"\ndevice = 97\n[panel]\nkind = "none"\n[web]\nport = 0\n')
    done = in_process("doctor", "--config", file)
    assert done.exit_code == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("Problem")] == [
        "Problem  camera       There is no camera at /dev/video97: plug one in, or set [camera] device."
    ]
    assert done.stdout.count("needs the camera") == 5
    told = in_process("doctor", "--json", "--config", file)
    names = [line["name"] for line in json.loads(told.stdout)["lines"]]
    assert (len(names), len(set(names))) == (23, 23)
    assert {"Python", "camera", "light strips", "storage", "journal", "table id", "caller"} <= set(names)
    assert (told.exit_code, json.loads(told.stdout)["light"]) == (1, "red")


FEW_THREADS = """
import sys, threading

real, left = threading.Thread.start, int(sys.argv[1])

def start(self):
    global left
    if not left:
        raise RuntimeError("can't start new thread")
    left -= 1
    real(self)

threading.Thread.start = start
from device.cli.main import main
for _ in range(int(sys.argv[3])):
    try:
        main(["run", "--config", sys.argv[2]])
    except SystemExit as end:
        assert end.code == 1
"""


@pytest.mark.parametrize(("threads", "starts"), [(0, 4), (9, 1)])  # the fourth would serve the page that says why
def test_out_of_threads_is_one_sentence_with_its_remedy(tmp_path: Path, threads: int, starts: int) -> None:
    (tmp_path / "quarterdeck.toml").write_text(BARE_TABLE)
    command = [sys.executable, "-c", FEW_THREADS, str(threads), str(tmp_path / "quarterdeck.toml"), str(starts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    sentence = (
        "Error: The system can’t start another thread: end other programs, or raise the limit "
        "(TasksMax of the service, ulimit -u in a shell)."
    )
    assert done.stderr.splitlines().count(sentence) == starts
    assert done.stderr.splitlines()[-1] == sentence
    assert "Traceback" not in done.stderr


def test_a_game_is_listed_by_its_title_and_its_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quarterdeck.toml").touch()
    Path("game.json").write_text(dump([Started("yahtzee-official", ("Mia", "Jonas"), "Mia")]))
    assert in_process("import", "game.json").exit_code == 0
    assert "Yahtzee, official (Mia, Jonas)  " in in_process("games").stdout


IN_A_DESTRUCTOR = """
import time
import click
from device.cli.main import main

class Slow:
    def __del__(self):
        print("destroyed", flush=True)
        end = time.monotonic() + 90
        while time.monotonic() < end:
            pass

@click.command()
def busy():
    slow = Slow()
    del slow
    print("still running", flush=True)
    time.sleep(90)

main.get_command = lambda context, name: busy
main(["busy"])
"""
"""Python drops an exception in a destructor, that of an interrupt too."""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)])
def test_a_signal_in_a_destructor_ends_the_program(number: signal.Signals, status: int) -> None:
    with subprocess.Popen([sys.executable, "-c", IN_A_DESTRUCTOR], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "destroyed\n"
        program.send_signal(number)
        assert program.wait(60) == status
        assert program.stdout.read() == "still running\n"
