"""Random rules, and the actions of random games."""

from hypothesis import strategies as st

from engine import Event, Kept, Rolled, Scored, expected_tray
from engine.games.yahtzee.announcements import report
from engine.games.yahtzee.rules import OPTIONS as KNOWN
from engine.games.yahtzee.rules import PRESETS as RULES_OF
from engine.games.yahtzee.state import State
from tests.engine.evenings import Wheel
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL

OPTIONS: dict[str, st.SearchStrategy[object]] = {
    "dice": st.sampled_from([2, 3, 4, 5]),
    "rolls": st.sampled_from([1, 2, 3, 5]),
    "bonus_from": st.sampled_from([1, 10, 63]),
    "further": st.sampled_from([0, 50, 100]),
    "served": st.sampled_from([0, 5]),
    **dict.fromkeys(
        ("joker_on_zero", "joker_scratches_upper", "further_above", "served_wins", "awards"), st.booleans()
    ),
    "labels": st.sampled_from([{}, {"sixes": "gamble"}]),
}


def rules_for(preset: str) -> st.SearchStrategy[dict[str, object]]:
    """Return options of these rules, on the whole card or a part of it."""
    sheet = RULES_OF[preset].sheet
    options = {key: values for key, values in OPTIONS.items() if key in KNOWN[sheet.kind]}
    lower = [*sheet.lower, *[sheet.top] * bool(sheet.top)]
    cards = st.sampled_from(
        [None, ["sixes", *lower[-2:]], [*lower[:3], *lower[-1:], "fives", "sixes"], list(sheet.names[:1])]
    )
    return st.tuples(st.fixed_dictionaries({}, optional=options), cards).map(
        lambda both: {**both[0], **({"boxes": both[1]} if both[1] else {})}
    )


RULES = rules_for(HANDOUT)
PRESETS = st.sampled_from([HANDOUT, OFFICIAL])
STEPS = 60
EVENINGS = st.lists(st.integers(0, 2**40), min_size=STEPS, max_size=STEPS)

ACTIONS = ("roll", "keep", "score")


def action(state: State, name: str, wheel: Wheel) -> Event:
    """Return an event of that action: an allowed one if the action is legal."""
    match name:
        case "roll":
            many = state.must_roll or state.rules.dice
            return Rolled((1 + wheel.take(6),) * many if wheel.take(2) else wheel.dice(many))
        case "keep":
            loose = expected_tray(state).may_hold
            lie = (state.turn.dice if state.turn else ()) or loose or (6,)
            return Kept(tuple(die for die in lie if wheel.take(2)))
    boxes = report(state)["may_score"] or state.rules.sheet.names
    assert isinstance(boxes, dict | tuple)
    return Scored(list(boxes)[wheel.take(len(boxes))])
