"""Every limit of every option of every game can be played by hand through the API.

`pytest -m long tests/web/api/test_limits.py` plays every value to the end of its game (some minutes).
"""

from collections.abc import Iterator
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Rolled, game_of, legal_actions, rules_of
from engine.values import MOST_DICE
from table.games import playable_presets
from tests.engine.actions import actions_of
from tests.engine.evenings import Wheel
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from web.games.house_rules import options_of

MOVES = 60
"""Moves of a game in the short run; the engine's own tests play such games to their end."""

FIRST = {game_of(preset).kind: preset for preset in reversed(playable_presets())}
Options = dict[str, object]


def limits(preset: str, *, long: bool) -> Iterator[Options]:
    """Yield the limits of each option that has them, and where it may take long every other choice too."""
    for option in options_of(rules_of(preset, {})):
        written: list[object] = []
        if option.takes == "number":
            written = ["(n)"]
        elif option.takes == "choice":
            written = [choice for choice in option.choices if long or "(n)" in choice]
        elif long and option.takes != "words":
            written = [True, False] if option.takes == "flag" else [[one] for one in option.choices]
        for value in written:
            for number in sorted({option.least, option.most}) if "(n)" in str(value) else (0,):
                filled: object = value
                if isinstance(value, str):
                    filled = number if value == "(n)" else value.replace("(n)", f"({number})")
                needs = [option.needs] if option.needs and option.needs[0] in game_of(preset).options else []
                yield {**dict(needs), option.key: filled}


def play(bridge: Bridge, helm: Held, preset: str, options: Options, most: float = inf) -> None:
    """Start a game and play so many moves of it at random, each by a request."""

    def ask(path: str, **said: Any) -> None:
        answer = bridge.ask(helm, path, **said)
        assert answer.status_code == 200, (preset, options, said, answer.text)

    ask("/api/games", preset=preset, options=options, players=["Mia", "Jonas"], starter="Mia")
    if options.get("match") == "chips":
        ask("/api/moves", do="rounds", rounds=2)
    chance, (action, _), corrected = Random(f"{preset} {options}"), actions_of(preset), False
    moves = 0
    while moves < most and (
        legal := [one for one in legal_actions(bridge.table.board.snapshot().state) if one not in ("release", "bet")]
    ):
        moves += 1
        name = chance.choice(legal)
        event = action(bridge.table.board.snapshot().state, name, Wheel(chance.getrandbits(60)))
        if isinstance(event, Rolled) and "goal" in options and chance.random() < 0.8:
            event = Rolled((6,) * len(event.dice))
        said = {key: value for key, value in asdict(event).items() if key != "told" and value is not None}
        ask("/api/moves", do=name, **said)
        if isinstance(event, Rolled) and not corrected:
            corrected = True
            ask("/api/corrections", roll=1, dice=event.dice, sure=True)


@pytest.mark.parametrize("preset", FIRST.values())
def test_every_limit_is_played(tmp_path: Path, preset: str) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        for options in limits(preset, long=False):
            play(bridge, bridge.hand(), preset, options, MOVES)


@pytest.mark.long
@pytest.mark.parametrize("preset", playable_presets())
def test_every_value_of_every_option_is_played_to_its_end(tmp_path: Path, preset: str) -> None:
    with bridge_of(tmp_path, SHIP) as bridge:
        for options in limits(preset, long=True):
            play(bridge, bridge.hand(), preset, options)


def test_the_last_of_the_most_dice_may_be_reported_as_misread(tmp_path: Path) -> None:
    start = replace(SHIP, options={"dice": MOST_DICE})
    with bridge_of(tmp_path, start, Rolled((1,) * MOST_DICE)) as bridge:
        answer = bridge.looker().post("/api/misreads", json={"roll": 1, "place": MOST_DICE - 1, "face": 2})
        assert answer.status_code == 200, answer.text
