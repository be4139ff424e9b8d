"""What the machine's own screen shows above its login, while one is connected."""

import os
import pty
import select
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import segno
from click.testing import CliRunner, Result

from device.cli.main import main
from device.commands import doctor as subject
from device.doctor.machine import Machine
from device.network.network_manager import ADDRESS
from table import Mode
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.server import create_server

HERE = "192.168.1.5"
READY = "The table is ready."
CLEAR = "\x1b[H\x1b[2J"


class Screen:
    """A machine with a screen, and the looks at it: before each a step is taken; after the last the screen is off."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.root, self.config, self.issue = folder / "root", folder / "quarterdeck.toml", folder / "issue"
        self.reload = folder / "agetty.reload"
        self.port = 9
        self.addresses: tuple[str, ...] = (HERE,)
        self.shown: list[str] = []
        self.steps: list[Callable[[], object]] = []
        self.plug("connected")
        self.reload.touch()
        patch.setattr(subject, "Machine", lambda: Machine(self.root))
        patch.setattr(subject, "RELOAD", self.reload)
        patch.setattr(subject, "lan_addresses", lambda: self.addresses)
        patch.setattr(subject, "time", SimpleNamespace(sleep=self.look_again))

    def plug(self, status: str) -> None:
        for card, at in (("card0-HDMI-A-1", status), ("card0-Writeback-1", "unknown")):
            (self.root / "sys" / "class" / "drm" / card).mkdir(parents=True, exist_ok=True)
            (self.root / "sys" / "class" / "drm" / card / "status").write_text(f"{at}\n")

    def look_again(self, _seconds: float) -> None:
        self.shown.append(self.issue.read_text("utf-8").removeprefix(CLEAR))
        self.steps.pop(0)() if self.steps else self.plug("disconnected")

    def run(self, config: str = "") -> Result:
        self.config.write_text(f"[web]\nport = {self.port}\n{config}")
        return CliRunner().invoke(main, ["console", "--config", str(self.config), str(self.issue)])


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Screen:
    return Screen(tmp_path, monkeypatch)


@contextmanager
def serving(table: ScriptedTable, screen: Screen) -> Iterator[None]:
    server = create_server(create_app(table), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    screen.port = server.port
    try:
        yield
    finally:
        server.close()
        thread.join(5)


def words_of(shown: str) -> list[str]:
    return [line for line in shown.splitlines() if line.strip() and "█" not in line]


def modules_of(shown: str) -> list[list[bool]]:
    """Return the dark modules of a code drawn in light blocks, two letters to a module, without its light margin."""
    rows = [line for line in shown.splitlines() if "█" in line]
    assert {row[0::2] == row[1::2] for row in rows} == {True}
    assert {*"".join((*rows[:2], *rows[-2:])), *"".join(row[:4] + row[-4:] for row in rows)} == {"█"}
    return [[letter == " " for letter in row[4:-4:2]] for row in rows[2:-2]]


def code_of(text: str) -> list[list[bool]]:
    return [[bool(module) for module in row] for row in segno.make(text, error="m", micro=False).matrix]


def test_it_says_what_to_do_next_from_no_table_to_all_well(screen: Screen) -> None:
    table = ScriptedTable(WAITING)
    lost = "The Pi sees no camera: check the ribbon cable."
    network = "Address: not on a network (Bar can’t be joined); check the password (sudo nmtui), or connect a cable."

    def alone() -> None:
        screen.addresses = ()
        table.show(replace(table.snapshot(), mode=Mode.LOST, camera_why=lost, trouble=(network,)))

    def joined() -> None:
        screen.addresses = (HERE,)
        table.show(replace(table.snapshot(), trouble=("The pins can’t be used.",)))

    def well() -> None:
        table.show(replace(table.snapshot(), mode=Mode.WAITING, camera_why=None, trouble=()))

    screen.steps = [alone, joined, well, lambda: None]
    assert screen.run().exit_code == 0
    assert words_of(screen.shown[0]) == ["The table doesn't run: sudo quarterdeck service status says why."]
    with serving(table, screen):
        screen.plug("connected")
        screen.shown, screen.steps = [], [alone, joined, well, lambda: None]
        assert screen.run().exit_code == 0
    ready, no_network, no_camera, well_again, still = screen.shown
    address = f"http://{HERE}:{screen.port}/"
    assert words_of(ready) == words_of(well_again) == [READY, address]
    assert still == well_again
    assert modules_of(ready) == code_of(address)
    assert " ".join(words_of(no_network)[:-2]).startswith(network.replace("’", "'"))
    assert words_of(no_network)[-2] == lost
    assert words_of(no_camera) == [lost, "The pins can't be used.", address]


def test_a_table_that_is_not_set_up_leads_to_its_set_up_in_its_own_network(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, dict[str, Any]] = {"/healthz": {"mode": "waiting"}, "/setup/wanted": {"wanted": True}}
    monkeypatch.setattr(Machine, "asked", lambda _self, _port, path: told[path])
    screen.addresses = (HERE, ADDRESS)
    screen.config.with_name("own-network.json").write_text('{"name": "Galley\\\\deck", "password": "abcde-fghjk"}')
    assert screen.run("[network]\nmode = 'house'\n").exit_code == 0
    [shown] = screen.shown
    assert words_of(shown) == [
        "This table isn't set up yet. It takes three minutes.",
        "Wi-Fi: Galley\\\\deck, password abcde-fghjk",
        f"http://{ADDRESS}:9/setup",
    ]
    assert modules_of(shown) == code_of(f"http://{ADDRESS}:9/setup")


def test_safe_mode_says_why(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    health = {"ok": False, "mode": "safe", "why": "The disk is full."}
    monkeypatch.setattr(Machine, "asked", lambda *_: health)
    screen.run()
    assert words_of(screen.shown[0]) == ["The disk is full.", f"http://{HERE}:9/"]


def test_it_writes_only_what_changed_and_says_what_is_wrong_with_the_configuration(screen: Screen) -> None:
    os.utime(screen.reload, (1, 1))
    times: list[float] = []

    def wrong() -> None:
        times.append(screen.reload.stat().st_mtime)
        os.utime(screen.reload, (1, 1))
        screen.config.write_text("[wbe]\n")

    screen.steps = [lambda: os.utime(screen.reload, (2, 2)), wrong, lambda: None]
    screen.run()
    assert times == [2.0]
    assert screen.shown[0] == screen.shown[1]
    assert 'there is no "wbe"' in " ".join(words_of(screen.shown[2]))
    assert screen.reload.stat().st_mtime > 2


@pytest.mark.parametrize(
    ("status", "config", "code"), [("disconnected", "", 0), ("connected", "[tv]\nconsole = false\n", 78)]
)
def test_nothing_is_shown_without_a_screen_or_where_it_is_off(
    screen: Screen, status: str, config: str, code: int
) -> None:
    screen.plug(status)
    assert screen.run(config).exit_code == code
    assert not screen.issue.exists()


def test_a_place_that_cannot_be_written_is_one_sentence(screen: Screen) -> None:
    screen.issue = screen.root / "nowhere" / "issue"
    done = screen.run()
    assert (done.exit_code, "no such folder" in done.output) == (1, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs a login")
@pytest.mark.skipif(shutil.which("agetty") is None, reason="agetty is missing (apt install util-linux)")
def test_a_real_login_shows_it_and_shows_it_again(tmp_path: Path) -> None:
    """agetty on a pseudo terminal, with the folder in which the unit puts its link, at first a dangling one."""
    folder, issue = tmp_path / "issue.d", tmp_path / "run" / "issue"
    folder.mkdir()
    issue.parent.mkdir()
    (folder / "quarterdeck.issue").symlink_to(issue)
    agetty = shutil.which("agetty") or ""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(agetty, ["agetty", "--noclear", "--issue-file", str(folder), "-", "linux"])
    heard = b""

    def until(words: str, again: Callable[[], object]) -> None:
        """It watches for a change only once its prompt is there."""
        nonlocal heard
        deadline = time.monotonic() + 30
        while words.encode() not in heard:
            assert time.monotonic() < deadline, heard
            if select.select([terminal], [], [], 0.5)[0]:
                heard += os.read(terminal, 65536)
            else:
                again()
        heard = heard.split(words.encode(), 1)[1]

    try:
        until("login: ", lambda: None)
        for words in ("First: a\\b", "Then: ██"):
            until(f"{CLEAR}{words}\r\n", partial(subject._show, issue, f"{words}\n"))
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
