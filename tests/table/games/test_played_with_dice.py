"""Random games of every kind, played with dice on the tray as people play, in every way of holding them.

Half of the games and ways; the others with ``pytest -m long``, and 30 more games of every kind (half an hour) with
``pytest -m fuzz tests/table/games/test_played_with_dice.py``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Event, Refused, Rolled, Started, expected_tray, fold, game_of, rules_of
from table import Mode
from table.commands import PickOne, Play
from table.dice import HoldMode
from table.games import playable_presets, rulebook
from table.input.validation import played
from table.panel import Button
from tests.table.desk import Desk, desk_with
from tests.table.hands import Cube, Hands
from tests.table.lying import HAND

Faces = tuple[int, ...]

SHORT: dict[str, dict[str, object]] = {
    **{preset: {"goal": 25} for preset in ("pig", "big-pig")},
    **{preset: {"goal": 2000} for preset in ("farkle", "zonk")},
    **{preset: {"goal": 2000, "to_bank": 0} for preset in ("ten-thousand", "zilch")},
    "four-two-one": {"tokens": 5},
    "bar-dice": {"lives": 1},
}
"""Options that end a game soon."""

MORE: tuple[tuple[str, dict[str, object]], ...] = (
    ("pig", {"dice": 2, "goal": 50}),
    ("pig", {"ends": "at_once", "goal": 25}),
    ("threes", {"dice": 4}),
    ("threes", {"dice": 6}),
    ("shut-the-box", {"one_die": "high", "rounds": 2}),
    ("shut-the-box", {"limit": 45, "scores": "digits", "outright": False}),
    ("farkle", {"goal": 2000, "opening": 0, "scores": "plain", "three_farkles": True}),
    ("bar-dice", {"match": "horse"}),
    ("bar-dice", {"match": "single", "ace_needed": False}),
    ("dice-game-depot", {"cargo_reroll": "each"}),
    ("dice-game-depot", {"auto_hold": False}),
    ("dice-game-depot", {"dice": 6}),
)
GAMES = (*((preset, SHORT.get(preset, {})) for preset in playable_presets()), *MORE)
STEPS = 1500


def holds(state: Any) -> dict[Faces, tuple[Event, ...]]:
    """Return every hold that the rules allow now, by its faces, with the events of the game that lead to it."""
    book, game = rulebook(state), game_of(state.rules.name)
    lie = book.faces(state) if book.begun(state) else ()
    if not lie:
        expected = expected_tray(state)
        return {tuple(sorted(expected.held)): ()} if expected.throw else {}
    moves = [kind for kind in game.events.values() if [field.name for field in fields(kind)] == ["dice"]]
    found: dict[Faces, tuple[Event, ...]] = {}
    for many in range(len(lie)):
        for faces in {tuple(sorted(some)) for some in combinations(lie, many)}:
            for events in _ways(state, moves, lie, faces):
                try:
                    after = played(state, events)
                except Refused:
                    continue
                expected = expected_tray(after)
                if (after.player, book.begun(after)) != (state.player, True):
                    continue
                if (sorted(expected.held), expected.throw) == (list(faces), len(lie) - many):
                    found.setdefault(faces, events)
    return found


def _ways(state: Any, moves: list[type[Event]], lie: Faces, faces: Faces) -> Iterator[tuple[Event, ...]]:
    held = Counter(expected_tray(state).held)
    more, fewer = Counter(faces) - held, held - Counter(faces)
    every = Counter(lie) - held
    dice = [tuple(sorted(some.elements(), reverse=True)) for some in (Counter(faces), more, fewer, every)]
    yield ()
    yield from (((move(some),)) for move, some in product(moves, dice))  # type: ignore[call-arg]
    yield from ((one(dice[2]), other(dice[1])) for one, other in product(moves, moves))  # type: ignore[call-arg]


class Evening:
    """A game at a desk. What is done is chosen by ``chance``; every step is checked."""

    def __init__(self, desk: Desk, hold: HoldMode, chance: Random) -> None:
        self.desk, self.hold, self.chance = desk, hold, chance
        book = rulebook(desk.now.state)
        self.hands = Hands(desk, hold, book.dice(desk.now.state) or 5, chance)
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        for _step in range(STEPS):
            self.check()
            if rulebook(self.state).is_over(self.state):
                return
            self.step()
        raise AssertionError(f"not over after {STEPS} steps: {self.desk.now.prompt}")

    @property
    def state(self) -> Any:
        return self.desk.now.state

    def check(self) -> None:
        """Check that the journal leads to the state that is shown, and that its sentences are sentences."""
        now = self.desk.now
        assert fold(self.desk.journal_events()) == now.state
        assert str(now.prompt).strip()
        assert now.note is None or str(now.note).endswith((".", "?"))

    def step(self) -> None:
        state, book = self.state, rulebook(self.state)
        if not book.begun(state) and 0 < book.dice(state) < len(self.hands.cubes):
            self.hands = Hands(self.desk, self.hold, book.dice(state), self.chance)  # some dice are out of the game
        picks, legal, number = book.choices(state), holds(state), self.chance.random()
        if picks and (book.standstill(state) or number < 0.3):
            assert self.desk.order(PickOne(self.chance.choice(picks[:3]).name)).done
            self.done["picked"] += 1
        elif number < 0.1 or not legal:
            self.stand()
        elif number < 0.2 and book.begun(state):
            self.wrong_hold(legal)
        elif number < 0.27 and self.hold is not HoldMode.OFF_TRAY:
            self.wrong_number(legal)
        else:
            faces = self.chance.choice(sorted(legal))
            self.throw(faces, legal[faces])

    def stand(self) -> None:
        """Press STAND without a throw; sometimes take it back."""
        before, log = self.state, self.desk.journal_events()
        now = self.desk.press(Button.STAND)
        if self.desk.journal_events() == log:
            assert now.note or now.prompt
            assert now.state == before
            self.done["STAND refused"] += 1
            return
        self.check()
        self.done["STAND"] += 1
        stood = len(self.desk.journal_events())
        if self.chance.random() < 0.3:
            self.desk.press(Button.TAKE_BACK)
            if self.desk.journal_events() != log[:stood] and stood == len(log) + 1:
                self.done["taken back"] += 1
                assert self.state == before or self.desk.now.note

    def wrong_hold(self, legal: dict[Faces, tuple[Event, ...]]) -> None:
        """Set dice aside that may not be, throw the others and press: nothing counts."""
        lie = rulebook(self.state).faces(self.state)
        every = {tuple(sorted(some)) for many in range(len(lie)) for some in combinations(lie, many)}
        wrong = sorted(every - set(legal))
        if not wrong:
            return
        faces = self.chance.choice(wrong)
        held = Counter(expected_tray(self.state).held)
        if self.hold is HoldMode.OFF_TRAY and (self.hands.thrown or not held < Counter(faces)):
            return  # no dice are seen to leave the tray
        self.hands.throw(self.hands.set_aside(faces))
        self.refused(f"hold {faces}")

    def wrong_number(self, legal: dict[Faces, tuple[Event, ...]]) -> None:
        """Throw one die too few or too many: nothing counts."""
        cubes = self.hands.set_aside(self.chance.choice(sorted(legal)))
        if self.chance.random() < 0.5 and len(cubes) > 1:
            cubes = cubes[1:]
        else:
            self.hands.cubes.append(Cube(5))
            cubes = [*cubes, self.hands.cubes[-1]]
        self.hands.throw(cubes)
        self.refused(f"{len(cubes)} dice")

    def refused(self, what: str) -> None:
        """Check that ROLL and STAND count nothing, with a sentence each."""
        before, log = self.state, self.desk.journal_events()
        for button in (Button.ROLL, Button.STAND):
            now = self.desk.press(button)
            assert self.desk.journal_events() == log, f"{what} counts: {log[-1]}"
            assert now.state == before
            assert now.mode is not Mode.SHOWN
            self.check()
        self.done[f"refused {what.split()[0]}"] += 1

    def throw(self, faces: Faces, events: tuple[Event, ...]) -> None:
        """Set these faces aside, throw the others, and press ROLL or STAND."""
        before = self.state
        seen = self.chance.random() < 0.8
        if self.hands.could_swap(faces, seen=seen):
            return  # as many others off the tray as before, under a hand: no camera sees that
        thrown = self.hands.throw(self.hands.set_aside(faces, seen=seen))
        if self.desk.now.mode is Mode.SHOWN and self.chance.random() < 0.1:
            self.hands.look(unread=[self.chance.choice([cube for cube in self.hands.cubes if cube.place])])
            self.refused("unreadable")
            self.desk.see(HAND)
            self.hands.look()
        if self.desk.now.mode is not Mode.SHOWN and (not seen or self.hands.gave_back):
            if self.hold is not HoldMode.OFF_TRAY:
                self.done["too quick"] += 1
                return  # dice that were never seen to be gone have not rolled far: they are thrown again
            for event in events:
                assert self.desk.order(Play(event)).done
            self.done["by phone"] += 1
            before = self.state
            events = ()
            self.hands.look()
        assert self.desk.now.mode is Mode.SHOWN, self.desk.now.prompt
        assert self.desk.now.after is not None
        self.press(before.player, played(before, (*events, Rolled(thrown))), thrown)

    def press(self, player: str, after: Any, thrown: Faces) -> None:
        """Press a button for a throw of that player; ``after`` is the state that it leads to."""
        log = len(self.desk.journal_events())
        if self.chance.random() < 0.25:
            self.desk.press(Button.STAND)
            self.done["STAND on a throw"] += len(self.desk.journal_events()) > log
            self.check()
        if len(self.desk.journal_events()) == log:
            self.desk.press(Button.ROLL)
            assert alike(self.state, after)
            self.done["ROLL"] += 1
        new = self.desk.journal_events()[log:]
        assert [event.dice for event in new if isinstance(event, Rolled)] == [thrown]
        if self.state.player == player and rulebook(self.state).begun(self.state):
            assert Counter(rulebook(self.state).faces(self.state)) == self.hands.faces
        self.hands.counted()


def alike(one: Any, other: Any) -> bool:
    trays = [
        (sorted(tray.held), tray.throw, sorted(tray.may_hold)) for tray in (expected_tray(one), expected_tray(other))
    ]
    books = [game_of(state.rules.name).report(state) for state in (one, other)]
    return trays[0] == trays[1] and books[0]["player"] == books[1]["player"]


def held_in_place_by_another(preset: str, hold: HoldMode) -> bool:
    """Return whether dice would have to lie in place during another player's throws."""
    return hold is HoldMode.IN_PLACE and getattr(rules_of(preset, {}), "rolling", "turns") == "interleaved"


@pytest.mark.parametrize(
    ("seeds", "preset", "options", "hold"),
    [
        pytest.param(seeds, *game, hold, marks=marks)
        for number, (game, hold) in enumerate(product(GAMES, HoldMode))
        for seeds, marks in (((1,), pytest.mark.long if number % 2 else ()), (range(2, 32), pytest.mark.fuzz))
    ],
)
def test_a_game_is_played_to_its_end(
    preset: str, options: dict[str, object], hold: HoldMode, seeds: Iterable[int], tmp_path: Path
) -> None:
    if held_in_place_by_another(preset, hold):
        pytest.skip("dice held in place would lie there during the other player's throws")
    for seed in seeds:
        print(f"seed {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        with desk_with(folder, Started(preset, ("Mia", "Jonas"), "Mia", options), hold=hold) as desk:
            Evening(desk, hold, Random(seed)).play()
