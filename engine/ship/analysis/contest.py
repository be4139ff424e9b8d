"""The chance that a score wins against players who are still to come and play to win."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import truediv
from typing import Literal

from engine.reports.win_chances import InTurn, Spread
from engine.ship.analysis.chances import chances, scores, solve
from engine.ship.rules import Rules

MOST_HOLDERS = 4
"""The most holders of the best score that are calculated. With more, the chances of that many are divided equally."""

Seat = Literal["holder", "beaten"]
"""The seat of a player whose turn is over: with the best score so far, or with a lower one."""


@cache
def chance_to_win(rules: Rules, players: int, seat: Seat, best: int, holders: int, to_come: int) -> float:
    """Return the chance to win from that seat. ``best`` is the best score so far, shared by ``holders``.

    A best score of 0 means that all who threw have failed; they are then the holders. Players who tie at the end have
    equal chances where they roll off or share. Where the round is played again, all players have equal chances.
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


@lru_cache(maxsize=64)
def in_last_round(rules: Rules, points: tuple[int, ...]) -> InTurn:
    """Return players to come in the round that decides, with these points: each goes on for the most, or to lead."""

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        own, alone = points[place], InTurn(0, lambda *_: ())
        lead = tuple(alone.worth(own + score, (best,) * holders) for score in _scores(rules))
        ways = (lead,) if place == len(points) - 1 else (lead, tuple(map(float, _scores(rules))))
        return [{own + score: chance for score, chance in _spread(rules, way).items()} for way in ways]

    return InTurn(len(points), ends)


def _worth(rules: Rules, players: int, score: int, best: int, holders: int, to_come: int) -> float:
    """Return the value of a score for the next player to come."""
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
    """Return the chance of each score for a player with these values of scores."""
    graph = chances(rules)
    return scores(graph, solve(graph, worth.__getitem__, truediv).best, 1.0, truediv)
