"""The readings where the documents contradict each other or are silent: A1 to A30."""

import pytest

from engine import (
    BadRules,
    Match,
    Phase,
    Refused,
    Rolled,
    Rules,
    announcements,
    apply,
    expected_tray,
    legal_actions,
    rules_of,
    totals,
)
from engine.games.ship.analysis.chances import odds
from tests.engine.games.ship.playing import MISS, event_of, game, said, state_of, turn, words_of

DICE_OF_ALL = "all-about-dice"


@pytest.mark.parametrize(
    ("preset", "rolls", "cargo_reroll", "rolling", "match", "tie"),
    [
        ("dice-game-depot", 3, "all", "turns", Match(), "rolloff"),
        ("rounds", 3, "each", "turns", Match("rounds", 3), "allowed"),
        (DICE_OF_ALL, 5, "all", "interleaved", Match("hands", 2), "replay"),
        ("bar-pot", 3, "all", "turns", Match(), "carry"),
    ],
)
def test_each_preset_has_the_rules_of_its_document(
    preset: str, rolls: int, cargo_reroll: str, rolling: str, match: Match, tie: str
) -> None:
    """A1, A3, A4, A16."""
    rules = rules_of(preset, {})
    assert (rules.dice, rules.rolls, rules.cargo_reroll) == (5, rolls, cargo_reroll)
    assert (rules.rolling, rules.match, rules.tie) == (rolling, match, tie)


def test_one_to_nine_rolls_are_possible() -> None:
    """A1."""
    assert [rules_of("rounds", {"rolls": rolls}).rolls for rolls in (1, 9)] == [1, 9]
    for rolls in (0, 10):
        with pytest.raises(BadRules, match="it must be 1 to 9"):
            rules_of("rounds", {"rolls": rolls})


@pytest.mark.parametrize("dice", [5, 6, 7, 8])
def test_all_dice_beyond_three_are_cargo(dice: int) -> None:
    """A2."""
    state = state_of("654" + "3" * (dice - 3), dice=dice)
    assert state.turn is not None
    assert len(state.turn.cargo) == dice - 3


def test_a_kept_cargo_die_may_be_thrown_later_unless_that_is_ruled_out() -> None:
    """A5."""
    assert "release" in legal_actions(state_of("65453 +5 3", cargo_reroll="each"))
    fixed = state_of("65453 +5 3", cargo_reroll="each", cargo_unhold=False)
    assert "release" not in legal_actions(fixed)
    with pytest.raises(Refused, match="The 5 stays: kept cargo isn’t rolled again"):
        apply(fixed, event_of("~5"))


def test_bow_to_stern_holds_one_then_two_then_three() -> None:
    """A6."""
    assert [state_of(roll, sequences="1-2-3").must_roll for roll in ("32255", "13355", "12455", "12355")] == [
        5,
        4,
        3,
        2,
    ]


@pytest.mark.parametrize(
    ("progress", "words", "held"),
    [
        ("both", "61222 +6 +1", (6, 1)),
        ("both", "61222 +61", (6, 1)),
        ("both", "61222 +6 +1 523 +23", (1, 2, 3)),
        ("switch", "61222 +6 +1", (1,)),
        ("switch", "65222 +65 123 +123", (1, 2, 3)),
        ("commit", "61222 +1", (1,)),
    ],
)
def test_dice_of_both_sequences_may_be_held_unless_the_rules_say_otherwise(
    progress: str, words: str, held: tuple[int, ...]
) -> None:
    """A7."""
    state = state_of(words, sequences="either", progress=progress, rolls=5)
    assert state.turn is not None
    assert state.turn.held == held


def test_completing_one_sequence_makes_cargo_of_the_other() -> None:
    """A7."""
    state = state_of("61222 +6 +1 523 +23", sequences="either", rolls=5)
    assert state.turn is not None
    assert (state.turn.qualified, sorted(state.turn.cargo)) == (True, [5, 6])


@pytest.mark.parametrize(
    ("progress", "words", "why"),
    [
        ("commit", "61222 +6 +1", "The 1 isn’t part of 6-5-4, which you started with the 6."),
        ("switch", "61222 +61", "belongs to the other sequence: hold the dice of one at a time."),
        ("both", "61222 +2", "The 2 is captain: it needs the ship (1) first."),
    ],
)
def test_what_may_not_be_held_with_two_sequences(progress: str, words: str, why: str) -> None:
    """A7."""
    with pytest.raises(Refused) as refusal:
        game(words, sequences="either", progress=progress)
    assert why in refusal.value.why


def test_holding_is_automatic_or_chosen_and_never_hurts() -> None:
    """A8."""
    chosen = state_of("65222", auto_hold=False)
    assert chosen.turn is not None
    assert (chosen.turn.held, legal_actions(chosen)) == ((), ("roll", "hold"))
    assert expected_tray(chosen).may_hold == (6, 5)
    assert odds(rules_of("dice-game-depot", {"auto_hold": False})).expected_score == odds(Rules()).expected_score


def test_with_two_sequences_holding_is_chosen() -> None:
    """A8."""
    assert rules_of("rounds", {"sequences": "either"}).auto_hold is False
    with pytest.raises(BadRules, match="“auto_hold” can’t be true with two sequences"):
        rules_of("rounds", {"sequences": "either", "auto_hold": True})


def test_those_who_tie_throw_as_a_group_after_any_roll() -> None:
    """A9."""
    state = state_of("62222 63333 65222 2222 3333 222", DICE_OF_ALL, "Ann Ben Cid")
    assert state.leg is not None
    assert [[state.leg.turns[place].player for place in group] for group in state.leg.order] == [
        ["Ann", "Ben"],
        ["Cid"],
    ]


def test_with_three_the_worst_throws_first_and_the_best_last() -> None:
    """A9."""
    assert state_of("65422 22233 62222", DICE_OF_ALL, "Ann Ben Cid").shooters == ("Ben", "Cid", "Ann")


def test_a_pass_uses_up_one_roll_number_only() -> None:
    """A10."""
    book = game("65444 22233 65422 -", DICE_OF_ALL)
    assert (book.state.player, book.state.rolls_left) == ("Ben", 3)
    book.write(event_of("44"))
    assert (book.state.player, book.state.rolls_left) == ("Ann", 3)
    assert legal_actions(book.state) == ("roll", "stop", "pass")


def test_an_equal_score_reopens_the_hand() -> None:
    """A10."""
    book = game("65444 22233 65422 - 44", DICE_OF_ALL)
    assert (book.state.phase, book.state.point, len(book.state.leaders)) == (Phase.ROUND, 8, 2)


def test_a_hand_ends_when_all_pass_or_no_trailer_has_rolls_left() -> None:
    """A10."""
    assert len(state_of("65444 22233 65422 - 44 - - -", DICE_OF_ALL).rounds) == 1
    assert len(state_of("65433 22233 22233 - 22233 - 22233 - 22233", DICE_OF_ALL).rounds) == 1


def test_to_fail_is_no_score_and_counts_as_nothing() -> None:
    """A11."""
    state = state_of(f"{turn(0)} {turn(2)}")
    assert (state.scores, state.winner) == ({"Ann": None, "Ben": 2}, "Ben")


@pytest.mark.parametrize(
    ("dice", "throw", "words"),
    [
        (6, "654111", ["minimum"]),
        (6, "654666", []),
        (6, "654156", []),
        (5, "65466", ["midnight"]),
        (5, "65411", ["minimum"]),
    ],
)
def test_a_minimum_is_all_ones_and_a_midnight_two_sixes(dice: int, throw: str, words: list[str]) -> None:
    """A12."""
    announced = words_of(said(game(dice=dice, anchor_bonus=1), throw))
    assert [word for word in announced if word in ("minimum", "midnight")] == words


@pytest.mark.parametrize("players", ["A B", "A B C D E"])
def test_any_number_can_play_for_two_hands(players: str) -> None:
    """A13."""
    names = players.split()
    state = state_of(" ".join(["22233"] * (len(names) - 1) + ["65466"]), DICE_OF_ALL, players)
    assert state.leaders == (names[-1],)


def test_a_tied_hand_is_played_again_and_not_counted() -> None:
    """A14."""
    words = "65433 65433 . ."
    state = state_of(words, DICE_OF_ALL)
    assert (state.rounds[0].ending, totals(state), state.phase) == ("replayed", {"Ann": 0, "Ben": 0}, Phase.ROUND)
    assert state_of(words, DICE_OF_ALL, tie="allowed").rounds[0].ending == "tied"


def test_three_hands_are_added_up_unless_somebody_says_otherwise() -> None:
    """A15."""
    assert rules_of(DICE_OF_ALL, {"match": "total"}).match.count == 3
    assert rules_of(DICE_OF_ALL, {"match": {"kind": "total", "rounds": 5}}).match.count == 5


@pytest.mark.parametrize(
    ("preset", "words", "ending"),
    [
        ("rounds", f"{turn(0)} {turn(0)}", "tied"),
        ("bar-pot", f"$1 {turn(0)} {turn(0)}", "carried"),
        (DICE_OF_ALL, " ".join([MISS] * 10), "replayed"),
    ],
)
def test_when_nobody_qualifies_all_have_tied(preset: str, words: str, ending: str) -> None:
    """A17."""
    state = state_of(words, preset)
    assert (state.rounds[0].ending, state.rounds[0].tied) == (ending, ("Ann", "Ben"))


def test_when_nobody_qualifies_all_roll_off() -> None:
    """A17."""
    assert state_of(f"{turn(0)} {turn(0)}").shooters == ("Ann", "Ben")


def test_a_rolloff_is_a_full_turn_in_table_order_and_its_losers_drink() -> None:
    """A18."""
    book = game(
        f"{turn(9)} {turn(9)} {turn(5)} {turn(4)} 65432", players="Ann Ben Cid", stakes="drinks", anchor_bonus=1
    )
    assert book.state.phase is Phase.ROLLOFF
    book.write(event_of("."))
    assert (book.state.winner, dict(book.state.money.drinks)) == ("Ben", {"Ann": 1, "Cid": 1})


def test_a_tie_for_the_start_is_thrown_again_by_those_who_tie() -> None:
    """A19."""
    book = game("661 111 616", players="Ann Ben Cid", starter="?")
    assert (book.state.phase, book.state.player, book.state.must_roll) == (Phase.STARTER, "Ann", 3)
    with pytest.raises(Refused, match="Ben doesn’t roll to start"):
        book.write(Rolled((1, 1, 1), "Ben"))
    for word in ("111", "112"):
        book.write(event_of(word))
    assert book.state.starter == "Cid"


def test_admirals_choice_falls_back_to_the_right_when_nobody_has_won() -> None:
    """A20."""
    state = state_of(f"{turn(9)} {turn(9)} {turn(5)}", players="Ann Ben Cid", next_starter="winner", tie="carry")
    assert (state.round, state.starter) == (2, "Cid")


def test_the_ante_is_paid_once_a_round_and_after_a_carry_at_the_same_amount() -> None:
    """A21."""
    state = state_of(f"$3 {turn(9)} {turn(9)}", "bar-pot")
    assert (state.phase, state.money.ante, state.money.pot) == (Phase.ROUND, 3, 12)


def test_after_a_carry_the_next_starter_begins_as_usual() -> None:
    """A22."""
    words = f"$1 {turn(9)} {turn(9)} {turn(5)}"
    assert state_of(words, "bar-pot", "Ann Ben Cid").starter == "Cid"
    assert state_of(words, "bar-pot", "Ann Ben Cid", next_starter="same").starter == "Ann"


def test_the_first_roll_is_thrown_at_once_and_ordered_from_the_second_on() -> None:
    """A23."""
    assert state_of("", DICE_OF_ALL).leg.order == ((0, 1),)  # type: ignore[union-attr]
    assert state_of("65433 22233", DICE_OF_ALL).leg.order == ((1,), (0,))  # type: ignore[union-attr]


def test_holding_all_is_standing_and_standing_is_said_where_it_earns() -> None:
    """A24."""
    assert state_of("65433 .", "rounds", anchor_bonus=1).scores["Ann"] == 8
    assert state_of("65433 +33", "rounds", anchor_bonus=1, cargo_unhold=False).scores["Ann"] == 8
    assert state_of("65433 +33", "rounds").scores["Ann"] is None


def test_five_dice_are_thrown_whatever_three_of_them_are_for() -> None:
    """A25."""
    assert state_of("$1", "bar-pot").must_roll == 5


def test_an_anchor_earns_nothing_without_ship_captain_and_crew() -> None:
    """A26."""
    assert state_of(turn(0), anchor_bonus=1).scores["Ann"] is None


def test_the_dream_spider_bites_in_a_rolloff_as_well() -> None:
    """A27."""
    state = state_of(f"{turn(12)} 65466")
    after = apply(state, event_of("."))
    assert {"dream_spider", "rolloff"} <= set(words_of(announcements(state, after)))


def test_fifty_four_in_a_hundred_is_a_chance_and_worth_eight_in_a_hundred_at_even_money() -> None:
    """A28."""
    chance = odds(Rules()).qualify
    assert (round(float(chance), 2), round(float(2 * chance - 1), 5)) == (0.54, 0.07995)


@pytest.mark.parametrize(("words", "cargo"), [("64221 5462", (6, 2)), ("65644", (6, 4)), ("65454", (5, 4))])
def test_further_sixes_fives_and_fours_are_cargo_at_face_value(words: str, cargo: tuple[int, ...]) -> None:
    """A29."""
    state = state_of(words)
    assert state.turn is not None
    assert state.turn.cargo == cargo


def test_roll_by_roll_the_hammer_is_who_throws_last_in_this_roll() -> None:
    """A30."""
    assert state_of("", DICE_OF_ALL).hammer == "Ben"
    assert state_of("65433 22233", DICE_OF_ALL).hammer == "Ann"
    assert state_of("13526 24533 52646 441", DICE_OF_ALL).hammer == "Ben"
