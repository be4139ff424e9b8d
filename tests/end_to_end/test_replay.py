"""A recorded game through the whole pipeline, without a page."""

import json
from pathlib import Path

from tests.end_to_end.program import RECORDING, TRUTH, quarterdeck


def test_the_recorded_game_is_scored_as_it_was_played() -> None:
    done = quarterdeck("replay", "--json", "--fast", RECORDING)
    assert done.returncode == 0, done.stderr
    *events, result = map(json.loads, done.stdout.splitlines())
    assert result == {"result": TRUTH["result"]}
    rolled = [(row["player"], sorted(row["event"]["dice"])) for row in events if row["event"]["type"] == "rolled"]
    assert rolled == [(row["player"], sorted(row["rolled"])) for row in TRUTH["events"]]
    assert [row["t"] for row in events] == [row["t"] for row in TRUTH["presses"]]


def test_a_result_that_is_not_the_true_one_ends_with_status_1(tmp_path: Path) -> None:
    """All that there is of the recording is its first frame, in which nobody has thrown."""
    (tmp_path / TRUTH["video"]).symlink_to(RECORDING / TRUTH["video"])
    first = TRUTH | {"frames": TRUTH["frames"][:1], "presses": []}
    (tmp_path / "recording.json").write_text(json.dumps(first), "utf-8")
    done = quarterdeck("replay", "--fast", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: This is not how first-evening really ended")
    assert "the game is not over" in done.stdout
