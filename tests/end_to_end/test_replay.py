"""A replay that does not end as the recording did; ``test_power_cut.py`` has one that does."""

import json
from pathlib import Path

from tests.end_to_end.program import RECORDING, TRUTH, in_process


def test_a_result_that_is_not_the_true_one_ends_with_status_1(tmp_path: Path) -> None:
    """Only the first frame of the recording, in which the tray is empty."""
    (tmp_path / TRUTH["video"]).symlink_to(RECORDING / TRUTH["video"])
    first = TRUTH | {"frames": TRUTH["frames"][:1], "presses": []}
    (tmp_path / "recording.json").write_text(json.dumps(first), "utf-8")
    done = in_process("replay", "--fast", tmp_path)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: The recorded result of first-evening is another: ")
    assert "the game is not over" in done.stdout
