"""The recorded game, played by the engine from its ground truth."""

import json
from pathlib import Path

from engine import GameHistory, Kept, Rolled, Scored, Started
from engine.games.yahtzee.state import State

RECORDING = Path(__file__).parents[4] / "fixtures" / "recordings" / "yahtzee" / "recording.json"


def test_the_recorded_game_ends_as_the_recording_says() -> None:
    recording = json.loads(RECORDING.read_text("utf-8"))
    start = recording["game"]
    book = GameHistory(Started(start["preset"], tuple(start["players"]), start["starter"]))
    for happening in recording["events"]:
        assert book.state.player == happening["player"]
        if "rolled" in happening:
            if happening.get("held"):
                book.write(Kept(tuple(happening["held"])))
            book.write(Rolled(tuple(happening["rolled"])))
        if "box" in happening:
            book.write(Scored(happening["box"]))
            state: State = book.state
            assert state.cards[happening["player"]].boxes[happening["box"]][-1] == happening["points"]
    state, result = book.state, recording["result"]
    assert state.totals == result["scores"]
    assert {name: card.sums for name, card in state.cards.items()} == result["card"]
    assert state.winner == result["winner"]
    assert state.round == 6
