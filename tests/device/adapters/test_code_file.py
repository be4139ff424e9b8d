"""The code that ``quarterdeck pair`` prints, as a file between two programs."""

import fcntl
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from device.adapters.files import CODE_FILE, PrintedCode, offered
from device.errors import CodeNotWritten
from tests.end_to_end.program import TABLE, in_process
from web.guests.codes import GOOD_FOR, Code


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
