"""Transcripts of one game of each preset.

A line is a word (:mod:`tests.engine.games.written`) of the player on turn, what is to be thrown then, beside which held
dice, and the announcements: those about another player with the name.
"""

import re

import pytest

from engine import Announcement, GameHistory
from tests.engine.games.written import event_of, shown, start_of

GAMES = """
dice-game-depot players=Emily,Jonas,Mia
    Emily 54221 | Emily rolls 5 |
    Emily 64221 | Emily rolls 4 holding 6 | ship 6
    Emily 5462 | Jonas rolls 5 | captain 5, crew 4, qualified, cargo 8, point 8
    Jonas 65466 | Jonas rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 12, midnight 12
    Jonas 62 | Jonas rolls 2 holding 654 | cargo 8
    Jonas . | Mia rolls 5 | hammer Mia
    Mia 33221 | Mia rolls 5 |
    Mia 54321 | Mia rolls 5 |
    Mia 65321 | Emily rolls 5 | ship 6, captain 5, no_score, rolloff Emily, rolloff Jonas
    Emily 65411 | Emily rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 2, minimum 2
    Emily 53 | Emily rolls 2 holding 654 | cargo 8
    Emily . | Jonas rolls 5 | point 8, hammer Jonas
    Jonas 65454 | Jonas rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 9
    Jonas . | over | point 9, won 9
rounds players=Ann,Ben dice=6 match=rounds(2)
    Ann 654431 | Ann rolls 3 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 8
    Ann +4 | Ann rolls 2 holding 654 |
    Ann 65 | Ann rolls 2 holding 654 | cargo 15
    Ann . | Ben rolls 6 | point 15, hammer Ben
    Ben 666555 | Ben rolls 4 holding 65 | ship 6, captain 5
    Ben 4411 | Ben rolls 3 holding 654 | crew 4, qualified, cargo 6
    Ben +4 | Ben rolls 2 holding 654 |
    Ben 65 | Ben rolls 6 | cargo 15, tied Ann 15, tied 15
    Ben 654321 | Ben rolls 3 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 6
    Ben . | Ann rolls 6 | point 6, hammer Ann
    Ann 111223 | Ann rolls 6 |
    Ann 111223 | Ann rolls 6 |
    Ann 664445 | over | ship 6, captain 5, crew 4, qualified, cargo 14, point 14, hand_won 14, won 29
all-about-dice players=A,B
    A 13526 | B rolls 5 | ship 6, captain 5, hammer B
    B 24533 | B rolls 5 |
    B 52646 | A rolls 3 holding 65 | ship 6, captain 5, crew 4, qualified, cargo 8, point 8, hammer A
    A 441 | A rolls 2 holding 654 | crew 4, qualified, cargo 5
    A 34 | B rolls 2 holding 654 | cargo 7, hammer B
    B - | A rolls 2 holding 654 |
    A 44 | B rolls 2 holding 654 | cargo 8, hammer B
    B - | A rolls 2 holding 654 |
    A . | B rolls 2 holding 654 | hammer B
    B 65 | B rolls 5 | cargo 11, point 11, hand_won 11
    B 65422 | A rolls 5 | ship 6, captain 5, crew 4, qualified, cargo 4, point 4, hammer A
    A 22233 | A rolls 5 |
    A 22233 | B rolls 2 holding 654 | hammer B
    B - | A rolls 5 |
    A 22233 | B rolls 2 holding 654 | hammer B
    B - | A rolls 5 |
    A 22233 | B rolls 2 holding 654 | hammer B
    B - | A rolls 5 |
    A 65411 | over | ship 6, captain 5, crew 4, qualified, cargo 2, minimum 2, hand_won B 4, won B 2
bar-pot players=Rosa,Tom,Lin
    Rosa $2 | Rosa rolls 5 | ante 2
    Rosa 46253 | Rosa rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 5
    Rosa 66 | Rosa rolls 2 holding 654 | cargo 12, midnight 12
    Rosa . | Tom rolls 5 | point 12
    Tom 33211 | Tom rolls 5 |
    Tom 26152 | Tom rolls 3 holding 65 | ship 6, captain 5
    Tom 466 | Lin rolls 5 | crew 4, qualified, cargo 12, midnight 12, dream_spider 12, hammer Lin
    Lin 21461 | Lin rolls 4 holding 6 | ship 6
    Lin 5436 | Lin rolls 2 holding 654 | captain 5, crew 4, qualified, cargo 9
    Lin 22 | Lin rolls 5 | cargo 4, tied Rosa 12, tied Tom 12, pot_carried 6, ante 2
    Lin 65431 | Lin rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 4
    Lin . | Rosa rolls 5 | point 4
    Rosa 65422 | Rosa rolls 2 holding 654 | ship 6, captain 5, crew 4, qualified, cargo 4
    Rosa 65 | Rosa rolls 2 holding 654 | cargo 11
    Rosa . | Tom rolls 5 | point 11, hammer Tom
    Tom 54321 | Tom rolls 5 |
    Tom 54321 | Tom rolls 5 |
    Tom 65321 | over | ship 6, captain 5, no_score, pot_won Rosa 12, won Rosa 11
yahtzee-handout players=Nora,Emil boxes=fours,sixes,full_house,yahtzee bonus_from=20
    Nora 44621 | Nora rolls 5 |
    Nora +44 | Nora rolls 3 holding 44 |
    Nora 444 | Nora rolls 5 | five_of_a_kind 4
    Nora =yahtzee | Emil rolls 5 | yahtzee 50
    Emil 66655 | Emil rolls 5 |
    Emil =full_house | Nora rolls 5 | full_house 25
    Nora 44444 | Nora rolls 5 | five_of_a_kind 4
    Nora =fours | Emil rolls 5 | fours 20, joker, yahtzee_bonus 100, upper_bonus 35
    Emil 12345 | Emil rolls 5 |
    Emil =yahtzee | Nora rolls 5 | yahtzee 0
    Nora 44444 | Nora rolls 5 | five_of_a_kind 4
    Nora =sixes | Emil rolls 5 | sixes 0, joker, yahtzee_bonus 100
    Emil 66666 | Emil rolls 5 | five_of_a_kind 6
    Emil =fours | Nora rolls 5 | fours 0
    Nora 12345 | Nora rolls 5 |
    Nora =full_house | Emil rolls 5 | full_house 0
    Emil 66661 | Emil rolls 5 |
    Emil =sixes | over | sixes 24, upper_bonus 35, won Nora 305
yahtzee-official players=Nora boxes=fours,sixes,full_house,yahtzee bonus_from=20
    Nora 12345 | Nora rolls 5 |
    Nora =yahtzee | Nora rolls 5 | yahtzee 0
    Nora 44444 | Nora rolls 5 | five_of_a_kind 4
    Nora =fours | Nora rolls 5 | fours 20, joker, upper_bonus 35
    Nora 44444 | Nora rolls 5 | five_of_a_kind 4
    Nora =full_house | Nora rolls 5 | full_house 25, joker
    Nora 44444 | Nora rolls 5 | five_of_a_kind 4
    Nora =sixes | over | sixes 0, joker, won 80
pig goal=25
    Ann 6 | Ann rolls 1, 6 so far |
    Ann 4 | Ann rolls 1, 10 so far |
    Ann . | Ben rolls 1 | banked 10
    Ben 5 | Ben rolls 1, 5 so far |
    Ben 1 | Ann rolls 1 | bust 5
    Ann 6 | Ann rolls 1, 6 so far |
    Ann 6 | Ann rolls 1, 12 so far |
    Ann 3 | Ann rolls 1, 15 so far |
    Ann . | Ben rolls 1 | banked 15
    Ben 6 | Ben rolls 1, 6 so far |
    Ben . | over | banked 6, won Ann 25
pig dice=2
    Ann 54 | Ann rolls 2, 9 so far |
    Ann . | Ben rolls 2 | banked 9
    Ben 61 | Ann rolls 2 | bust 0
    Ann 66 | Ann rolls 2, 12 so far |
    Ann 11 | Ben rolls 2 | bust 12
threes
    Ann 33621 | Ann rolls 0 |
    Ann +331 | Ann rolls 2 holding 331, 1 so far |
    Ann 32 | Ann rolls 0 holding 331, 1 so far |
    Ann +3 | Ann rolls 1 holding 3313, 1 so far |
    Ann 6 | Ben rolls 5 | total 7
    Ben 11223 | Ben rolls 0 |
    Ben +3 | Ben rolls 4 holding 3 |
    Ben +11 | Ben rolls 2 holding 311, 2 so far |
    Ben 33 | Ben rolls 0 holding 311, 2 so far |
    Ben +33 | over | total 2, won 2
midnight players=Ann,Ben,Cid
    Ann 146652 | Ann rolls 0 |
    Ann +1466 | Ann rolls 2 holding 1466, 12 so far |
    Ann 63 | Ann rolls 0 holding 1466, 12 so far |
    Ann +6 | Ann rolls 1 holding 14666, 18 so far |
    Ann 6 | Ben rolls 6 | midnight 24
    Ben 666654 | Ben rolls 0 |
    Ben +66664 | Ben rolls 1 holding 66664 |
    Ben 2 | Cid rolls 6 | not_qualified
    Cid 144442 | Cid rolls 0 |
    Cid +144442 | over | total 14, won Ann 24
farkle
    Ann 123466 | Ann rolls 0 |
    Ann +1 | Ann rolls 5 holding 1, 100 so far |
    Ann 55234 | Ann rolls 0 holding 1, 100 so far |
    Ann +55 | Ann rolls 3 holding 155, 200 so far |
    Ann 444 | Ann rolls 0 holding 155, 200 so far |
    Ann +444 | Ann rolls 6, 600 so far | hot_dice
    Ann 222346 | Ann rolls 0, 600 so far |
    Ann +222 | Ann rolls 3 holding 222, 800 so far |
    Ann . | Ben rolls 6 | banked 800
    Ben 234466 | Ann rolls 6 | farkle 0
    Ann 155234 | Ann rolls 0 |
    Ann +1 | Ann rolls 5 holding 1, 100 so far |
    Ann 22346 | Ben rolls 6 | farkle 100
bar-dice players=Ann,Ben,Cid
    Ann 16623 | Ann rolls 5, 3 so far |
    Ann +166 | Ann rolls 2 holding 166, 3 so far |
    Ann 64 | Ann rolls 5, 4 so far |
    Ann . | Ben rolls 5 | hand 4, rolls_set 2
    Ben 55544 | Ben rolls 5, 3 so far |
    Ben +555 | Ben rolls 2 holding 555, 3 so far |
    Ben 51 | Cid rolls 5 | hand 5
    Cid 22233 | Cid rolls 5, 3 so far |
    Cid . | Ben rolls 5 | hand 3, life_lost 2
"""


def line(book: GameHistory, word: str) -> str:
    """Write the event of that word; return its line."""
    before = book.state
    book.write(event_of(before.rules.name, word))
    report = book.game.report(book.state)
    then = "over"
    if book.state.player:
        then = f"{report['player']} rolls {report['must_roll']}"
        then += f" holding {shown(report['held'])}" if report["held"] else ""
        then += f", {report['points']} so far" if report.get("points") else ""
    said = ", ".join(spoken(one, before.player) for one in book.game.announcements(before, book.state))
    return f"{before.player} {word} | {then} | {said}".strip()


def spoken(one: Announcement, player: str | None) -> str:
    about = None if one.player == player else one.player
    return " ".join(str(part) for part in (one.word, about, one.number) if part is not None)


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.split()[0]) for game in re.split(r"\n(?=\S)", GAMES.strip())]
)
def test_a_game_follows_its_transcript(game: str) -> None:
    rules, *lines = map(str.strip, game.splitlines())
    book = GameHistory(start_of(rules))
    assert [line(book, one.split()[1]) for one in lines] == lines
