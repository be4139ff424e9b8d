"""Transcripts of one game of each preset.

A line is an event (dice thrown, ``+`` set aside, ``.`` stand, ``-`` pass, ``$`` ante), the held dice and the cargo of
its turn, the next player with the number of dice, and announcements.
"""

import pytest

from engine import Announcement, GameHistory, Phase, Started
from tests.engine.games.ship.playing import event_of

DICE_GAME_DEPOT = """
Emily 54221    held -    cargo -   | Emily throws 5 |
Emily 64221    held 6    cargo -   | Emily throws 4 | ship
Emily 5462     held 654  cargo 62  | Jonas throws 5 | captain crew qualified cargo 8, point 8
Jonas 65466    held 654  cargo 66  | Jonas throws 2 | ship captain crew qualified cargo 12 midnight 12
Jonas 62       held 654  cargo 62  | Jonas throws 2 | cargo 8
Jonas .        held 654  cargo 62  | Mia throws 5   | hammer Mia
Mia   33221    held -    cargo -   | Mia throws 5   |
Mia   54321    held -    cargo -   | Mia throws 5   |
Mia   65321    held 65   cargo -   | Emily throws 5 | ship captain, no_score, rolloff Emily, rolloff Jonas
Emily 65411    held 654  cargo 11  | Emily throws 2 | ship captain crew qualified cargo 2 minimum 2
Emily 53       held 654  cargo 53  | Emily throws 2 | cargo 8
Emily .        held 654  cargo 53  | Jonas throws 5 | point 8, hammer Jonas
Jonas 65454    held 654  cargo 54  | Jonas throws 2 | ship captain crew qualified cargo 9
Jonas .        held 654  cargo 54  | over           | point 9, won Jonas 9
"""

ROUNDS = """
Ann   654431   held 654  cargo 431 | Ann throws 3   | ship captain crew qualified cargo 8
Ann   +4       held 654  cargo 431 | Ann throws 2   |
Ann   65       held 654  cargo 465 | Ann throws 2   | cargo 15
Ann   .        held 654  cargo 465 | Ben throws 6   | point 15, hammer Ben
Ben   666555   held 65   cargo -   | Ben throws 4   | ship captain
Ben   4411     held 654  cargo 411 | Ben throws 3   | crew qualified cargo 6
Ben   +4       held 654  cargo 411 | Ben throws 2   |
Ben   65       held 654  cargo 465 | Ben throws 6   | cargo 15, tied Ann 15, tied Ben 15
Ben   654321   held 654  cargo 321 | Ben throws 3   | ship captain crew qualified cargo 6
Ben   .        held 654  cargo 321 | Ann throws 6   | point 6, hammer Ann
Ann   111223   held -    cargo -   | Ann throws 6   |
Ann   111223   held -    cargo -   | Ann throws 6   |
Ann   664445   held 654  cargo 644 | over           | ship captain crew qualified cargo 14, point 14, hand_won Ann 14, won Ann 29
"""  # noqa: E501

ALL_ABOUT_DICE = """
A     13526    held 65   cargo -   | B throws 5     | ship captain, hammer B
B     24533    held -    cargo -   | B throws 5     |
B     52646    held 654  cargo 26  | A throws 3     | ship captain crew qualified cargo 8, point 8, hammer A
A     441      held 654  cargo 41  | A throws 2     | crew qualified cargo 5
A     34       held 654  cargo 34  | B throws 2     | cargo 7, hammer B
B     -        held 654  cargo 26  | A throws 2     |
A     44       held 654  cargo 44  | B throws 2     | cargo 8, hammer B
B     -        held 654  cargo 26  | A throws 2     |
A     .        held 654  cargo 44  | B throws 2     | hammer B
B     65       held 654  cargo 65  | B throws 5     | cargo 11, point 11, hand_won B 11
B     65422    held 654  cargo 22  | A throws 5     | ship captain crew qualified cargo 4, point 4, hammer A
A     22233    held -    cargo -   | A throws 5     |
A     22233    held -    cargo -   | B throws 2     | hammer B
B     -        held 654  cargo 22  | A throws 5     |
A     22233    held -    cargo -   | B throws 2     | hammer B
B     -        held 654  cargo 22  | A throws 5     |
A     22233    held -    cargo -   | B throws 2     | hammer B
B     -        held 654  cargo 22  | A throws 5     |
A     65411    held 654  cargo 11  | over           | ship captain crew qualified cargo 2 minimum 2, hand_won B 4, won B 2
"""  # noqa: E501

BAR_POT = """
Rosa  $2       held -    cargo -   | Rosa throws 5  | ante 2
Rosa  46253    held 654  cargo 23  | Rosa throws 2  | ship captain crew qualified cargo 5
Rosa  66       held 654  cargo 66  | Rosa throws 2  | cargo 12 midnight 12
Rosa  .        held 654  cargo 66  | Tom throws 5   | point 12
Tom   33211    held -    cargo -   | Tom throws 5   |
Tom   26152    held 65   cargo -   | Tom throws 3   | ship captain
Tom   466      held 654  cargo 66  | Lin throws 5   | crew qualified cargo 12 midnight 12, dream_spider 12, hammer Lin
Lin   21461    held 6    cargo -   | Lin throws 4   | ship
Lin   5436     held 654  cargo 36  | Lin throws 2   | captain crew qualified cargo 9
Lin   22       held 654  cargo 22  | Lin throws 5   | cargo 4, tied Rosa 12, tied Tom 12, pot_carried 6 ante 2
Lin   65431    held 654  cargo 31  | Lin throws 2   | ship captain crew qualified cargo 4
Lin   .        held 654  cargo 31  | Rosa throws 5  | point 4
Rosa  65422    held 654  cargo 22  | Rosa throws 2  | ship captain crew qualified cargo 4
Rosa  65       held 654  cargo 65  | Rosa throws 2  | cargo 11
Rosa  .        held 654  cargo 65  | Tom throws 5   | point 11, hammer Tom
Tom   54321    held -    cargo -   | Tom throws 5   |
Tom   54321    held -    cargo -   | Tom throws 5   |
Tom   65321    held 65   cargo -   | over           | ship captain, no_score, pot_won Rosa 12, won Rosa 11
"""

GAMES = [
    ("dice-game-depot", "Emily Jonas Mia", {}, DICE_GAME_DEPOT),
    ("rounds", "Ann Ben", {"dice": 6, "match": "rounds(2)"}, ROUNDS),
    ("all-about-dice", "A B", {}, ALL_ABOUT_DICE),
    ("bar-pot", "Rosa Tom Lin", {}, BAR_POT),
]


def lines_of(preset: str, players: str, options: dict[str, object], words: list[str]) -> list[str]:
    """Return a game as lines."""
    names = tuple(players.split())
    book = GameHistory(Started(preset, names, names[0], options))
    return [line(book, word) for word in words]


def line(book: GameHistory, word: str) -> str:
    """Write the event of that word; return its line."""
    before = book.state
    book.write(event_of(word))
    state = book.state
    turn = state.last if state.last is not before.last else None
    held, cargo = ("".join(map(str, dice)) or "-" for dice in ((turn.held, turn.cargo) if turn else ((), ())))
    following = "over" if state.phase is Phase.OVER else f"{state.player} throws {state.must_roll}"
    said = spoken(book.game.announcements(before, state))
    return " ".join(f"{before.player} {word} held {held} cargo {cargo} | {following} | {said}".split())


def spoken(announcements: tuple[Announcement, ...]) -> str:
    """Return announcements as text, with a comma before those about others or about an end."""
    said = ""
    for one in announcements:
        number = f" {one.number}" if one.number is not None and one.word not in ("ship", "captain", "crew") else ""
        about = f" {one.player}" if one.word in NAMED and one.player else ""
        apart = one.word in (*NAMED, "point", "no_score", "pot_carried", "dream_spider")
        said += f"{',' if said and apart else ''} {one.word}{about}{number}"
    return said


NAMED = ("hammer", "rolloff", "won", "hand_won", "tied", "pot_won", "drinks", "starts")


@pytest.mark.parametrize(("preset", "players", "options", "text"), GAMES, ids=[game[0] for game in GAMES])
def test_a_game_follows_its_transcript(preset: str, players: str, options: dict[str, object], text: str) -> None:
    lines = [" ".join(row.split()) for row in text.strip().splitlines()]
    assert lines_of(preset, players, options, [row.split()[1] for row in lines]) == lines
