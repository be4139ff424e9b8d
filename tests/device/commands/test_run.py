"""What the start of the table says about the folder of its games."""

import os
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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
@pytest.mark.parametrize(("owner", "called"), [(65534, "nobody"), (54321, "#54321")])
def test_root_runs_no_table_where_another_user_may_put_links(tmp_path: Path, owner: int, called: str) -> None:
    config = tmp_path / "theirs" / "quarterdeck.toml"
    config.parent.mkdir()
    config.touch()
    secret = tmp_path / "secret"
    secret.write_text("root's")
    (config.parent / "journal.acknowledged").symlink_to(secret)
    os.chown(config.parent, owner, owner)
    done = CliRunner().invoke(main, ["run", "--config", str(config)])
    assert done.exit_code == 1
    assert f"use sudo -u {called}" in done.output
    assert (secret.read_text(), len(list(config.parent.iterdir()))) == ("root's", 2)


@pytest.mark.parametrize(
    ("model", "said"), [("Raspberry Pi 5 Model B Rev 1.0\0", True), ("Another board\0", False), ("", False)]
)
def test_pins_that_cannot_be_used_are_on_the_page_of_a_pi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, said: bool
) -> None:
    config, machine = tmp_path / "quarterdeck.toml", tmp_path / "machine"
    config.touch()
    (machine / "proc" / "device-tree").mkdir(parents=True)
    (machine / "proc" / "device-tree" / "model").write_text(model)
    notices: list[str] = []

    def table(*parts: object, **_others: object) -> None:
        notices.extend(said for part in parts if isinstance(part, Notices) for said in part.all)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "Machine", lambda: Machine(machine))
    monkeypatch.setattr(run, "run_table", table)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    done = CliRunner().invoke(main, ["run", "--config", str(config)])
    assert ["buttons and lamp are off" in one for one in notices if "pins" in one] == ([True] if said else [])
    assert "buttons and lamp are off" in done.output
