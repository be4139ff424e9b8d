"""What a command loads: a list of games needs no web server, no camera and no pins."""

import subprocess
import sys
from pathlib import Path

from device.cli.main import COMMANDS

HEAVY = {"flask", "waitress", "cv2", "ncnn", "gpiozero"}
NEEDED = ("demo", "replay", "run", "record", "read", "setup", "markers", "calibrate")
"""The commands that serve a page, use a camera, or draw."""


def test_the_commands_that_need_no_page_and_no_camera_load_neither() -> None:
    light = [name for name in COMMANDS if name not in NEEDED]
    assert {"games", "export", "backup", "pair", "update"} <= set(light)
    script = f"""
import sys
from device.cli.main import main
for name in {light}:
    sys.argv = ["quarterdeck", name, "--help"]
    try:
        main()
    except SystemExit as end:
        assert not end.code, name
    assert not {HEAVY} & set(sys.modules), (name, {HEAVY} & set(sys.modules))
"""
    root = Path(__file__).parents[3]
    ended = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
