"""The highest score that another roll can bring."""

from itertools import product

import pytest

from engine.games.ship.play.turn import Turn, most_ahead, throw
from engine.games.ship.rules import Rules
from engine.values import FACES


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(anchor_bonus=1),
        Rules(dice=6, rolls=2),
        Rules(cargo_reroll="each"),
        Rules(cargo_reroll="each", cargo_unhold=False, anchor_bonus=1),
    ],
    ids=str,
)
@pytest.mark.parametrize("kept", [(), (3,), (6,)])
def test_no_throw_brings_more_and_one_brings_as_much(rules: Rules, kept: tuple[int, ...]) -> None:
    if kept and rules.cargo_reroll == "all":
        kept = ()
    cargo = (*kept, *(2,) * (rules.cargo_dice - len(kept)))
    lies = Turn("Ann", ((6, 5, 4, *cargo),), (6, 5, 4), cargo, kept, qualified=True)
    asides = {kept if rules.cargo_reroll == "each" else ()}
    if rules.cargo_unhold:
        asides.add(())
    found = 0
    for aside in asides:
        left = rules.cargo_dice - len(aside)
        turn = Turn("Ann", lies.rolls, (6, 5, 4), (*aside, *(2,) * left), aside, qualified=True)
        scores = (throw(rules, turn, dice).score for dice in product(FACES, repeat=left))
        found = max(found, max(score or 0 for score in scores))
    assert most_ahead(rules, lies) == found
