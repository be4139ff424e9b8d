"""Starts that fail, until the page alone is served; and a backup whose start fails."""

import socket
import threading
from contextlib import ExitStack, closing
from pathlib import Path

from device.backup.backup import take_backup, write_backup
from device.config import schema as configuration
from device.journal.journal import Journal
from device.notices import Notices
from device.panels.factory import NullPanel
from device.runtime.assemble import run_table
from device.runtime.boot_count import MOST, BootCount
from device.runtime.start import Running, serve_safely, start
from device.sources.locked_camera import LockedCamera
from engine import Started
from tests.broker import free_port
from tests.end_to_end.phone import Client, health_at
from tests.end_to_end.program import BARE_TABLE, configured, ended, in_process, quarterdeck, running, url_of
from tests.web.conftest import until
from web.errors import WebError

TABLE = BARE_TABLE.replace("port = 0", "port = {port}")
PATIENCE = 60.0


def test_after_three_failed_starts_a_page_says_what_is_wrong(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = configured(tmp_path, TABLE.format(port=port))
        with closing(BootCount(config)) as starts:
            starts.failed("The camera is gone.")
        done = quarterdeck("run", "--config", config)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        with running("run", "--config", config) as program:
            url = url_of(program)
            health = health_at(url)
            assert health["mode"] == "safe"
            assert str(port) in str(health["why"])
            assert "retries every 15 seconds" in Client(url).get("").decode()
            assert ended(program) == 0
    with closing(BootCount(config)) as starts:
        assert str(port) in str(starts.why), "the page was ended from outside, which changes nothing"


def test_safe_mode_is_left_when_a_start_succeeds(tmp_path: Path) -> None:
    """The table as ``run`` has it, but with less than a second between two starts."""
    over, said = threading.Event(), list[str]()
    with ExitStack() as stack:
        taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = taken.getsockname()[1]
        config = configured(tmp_path, TABLE.format(port=port))
        starts = stack.enter_context(closing(BootCount(config)))
        for _ in range(MOST):
            starts.failed("The camera is gone.")

        def run(running: Running) -> None:
            read = configuration.load(config)
            camera = LockedCamera(config, read.camera, said.append).open
            run_table(config, read, NullPanel(), camera, (), said.append, over, Notices(), running)

        def serve(why: str, requested: bool) -> None:
            serve_safely(config, why, said.append, Notices(), asked=requested, seconds=0.3)

        def free_and_look() -> None:
            try:
                until(lambda: any(f"Port {port} " in line for line in said), PATIENCE)
                taken.close()
                until(lambda: health_at(f"http://127.0.0.1:{port}/")["mode"] != "safe", PATIENCE)
            finally:
                taken.close()
                over.set()

        looking = threading.Thread(target=free_and_look)
        looking.start()
        start(config, starts, Notices(), run, serve, (WebError,))
        looking.join()
    assert sum(line.startswith("Safe mode: ") for line in said) >= 2


def test_a_backup_whose_start_fails_is_removed_and_the_page_says_so(tmp_path: Path) -> None:
    for folder in ("elsewhere", "here"):
        (tmp_path / folder).mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        theirs, ours = taken.getsockname()[1], free_port()
        elsewhere = configured(tmp_path / "elsewhere", TABLE.format(port=theirs))
        here = configured(tmp_path / "here", TABLE.format(port=ours))
        with Journal(elsewhere.with_name("journal.db")) as journal:
            journal.append([Started("dice-game-depot", ("Ada", "Ben"), "Ada")], 0.0)
        write_backup(take_backup(elsewhere), tmp_path / "backup.zip")
        with running("run", "--config", here) as program:
            url = f"http://127.0.0.1:{ours}/"
            boot = health_at(url)["boot"]
            assert in_process("restore", tmp_path / "backup.zip", "--config", here).exit_code == 0
            until(lambda: health_at(url)["boot"] != boot, PATIENCE)
            page = Client(url)
            until(lambda: bool(page.state["trouble"]), PATIENCE)
            assert "The backup can’t be used here" in str(page.state["trouble"])
            assert [one["name"] for one in page.state["players"]] == ["Mia", "Jonas"]
            assert ended(program) == 0
    assert here.read_text() == TABLE.format(port=ours)
    assert (here.parent / "failed-restore-1" / "journal.db").is_file()
