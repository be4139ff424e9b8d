"""Dice held in any order and of two sequences, dream spiders, the start roll by roll, and many dice."""

from itertools import combinations_with_replacement, permutations

import pytest

from engine import BadLog, Held, Phase, Refused, Rolled, Started, apply, dump, fold, history_of, load, rules_of
from engine.games.ship.analysis.chances import options
from engine.games.ship.play.turn import Turn
from tests.engine.games.ship.histories import decisions
from tests.engine.games.ship.playing import faces_of, state_of
from tests.engine.games.written import facts, holds
from tests.engine.laws import is_set_aside_at_once

READINGS = """
a held die stays until one switches, and the refusal says so
    sequences=either progress=switch: 61222 +6 ~6 > refused The 6 stays until you hold a die of 1-2-3
    sequences=either progress=switch: 61222 +6 +1 > held 1
    sequences=either progress=switch: 61222 +6 +1 ~1 > refused The 1 stays until you hold a die of 6-5-4
a die of the other sequence beside a complete one is cargo
    sequences=either cargo_reroll=all: 65413 +1654 > held 654, cargo 31, kept -
    sequences=either cargo_reroll=all: 65413 +6541 > held 654, cargo 31, kept -
    sequences=either cargo_reroll=each: 65413 +1654 > held 654, cargo 13, kept 1
    sequences=either cargo_reroll=each: 65413 +6541 > held 654, cargo 13, kept 1
of two complete sequences the one with the larger cargo is held
    dice=6 sequences=either cargo_reroll=each: 123654 +123654 > held 123, cargo 654, kept 654
    dice=6 sequences=either: 123654 +123654 > refused is cargo: re-roll all cargo dice or none
with the anchor bonus a midnight can beat another without a spider
    anchor_bonus=1: 65466 . 65466 . > says dream_spider
    anchor_bonus=1: 65466 . 22233 65466 . > not dream_spider
    anchor_bonus=1: 22233 65466 . 65466 > not dream_spider
    anchor_bonus=1: 22233 65466 . 65466 . > not dream_spider
    anchor_bonus=1: 22233 65466 . 22233 65466 . > says dream_spider
a spider waits for a player who can still beat both
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . > not dream_spider
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . 22233 > says dream_spider:Ben:12
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . 22233*2 > not dream_spider
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . 22233*3 > not dream_spider
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . 65466 > not dream_spider
    players=Ann,Ben,Cid anchor_bonus=1: 22233 65466 . 22233 65466 . 65466 . > not dream_spider
eleven and a midnight are no spider
    : t11 65466 . > not dream_spider
roll by roll starts with the first roll and without a roll-off
    all-about-dice players=Ann,Ben,Cid starter=?: > phase round, must_roll 5, leg.order 012
    all-about-dice players=Ann,Ben,Cid starter=?: 654 > refused Ann rolls 5 dice now, not 3
3-2-1 and 4-5-6 are held in that order
    sequences=3-2-1: 12255 > must_roll 5
    sequences=3-2-1: 13355 > must_roll 4
    sequences=3-2-1: 32455 > must_roll 3
    sequences=3-2-1: 12355 > must_roll 2
    sequences=4-5-6: 45611 > turn.held 456
twelve dice leave nine for the cargo
    dice=12: 654321123456 . > scores.Ann 27
"""


@facts((READINGS, "dice-game-depot"))
def test_readings(case: str) -> None:
    holds(case)


@pytest.mark.parametrize("progress", ["both", "switch", "commit"])
@pytest.mark.parametrize("cargo_reroll", ["all", "each"])
@pytest.mark.parametrize(
    ("thrown", "faces"),
    [
        ("65413", "6541"),
        ("61252", "61"),
        ("61252", "612"),
        ("123654", "123654"),
        ("123465", "12346"),
        ("65432", "6543"),
        ("65222", "64"),
    ],
)
def test_dice_set_aside_at_once_have_no_order(progress: str, cargo_reroll: str, thrown: str, faces: str) -> None:
    rules = {"dice": len(thrown), "sequences": "either", "progress": progress, "cargo_reroll": cargo_reroll}
    found: set[object] = set()
    for order in permutations(faces):
        try:
            lies = state_of(f"{thrown} +{''.join(order)}", **rules).turn  # type: ignore[arg-type]
            assert lies is not None
            found.add(("held", lies.held, tuple(sorted(lies.loose)), tuple(sorted(lies.kept)), lies.qualified))
        except Refused as refused:
            found.add(("refused", refused.code))
    assert len(found) == 1


def test_a_game_stored_with_its_roll_off_for_the_start_still_opens() -> None:
    log = (
        '{"events":[{"players":["Ann","Ben"],"preset":"all-about-dice","type":"started"},'
        '{"dice":[1,2,3],"type":"rolled"},{"dice":[6,5,4],"type":"rolled"},{"dice":[6,5,4,3,3],"type":"rolled"}],'
        '"schema":1}'
    )
    book = history_of(load(log))
    assert (book.state.starter, book.state.leg.turns[0].player, book.state.point) == ("Ben", "Ben", 6)
    assert history_of(load(dump(book.events))).state == book.state
    open_start = history_of(load(log)[:2])
    assert (open_start.state.phase, open_start.state.player) == (Phase.STARTER, "Ben")


@pytest.mark.parametrize("unhold", [True, False])
@pytest.mark.parametrize("loose", ["66", "6521", "44431", "22", "5555"])
def test_the_choices_of_cargo_dice_are_those_that_the_rules_allow(loose: str, unhold: bool) -> None:
    rules = rules_of("rounds", {"dice": 3 + len(loose), "cargo_unhold": unhold})
    lies = Turn("", (), (6, 5, 4), faces_of(loose), (), True)
    counted = {one.aside for one in options(rules, lies) if one.aside}
    start = state_of(f"654{loose}", "rounds", dice=rules.dice, cargo_unhold=unhold)
    allowed = {(way.turn.held, tuple(sorted(way.turn.kept))) for way in decisions(start) if way.turn and way.must_roll}
    assert counted == allowed


@pytest.mark.parametrize("progress", ["commit", "switch", "both"])
@pytest.mark.parametrize("cargo_reroll", ["all", "each"])
@pytest.mark.parametrize("sequences", ["6-5-4", "either"])
def test_of_every_throw_of_three_dice_all_that_are_named_are_held_or_none(
    progress: str, cargo_reroll: str, sequences: str
) -> None:
    begun = state_of("65233 +65", auto_hold=False, progress=progress, cargo_reroll=cargo_reroll, sequences=sequences)
    for dice in combinations_with_replacement(range(1, 7), 3):
        state = apply(begun, Rolled(dice))
        for many in (1, 2, 3):
            for named in combinations_with_replacement(sorted(set(dice)), many):
                is_set_aside_at_once(state, Held, named)


def test_of_two_equal_dice_one_is_not_dropped() -> None:
    state = state_of("65221 +65 442", auto_hold=False)
    with pytest.raises(Refused, match="The 4 is cargo: re-roll all cargo dice or none"):
        apply(state, Held((4, 4)))


def test_a_stored_hold_of_which_one_die_was_dropped_leads_to_the_state_of_then() -> None:
    start = Started("dice-game-depot", ("Ann", "Ben"), "Ann", {"auto_hold": False})
    rolls = (Rolled((6, 5, 2, 2, 1)), Held((6, 5)), Rolled((4, 4, 2)))
    assert fold([start, *rolls, Held((4, 4))]) == fold([start, *rolls, Held((4,))])
    with pytest.raises(BadLog, match="cargo"):
        fold([start, *rolls, Held((4,)), Held((4,))])
