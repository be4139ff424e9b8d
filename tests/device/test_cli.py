"""The command line: what is wrong is one sentence and a status, never a traceback."""

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.end_to_end.program import RECORDING, TRUTH, quarterdeck


def test_read_tells_of_every_file_in_order_and_of_those_that_cannot_be_read(tmp_path: Path) -> None:
    plain, text = tmp_path / "plain.png", tmp_path / "text.png"
    cv2.imwrite(str(plain), np.full((90, 160, 3), 90, np.uint8))
    text.write_text("not a picture")
    done = quarterdeck("read", "--json", plain, text, plain)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [row["file"] for row in rows] == [str(plain), str(text), str(plain)]
    assert rows[0] | {"ms": 0} == {
        "file": str(plain),
        "rest": "empty",
        "dice": [],
        "problems": rows[0]["problems"],
        "ms": 0,
    }
    assert list(rows[1]) == ["file", "error"]
    assert done.stderr == ""


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (6000, 40)])
def test_read_survives_pictures_of_any_shape(tmp_path: Path, size: tuple[int, int]) -> None:
    cv2.imwrite(str(tmp_path / "odd.png"), np.full((*size, 3), 90, np.uint8))
    done = quarterdeck("read", "--json", tmp_path / "odd.png")
    assert done.returncode == 0
    assert json.loads(done.stdout)["dice"] == []


def test_read_refuses_a_picture_too_large_for_a_small_machine(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "huge.png"), np.zeros((7000, 8000), np.uint8))
    done = quarterdeck("read", "--json", tmp_path / "huge.png")
    assert done.returncode == 1
    assert "of up to 50 megapixels" in json.loads(done.stdout)["error"]


def test_read_draws_what_it_read(tmp_path: Path) -> None:
    picture = tmp_path / "plain.png"
    cv2.imwrite(str(picture), np.full((90, 160, 3), 90, np.uint8))
    assert quarterdeck("read", "--annotate", tmp_path / "drawn", picture).returncode == 0
    drawn = cv2.imread(str(tmp_path / "drawn" / "plain.jpg"))
    assert drawn is not None
    assert drawn.shape[:2] == (90, 160)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "--config", "none.toml"], "none.toml cannot be read: No such file or directory."),
        (["replay", "nowhere"], "nowhere is not a recording: recording.json cannot be read"),
        (["demo", "nowhere"], "nowhere is not a recording"),
        (
            ["replay", "--journal", "/proc/quarterdeck/journal.db", str(RECORDING)],
            "The journal /proc/quarterdeck/journal",
        ),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    done = quarterdeck(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"Error: {said}")
    assert len(done.stderr.splitlines()) == 1


def test_a_recording_without_its_video_is_told(tmp_path: Path) -> None:
    (tmp_path / "recording.json").write_text(json.dumps(TRUTH), "utf-8")
    done = quarterdeck("replay", tmp_path)
    assert done.returncode == 1
    assert done.stderr == f"Error: {tmp_path} has no video: video.mp4 is missing. Copy or make the recording again.\n"


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = quarterdeck("demo", "--host", "127.0.0.1", "--port", str(port))
    assert done.returncode == 1
    assert str(port) in done.stderr
    assert len(done.stderr.splitlines()) == 1
