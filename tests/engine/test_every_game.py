"""What holds for every registered game: a new one is tested by being registered.

2,000 random evenings with ``pytest -m fuzz tests/engine/test_every_game.py``.
"""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cli.output import result_in_words
from engine import (
    PRESETS,
    BadLog,
    BadRules,
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Refused,
    Rolled,
    Started,
    Undone,
    announcements,
    apply,
    decode,
    encode,
    expected_tray,
    fold,
    game_of,
    game_of_kind,
    history_of,
    kinds_of_all,
    legal_actions,
    next_game,
    presets_of_all,
    rules_of,
    title_of,
    totals,
    why_not_held,
)
from engine.events import SHARED
from engine.game import Game, events_of_all, register
from engine.games.ship.ship_of_fools import GOAL
from table.games import rulebook
from tests.engine.actions import actions_of, rules_for
from tests.engine.evenings import (
    Action,
    Wheel,
    correction,
    corrects_back,
    refusal,
    something,
    tells_it_all,
    with_other_seats,
)
from tests.engine.laws import NOT_MOVES, keeps_its_own_laws, sets_aside_at_once, steps_by_its_own_laws

STEPS = 60
EVENINGS = st.lists(st.integers(0, 2**40), min_size=STEPS, max_size=STEPS)
PLAYERS = st.integers(2, 5).map(lambda many: tuple("ABCDE"[:many]))
OLD_NAMES = {"held", "released", "passed", "anted", "bet", "kept", "scored"}
"""Events of games whose journals are older than the rule that a name begins with its game."""


def begun(preset: str, *players: str) -> GameHistory:
    return GameHistory(Started(preset, players or ("Ann", "Ben"), (players or ("Ann",))[0]))


def play(preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int]) -> GameHistory:
    """Play a game; check what holds for every state and step of every game, and of this one.

    Where dice can decide who starts, they do so every other time.
    """
    starter = None if preset in PRESETS and steps[0] % 2 else players[-1]
    book = GameHistory(Started(preset, players, starter, options))
    action, names = actions_of(preset)
    for number in steps:
        keeps_its_laws(book, number, names)
        keeps_its_own_laws(book)
        event = something(book, number, action)
        before, log, waited = book.state, list(book.events), bool(book.waiting)
        if event is None:
            continue
        refused = refusal(book, event)
        if refused is None:
            steps_by_its_own_laws(book, before, event, waited=waited)
            for one in announcements(before, book.state):
                assert book.state.rules.label(one.word)
                bystanders = getattr(getattr(book.state, "money", None), "bystanders", ())
                assert one.player in {None, *before.players, *book.state.players, *bystanders}
        else:
            assert refused.why.endswith((".", "?"))
            assert (book.state, book.events) == (before, log)
            assert isinstance(event, NOT_MOVES), "what is legal is not refused"
    return book


def keeps_its_laws(book: GameHistory, number: int, names: tuple[str, ...]) -> None:
    """Check a state: what is legal is allowed and all else refused, the tray, the report, the line of text."""
    state: Any = book.state
    action, _names = actions_of(state.rules.name)
    legal = legal_actions(state)
    assert (state.player is None) == (not legal)
    assert set(legal) <= set(names)
    for name in names:
        tried = action(state, name, Wheel(number))
        if name in legal:
            apply(state, tried)
        else:
            with pytest.raises(Refused):
                apply(state, tried)
    expected = expected_tray(state)
    assert (expected.throw > 0) == ("roll" in legal)
    assert all(die in range(1, 7) for die in (*expected.held, *expected.may_hold))
    assert json.loads(json.dumps(book.game.report(state)))["player"] == state.player
    assert set(totals(state)) == set(state.players)
    assert announcements(state, state) == ()
    assert why_not_held(state, 1 + number % 6).endswith(".")
    assert next_game(state).players == state.present
    if state.player is not None and not number % 4:
        sets_aside_at_once(state, Wheel(number))
    if state.player is None and state.winner is None:
        assert bool(state.tied) is (len(state.players) > 1)


@pytest.mark.parametrize("many", [8, pytest.param(2000, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("preset", presets_of_all())
def test_an_evening_keeps_the_laws(preset: str, many: int) -> None:
    @given(data=st.data(), players=PLAYERS, steps=EVENINGS)
    @settings(max_examples=many)
    def evening(data: st.DataObject, players: tuple[str, ...], steps: list[int]) -> None:
        """Play a game with random rules; check that its log leads to the same state, and that corrections go back."""
        book = play(preset, data.draw(rules_for(preset)), players, steps)
        tells_it_all(book)
        has_a_part_for_each_seat(book)
        assert [decode(encode(event)) for event in book.events] == book.events
        assert book.rolls == sum(isinstance(event, Rolled) for event in book.events)
        corrects_back(history_of(book.events), steps[0])

    evening()


def has_a_part_for_each_seat(book: GameHistory) -> None:
    parts = book.game.figures([(entry.before, entry.event) for entry in book.played], book.state, look_back=False)
    assert tuple(part.name for part in parts) == book.state.players
    assert {part.name: part.total for part in parts} == totals(book.state)
    assert {len(part.feats) for part in parts} == {len(book.game.feats)}
    assert all(score >= 0 for part in parts for score in part.scores)
    assert sum(part.won for part in parts) <= 1
    assert book.game.merits(book.state).keys() == set(book.state.players)


@pytest.mark.parametrize("preset", presets_of_all())
def test_a_preset_has_its_rules_a_title_and_odds(preset: str) -> None:
    book = begun(preset)
    assert rules_of(preset, {}) == book.state.rules
    assert all(title_of(preset))
    assert book.game.odds(book.state.rules)
    with pytest.raises(BadRules, match=r"there is no option “zzz”; .+"):
        rules_of(preset, {"zzz": 1})


@pytest.mark.parametrize("preset", presets_of_all())
def test_the_events_of_other_games_are_refused_in_a_sentence(preset: str) -> None:
    book = begun(preset)
    own = set(book.game.events.values())
    strange: dict[str, type[Event]] = {name: kind for name, kind in events_of_all().items() if kind not in own}
    assert strange
    fields: dict[str, dict[str, object]] = {
        "held": {"dice": [6]},
        "released": {"dice": [6]},
        "kept": {"dice": [6]},
        "scored": {"box": "chance"},
    }
    fields |= {"ship_captain_crew.rounds_set": {"rounds": 3}, "shake.pot_changed": {"amount": 1}, "shake.voided": {}}
    fields |= {"shut_the_box.closed": {"tiles": "6"}, "shut_the_box.switched": {}}
    fields |= {"anted": {"chips": 1}, "bet": {"by": "Ben", "on": "miss", "chips": 1}}
    for name in strange:
        row = {"type": name, **fields.get(name, {} if name == "passed" else {"dice": [6]})}
        event = decode(json.dumps(row))
        before, log = book.state, list(book.events)
        with pytest.raises(Refused, match=r"^Not possible in .*\.$"):
            book.write(event)
        assert (book.state, book.events) == (before, log)
        with pytest.raises(BadLog, match="is not possible: Not possible in"):
            fold([*book.events, event])


def test_the_name_of_an_event_begins_with_its_game_unless_old_journals_have_it() -> None:
    for preset in presets_of_all():
        game = game_of(preset)
        assert all(name.startswith(f"{game.kind}.") or name in OLD_NAMES for name in game.events)
    assert set(events_of_all()) >= OLD_NAMES
    assert not set(SHARED) & set(events_of_all())


@pytest.mark.parametrize(
    ("preset", "name", "counts", "why"),
    [
        ("another", "kept", "", "kept"),
        ("another", "stopped", "", "stopped"),
        ("pig", "x.kept", "", "pig"),
        ("another", "x.kept", "abcde", "5 feats: 4 are the most"),
    ],
)
def test_a_game_with_a_name_that_is_taken_or_too_many_feats_is_not_registered(
    preset: str, name: str, counts: str, why: str
) -> None:
    class Another(Game):
        kind = "x"
        presets = (preset,)
        events = {name: Left}  # noqa: RUF012
        feats = tuple(counts)

    before = dict(events_of_all()), presets_of_all()
    with pytest.raises(ValueError, match=why):
        register(Another())  # type: ignore[abstract]
    assert (dict(events_of_all()), presets_of_all()) == before


def test_kinds_are_those_of_the_registered_games() -> None:
    assert list(kinds_of_all()) == list(dict.fromkeys(game_of(preset).kind for preset in presets_of_all()))
    assert all(game_of_kind(kind).kind == kind for kind in kinds_of_all())
    with pytest.raises(LookupError, match="no game of the kind 'chess'"):
        game_of_kind("chess")


@pytest.mark.parametrize("preset", ["pig", "threes", "midnight", "farkle", "yahtzee-handout"])
def test_one_player_who_leaves_a_game_for_one_does_not_win(preset: str) -> None:
    book = begun(preset, "Ann")
    book.write(Left("Ann"))
    state: Any = book.state
    assert (state.player, state.winner, state.tied, legal_actions(state)) == (None, None, (), ())
    assert [one.word for one in announcements(history_of(book.events[:1]).state, state)] == ["left"]
    assert rulebook(state).ended(state) == "The game is over."
    assert result_in_words(state).endswith("The game is over")
    with pytest.raises(Refused, match="The game is over: Ann has left"):
        book.write(Rolled((6,)))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        *((name, "dice-game-depot") for name in ("6-5-4", "Mariner", "Battleship", "Destroyer", "Ship of Fools")),
        *(("mariner", "dice-game-depot"), ("Greed", "farkle"), ("yahtzee-oficial", "yahtzee-official")),
    ],
)
def test_another_name_of_a_game_suggests_its_rules(name: str, rules: str) -> None:
    with pytest.raises(BadRules, match=f"no rules called “{name}”; did you mean “{rules}"):
        rules_of(name, {})


AHEAD: dict[str, tuple[dict[str, object], int]] = {
    "pig": ({"goal": 25, "ends": "at_once"}, 20),
    "farkle": ({"goal": 2000, "opening": 0}, 1600),
    "ship-of-fools": ({}, 18),
}
"""Options and head starts with which an evening comes to the end of a game."""


@pytest.mark.parametrize("preset", presets_of_all())
def test_a_correction_played_on_and_taken_back_keeps_the_turns_that_waited(preset: str) -> None:
    chance, (action, _names), (options, ahead) = Random(preset), actions_of(preset), AHEAD.get(preset, ({}, 0))
    for _evening in range(4):
        book = GameHistory(
            Started(preset, ("Ann", "Ben"), "Ann", options, dict.fromkeys(("Ann", "Ben"), ahead) if ahead else {})
        )
        for _step in range(40):
            event = something(book, chance.getrandbits(40), action)
            if event is not None and not isinstance(event, Left | Joined):
                refusal(book, event)
            if chance.random() < 0.2:
                plays_on_and_back(book, Wheel(chance.getrandbits(40)), action)


def plays_on_and_back(book: GameHistory, wheel: Wheel, action: Action) -> None:
    """Correct a roll, play one move, undo it, and correct back: nothing is lost unless a turn was set aside."""
    tried, wrong = history_of(book.events), correction(book, wheel)
    if wrong is None or refusal(tried, wrong) or tried.aside or not legal_actions(tried.state):
        return
    waited = tried.state, len(tried.waiting)
    legal = legal_actions(tried.state)
    move = action(tried.state, legal[wheel.take(len(legal))], wheel)
    tried.write(replace(move, told=True) if isinstance(move, Rolled) else move)
    if tried.aside and tried.state.player is not None:
        return
    tried.write(Undone())
    assert (tried.state, len(tried.waiting)) == waited
    tried.write(Corrected(wrong.roll, book.roll_of(wrong.roll)))
    assert tried.state == book.state


@pytest.mark.parametrize("preset", AHEAD)
@given(steps=EVENINGS)
@settings(max_examples=12)
def test_a_goal_is_reached_by_a_player_who_is_present_or_the_game_goes_on(preset: str, steps: list[int]) -> None:
    options, ahead = AHEAD[preset]
    options = {**options, "ends": "round"} if "ends" in options else options
    book = GameHistory(Started(preset, tuple("ABCD"), "A", options, dict.fromkeys("ABCD", ahead)))
    goal = getattr(book.state.rules, "goal", GOAL)
    for number in steps:
        event = something(book, number, actions_of(preset)[0])
        if event is not None:
            refusal(book, event)
        state = book.state
        leg: Any = getattr(state, "leg", None)
        # where all leave who roll off, the best of the others wins
        if getattr(leg, "final", False) and set(leg.shooters) <= state.gone:
            return
        if state.player is None and len(state.present) > 1:
            best = {name: total for name, total in totals(state).items() if name in state.present}
            assert max(best.values()) >= goal
            assert {state.winner or state.tied[0]} <= set(state.present)


@pytest.mark.parametrize("preset", presets_of_all())
@given(data=st.data(), players=PLAYERS, steps=EVENINGS, turned=st.integers(1, 4))
@settings(max_examples=3)
def test_seats_turned_round_the_table_change_nothing(
    preset: str, data: st.DataObject, players: tuple[str, ...], steps: list[int], turned: int
) -> None:
    seats = players[turned % len(players) :] + players[: turned % len(players)]
    one = GameHistory(Started(preset, players, players[0], data.draw(rules_for(preset))))
    other = with_other_seats(one, seats, steps, actions_of(preset)[0])

    def seen(state: Any) -> tuple[object, ...]:
        chips = getattr(getattr(state, "money", None), "chips", {})
        scores, cards = getattr(state, "scores", {}), getattr(state, "cards", {})
        return totals(state), chips, scores, cards, state.winner, set(state.tied), state.player

    assert seen(one.state) == seen(other.state)
