"""What the page keeps as files, the state of the table, and the code of ``quarterdeck pair`` between two programs."""

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.adapters.files import CODE_FILE, JsonFiles, PrintedCode, TableStateFile, offered
from device.errors import CodeNotWritten
from device.journal.journal import Journal
from device.notices import Notices
from engine import Started
from table.session import KeptState
from tests.end_to_end.program import TABLE, in_process
from web.errors import NotKept
from web.guests.codes import GOOD_FOR, Code


def test_what_was_put_there_is_there_after_a_restart(tmp_path: Path) -> None:
    JsonFiles(tmp_path).put("house-rules", [{"name": "Käpt’n’s"}])
    assert JsonFiles(tmp_path).get("house-rules") == [{"name": "Käpt’n’s"}]
    assert [file.name for file in tmp_path.iterdir()] == ["house-rules.json"]


def test_years_of_tournaments_are_read_again(tmp_path: Path) -> None:
    years = [{"facts": ["x" * 10_000]} for _ in range(200)]
    JsonFiles(tmp_path).put("tournaments", years)
    assert JsonFiles(tmp_path).get("tournaments") == years


def test_what_cannot_be_kept_is_reported_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match=r"helm\.json can’t be written: there is no such folder"):
        JsonFiles(tmp_path / "nowhere").put("helm", [])


@pytest.mark.parametrize("name", ["helm", "owner"])
def test_secrets_are_for_the_tables_user_alone(tmp_path: Path, name: str) -> None:
    JsonFiles(tmp_path).put(name, {})
    assert (tmp_path / f"{name}.json").stat().st_mode & 0o777 == 0o600


def test_a_value_is_lost_if_it_was_there_and_cannot_be_read(tmp_path: Path) -> None:
    assert not JsonFiles(tmp_path).was_lost("owner")
    (tmp_path / "owner.json").write_bytes(b"{")
    assert JsonFiles(tmp_path).was_lost("owner")
    assert JsonFiles(tmp_path).was_lost("owner")  # its file was renamed meanwhile
    for value in ({"a": 1}, None):
        JsonFiles(tmp_path).put("owner", value)
        assert not JsonFiles(tmp_path).was_lost("owner")


START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
WAITS = KeptState(camera=False, joining=("Zoë", "مريم"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db", lambda: 1000.0) as journal:
        journal.append([START], 0.0)
        yield journal


def state_in(folder: Path, journal: Journal, notices: Notices | None = None) -> TableStateFile:
    return TableStateFile(JsonFiles(folder, notices), journal)


def test_the_state_is_read_as_it_was_written(tmp_path: Path, journal: Journal) -> None:
    assert state_in(tmp_path, journal).save(WAITS)
    assert state_in(tmp_path, journal).load() == WAITS


def test_players_wait_for_their_game_only(tmp_path: Path, journal: Journal) -> None:
    state = state_in(tmp_path, journal)
    state.save(WAITS)
    journal.append([START], 0.0)
    assert state.load() == KeptState(camera=False)
    journal.reopen(1)
    assert state.load() == KeptState(camera=False), "nobody waits again after a start in another game"


def test_another_game_of_the_same_number_is_another_game(tmp_path: Path, journal: Journal) -> None:
    state_in(tmp_path, journal).save(WAITS)
    with Journal(tmp_path / "restored.db", lambda: 2000.0) as restored:
        restored.append([START], 0.0)
        assert state_in(tmp_path, restored).load().joining == ()


def test_players_wait_in_a_game_that_was_resumed(tmp_path: Path, journal: Journal) -> None:
    journal.append([START], 0.0)
    journal.reopen(1)
    state_in(tmp_path, journal).save(WAITS)
    journal.close()
    with Journal(tmp_path / "journal.db") as again:
        assert state_in(tmp_path, again).load() == WAITS


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "3", '"camera"', "{}", '{"joining": 3}', '{"camera": 0, "game": [1, null], "joining": [1, null]}'],
)
def test_a_damaged_file_gives_the_defaults(tmp_path: Path, journal: Journal, text: str) -> None:
    (tmp_path / "table.json").write_text(text)
    assert state_in(tmp_path, journal).load() == KeptState()


def test_a_disk_that_refuses_the_file_changes_nothing(tmp_path: Path, journal: Journal) -> None:
    state = state_in(tmp_path, journal)
    state.save(WAITS)
    assert not state_in(tmp_path / "missing", journal).save(KeptState())
    assert state.load() == WAITS


def test_a_code_is_good_as_long_as_its_command_runs(tmp_path: Path) -> None:
    printed = PrintedCode(tmp_path)
    assert printed.code() is None
    with offered(tmp_path, "screen") as offer:
        code = printed.code()
        assert isinstance(code, Code)
        assert (code.digits, code.use, offer.stands) == (offer.digits, "screen", True)
    assert (printed.code(), list(tmp_path.iterdir())) == (None, [])


def test_a_code_that_was_used_is_gone_and_its_command_knows(tmp_path: Path) -> None:
    printed = PrintedCode(tmp_path)
    with offered(tmp_path, "helm") as offer:
        printed.spend()
        assert (offer.stands, printed.code()) == (False, None)
        with offered(tmp_path, "helm") as other:
            assert (offer.stands, other.stands) == (False, True)
        printed.spend()


def test_it_is_for_its_owner_alone_who_is_that_of_the_folder(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 12345, 12345)
    with offered(tmp_path, "helm"):
        about = (tmp_path / CODE_FILE).stat()
        assert about.st_mode & 0o777 == 0o600
        assert (about.st_uid, about.st_gid) == (tmp_path.stat().st_uid, tmp_path.stat().st_gid)
        assert PrintedCode(tmp_path).code()


def test_a_code_whose_command_was_killed_is_good_for_nothing(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from device.adapters.files import offered\n"
        "with offered(Path(sys.argv[1]), 'helm') as offer: print(offer.digits, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout is not None
        digits = command.stdout.readline().strip()
        code = PrintedCode(tmp_path).code()
        assert code is not None
        assert code.digits == digits
        command.kill()
    assert (tmp_path / CODE_FILE).exists()
    assert PrintedCode(tmp_path).code() is None
    with offered(tmp_path, "helm") as offer:
        assert PrintedCode(tmp_path).code()
        assert offer.stands


def test_a_minute_ends_also_for_a_command_that_sleeps(tmp_path: Path) -> None:
    with offered(tmp_path, "helm"):
        later = PrintedCode(tmp_path, lambda: time.monotonic() + GOOD_FOR)
        assert later.code() is None


def test_the_time_of_day_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for now in (-1e6, 0.0, 253_370_764_800.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        with offered(tmp_path, "helm"):
            os.utime(tmp_path / CODE_FILE, (1, 1))
            assert PrintedCode(tmp_path).code()


def written(folder: Path, said: Any, mode: int = 0o600) -> bool:
    """Whether a file with that, held by a program, is taken for a code."""
    (folder / CODE_FILE).write_bytes(said if isinstance(said, bytes) else json.dumps(said).encode())
    (folder / CODE_FILE).chmod(mode)
    with (folder / CODE_FILE).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        return PrintedCode(folder).code() is not None


def test_a_file_that_others_can_read_or_that_makes_no_sense_is_no_code(tmp_path: Path) -> None:
    good = {"code": "123456", "use": "helm", "until": time.monotonic() + 30}
    assert written(tmp_path, good)
    assert not written(tmp_path, good, 0o640)
    assert not written(tmp_path, good, 0o604)
    assert not written(tmp_path, good | {"until": time.monotonic() + 1e6})
    for strange in (b"", b"\xff", b"[" * 400, b"[]", b"null", {"code": "123456"}, good | {"until": "x"}):
        assert not written(tmp_path, strange), strange


def test_a_link_or_a_pipe_in_its_place_is_no_code(tmp_path: Path) -> None:
    with offered(tmp_path, "helm"):
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / CODE_FILE).symlink_to(tmp_path / CODE_FILE)
        assert PrintedCode(tmp_path / "elsewhere").code() is None
    os.mkfifo(tmp_path / CODE_FILE, 0o600)
    assert PrintedCode(tmp_path).code() is None


def test_a_folder_that_cannot_be_written_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(CodeNotWritten, match=r"No such file.*run this as the table’s user"),
        offered(tmp_path / "x", "helm"),
    ):
        pass


@pytest.mark.parametrize("used_before", [False, True])
def test_without_a_table_the_command_says_so(tmp_path: Path, used_before: bool) -> None:
    (tmp_path / "quarterdeck.toml").write_text(TABLE)
    if used_before:
        (tmp_path / "journal.db.lock").touch()
    result = in_process("pair", "--config", tmp_path / "quarterdeck.toml")
    assert result.exit_code == 1
    assert result.output == ("Error: No table runs with that configuration: start it with quarterdeck run first.\n")
    assert not (tmp_path / CODE_FILE).exists()
