"""What the table says of Ship, Captain, Crew."""

from typing import Any

import pytest

from engine import Refused, Rolled, apply
from table.dice import HoldMode
from table.games import rulebook
from table.input.hand_play import entered_by_hand
from table.input.validation import played
from tests.engine.games.ship.playing import game, state_of, turn


@pytest.mark.parametrize(
    ("preset", "cargoes", "says"),
    [
        pytest.param("dice-game-depot", (6, 9), "Ben wins with 9", id="one round: its score"),
        pytest.param("rounds", (9, 8, 10, 8, 0, 0), "Ben wins with 18", id="several: their sum"),
        pytest.param("ship-of-fools", (12, 9, 10, 9), "Ann wins with 21", id="until 21: the sum as well"),
        pytest.param(
            "ship-of-fools",
            (10, 11, 10, 11, 5, 6),
            "Ann wins the roll-off with 6",
            id="a roll-off: what it brought",
        ),
    ],
)
def test_the_end_says_what_won(preset: str, cargoes: tuple[int, ...], says: str) -> None:
    state = state_of(" ".join(map(turn, cargoes)), preset)
    assert rulebook(state).ended(state) == says


BEST = "Ann: best cargo, STAND"


@pytest.mark.parametrize(
    ("cargo", "options", "says"),
    [
        pytest.param("66", {}, BEST, id="twelve"),
        pytest.param("65", {}, None, id="eleven"),
        pytest.param("666", {"dice": 6}, BEST, id="three cargo dice"),
        pytest.param("66", {"anchor_bonus": 1}, BEST, id="twelve, and two rolls not used"),
        pytest.param("65", {"anchor_bonus": 1}, BEST, id="as much as a midnight would score a roll later"),
        pytest.param("64", {"anchor_bonus": 1}, None, id="less than that"),
        pytest.param("66", {"cargo_reroll": "each"}, BEST, id="cargo kept one by one"),
    ],
)
def test_no_further_roll_is_offered_where_none_can_bring_more(
    cargo: str, options: dict[str, Any], says: str | None
) -> None:
    before, thrown = state_of(**options), Rolled(tuple(map(int, f"654{cargo}")))
    after = apply(before, thrown)
    book = rulebook(before)
    told = book.to_throw(after, HoldMode.RAIL, (6, 5, 4), tray_is_clear=False)
    shown = book.shown(before, after)
    if says is None:
        assert (told, shown.partition(". ")[2]) == ("Ann: hold 6 5 4, reroll or STAND", "ROLL counts, STAND keeps")
    else:
        assert (told, shown) == (says, says)


def test_after_the_last_roll_the_best_cargo_is_only_counted() -> None:
    before = state_of("65433 22")
    assert "cargo 12. ROLL" in rulebook(before).shown(before, apply(before, Rolled((6, 6))))


@pytest.mark.parametrize(
    ("options", "aside", "throw", "held", "kept"),
    [
        pytest.param({}, (1, 2, 3), 2, (1, 2, 3), (), id="the ship of the other sequence is thrown again"),
        pytest.param({"cargo_reroll": "each"}, (6, 1, 2, 3), 1, (1, 2, 3), (6,), id="or stays as cargo"),
        pytest.param({"progress": "switch"}, (1, 2), 3, (1, 2), (), id="one sequence is left for the other"),
        pytest.param({}, (6, 1, 2, 3), 1, "The 6 is cargo: re-roll all cargo dice or none.", (), id="not as cargo"),
        pytest.param(
            {"progress": "switch"},
            (6, 1),
            3,
            "The 6 belongs to the other sequence: hold the dice of one at a time.",
            (),
            id="not both",
        ),
        pytest.param(
            {}, (), 5, "The 6 stays: ship, captain and crew are never rolled again.", (), id="not for nothing"
        ),
    ],
)
def test_dice_of_the_other_sequence_go_back_by_hand(
    options: dict[str, Any], aside: tuple[int, ...], throw: int, held: tuple[int, ...] | str, kept: tuple[int, ...]
) -> None:
    both: dict[str, Any] = {"sequences": "either", "cargo_reroll": "all", **options}
    state = game("61233 +6", "ship-of-fools", **both).state
    thrown = (5, 5, 4, 4, 4)[:throw]
    if isinstance(held, str):
        with pytest.raises(Refused, match=held):
            entered_by_hand(state, aside, thrown)
    else:
        turn = played(state, entered_by_hand(state, aside, thrown)).turn
        assert (turn.held, turn.kept, turn.rolls[-1]) == (held, kept, thrown)


@pytest.mark.parametrize(
    ("words", "starter", "aside", "says"),
    [
        pytest.param("", "?", (6, 5), "Roll first.", id="nothing is held while the starter is rolled for"),
        pytest.param("61255 +1 +2", "", (6, 5), "The 1 stays", id="what is held stays, and the refusal names it"),
    ],
)
def test_dice_that_cannot_be_held_by_hand_are_refused_with_the_reason(
    words: str, starter: str, aside: tuple[int, ...], says: str
) -> None:
    state = game(words, "ship-of-fools", starter=starter, sequences="either").state
    with pytest.raises(Refused, match=says):
        entered_by_hand(state, aside, (1, 2, 3))
