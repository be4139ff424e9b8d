"""What a sentence or a key offers is legal now: over all games, random options, and every moment of random games."""

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import BadRules, Event, GameHistory, Refused, Rolled, RoundsSet, Scored, Started, Stopped, apply
from engine.i18n import in_words
from engine.turns.coach import advise
from engine.turns.game import TurnGame
from table.dice import HoldMode
from table.games import playable_presets, rulebook, rules_of
from table.input.hand_play import entered_by_hand
from table.input.validation import by_hand, played
from tests.engine.actions import actions_of
from tests.engine.evenings import something
from tests.web.games.test_every_game_shown import snapshot_at
from web.games import game_on_the_page
from web.games.house_rules import options_of
from web.games.page import EnteredDice
from web.helm.actions import bar_of

EVENTS = 50
NUMBERS = {str(in_words(number)): number for number in range(2, 13)} | {"one": 1}
ROLLS = re.compile(rf"\b[Rr]oll (?:all |the )?({'|'.join(NUMBERS)})\b(?! again)")


def random_options(preset: str, chance: Random) -> dict[str, object]:
    """Options of these rules that are valid together."""
    found: dict[str, object] = {}
    for option in options_of(rules_of(preset, {})):
        if option.takes == "words" or chance.random() < 0.5:
            continue  # where both sequences grow at once, the last die of one gives dice of the other back
        match option.takes:
            case "number":
                value: object = chance.choice((option.least, option.most))
            case "flag":
                value = chance.random() < 0.5
            case "choice":
                value = chance.choice(list(option.choices)).replace("(n)", f"({chance.randint(option.least or 1, 3)})")
            case _:
                continue
        try:
            rules_of(preset, {**found, option.key: value})
        except BadRules:
            continue
        found[option.key] = value
    return found


def games_of(preset: str) -> Iterator[tuple[GameHistory, tuple[Event, ...], Any]]:
    """Every moment of random games, each with the log that leads to it and the state before its last event."""
    action = actions_of(preset)[0]
    for seed in range(3):
        chance = Random(f"{preset} {seed}")
        options = random_options(preset, chance) if seed else {}
        book = GameHistory(Started(preset, ("Ann", "Ben", "Cleo"), "Ann", options))
        yield book, tuple(book.events), book.state
        for _ in range(EVENTS):
            event, before = something(book, chance.getrandbits(64), action), book.state
            try:
                if event is not None:
                    book.write(event)
                    yield book, tuple(book.events), before
            except Refused:
                continue


def accepts(state: Any, aside: tuple[int, ...], throw: int) -> bool:
    """Whether a throw of so many dice is taken while these stay."""
    try:
        played(state, entered_by_hand(state, aside, (1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1)[:throw]))
    except Refused:
        return False
    return True


def check_entered(state: Any, entered: EnteredDice) -> None:
    """Check that a throw is taken as offered, and that each die that may be chosen is part of a choice that is.

    Where the choices are listed, no other is taken.
    """
    free = [place for place, die in enumerate(entered.dice) if die.free]
    fixed = [die.face for die in entered.dice if die.stays and not die.free]
    chosen: set[int] = set()
    for places in (part for many in range(len(free) + 1) for part in combinations(free, many)):
        faces = (*fixed, *(entered.dice[place].face for place in places))
        throw = (len(entered.dice) - len(faces) or entered.again) if entered.dice else entered.throw
        taken = bool(entered.throw and throw) and accepts(state, faces, throw)
        if entered.may and faces:
            assert taken == (throw > 0 and "".join(map(str, sorted(faces))) in entered.may), (state, entered, faces)
        chosen |= set(places) if taken else set()
    if entered.throw and len(free) > 1:
        assert chosen >= set(free), (state, entered, chosen)


def check_sentence(state: Any, sentence: str) -> None:
    if "STAND" in sentence:
        assert rulebook(state).stand(state), (sentence, state)
    for number in ROLLS.findall(sentence):
        faces = rulebook(state).aside(state)
        assert accepts(state, faces if len(faces) < rulebook(state).dice(state) else (), NUMBERS[number]), sentence


@pytest.mark.parametrize("preset", playable_presets())
def test_what_is_offered_is_legal(preset: str) -> None:
    looked = 0
    for book, log, before in games_of(preset):
        state, game, table = book.state, book.game, rulebook(book.state)
        if table.is_over(state):
            continue
        looked += 1
        page, now = game_on_the_page(state), snapshot_at(log, state, before)
        if (main := bar_of(now).main) and main.orders:
            played(state, table.stand(state))
        for part in getattr(page.board(now), "parts", ()):
            for box in part:
                if box.open:
                    apply(state, Scored(box.key))
        if rounds := page.rounds(state):
            for number in (rounds.least, rounds.most):
                apply(state, RoundsSet(number))
        for pick in table.choices(state):
            apply(state, pick.event)
        check_entered(state, page.entered(state))
        check_sentence(state, by_hand(state).prompt)
        for hold in HoldMode if table.standstill(state) is None else ():
            check_sentence(state, table.to_throw(state, hold, table.aside(state), tray_is_clear=True))
        if isinstance(log[-1], Rolled) and len(log) > 1 and "STAND" in table.shown(book.played[-1].before, state):
            played(state, table.stand_after(state))
        of_dice = [kind for kind in getattr(game, "events", {}).values() if "dice" in kind.__dataclass_fields__]
        if isinstance(game, TurnGame) and (of_dice or not game.events):
            own = of_dice[0] if of_dice else Stopped
            for way in advise(game.coach, state, game.aims[0], lowest=game.lowest_wins).choices:
                keeps = way.dice or (game.stays == "kept" and way.do == "roll" and table.begun(state))
                dice = (own(way.dice),) if keeps else ()  # type: ignore[call-arg]
                last = {"roll": (Rolled((6,) * way.throw),), "stop": (Stopped(),), "set_aside": ()}[way.do]
                played(state, (*dice, *last))
    assert looked > EVENTS / 2
