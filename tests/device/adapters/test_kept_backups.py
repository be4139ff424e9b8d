"""The backups on this machine: made, checked, bounded in number, and found by their names alone."""

from pathlib import Path

import pytest

from device.adapters.backups import KEPT, TableBackups
from device.config.editor import template
from device.journal.journal import Journal
from web.errors import Denied


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(template(), "utf-8")
    with Journal(tmp_path / "journal.db"):
        pass
    return file


def test_a_backup_is_made_checked_and_listed(config: Path) -> None:
    backups = TableBackups(config)
    name = backups.make()
    assert [(one.name, one.sound) for one in backups.all()] == [(name, True)]
    assert backups.file(name).read_bytes().startswith(b"PK")
    backups.file(name).write_bytes(b"PK, and no more")
    assert [one.sound for one in backups.all()] == [False]


def test_the_oldest_made_by_hand_are_deleted_and_no_others(config: Path) -> None:
    times = iter(range(1_000_000, 2_000_000, 60))
    backups = TableBackups(config, lambda: next(times))
    (config.parent / "backups").mkdir()
    (config.parent / "backups" / "before-1.1.zip").write_bytes(b"")
    for _number in range(KEPT + 2):
        backups.make()
    assert len(backups.all()) == KEPT + 1


@pytest.mark.parametrize("name", ["../quarterdeck.toml", "missing.zip", "", ".zip", "link.zip", "a/b.zip"])
def test_nothing_else_is_handed_out(config: Path, name: str) -> None:
    (config.parent / "backups").mkdir()
    (config.parent / "backups" / "link.zip").symlink_to(config)
    with pytest.raises(Denied) as refusal:
        TableBackups(config).file(name)
    assert refusal.value.code == "no_backup"


def test_without_a_folder_the_list_is_empty(config: Path) -> None:
    assert TableBackups(config).all() == []
