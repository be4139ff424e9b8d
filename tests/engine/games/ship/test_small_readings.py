"""Readings where the documents are silent: any order, dream spiders, sequences, the start roll by roll, many dice."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import factorial, prod

import pytest

from engine import GameHistory, Phase, Refused, Rolled, Started, dump, history_of, load, rules_of
from engine.games.ship.analysis.chances import odds, options
from engine.games.ship.play.turn import Turn
from tests.engine.games.ship.histories import decisions
from tests.engine.games.ship.playing import event_of, game, said, state_of, turn, words_of


@pytest.mark.parametrize(
    ("progress", "cargo_reroll", "score"),
    [("switch", "all", Fraction(58900073641, 9795520512)), ("switch", "each", Fraction(30509257, 4782969))],
)
def test_the_mean_score_where_one_may_switch(progress: str, cargo_reroll: str, score: Fraction) -> None:
    options_of = {"sequences": "either", "progress": progress, "cargo_reroll": cargo_reroll}
    assert odds(rules_of("dice-game-depot", options_of)).expected_score == score


def test_a_held_die_stays_until_one_switches_and_the_refusal_says_so() -> None:
    book = game("61222 +6", sequences="either", progress="switch")
    with pytest.raises(Refused, match="The 6 stays until you hold a die of 1-2-3") as refused:
        book.write(event_of("~6"))
    assert refused.value.code == "held_until_switched"
    book.write(event_of("+1"))
    assert book.state.turn.held == (1,)
    with pytest.raises(Refused, match="The 1 stays until you hold a die of 6-5-4"):
        book.write(event_of("~1"))


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
    found: set[object] = set()
    for order in permutations(faces):
        try:
            state = state_of(
                f"{thrown} +{''.join(order)}",
                dice=len(thrown),
                sequences="either",
                progress=progress,
                cargo_reroll=cargo_reroll,
            )
            assert state.turn is not None
            lies = state.turn
            found.add(("held", lies.held, tuple(sorted(lies.loose)), tuple(sorted(lies.kept)), lies.qualified))
        except Refused as refused:
            found.add(("refused", refused.code))
    assert len(found) == 1


@pytest.mark.parametrize(("cargo_reroll", "kept"), [("all", ()), ("each", (1,))])
def test_a_die_of_the_other_sequence_beside_a_complete_one_is_cargo(cargo_reroll: str, kept: tuple[int, ...]) -> None:
    for faces in ("1654", "6541"):
        state = state_of(f"65413 +{faces}", sequences="either", cargo_reroll=cargo_reroll)
        assert state.turn is not None
        assert (state.turn.held, sorted(state.turn.cargo), state.turn.kept) == ((6, 5, 4), [1, 3], kept)


def test_of_two_complete_sequences_the_one_with_the_larger_cargo_is_held() -> None:
    state = state_of("123654 +123654", dice=6, sequences="either", cargo_reroll="each")
    assert state.turn is not None
    assert (state.turn.held, sum(state.turn.cargo), state.turn.kept) == ((1, 2, 3), 15, (6, 5, 4))
    with pytest.raises(Refused, match="is cargo: re-roll all cargo dice or none"):
        state_of("123654 +123654", dice=6, sequences="either")


SPIDER = "dream_spider"


@pytest.mark.parametrize(
    ("words", "last", "bites"),
    [
        ("65466 .", "65466 .", True),
        ("65466 .", "22233 65466 .", False),
        ("22233 65466 .", "65466 .", False),
        ("22233 65466 .", "22233 65466 .", True),
    ],
)
def test_with_the_anchor_bonus_a_midnight_can_beat_another_without_a_spider(words: str, last: str, bites: bool) -> None:
    book = game(words, anchor_bonus=1)
    spoken = [word for one in last.split() for word in words_of(said(book, one))]
    assert (SPIDER in spoken) is bites


def test_a_spider_waits_for_a_player_who_can_still_beat_both() -> None:
    book = game("22233 65466 . 22233 65466", players="Ann Ben Cid", anchor_bonus=1)
    assert SPIDER not in words_of(said(book, "."))
    missed = said(book, "22233")
    assert [(one.player, one.number) for one in missed if one.word == SPIDER] == [("Ben", 12)]
    assert SPIDER not in [*words_of(said(book, "22233")), *words_of(said(book, "22233"))]
    beaten = game("22233 65466 . 22233 65466 .", players="Ann Ben Cid", anchor_bonus=1)
    assert SPIDER not in words_of(said(beaten, "65466"))
    assert SPIDER not in words_of(said(beaten, "."))


def test_roll_by_roll_starts_with_the_first_roll_and_without_a_roll_off() -> None:
    book = GameHistory(Started("all-about-dice", ("Ann", "Ben", "Cid")))
    assert (book.state.phase, book.state.must_roll, book.state.leg.order) == (Phase.ROUND, 5, ((0, 1, 2),))
    with pytest.raises(Refused, match="Ann rolls 5 dice now, not 3"):
        book.write(Rolled((6, 5, 4)))


def test_a_game_stored_with_its_roll_off_for_the_start_still_opens() -> None:
    log = (
        '{"events":[{"players":["Ann","Ben"],"preset":"all-about-dice","type":"started"},'
        '{"dice":[1,2,3],"type":"rolled"},{"dice":[6,5,4],"type":"rolled"},{"dice":[6,5,4,3,3],"type":"rolled"}],'
        '"schema":1}'
    )
    book = history_of(load(log))
    assert (book.state.starter, book.state.leg.turns[0].player, book.state.point) == ("Ben", "Ben", 6)
    assert history_of(load(dump(book.events))).state == book.state
    open_start = history_of(load(log).__getitem__(slice(2)))
    assert (open_start.state.phase, open_start.state.player) == (Phase.STARTER, "Ben")


def throws(dice: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return each throw of that many dice with its chance."""
    return [
        (faces, Fraction(factorial(dice), prod(factorial(faces.count(face)) for face in set(faces)) * 6**dice))
        for faces in combinations_with_replacement(range(1, 7), dice)
    ]


def mean(sequence: tuple[int, ...], have: int, dice: int, rolls: int, cargo: int | None = None) -> Fraction:
    """Return the highest mean score, cargo thrown again as a whole, by counting all throws out."""
    key = (sequence, have, dice, rolls, cargo)
    if key in known:
        return known[key]
    stay = Fraction(cargo or 0)
    if not rolls:
        return stay
    again = Fraction(0)
    for faces, chance in throws(dice):
        left, now = list(faces), have
        while now < 3 and sequence[now] in left:
            left.remove(sequence[now])
            now += 1
        again += chance * mean(sequence, now, len(left), rolls - 1, sum(left) if now == 3 else None)
    known[key] = max(stay, again) if cargo is not None else again
    return known[key]


known: dict[object, Fraction] = {}


@pytest.mark.parametrize("sequence", [(6, 5, 4), (1, 2, 3), (3, 2, 1), (4, 5, 6)])
@pytest.mark.parametrize("dice", [5, 6])
def test_the_mean_score_of_each_sequence_counted_out(sequence: tuple[int, ...], dice: int) -> None:
    rules = rules_of("dice-game-depot", {"sequences": "-".join(map(str, sequence)), "dice": dice})
    assert odds(rules).expected_score == mean(sequence, 0, dice, 3)


def test_3_2_1_is_held_in_that_order() -> None:
    assert [state_of(roll, sequences="3-2-1").must_roll for roll in ("12255", "13355", "32455", "12355")] == [
        5,
        4,
        3,
        2,
    ]
    assert state_of("45611", sequences="4-5-6").turn.held == (4, 5, 6)  # type: ignore[union-attr]


def test_twelve_dice_leave_nine_for_the_cargo() -> None:
    state = state_of("654321123456 .", dice=12)
    assert state.scores["Ann"] == 2 * 21 - 15
    assert odds(rules_of("dice-game-depot", {"dice": 12, "rolls": 1})).qualify > Fraction(1, 2)


@pytest.mark.parametrize("unhold", [True, False])
@pytest.mark.parametrize("loose", ["66", "6521", "44431", "2", "5555"])
def test_the_choices_of_cargo_dice_are_those_that_the_rules_allow(loose: str, unhold: bool) -> None:
    rules = rules_of("rounds", {"dice": 3 + max(2, len(loose)), "cargo_unhold": unhold})
    faces = tuple(map(int, loose)) * (2 if len(loose) == 1 else 1)
    counted = {one.aside for one in options(rules, Turn("", (), (6, 5, 4), faces, (), True)) if one.aside}
    rest = "".join(map(str, faces))
    start = state_of(f"654{rest}", "rounds", dice=rules.dice, cargo_unhold=unhold)
    allowed = {(way.turn.held, tuple(sorted(way.turn.kept))) for way in decisions(start) if way.turn and way.must_roll}
    assert counted == allowed


def test_eleven_and_a_midnight_are_no_spider() -> None:
    assert SPIDER not in words_of(said(game(f"{turn(11)} 65466"), "."))
