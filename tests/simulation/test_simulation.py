"""Evenings of a whole table in one thread, by their seeds; and the shortest histories of faults that they have found.

Thousands with ``pytest -m long tests/simulation``, any range with ``python -m tests.simulation FROM TO STEPS``, which
prints a failing history as a row of this file.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing

import pytest

from tests.simulation.evening import Step, history_of
from tests.simulation.history import chosen, tried
from tests.simulation.house import Kind
from tests.simulation.venue import Postgres
from tests.venue.conftest import Record as ScratchRecord
from tests.venue.conftest import postgres, record, scratch  # noqa: F401  # fixtures

MANY = int(os.environ.get("EVENINGS", "1000"))
STEPS, SHORT = 60, 40
"""Steps of an evening, and how many evenings are played each time."""


def written(kind: Kind, steps: Sequence[Step]) -> str:
    """Return a history as text, with the kind of its table in front."""
    has = " ".join(name for name in Kind.__slots__ if getattr(kind, name))
    return f"{has}: {', '.join(map(str, steps))}"


def read(text: str) -> tuple[Kind, tuple[Step, ...]]:
    has, _, steps = text.partition(":")
    return Kind(**dict.fromkeys(has.split(), True)), history_of(steps)


@pytest.mark.parametrize(
    "seed", [*range(SHORT), *(pytest.param(one, marks=pytest.mark.long) for one in range(SHORT, MANY))]
)
def test_an_evening_keeps_all_laws(seed: int) -> None:
    failure = tried(*chosen(seed, STEPS))
    if failure:
        print(f"after {failure.steps} steps; for the shortest: python -m tests.simulation {seed} {seed + 1} {STEPS}")
        raise failure.error


def test_the_same_seed_is_the_same_evening_on_every_machine() -> None:
    def played(hashes: str) -> bytes:
        tell = (
            "from tests.simulation.history import chosen, tried;"
            "failure = tried(*chosen(2, 60), say=print); assert not failure, failure"
        )
        environment = os.environ | {"PYTHONHASHSEED": hashes}
        return subprocess.run([sys.executable, "-c", tell], env=environment, check=True, capture_output=True).stdout

    assert played("1") == played("77")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_an_evening_with_a_real_record_keeps_all_laws(seed: int, record: ScratchRecord) -> None:  # noqa: F811
    """Needs PostgreSQL. The model in memory answers as it does, too."""
    with closing(Postgres(record)) as base:
        failure = tried(*chosen(seed, STEPS, often="_the_wire"), record=base)
        if failure:
            raise failure.error
        base.check()


HISTORIES = [
    pytest.param("buttons: tap_the_bar 9384, tap_a_sheet 6264, bounce 1314", id="roll-where-too-few-are-left"),
    pytest.param("camera: throw 7862, roll_dice 1375", id="undone-under-a-throw-that-lies-there"),
    pytest.param(
        ": throw 4039, throw 856, throw 5017, throw 5667, throw 3819, throw 2214, type_something 9984",
        id="who-plays-joins-after-the-game",
    ),
    pytest.param(
        "buttons: throw 930, tap_the_bar 7312, throw 3952, throw 1620, ask_to_play 9280, throw 7480, tap_the_bar 4003, "
        "type_something 71",
        id="renamed-to-one-who-waits",
    ),
    pytest.param(": tap_a_sheet 7367, cut 2181", id="a-cut-after-a-game-without-a-roll"),
    pytest.param(
        "camera: roll_dice 2873, roll_dice 756, roll_dice 8384, roll_dice 5179",
        id="a-stand-over-a-die-that-is-not-read",
    ),
    pytest.param(
        "buttons: begin_a_tournament 6044, tap_the_bar 2753, type_something 8318, cut 830, cut 3227",
        id="a-game-without-a-roll-to-go-back-to",
    ),
    pytest.param(": own_a_game 2", id="a-game-of-the-owners-with-a-goal"),
    pytest.param(
        "camera: throw 968, own_a_game 4183, throw 3537, roll_dice 7110, roll_dice 6548, throw 1248, roll_dice 8175",
        id="all-dice-on-the-rail-end-the-game",
    ),
    pytest.param(
        ": ask_the_machine 4185, throw 5874, spoil_the_disk 8684, throw 475, throw 7628, ask_the_machine 4080",
        id="a-restart-while-the-game-is-in-memory",
    ),
    pytest.param(
        ": trouble_the_wire 2840, throw 3437, correct_and_back 6545, own_a_game 7777, tap_the_bar 9506",
        id="an-opening-that-is-lost-on-its-way",
    ),
    pytest.param(
        "camera: update 7990, play_and_be_erased 1481, play_and_be_erased 6224, play_and_be_erased 9495",
        id="erased-at-the-start-that-restores-a-backup",
    ),
    pytest.param("buttons: update 8320, fail_to_start 8909", id="an-update-on-trial-that-a-configuration-fails"),
    pytest.param(
        "camera buttons off_tray: shake_of_the_day 5820, shake_of_the_day 2728, wander 4400",
        id="who-has-only-shaken-is-no-player-of-the-log",
    ),
    pytest.param(": send_a_wrong_field 1989", id="a-name-of-nothing-that-can-be-shown"),
    pytest.param(
        ": take_a_backup 7388, restore_and_fail 5089, play_and_be_erased 3161, tap_the_bar 9820, tap_the_bar 9340, "
        "cut_at_a_call 1067, pick_a_box 9353",
        id="a-cut-after-the-folder-of-a-restore-went",
    ),
    pytest.param(
        "camera: correct_and_back 7952, tap_a_sheet 227, tap_the_bar 5299, tap_the_bar 1914, correct_and_back 9574",
        id="renamed-after-a-leave-that-ended-a-game-corrected-to-a-bust",
    ),
    pytest.param("buttons: shake_of_the_day 1391, shake_of_the_day 7104", id="the-tray-given-back-after-a-shake"),
]


@pytest.mark.parametrize("history", HISTORIES)
def test_a_history_that_failed_once_keeps_all_laws(history: str) -> None:
    failure = tried(*read(history))
    if failure:
        raise failure.error
