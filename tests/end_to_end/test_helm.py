"""The helm, as its user has it: a demo that is steered from a phone, and a table whose helm outlasts a restart."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.web.api.contract import is_valid

SECONDS = 120
"""For which a busy machine may keep us waiting."""

CONFIG = """
[camera]
kind = "stills"
path = "."
[panel]
kind = "none"
[web]
host = "127.0.0.1"
port = 0
"""


class Phone:
    """A client with a cookie jar."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def get(self, path: str) -> Any:
        with self._opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=SECONDS) as answer:
            return json.load(answer)

    def post(self, path: str, **said: object) -> tuple[int, Any]:
        body = json.dumps(said).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def change(self, path: str, **said: object) -> tuple[int, Any]:
        """A change, decided on what is now."""
        state = self.get("/api/state")
        return self.post(path, boot=state["boot"], revision=state["revision"], key=uuid.uuid4().hex, **said)


@contextmanager
def running(*command: str) -> Iterator[tuple[int, str]]:
    """The program, from when it tells the code of pairing: its port, and that code."""
    program = [sys.executable, "-c", "from device.cli import main; main()", *command]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            said = ""
            while not (code := re.search(r"with the code (\d{3} \d{3})", said)):
                line = process.stdout.readline()
                assert line, said
                said += line
            port = re.search(r"127\.0\.0\.1:(\d+)/", said)
            assert port, said
            yield int(port[1]), code[1]
        finally:
            process.terminate()
            process.communicate()


def test_a_demo_is_steered_from_a_phone() -> None:
    with running("demo", "--host", "127.0.0.1", "--port", "0", "--pair") as (port, code):
        phone, other = Phone(port), Phone(port)
        assert other.change("/api/pause", on=True)[0] == 403
        status, told = phone.post("/api/helm", code=code)
        assert (status, told["mine"]) == (200, True)
        assert phone.change("/api/pause", on=True)[0] == 200
        status, told = phone.change("/api/games", preset="yahtzee-handout", players=["Ann"])
        assert (status, told["state"]["game"]["kind"]) == (200, "yahtzee")
        status, told = phone.change("/api/moves", do="roll", dice=[6, 6, 6, 2, 1])
        assert status == 200
        assert is_valid("State", told["state"])
        status, told = phone.change("/api/moves", do="score", box="sixes")
        assert told["state"]["standing"]["scores"] == {"Ann": 18}
        status, told = phone.change("/api/corrections", roll=1, dice=[6, 6, 6, 6, 1], sure=True)
        assert told["state"]["standing"]["scores"] == {"Ann": 24}


def test_the_helm_and_its_house_rules_outlast_a_restart_of_the_table(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    with running("run", "--config", str(config), "--pair") as (port, code):
        phone = Phone(port)
        assert phone.post("/api/helm", code=code)[0] == 200
        said = {"name": "Friday", "preset": "rounds", "options": {"match": "rounds(5)"}}
        assert phone.post("/api/house-rules", key=uuid.uuid4().hex, **said)[0] == 200
        assert phone.post("/api/settings", key=uuid.uuid4().hex, pictures="helm")[0] == 200
        assert phone.change("/api/games", preset="rounds", players=["Käthe", "Bo"], starter="Bo")[0] == 200
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert 'pictures = "helm"' in config.read_text("utf-8")
    with running("run", "--config", str(config), "--pair") as (port, _):
        phone.port = port
        assert phone.get("/api/helm")["mine"]
        assert phone.get("/api/house-rules")["house_rules"][0]["name"] == "Friday"
        assert phone.get("/api/names")["names"][:2] == ["Käthe", "Bo"]
        assert phone.get("/api/state")["standing"]["player"] == "Bo"
        assert phone.get("/api/settings")["settings"]["pictures"] == "helm"
