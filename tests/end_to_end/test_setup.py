"""The set-up of the real program goes on after a kill, and its table plays with what was chosen."""

import tomllib
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request

from tests.broker import free_port
from tests.end_to_end.phone import ANSWERS_WITHIN, Client, health_at
from tests.end_to_end.program import BARE_TABLE, configured, in_process, running, url_of
from tests.web.conftest import until

PATIENCE = 90


def send(phone: Client, step: str, **fields: object) -> str:
    """Send the form of that step, and return the page that comes next."""
    form = Request(f"{phone.url}setup/{step}", urlencode(fields, doseq=True).encode(), {"Origin": phone.url[:-1]})
    with phone._open(form, timeout=ANSWERS_WITHIN) as answer:
        return str(answer.read().decode())


def test_the_set_up_goes_on_after_a_kill_and_the_table_restarts_with_it(tmp_path: Path) -> None:
    table = BARE_TABLE.replace('[game]\nplayers = ["Mia", "Jonas"]\n', "")
    file = configured(tmp_path, table.replace("port = 0", f"port = {free_port()}"))
    with running("run", "--config", file) as program:
        phone = Client(url_of(program))
        assert "Repeat the PIN" in send(phone, "language", language="en")
        assert "Camera and tray" in send(phone, "pin", pin="4711", again="4711")
        program.kill()
        program.wait()
    with running("run", "--config", file) as program:
        boot = health_at(url_of(program))["boot"]
        assert "Camera and tray" in phone.get("setup").decode()
        assert "Player 1" in send(phone, "camera", do="without")
        assert 'id="helm"' in send(phone, "names", player=["Mia", "Jonas"])
        until(lambda: health_at(phone.url)["boot"] != boot, PATIENCE)
        assert [one["name"] for one in phone.state["players"]] == ["Mia", "Jonas"]
        assert phone.read("api/helm")["mine"]
    assert tomllib.loads(file.read_text())["camera"]["kind"] == "none"
    assert "The set-up is finished." in in_process("setup", "--config", file).output
