"""Safe mode: when it is asked for, and a page that finds a place to be served."""

import socket
import threading
from pathlib import Path

import pytest

from device.cameras.camera import Camera
from device.config import schema as configuration
from device.panels.factory import NullPanel
from device.runtime.assemble import run_table
from device.runtime.start import RollHeld, safe_page
from table.panel import Button


class Held(NullPanel):
    """A panel with a finger on ROLL."""

    held = frozenset({Button.ROLL})


def no_camera() -> Camera:
    """Fail: the camera is not to be opened."""
    pytest.fail("the camera was opened")


def test_roll_held_at_the_start_asks_for_safe_mode_before_anything_is_touched(
    tmp_path: Path,
) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.touch()
    stop = threading.Event()
    stop.set()
    with pytest.raises(RollHeld, match="ROLL was held"):
        run_table(file, configuration.load(file), Held(), no_camera, (), print, stop)
    assert [one.name for one in tmp_path.iterdir()] == ["quarterdeck.toml"]


def test_the_page_is_served_where_the_configuration_says(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n')
    server = safe_page(file, "why")
    assert server.host == "127.0.0.1"
    server.close()


@pytest.mark.parametrize("text", ["[web", '[web]\nhost = "127.0.0.1"\nport = {port}\n', '[web]\nhost = "192.0.2.1"\n'])
def test_a_page_that_cannot_be_served_there_is_served_elsewhere(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quarterdeck.toml"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        file.write_text(text.format(port=port))
        server = safe_page(file, "why")
        assert server.port != port
        server.close()
