"""Random rules, and the actions of random games."""

from hypothesis import strategies as st

from engine import (
    Anted,
    Bet,
    Event,
    Held,
    Passed,
    Refused,
    Released,
    Rolled,
    State,
    Stopped,
    apply,
    expected_tray,
)
from tests.engine.evenings import Wheel

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "dice": st.sampled_from([5, 6, 7, 8]),
    "rolls": st.sampled_from([1, 2, 3, 5, 9]),
    "progress": st.sampled_from(["commit", "switch", "both"]),
    "cargo_reroll": st.sampled_from(["all", "each"]),
    "cargo_unhold": st.booleans(),
    "anchor_bonus": st.sampled_from([0, 1]),
    "rolling": st.sampled_from(["turns", "interleaved"]),
    "match": st.sampled_from(["single_round", "rounds(2)", "hands(2)", "total(2)", "chips(2)", "chips"]),
    "first_starter": st.sampled_from(["rolloff", "chosen"]),
    "next_starter": st.sampled_from(["right", "winner", "same"]),
    "tie": st.sampled_from(["allowed", "rolloff", "carry", "replay"]),
    "nobody_qualifies": st.sampled_from(["as_tie", "carry"]),
    "stakes": st.sampled_from(["none", "drinks", "pot(2)", "pot(first_shooter)"]),
    "side_bets": st.sampled_from([[], ["qualify"]]),
}
SEQUENCES = st.sampled_from(
    [
        {"sequences": "6-5-4"},
        {"sequences": "1-2-3"},
        {"sequences": "6-5-4", "auto_hold": False},
        {"sequences": "either"},
    ]
)


def _with_a_pot(chosen: dict[str, object]) -> dict[str, object]:
    """Return the options; a game for chips has its own stakes."""
    return {key: value for key, value in chosen.items() if key != "stakes" or "chips" not in str(chosen.get("match"))}


RULES: st.SearchStrategy[dict[str, object]] = st.builds(
    lambda chosen, sequences: _with_a_pot(chosen) | sequences, st.fixed_dictionaries({}, optional=OPTIONS), SEQUENCES
)
PRESETS = st.sampled_from(["dice-game-depot", "rounds", "all-about-dice", "bar-pot"])
STEPS = 50
EVENINGS = st.lists(st.integers(0, 2**40), min_size=STEPS, max_size=STEPS)

ACTIONS = ("roll", "hold", "release", "stop", "pass", "ante", "bet")


def action(state: State, name: str, wheel: Wheel) -> Event:
    """Return an event of that action: an allowed one if the action is legal."""
    turn = state.turn
    may_hold = expected_tray(state).may_hold
    match name:
        case "roll":
            return _by_anybody(state, Rolled(wheel.dice(state.must_roll or 5)), wheel)
        case "hold":
            chosen = wheel.take(len(may_hold)) if may_hold and turn and turn.qualified else 0
            return Held((may_hold[chosen],) if may_hold else (6,))
        case "release":
            return Released((turn.kept[wheel.take(len(turn.kept))],) if turn and turn.kept else (6,))
        case "stop":
            return Stopped()
        case "pass":
            return Passed()
        case "ante":
            return Anted(1 + wheel.take(5))
    others = [*(name for name in state.present if name != state.player), "Zoe"]
    return Bet(others[wheel.take(len(others))], ("qualify", "miss")[wheel.take(2)], 1 + wheel.take(3))


def _by_anybody(state: State, event: Rolled, wheel: Wheel) -> Rolled:
    """Return the throw as one of another player, where several throw at the same time."""
    if state.rules.rolling != "interleaved" or not state.present:
        return event
    other = Rolled(event.dice, state.present[wheel.take(len(state.present))])
    try:
        apply(state, other)
    except Refused:
        return event
    return other
