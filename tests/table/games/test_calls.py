"""What the caller says of random games of every kind: short, in words alone, once for each confirmation."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import (
    Announcement,
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Refused,
    Rolled,
    Scored,
    Started,
    Stopped,
    Undone,
    announcements,
    expected_tray,
    legal_actions,
)
from engine.i18n import languages, translated
from table.games import playable_presets, rulebook
from table.games.calls import call_after, named
from table.snapshot import Call

PLAYERS = ("Ann", "Zoë 🏴‍☠️", "O’Brien-Łukasz")
SPOKEN = re.compile(r"[^\W\d_]|[ ,.:!¡'’\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}-]")
MOST_WORDS = 12


def moves(book: GameHistory, chance: Random) -> tuple[Event, ...]:
    """A move that the rules allow: a roll, dice set aside, a box, or the end of the turn."""
    state, table = book.state, rulebook(book.state)
    expected = expected_tray(state)
    if "roll" in legal_actions(state) and chance.random() < 0.8:
        return (Rolled(tuple(chance.choices(range(1, 7), k=expected.throw))),)
    if picks := table.choices(state):
        return (chance.choice(picks).event,)
    for faces in chance.sample(expected.may_hold, len(expected.may_hold)):
        try:
            if found := table.choose(state, (*expected.held, faces), 1):
                return found
        except Refused:
            continue
    try:
        return table.stand(state)
    except Refused:
        return setting_aside(book)


def setting_aside(book: GameHistory) -> tuple[Event, ...]:
    """The first dice that may be set aside, or else a roll."""
    state, table = book.state, rulebook(book.state)
    throw = expected_tray(state).throw
    if "roll" in legal_actions(state):
        return (Rolled((2, 3, 4, 6, 6, 1)[:throw]),)
    held = len(expected_tray(state).held)
    return next(
        found
        for count in range(held + 1, 7)
        for faces in table.kept(state, count)
        if (found := table.choose(state, faces, 1))
    )


def calls_of(preset: str, seed: int) -> Iterator[tuple[tuple[Event, ...], Call | None]]:
    chance, latest = Random(seed), None
    book = GameHistory(Started(preset, PLAYERS, PLAYERS[0]))
    for _ in range(3000):
        if not legal_actions(book.state):
            return
        said: list[Announcement] = []
        events = moves(book, chance)
        for event in events:
            before = book.state
            book.write(event)
            said += book.game.announcements(before, book.state)
        latest = call_after(latest, events, said, book.state, rulebook(book.state), same=False)
        yield events, latest
        if isinstance(events[0], Rolled) and chance.random() < 0.1:
            dice = tuple(chance.choices(range(1, 7), k=len(events[0].dice)))
            same = book.asks(Corrected(book.rolls, dice)) is None
            book.write(Corrected(book.rolls, dice))
            latest = call_after(latest, [Corrected(book.rolls, dice)], (), book.state, rulebook(book.state), same=same)
            yield (Corrected(book.rolls, dice),), latest


@pytest.mark.parametrize("preset", playable_presets())
def test_every_confirmation_has_a_short_call_in_words_alone_until_somebody_wins(preset: str) -> None:
    effects, ends = set(), set()
    for seed in range(2):
        for number, (events, call) in enumerate(calls_of(preset, seed), 1):
            assert call is not None
            assert call.number == number
            effects.add(call.effect)
            for language in languages():
                text = translated(call.says, language)
                assert "".join(one for one in text if not SPOKEN.match(one)) == "", (language, text, events)
                short = text.replace("O’Brien-Łukasz", "Lu")
                assert len(re.findall(r"[\w’'-]+", short)) <= MOST_WORDS, (language, text)
            last = call.effect
        ends.add(last)
    assert len(effects) >= 3
    assert ends & {"win", "correction"}


def called(preset: str, *events: Event, language: str = "en") -> str:
    """What is called after the last of these events, each confirmed by itself."""
    book, latest = GameHistory(Started(preset, ("Ann", "Ben"), "Ann")), None
    for event in events:
        before = book.state
        same = isinstance(event, Corrected) and book.asks(event) is None
        book.write(event)
        aside = isinstance(event, Corrected | Undone)
        said = () if aside else announcements(before, book.state)
        latest = call_after(latest, [event], said, book.state, rulebook(book.state), same=same)
    assert latest is not None
    return f"{latest.effect}: {translated(latest.says, language)}"


MISREAD = Rolled((6, 5, 2, 2, 1))
CASES: tuple[tuple[str, str, tuple[Event, ...]], ...] = (
    ("found: Ann: six, five. Ship and captain. Two more rolls.", "dice-game-depot", (MISREAD,)),
    ("bell: Midnight, Ann! Two more rolls.", "dice-game-depot", (Rolled((6, 5, 4, 6, 6)),)),
    ("bank: Ann scores three. Ben’s turn.", "dice-game-depot", (Rolled((6, 5, 4, 2, 1)), Stopped())),
    ("correction: Correction. Ann: six. Ship. Two more rolls.", "dice-game-depot", (MISREAD, Corrected(1, (6,) * 5))),
    ("roll: Ann: five. Nine this turn.", "pig", (Rolled((4,)), Rolled((5,)))),
    ("bust: Ann rolls a one. No points. Ben’s turn.", "pig", (Rolled((4,)), Rolled((1,)))),
    ("correction: Undone. Ann’s turn.", "pig", (Rolled((4,)), Stopped(), Undone())),
    ("correction: Correction. Five. Ben’s turn.", "pig", (Rolled((4,)), Stopped(), Corrected(1, (5,)))),
    ("five: Yahtzee, Ann! Six, six, six, six, six.", "yahtzee-official", (Rolled((6,) * 5),)),
    ("bank: Ann: Chance, twenty-nine. Ben’s turn.", "yahtzee-official", (Rolled((6, 6, 6, 6, 5)), Scored("chance"))),
    ("roll: Ann: three fives. Two more rolls.", "bar-dice", (Rolled((5, 5, 1, 2, 3)),)),
    ("bust: Farkle, Ann! Ben’s turn.", "farkle", (Rolled((2, 3, 4, 6, 6, 2)),)),
)


@pytest.mark.parametrize(("expected", "preset", "events"), CASES)
def test_the_caller_says(expected: str, preset: str, events: tuple[Event, ...]) -> None:
    assert called(preset, *events) == expected


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "sechs, fünf. Schiff und Kapitän. Noch zwei Würfe."),
        ("es", "seis, cinco. Barco y capitán. Quedan dos tiradas."),
        ("fr", "Bateau et capitaine. Encore deux lancers."),
    ],
)
def test_it_is_said_in_the_language_of_the_screen(language: str, said: str) -> None:
    assert called("dice-game-depot", MISREAD, language=language).endswith(said)


def test_a_player_who_comes_is_called_and_one_who_goes_is_not() -> None:
    book = GameHistory(Started("pig", ("Ann", "Ben", "Cid"), "Ann"))
    for event, call in ((Left("Cid"), None), (Joined("Cid"), Call(1, "found", "Cid joins."))):
        book.write(event)
        assert call_after(None, [event], (), book.state, rulebook(book.state), same=False) == call


def test_a_name_is_spoken_without_what_cannot_be_spoken() -> None:
    assert named("Łukasz 🏴‍☠️ of Gdańsk") == "Łukasz of Gdańsk"
    assert named('<b>Bobby</b> & "Tables"') == "b Bobby b Tables"
    assert named("مريم") == "مريم"
