"""What the doctor says of the table's id."""

from pathlib import Path

import pytest

from device.doctor.checks import table_id_finding
from device.notices import Notices
from device.table_identity import FILE, HardwareMarks, table_identity

HERE = HardwareMarks("a pi", "a card")


def test_a_table_that_never_ran_has_none_yet(tmp_path: Path) -> None:
    found = table_id_finding(tmp_path, HERE)
    assert (found.light, found.words) == ("green", "none yet: the table makes one when it starts")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("here", "light", "said"),
    [
        (HERE, "green", ""),
        (HardwareMarks("another", "a card"), "green", ", moved here with its card"),
        (HardwareMarks("a pi", "another"), "green", ", copied to another card of this machine"),
        (HardwareMarks("a", "b"), "amber", ", copied from another table: another machine and another card"),
        (HardwareMarks(), "green", "; whether it was copied can’t be seen on this machine"),
    ],
)
def test_a_moved_card_is_told_from_a_copy(tmp_path: Path, here: HardwareMarks, light: str, said: str) -> None:
    made = table_identity(tmp_path, HERE, Notices())
    before = (tmp_path / FILE).read_bytes()
    found = table_id_finding(tmp_path, here)
    assert (found.light, found.words) == (light, f"{made.id}{said}")
    assert bool(found.advice) == (light == "amber")
    assert (tmp_path / FILE).read_bytes() == before
