"""Replays of recorded games: they end as recorded, or say that they don't; what goes wrong in them is shown meanwhile.

All recordings with ``pytest -m long tests/end_to_end/test_replay.py``.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from device.cameras.camera import Frame
from device.journal.journal import Journal
from device.observer import Observer
from device.recording.format import load
from device.runtime.replay import Replay
from engine import Event, GameHistory, Rolled, Started, Stopped, decode, expected_tray
from engine.games.shake import Kept as KeptInAShake
from engine.games.shut_the_box.rules import Closed
from table import Mode
from table.commands import Play
from table.session import ConfirmedEvent
from table.table import Table
from tests.end_to_end.program import RECORDING, TRUTH, in_process
from tests.engine.turns.moves import move_of
from vision import Reading

Kept = move_of("bar-dice")
SetAside = move_of("farkle")
SetAsideInMidnight = move_of("midnight")
KeptIn421 = move_of("four-two-one")


def test_a_result_that_is_not_the_true_one_ends_with_status_1(tmp_path: Path) -> None:
    """Only the first frame of the recording, in which the tray is empty."""
    (tmp_path / TRUTH["video"]).symlink_to(RECORDING / TRUTH["video"])
    first = TRUTH | {"frames": TRUTH["frames"][:1], "presses": []}
    (tmp_path / "recording.json").write_text(json.dumps(first), "utf-8")
    done = in_process("replay", "--fast", tmp_path)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: The recorded result of first-evening is another: ")
    assert "the game is not over" in done.stdout


HOT_DICE = (
    Rolled((6, 5, 3, 2, 1, 1)),
    SetAside((5, 1, 1)),
    Rolled((2, 2, 2)),
    SetAside((2, 2, 2)),
    Rolled((6, 5, 5, 4, 3, 1)),
    SetAside((1, 5, 5)),
    Stopped(),
    Rolled((6, 4, 3, 3, 2, 1)),
    SetAside((1,)),
    Rolled((6, 4, 3, 2, 2)),
)
MIDNIGHT = (
    Rolled((6, 6, 5, 4, 3, 1)),
    SetAsideInMidnight((6, 6, 4, 1)),
    Rolled((6, 2)),
    SetAsideInMidnight((6,)),
    Rolled((5,)),
    Rolled((6, 6, 5, 3, 2, 1)),
    SetAsideInMidnight((6, 6, 1)),
    Rolled((5, 3, 2)),
    SetAsideInMidnight((5, 3, 2)),
)
BAR_DICE = (
    Rolled((6, 4, 3, 3, 2)),
    Kept((3, 3)),
    Rolled((5, 5, 1)),
    Kept((5, 5, 1)),
    Rolled((5, 4)),
    Rolled((6, 6, 4, 2, 1)),
    Stopped(),
)
SHUT_THE_BOX = (
    Rolled((5, 5)),
    Closed("8+2"),
    Rolled((6, 3)),
    Closed("5+3+1"),
    Rolled((4, 1)),
    Rolled((6, 6)),
    Closed("9+3"),
    Rolled((6, 4)),
    Closed("6+4"),
    Rolled((6, 6)),
    Rolled((6, 5)),
)

FOUR_TWO_ONE = (
    Rolled((6, 3, 2)),
    Rolled((3, 3, 3)),
    Rolled((6, 4, 1)),
    Rolled((4, 3, 2)),
    Rolled((6, 4, 2)),
    KeptIn421((4, 2)),
    Rolled((1,)),
    Stopped(),
    Rolled((6, 5, 1)),
    KeptIn421((1,)),
    Rolled((3, 1)),
)
SHAKES = (
    ("Rosa", 5000, Rolled((6, 5, 4, 3, 2)), Stopped()),
    ("Tom", 5050, Rolled((6, 5, 5, 4, 2)), KeptInAShake((6, 5, 5)), Rolled((6, 6))),
    ("Lin", 5100, Rolled((6, 6, 6, 4, 1)), KeptInAShake((6, 6, 6)), Rolled((6, 6))),
)


class Shown(Observer):
    """What the table showed at each frame, and since when, and what Voice said of it."""

    def __init__(self) -> None:
        self.moments: list[tuple[float, Mode, str]] = []
        self.said: list[str] = []

    def begin(self, table: Table) -> None:
        self._board = table.board

    def observed(self, frame: Frame, reading: Reading) -> None:  # noqa: ARG002
        now = self._board.latest
        if not self.moments or self.moments[-1][1:] != (now.mode, now.prompt):
            self.moments.append((frame.time, now.mode, now.prompt))
        self._hear()

    def confirmed(self, event: ConfirmedEvent) -> None:  # noqa: ARG002
        self._hear()

    def _hear(self) -> None:
        voice = self._board.latest.voice
        if voice and voice.says not in self.said[-1:]:
            self.said.append(voice.says)


def played(name: str, folder: Path) -> tuple[Replay, Shown]:
    """The recording played to its end, and what the table showed and said from which moment on."""
    shown, recording = Shown(), RECORDING.with_name(name)
    with Journal(folder / "journal.db") as journal:
        replay = Replay(recording, load(recording), journal, (shown,), speed=None)
        replay.run()
    return replay, shown


@pytest.mark.parametrize(
    ("name", "events"),
    [
        pytest.param("hot-dice", HOT_DICE, marks=pytest.mark.long),
        pytest.param("midnight", MIDNIGHT, marks=pytest.mark.long),
        ("bar-dice", BAR_DICE),
        ("shut-the-box", SHUT_THE_BOX),
        ("four-two-one", FOUR_TWO_ONE),
    ],
)
def test_a_game_of_turns_is_read_from_its_pictures_and_presses(
    name: str, events: tuple[Event, ...], tmp_path: Path
) -> None:
    replay, shown = played(name, tmp_path)
    with Journal(tmp_path / "journal.db") as journal:
        kept = journal.last_game()
    assert kept is not None
    assert isinstance(kept.events[0], Started)
    assert kept.events[1:] == events
    assert replay.as_recorded
    hears_all(shown.said, kept.events)


def hears_all(said: Sequence[str], events: Sequence[Event]) -> None:
    """Who only listens knows where each die of each roll lies, what may be held, whose turn it is, and who has won."""
    told = iter(said)
    book: Any = GameHistory(events[0])
    for event in events[1:]:
        before = book.state
        if isinstance(event, Rolled):
            lie = next(sentence for sentence in told if "ROLL" in sentence and "On the tray: " in sentence)
            assert sorted(placed_faces(lie)) == sorted((*expected_tray(before).held, *event.dice)), lie
        book.write(event)
    assert book.game.stays == "nothing" or any("hold" in sentence.lower() for sentence in said)
    for player in {*book.state.players}:
        assert any(f"{player}: roll" in sentence or f"{player}: pick up" in sentence for sentence in said)
    if book.state.winner:
        assert f"{book.state.winner} wins!" in said[-1]


def test_a_throw_from_a_cup_counts_when_the_cup_is_lifted(tmp_path: Path) -> None:
    """Until then the page, Voice and what ROLL is refused with say so, whatever lies beside it."""
    replay, shown = played("dice-cup", tmp_path)
    assert replay.as_recorded
    recording = load(RECORDING.with_name("dice-cup"))
    standing = [frame.t for frame in recording.frames if frame.rest == "covered"]
    told = [moment for moment, *what in shown.moments if what == [Mode.COVERED, "Lift the cup"]]
    assert len(told) == shown.said.count("Lift the cup.") == 2
    assert set(told) <= set(standing)
    assert all(not any(Mode.SHOWN in what for at, *what in shown.moments if abs(at - t) < 0.01) for t in standing)


def test_shakes_are_read_between_the_turns_of_a_game_and_the_pot_rolls_over(tmp_path: Path) -> None:
    replay, _ = played("shake-of-the-day", tmp_path)
    with Journal(tmp_path / "journal.db") as journal:
        games = [[decode(event) for *_, event in journal.ledger.rows(game)] for game in journal.ledger.games()]
    [[game], *shakes] = games
    assert game == replay.start
    assert [(*one.players, one.options["pot"], *rest) for one, *rest in shakes if isinstance(one, Started)] == [*SHAKES]
    posted = replay.table.board.latest.shake
    assert posted is not None
    assert (posted.pot, posted.shaken) == (5000, ("Rosa", "Tom", "Lin"))
    assert replay.as_recorded


@pytest.mark.long
def test_who_has_shaken_shakes_again_when_the_recording_is_played_again(tmp_path: Path) -> None:
    recording = RECORDING.with_name("shake-of-the-day")
    with Journal(tmp_path / "journal.db") as journal:
        replay = Replay(recording, load(recording), journal, speed=None)
        for games in (4, 8):
            replay.run()
            assert (len(journal.ledger.games()), replay.as_recorded) == (games, True)
            replay.table.commands.post(Play(replay.start))
            replay.table.attend()
            replay.begin_again()


NUMBERS = ("", "one", "two", "three", "four", "five", "six")


def placed_faces(sentence: str) -> list[int]:
    """The faces that “On the tray: five and five on the rail; four at the top.” gives a place."""
    groups = sentence.partition("On the tray: ")[2].rstrip(".").split("; ")
    assert all(re.search(r" (at|on|in) the ", group) for group in groups), sentence
    return [NUMBERS.index(word) for group in groups for word in re.findall(r"\w+", group) if word in NUMBERS]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("illegal-hold", "Mia: take the 4 off the rail"),
        ("turned-die", "Mia: the red die was turned from 5 to 3. Set it back to 5"),
    ],
)
def test_a_wrong_hold_is_shown_while_it_lasts_and_the_game_goes_on(tmp_path: Path, name: str, said: str) -> None:
    replay, seen = played(name, tmp_path)
    shown = seen.moments
    [trouble] = load(RECORDING.with_name(name)).trouble
    told = [moment for moment, *what in shown if what == [Mode.ILLEGAL, said]]
    assert told, shown
    assert trouble.begin < told[0] < trouble.end + 1.0
    assert shown[-1][1] is Mode.WAITING
    assert replay.as_recorded
    wrong = next(place for place, sentence in enumerate(seen.said) if sentence.startswith(said))
    assert " on the rail, " in seen.said[wrong]
    assert any(sentence.startswith("Good. ") for sentence in seen.said[wrong:])
