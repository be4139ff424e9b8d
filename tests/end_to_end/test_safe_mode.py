"""Starts that fail, until the page alone is served."""

import json
import urllib.request
from pathlib import Path

from device.starts import Starts
from tests.end_to_end.program import quarterdeck, running, url_of


def test_after_three_failed_starts_a_page_says_what_is_wrong(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n[journal]\npath = "/proc/none/journal.db"\n')
    for _ in range(2):
        Starts(config).begin()
    done = quarterdeck("run", "--config", config)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    with running("run", "--config", config) as program:
        with urllib.request.urlopen(url_of(program) + "healthz") as answer:
            health = json.load(answer)
        assert health["mode"] == "safe"
        assert "The journal /proc/none/journal.db cannot be written" in health["why"]
        program.terminate()
        assert program.wait(60) == 0
    config.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n[camera]\nkind = "usb"\ndevice = 97\n')
    with running("run", "--config", config) as program, urllib.request.urlopen(url_of(program) + "healthz") as answer:
        assert json.load(answer)["ok"]
