"""The announcements of the game, derived from the states before and after an event."""

from collections.abc import Iterator

from engine.games.yahtzee.boxes import is_yahtzee
from engine.games.yahtzee.rules import Rules
from engine.games.yahtzee.state import State
from engine.players import comings_and_goings
from engine.values import Announcement


def announcements(before: State, after: State) -> tuple[Announcement, ...]:
    """Return the announcements of the step from one state to the next, in the order of speaking.

    ``five_of_a_kind`` with its face when it is thrown; the name of a box with its points when it is filled, then what
    came with it: ``joker``, ``yahtzee_bonus``, ``upper_bonus``; ``joined``, ``left``, ``renamed``; ``won``, ``shared``.
    """
    return tuple(_all(before, after))


def _all(before: State, after: State) -> Iterator[Announcement]:
    yield from _of_the_throw(before, after)
    if before.players == after.players:
        for name in after.players:
            yield from _of_the_card(before, after, name)
    yield from comings_and_goings(before, after)
    if before.turn and not after.turn:
        totals = after.totals
        if after.winner is not None:
            yield Announcement("won", after.winner, totals[after.winner])
        yield from (Announcement("shared", name, totals[name]) for name in after.tied)


def _of_the_throw(before: State, after: State) -> Iterator[Announcement]:
    was, now = before.turn, after.turn
    if was and now and was.player == now.player and now.rolls == was.rolls + 1 and is_yahtzee(now.dice):
        yield Announcement("five_of_a_kind", now.player, now.dice[0])


def _of_the_card(before: State, after: State, name: str) -> Iterator[Announcement]:
    rules: Rules = after.rules
    was, now = before.cards[name], after.cards[name]
    for box, points in now.boxes.items():
        if box not in was.boxes:
            yield Announcement(box, name, points)
            if before.turn and rules.is_joker(was.yahtzee_box, before.turn.dice):
                yield Announcement("joker", name)
    if now.yahtzee_bonus > was.yahtzee_bonus:
        yield Announcement("yahtzee_bonus", name, now.yahtzee_bonus - was.yahtzee_bonus)
    if now.upper_bonus(rules) > was.upper_bonus(rules):
        yield Announcement("upper_bonus", name, now.upper_bonus(rules))
