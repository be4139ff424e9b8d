"""The helm is taken at the real program: by its keys as buttons, and by codes that a command prints beside it."""

import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from device.adapters.files import CODE_FILE
from tests.end_to_end.phone import Client
from tests.end_to_end.program import BARE_TABLE, Keys, in_process, running, terminal, url_of
from tests.web.conftest import until

PATIENCE = 60


def stage(phone: Client) -> str:
    return str(phone.read("api/helm")["ask"]["stage"])


def status(phone: Client, where: str, **said: object) -> int:
    return phone.post(where, **said)[0]


def pressed_until(keys: Keys, key: str, done: Callable[[], bool]) -> None:
    """Press that key every tenth of a second until it has done what it should."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        keys.press(key)
        time.sleep(0.1)


def test_the_keys_of_a_table_refuse_one_phone_and_accept_another(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE.replace('kind = "none"', 'kind = "keyboard"'))
    with terminal() as keys, running("run", "--config", config, keys=keys.end) as table:
        url = url_of(table)
        guest, owner = Client(url), Client(url)
        assert status(guest, "api/helm/ask") == 403
        keys.press("c")
        until(lambda: bool(owner.read("api/helm")["pairing"]), PATIENCE)
        assert (status(guest, "api/helm/ask"), status(owner, "api/helm/ask")) == (200, 200)
        until(lambda: stage(guest) == "shown", PATIENCE)
        pressed_until(keys, "s", lambda: (stage(owner), stage(guest)) == ("shown", "refused"))
        assert owner.read("api/state")["pairing"]["signal"] == owner.read("api/helm")["ask"]["signal"]
        pressed_until(keys, "r", lambda: stage(owner) == "accepted")
        assert (status(guest, "api/helm"), status(owner, "api/helm")) == (403, 200)
        assert (owner.read("api/helm")["mine"], owner.read("api/helm")["hands"]) == (True, 1)
        assert owner.read("api/state")["event"] == 1


def code_of(command: subprocess.Popen[str]) -> str:
    assert command.stdout is not None
    found = re.search(r"(\d{3}) (\d{3})", command.stdout.readline())
    assert found
    return "".join(found.groups())


def test_a_code_that_is_printed_beside_a_running_table_is_good_once(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE)
    with running("run", "--config", config) as table:
        phone, other, wall = (Client(url) for url in [url_of(table)] * 3)
        assert phone.read("api/helm")["way"] == "code"
        with running("pair", "--config", config) as command:
            code = code_of(command)
            assert code not in json.dumps(phone.read("api/state"))
            assert status(wall, "api/screens", code=code) == 403
            assert status(phone, "api/helm", code=code) == 200
            assert command.wait(PATIENCE) == 0
            assert command.stdout is not None
            assert command.stdout.read() == "The code was used.\n"
        assert (status(other, "api/helm", code=code), (tmp_path / CODE_FILE).exists()) == (403, False)
        with running("pair", "--screen", "--config", config) as command:
            assert status(wall, "api/screens", code=code_of(command)) == 200
            assert command.wait(PATIENCE) == 0
        assert other.read("api/helm")["way"] == "screen"
    left = in_process("pair", "--config", config)
    assert (left.exit_code, "No table runs with that configuration" in left.stderr) == (1, True)


def test_a_pin_that_is_set_beside_a_running_table_is_good_at_once(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE)
    with running("run", "--config", config) as table:
        phone = Client(url_of(table))
        assert phone.read("api/owner") == {"mine": False, "pin": "none", "idle_minutes": 15}
        done = in_process("owner", "--config", config, given="80254611937\n")
        assert (done.exit_code, "80254611937" in done.output) == (0, False)
        assert status(phone, "api/owner", pin="80254611936") == 403
        assert status(phone, "api/owner", pin="80254611937") == 200
        assert phone.read("api/owner")["mine"] is True
        assert in_process("owner", "--remove", "--config", config).exit_code == 0
        assert phone.read("api/owner") == {"mine": False, "pin": "none", "idle_minutes": 15}
    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert not any(b"8025461193" in data for data in kept)
