"""How likely a score is to win against players who are still to come and play to win themselves."""

from functools import cache, lru_cache
from operator import truediv
from typing import Literal

from engine.ship.analysis.chances import chances, scores, solve
from engine.ship.rules import Rules

MOST_HOLDERS = 4
"""Among more who share the best score the chances of each are taken as those of so many, shared out."""

Seat = Literal["holder", "beaten"]
"""Somebody whose turn is over: with the best score so far, or with less."""


@cache
def chance_to_win(rules: Rules, players: int, seat: Seat, best: int, holders: int, to_come: int) -> float:
    """How likely one who sits so is to win: ``best`` is the best score so far, shared by ``holders``.

    A best score of 0 means that all who threw have failed; they are then the holders. Those who tie at the end have
    equal chances where they roll off or share; where the round is played again, all have.
    """
    if holders > MOST_HOLDERS and best and rules.tie in ("rolloff", "allowed"):
        return chance_to_win(rules, players, seat, best, MOST_HOLDERS, to_come) * MOST_HOLDERS / holders
    if not to_come:
        return _at_the_end(rules, players, seat, best, holders)
    spread = _spread(rules, tuple(_worth(rules, players, score, best, holders, to_come) for score in _scores(rules)))
    left = to_come - 1
    below = sum(chance for score, chance in spread.items() if score < best)
    chance = below * chance_to_win(rules, players, seat, best, holders, left)
    for score, likely in spread.items():
        if score == best:
            chance += likely * chance_to_win(rules, players, seat, best, holders + 1, left)
        elif score > best:
            chance += likely * chance_to_win(rules, players, "beaten", score, 1, left)
    return chance


def _worth(rules: Rules, players: int, score: int, best: int, holders: int, to_come: int) -> float:
    """What a score is worth to the next of those who are to come."""
    left = to_come - 1
    if score > best:
        return chance_to_win(rules, players, "holder", score, 1, left)
    if score == best:
        return chance_to_win(rules, players, "holder", best, holders + 1, left)
    return chance_to_win(rules, players, "beaten", best, holders, left)


def _at_the_end(rules: Rules, players: int, seat: Seat, best: int, holders: int) -> float:
    again = rules.tie in ("carry", "replay") if best else rules.nobody_qualifies == "carry" or rules.tie != "rolloff"
    if again and (holders > 1 or not best):
        return 1 / players
    return 1 / holders if seat == "holder" else 0.0


def _scores(rules: Rules) -> range:
    return range(6 * rules.cargo_dice + rules.rolls + 1)


@lru_cache(maxsize=4096)
def _spread(rules: Rules, worth: tuple[float, ...]) -> dict[int, float]:
    """How likely each score is of a player to whom scores are worth so much."""
    graph = chances(rules)
    return scores(graph, solve(graph, worth.__getitem__, truediv).best, 1.0, truediv)
