"""The program without a camera: what it resumes, commands and phones beside it, and how it ends."""

import fcntl
import json
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.adapters.files import CODE_FILE
from device.journal.journal import Journal
from engine import Rolled, Started
from tests.end_to_end.phone import Client, health_at
from tests.end_to_end.program import BARE_TABLE, code_of, configured, ended, in_process, running, terminal, url_of
from tests.web.conftest import until

PATIENCE = 60
ROTTEN_TOURNAMENT = {
    "number": 1,
    "clock": 1.0,
    "facts": [{"fact": "opened", "format": "single", "players": ["Mia", "Jonas", "Lin"], "preset": "dice-gama-depot"}],
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """One that runs without pins in a folder with a game and with rotten files: its configuration, and its address."""
    folder = tmp_path_factory.mktemp("table")
    with Journal(folder / "journal.db") as journal:
        journal.append([Started("dice-game-depot", ("Ada", "Ben"), "Ben"), Rolled((6, 5, 3, 2, 1))], 1.0)
    (folder / "table.json").write_bytes(b'{"camera": false, "joining": ["Zo')
    (folder / "tournament.json").write_text(json.dumps(ROTTEN_TOURNAMENT))
    (folder / "house-rules.json").write_text("[]")
    config = configured(folder, BARE_TABLE.replace('[panel]\nkind = "none"\n', ""))
    with running("run", "--config", config) as program:
        yield config, url_of(program)
        assert ended(program) == 0


def status(phone: Client, where: str, **said: object) -> int:
    return phone.post(where, **said)[0]


def test_it_runs_without_camera_and_pins_and_resumes_its_game(table: tuple[Path, str]) -> None:
    _, url = table
    assert health_at(url)["mode"] in ("waiting", "lost")
    page = Client(url).get("").decode()
    assert [name in page for name in ("Ada", "Ben", "Mia")] == [True, True, False]


def test_what_is_rotten_or_of_no_rules_leaves_the_table_and_its_pages_and_is_in_the_log(
    table: tuple[Path, str],
) -> None:
    config, url = table
    phone, folder = Client(url), config.parent
    assert (phone.state["camera"] == "off", phone.state["joining"]) == (False, [])
    until(lambda: all(file in " ".join(phone.state["trouble"]) for file in ("table.json", "tournament.json")))
    assert all(phone.get(page) for page in ("", "tv", "tournament"))
    log = (folder / "service-log.jsonl").read_text().splitlines()
    assert sum("tournament.json" in line for line in log) == 1
    assert len((folder / "house-rules.json").read_bytes()) == len(b"[]") + 65


def test_a_code_that_is_printed_beside_a_running_table_is_good_once(table: tuple[Path, str]) -> None:
    config, url = table
    phone, other, wall = Client(url), Client(url), Client(url)
    assert phone.read("api/helm")["way"] == "code"
    with running("pair", "--config", config) as command:
        code = code_of(command)
        assert code not in json.dumps(phone.read("api/state"))
        assert status(wall, "api/screens", code=code) == 403
        assert status(phone, "api/helm", code=code) == 200
        assert command.wait(PATIENCE) == 0
        assert command.stdout is not None
        assert command.stdout.read() == "The code was used.\n"
    assert (status(other, "api/helm", code=code), config.with_name(CODE_FILE).exists()) == (403, False)
    with running("pair", "--screen", "--config", config) as command:
        assert status(wall, "api/screens", code=code_of(command)) == 200
        assert command.wait(PATIENCE) == 0
    assert other.read("api/helm")["way"] == "screen"


def test_a_pin_that_is_set_beside_a_running_table_is_good_at_once_and_stands_nowhere(table: tuple[Path, str]) -> None:
    config, url = table
    phone, nobody = Client(url), {"mine": False, "pin": "none", "idle_minutes": 15}
    assert phone.read("api/owner") == nobody
    done = in_process("owner", "--config", config, given="80254611937\n")
    assert (done.exit_code, "80254611937" in done.output) == (0, False)
    assert [status(phone, "api/owner", pin=f"8025461193{last}") for last in (6, 7)] == [403, 200]
    assert phone.read("api/owner")["mine"] is True
    assert in_process("owner", "--remove", "--config", config).exit_code == 0
    assert phone.read("api/owner") == nobody
    assert not any(b"8025461193" in file.read_bytes() for file in config.parent.rglob("*") if file.is_file())


def test_its_keys_refuse_one_phone_and_accept_another_and_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    config = configured(tmp_path, BARE_TABLE.replace('kind = "none"', 'kind = "keyboard"'))
    with terminal() as (press, end), running("run", "--config", config, keys=end) as program:
        url = url_of(program)
        guest, owner = Client(url), Client(url)

        def stages() -> list[str]:
            return [str(phone.read("api/helm")["ask"]["stage"]) for phone in (guest, owner)]

        def are(*wanted: str, after: str) -> bool:
            """Whether that is so; else the key is pressed once more."""
            if stages() == [*wanted]:
                return True
            press(after)
            time.sleep(0.1)
            return False

        assert status(guest, "api/helm/ask") == 403
        press("c")
        until(lambda: bool(owner.read("api/helm")["pairing"]), PATIENCE)
        assert [status(phone, "api/helm/ask") for phone in (guest, owner)] == [200, 200]
        until(lambda: stages()[0] == "shown", PATIENCE)
        until(lambda: are("refused", "shown", after="s"), PATIENCE)
        assert owner.state["pairing"]["signal"] == owner.read("api/helm")["ask"]["signal"]
        until(lambda: are("refused", "accepted", after="r"), PATIENCE)
        assert [status(phone, "api/helm") for phone in (guest, owner)] == [403, 200]
        assert (owner.read("api/helm")["mine"], owner.read("api/helm")["hands"]) == (True, 1)
        assert owner.state["event"] == 1
        assert ended(program, signal.SIGINT) == 130


def hold(lock: Path) -> None:
    """Wait until the table lets go in order to restart, and be served next."""
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(1)


def test_games_are_exported_imported_and_backed_up_beside_it_and_it_waits_for_who_holds_its_journal(
    tmp_path: Path,
) -> None:
    config = configured(tmp_path)
    configuration = ("--config", config)
    game, backup = tmp_path / "game.json", tmp_path / "backup.zip"
    with running("run", *configuration) as program:
        boot = health_at(url_of(program))["boot"]
        assert "(open)" in in_process("games", *configuration).stdout
        assert in_process("export", *configuration, "--out", game).exit_code == 0
        assert json.loads(game.read_text())["events"][0]["players"] == ["Mia", "Jonas"]
        refused = in_process("import", game, *configuration)
        assert (refused.exit_code, "another Quarterdeck is running" in refused.stderr) == (1, True)
        assert in_process("backup", backup, *configuration).exit_code == 0
        holding = threading.Thread(target=hold, args=[tmp_path / "journal.db.lock"])
        holding.start()
        done = in_process("restore", backup, *configuration)
        holding.join()
        assert done.exit_code == 0
        assert "The running table restarts with it" in done.stdout or "was restored" in done.stdout  # who was first
        assert health_at(url_of(program))["boot"] != boot
        assert ended(program) == 0
    log = (tmp_path / "service-log.jsonl").read_text()
    ends = re.findall(r"started\.|was stopped", log)
    assert ends == ["started.", "was stopped"] * 2, "each start and stop has its line"
    assert in_process("import", game, *configuration).stdout == f"{game}: already there, game 1\n"
    assert in_process("resume", "1", *configuration).stdout == "Game 1 is resumed at the next start.\n"
    assert (tmp_path / "before-restore-1" / "journal.db").exists()
    left = in_process("pair", *configuration)
    assert (left.exit_code, "No table runs with that configuration" in left.stderr) == (1, True)
