"""The helm is taken at the real program: by its keys as buttons, and by codes that a command prints beside it."""

import json
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from device.adapters.files import CODE_FILE
from tests.end_to_end.program import BARE_TABLE, Keys, in_process, running, terminal, url_of
from tests.web.conftest import until

PATIENCE = 60


class Client:
    """A client of the page with a cookie of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, path: str) -> Any:
        with self._open(self._url + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, **said: object) -> int:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, json.dumps(said).encode(), headers)
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code

    @property
    def stage(self) -> str:
        return str(self.get("api/helm")["ask"]["stage"])


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
        assert guest.post("api/helm/ask") == 403
        keys.press("c")
        until(lambda: bool(owner.get("api/helm")["pairing"]), PATIENCE)
        assert (guest.post("api/helm/ask"), owner.post("api/helm/ask")) == (200, 200)
        until(lambda: guest.stage == "shown", PATIENCE)
        pressed_until(keys, "s", lambda: (owner.stage, guest.stage) == ("shown", "refused"))
        assert owner.get("api/state")["pairing"]["signal"] == owner.get("api/helm")["ask"]["signal"]
        pressed_until(keys, "r", lambda: owner.stage == "accepted")
        assert (guest.post("api/helm"), owner.post("api/helm")) == (403, 200)
        assert (owner.get("api/helm")["mine"], owner.get("api/helm")["hands"]) == (True, 1)
        assert owner.get("api/state")["event"] == 1


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
        assert phone.get("api/helm")["way"] == "code"
        with running("pair", "--config", config) as command:
            code = code_of(command)
            assert code not in json.dumps(phone.get("api/state"))
            assert wall.post("api/screens", code=code) == 403
            assert phone.post("api/helm", code=code) == 200
            assert command.wait(PATIENCE) == 0
            assert command.stdout is not None
            assert command.stdout.read() == "The code was used.\n"
        assert (other.post("api/helm", code=code), (tmp_path / CODE_FILE).exists()) == (403, False)
        with running("pair", "--screen", "--config", config) as command:
            assert wall.post("api/screens", code=code_of(command)) == 200
            assert command.wait(PATIENCE) == 0
        assert other.get("api/helm")["way"] == "screen"
    left = in_process("pair", "--config", config)
    assert (left.exit_code, "No table runs with that configuration" in left.stderr) == (1, True)


def test_a_pin_that_is_set_beside_a_running_table_is_good_at_once(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(BARE_TABLE)
    with running("run", "--config", config) as table:
        phone = Client(url_of(table))
        assert phone.get("api/owner") == {"mine": False, "pin": "none", "idle_minutes": 15}
        done = in_process("owner", "--config", config, given="80254611937\n")
        assert (done.exit_code, "80254611937" in done.output) == (0, False)
        assert phone.post("api/owner", pin="80254611936") == 403
        assert phone.post("api/owner", pin="80254611937") == 200
        assert phone.get("api/owner")["mine"] is True
        assert in_process("owner", "--remove", "--config", config).exit_code == 0
        assert phone.get("api/owner") == {"mine": False, "pin": "none", "idle_minutes": 15}
    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert not any(b"8025461193" in data for data in kept)
