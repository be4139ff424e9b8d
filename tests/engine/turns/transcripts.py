"""Transcripts of games of turns: a line is an event, who is on turn then, and what is announced."""

from engine import GameHistory
from tests.engine.turns.playing import said, spoken


def line(book: GameHistory, word: str) -> str:
    player = book.state.player
    words = spoken(said(book, word))
    report = book.game.report(book.state)
    standing = (
        f"{report['player']} rolls {report['must_roll']}, {report['points']} so far" if book.state.turn else "over"
    )
    return " ".join(f"{player} {word} | {standing} | {words}".split())


def check(book: GameHistory, transcript: str) -> None:
    for expected in filter(None, map(str.strip, transcript.splitlines())):
        assert line(book, expected.split()[1]) == " ".join(expected.split())
