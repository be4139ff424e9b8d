"""What the caller says of random games of every kind: short, in words alone, once for each confirmation."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import (
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Rolled,
    Scored,
    Started,
    Stopped,
    Undone,
    announcements,
    legal_actions,
)
from engine.i18n import languages, translated
from table.games import playable_presets, rulebook
from table.games.calls import call_after, named
from table.snapshot import Call
from tests.engine.actions import actions_of
from tests.engine.evenings import Wheel

PLAYERS = ("Ann", "Zoë 🏴‍☠️", "O’Brien-Łukasz")
SPOKEN = re.compile(r"[^\W\d_]|[ ,.:!¡'’\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}-]")
MOST_WORDS = 12


def confirmed(book: GameHistory, latest: Call | None, event: Event) -> Call | None:
    """Return the call after this event, confirmed by itself."""
    before, same = book.state, isinstance(event, Corrected) and book.asks(event) is None
    book.write(event)
    said = () if isinstance(event, Corrected | Undone) else announcements(before, book.state)
    return call_after(latest, [event], said, book.state, rulebook(book.state), same=same)


def calls_of(preset: str, seed: int) -> Iterator[tuple[Event, Call | None]]:
    chance, latest = Random(seed), None
    book, (action, _names) = GameHistory(Started(preset, PLAYERS, PLAYERS[0])), actions_of(preset)
    for _ in range(3000):
        if not (legal := [name for name in legal_actions(book.state) if name != "bet"]):
            return
        event = action(book.state, chance.choice(legal), Wheel(chance.randrange(2**40)))
        latest = confirmed(book, latest, event)
        yield event, latest
        if isinstance(event, Rolled) and chance.random() < 0.1:
            wrong = Corrected(book.rolls, tuple(chance.choices(range(1, 7), k=len(event.dice))))
            latest = confirmed(book, latest, wrong)
            yield wrong, latest


@pytest.mark.parametrize("preset", playable_presets())
def test_every_confirmation_has_a_short_call_in_words_alone_until_somebody_wins(preset: str) -> None:
    effects, ends = set(), set()
    for seed in range(2):
        for number, (event, call) in enumerate(calls_of(preset, seed), 1):
            assert call is not None
            assert call.number == number
            effects.add(call.effect)
            for language in languages():
                text = translated(call.says, language)
                assert "".join(one for one in text if not SPOKEN.match(one)) == "", (language, text, event)
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
        latest = confirmed(book, latest, event)
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
