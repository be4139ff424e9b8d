"""Transcripts of one short game of each preset.

A line is an event (dice thrown, ``+`` kept, ``=`` scored), the next player with the dice and rolls, and announcements.
"""

import pytest

from engine import Announcement, GameHistory
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL, game, said

BOXES = ["fours", "sixes", "full_house", "yahtzee"]

BY_THE_HANDOUT = """
Nora 44621  | Nora throws 5, 2 left |
Nora +44    | Nora throws 3, 2 left |
Nora 444    | Nora throws 5, 1 left | five_of_a_kind 4
Nora =yahtzee | Emil throws 5, 3 left | yahtzee Nora 50
Emil 66655  | Emil throws 5, 2 left |
Emil =full_house | Nora throws 5, 3 left | full_house Emil 25
Nora 44444  | Nora throws 5, 2 left | five_of_a_kind 4
Nora =fours | Emil throws 5, 3 left | fours Nora 20, joker Nora, yahtzee_bonus Nora 100, upper_bonus Nora 35
Emil 12345  | Emil throws 5, 2 left |
Emil =yahtzee | Nora throws 5, 3 left | yahtzee Emil 0
Nora 44444  | Nora throws 5, 2 left | five_of_a_kind 4
Nora =sixes | Emil throws 5, 3 left | sixes Nora 0, joker Nora, yahtzee_bonus Nora 100
Emil 66666  | Emil throws 5, 2 left | five_of_a_kind 6
Emil =fours | Nora throws 5, 3 left | fours Emil 0
Nora 12345  | Nora throws 5, 2 left |
Nora =full_house | Emil throws 5, 3 left | full_house Nora 0
Emil 66661  | Emil throws 5, 2 left |
Emil =sixes | over | sixes Emil 24, upper_bonus Emil 35, won Nora 305
"""

OFFICIALLY = """
Nora 12345  | Nora throws 5, 2 left |
Nora =yahtzee | Nora throws 5, 3 left | yahtzee Nora 0
Nora 44444  | Nora throws 5, 2 left | five_of_a_kind 4
Nora =fours | Nora throws 5, 3 left | fours Nora 20, joker Nora, upper_bonus Nora 35
Nora 44444  | Nora throws 5, 2 left | five_of_a_kind 4
Nora =full_house | Nora throws 5, 3 left | full_house Nora 25, joker Nora
Nora 44444  | Nora throws 5, 2 left | five_of_a_kind 4
Nora =sixes | over | sixes Nora 0, joker Nora, won Nora 80
"""

GAMES = [(HANDOUT, "Nora Emil", BY_THE_HANDOUT), (OFFICIAL, "Nora", OFFICIALLY)]


def line(book: GameHistory, word: str) -> str:
    """Write the event of that word; return its line."""
    player = book.state.player
    words = spoken(said(book, word))
    state = book.state
    standing = f"{state.player} throws {state.must_roll}, {state.rolls_left} left" if state.player else "over"
    if word.startswith("+"):
        assert state.must_roll == 5 - len(word[1:])
    return " ".join(f"{player} {word} | {standing} | {words}".split())


def spoken(announcements: tuple[Announcement, ...]) -> str:
    """Return announcements as text."""
    return ", ".join(
        " ".join(
            str(part)
            for part in (one.word, None if one.word == "five_of_a_kind" else one.player, one.number)
            if part is not None
        )
        for one in announcements
    )


@pytest.mark.parametrize(("preset", "players", "text"), GAMES, ids=[each[0] for each in GAMES])
def test_a_game_follows_its_transcript(preset: str, players: str, text: str) -> None:
    lines = [" ".join(row.split()) for row in text.strip().splitlines()]
    book = game("", preset, players, boxes=BOXES, bonus_from=20)
    assert [line(book, row.split()[1]) for row in lines] == lines


def test_those_who_share_a_game_are_named() -> None:
    book = game("12345 =chance 54321", players="Ann Ben", boxes="chance")
    assert [(one.word, one.player, one.number) for one in said(book, "=chance")] == [
        ("chance", "Ben", 15),
        ("shared", "Ann", 15),
        ("shared", "Ben", 15),
    ]
