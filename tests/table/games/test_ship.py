"""What the table says of Ship, Captain, Crew."""

import pytest

from table.games.ship import over
from tests.engine.ship.playing import state_of, turn


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
    assert over(state_of(" ".join(map(turn, cargoes)), preset)) == says
