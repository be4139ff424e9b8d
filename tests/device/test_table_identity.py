"""The table's id, and how a moved card is distinguished from a copy."""

import os
from pathlib import Path

import pytest

from device.notices import Notices
from device.table_identity import (
    TABLE_ID,
    HardwareMarks,
    Origin,
    TableIdentity,
    hardware_marks,
    read_identity,
    table_identity,
)

HERE = HardwareMarks("a pi", "a card")


def machine(root: Path, folder: Path, *, serial: str = "", cid: str = "", mac: str = "") -> HardwareMarks:
    """The marks of a machine whose kernel shows these numbers, for a folder on its card."""
    number = folder.stat().st_dev
    disk = root / "sys/devices/mmc0"
    (disk / "block/mmcblk0p2").mkdir(parents=True)
    (disk / "block/device").mkdir()
    (disk / "block/device/cid").write_text(f"{cid}\n")
    link = root / f"sys/dev/block/{os.major(number)}:{os.minor(number)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(disk / "block/mmcblk0p2")
    board = root / "sys/firmware/devicetree/base"
    board.mkdir(parents=True)
    (board / "serial-number").write_text(f"{serial}\0")
    if mac:
        card = root / "sys/class/net/eth0"
        (card / "device").mkdir(parents=True)
        (card / "address").write_text(f"{mac}\n")
    return hardware_marks(folder, root)


def test_the_id_stays_the_same_from_start_to_start(tmp_path: Path) -> None:
    first = table_identity(tmp_path, HERE, Notices())
    assert len(bytes.fromhex(first.id)) == 16
    assert table_identity(tmp_path, HERE, Notices()) == first == read_identity(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    assert table_identity(other, HERE, Notices()).id != first.id


@pytest.mark.parametrize(
    ("here", "origin"),
    [
        (HERE, "same"),
        (HardwareMarks("another pi", "a card"), "moved"),
        (HardwareMarks("a pi", "another card"), "copied"),
        (HardwareMarks("another pi", "another card"), "cloned"),
        (HardwareMarks(None, "a card"), "same"),
        (HardwareMarks("a pi", None), "unknown"),
        (HardwareMarks("another pi", None), "unknown"),
        (HardwareMarks(None, None), "unknown"),
    ],
)
def test_a_moved_card_is_told_from_a_copy(here: HardwareMarks, origin: Origin) -> None:
    assert TableIdentity("0" * 32, HERE).origin(here) == origin


def test_a_moved_card_is_at_home_in_its_new_machine_and_a_clone_stays_one(tmp_path: Path) -> None:
    made = table_identity(tmp_path, HERE, Notices())
    moved = table_identity(tmp_path, HardwareMarks("another pi", "a card"), Notices())
    assert (moved.id, moved.made_on) == (made.id, HardwareMarks("another pi", "a card"))
    elsewhere = HardwareMarks("a third pi", "another card")
    clone = table_identity(tmp_path, elsewhere, Notices())
    assert (clone, clone.origin(elsewhere)) == (moved, "cloned")
    (tmp_path / TABLE_ID).unlink()
    own = table_identity(tmp_path, elsewhere, Notices())
    assert own.id != made.id
    assert own.origin(elsewhere) == "same"


def test_a_kernel_that_shows_more_adds_a_mark_and_one_that_shows_less_takes_none_away(tmp_path: Path) -> None:
    bare = table_identity(tmp_path, HardwareMarks(), Notices())
    made = table_identity(tmp_path, HERE, Notices())
    assert made == TableIdentity(bare.id, HERE)
    assert table_identity(tmp_path, HardwareMarks(), Notices()) == made
    assert table_identity(tmp_path, HardwareMarks("another pi", None), Notices()) == made


def test_the_marks_are_those_of_the_board_and_of_the_card_that_holds_the_folder(tmp_path: Path) -> None:
    first = machine(tmp_path / "1", tmp_path, serial="10000000abcd", cid="0353445355")
    assert machine(tmp_path / "2", tmp_path, serial="10000000abcd", cid="0353445355") == first
    other = machine(tmp_path / "3", tmp_path, serial="10000000ffff", cid="9953445355")
    assert other.machine not in (None, first.machine)
    assert other.disk not in (None, first.disk)
    assert "abcd" not in str(first)


def test_a_machine_without_a_serial_number_is_known_by_its_built_in_network(tmp_path: Path) -> None:
    assert machine(tmp_path / "1", tmp_path, mac="00:11:22:33:44:55").machine is not None
    random_address = machine(tmp_path / "2", tmp_path, mac="02:42:ac:11:00:02")
    assert random_address == HardwareMarks(None, None)


def test_an_unreadable_id_is_kept_aside_with_a_notice(tmp_path: Path) -> None:
    notices = Notices()
    (tmp_path / TABLE_ID).write_text('{"id": "not an id"}')
    assert read_identity(tmp_path) is None
    assert (tmp_path / TABLE_ID).exists()
    fresh = table_identity(tmp_path, HERE, notices)
    assert read_identity(tmp_path) == fresh
    assert TABLE_ID in notices.all[0]
    assert (tmp_path / f"{TABLE_ID}.unreadable-1").exists()


def test_a_folder_that_refuses_files_costs_the_table_nothing() -> None:
    assert table_identity(Path("/proc"), HERE, Notices()).made_on == HERE
