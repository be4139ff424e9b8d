"""What the start of the table says about the folder of its games."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.commands import run
from device.doctor.machine import Machine
from device.notices import Notices


def test_a_start_says_on_terminal_and_page_that_games_are_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, machine = tmp_path / "quarterdeck.toml", tmp_path / "machine"
    config.write_text('[panel]\nkind = "none"\n')
    (machine / "proc" / "self").mkdir(parents=True)
    (machine / "proc" / "self" / "mountinfo").write_text(f"40 23 0:30 / {tmp_path} rw - tmpfs tmpfs rw\n")
    notices: list[str] = []

    def table(*parts: object, **_others: object) -> None:
        notices.extend(said for part in parts if isinstance(part, Notices) for said in part.all)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "Machine", lambda: Machine(machine), raising=False)
    monkeypatch.setattr(run, "run_table", table)
    done = CliRunner().invoke(main, ["run", "--config", str(config)])
    sentence = f"{tmp_path} is in memory (tmpfs), so games are lost when the power goes: put a disk there, or set "
    assert [one for one in notices if "memory" in one] == [f"{sentence}[journal] path."]
    assert sentence in done.output
