"""How games of turns are set up: all of it follows from the game's own options and titles."""

from collections.abc import Mapping
from typing import Any

from engine.turns.game import TurnGame
from engine.turns.options import GameOption, TurnRules, values_of
from web.catalogue import Words
from web.games.game_setup import QuickGame, RuleOption


class TurnSetup:
    """Sets up a game of turns. ``dice`` stand for it in the form; ``quick`` are its quick set-ups."""

    symbol = ""

    def __init__(self, game: TurnGame, dice: tuple[int, ...], quick: tuple[QuickGame, ...] = ()) -> None:
        self.title, self.line = game.titles[game.presets[0]]
        self.dice = dice
        self.options = tuple(map(_option, game.known))
        self.quick = quick

    def values(self, rules: TurnRules) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""
        return values_of(rules)

    def odds(self, rules: TurnRules, usual: TurnRules, words: Words) -> str:  # noqa: ARG002
        """Return nothing: these games have no odds that are quick to compute for all their rules."""
        return ""


def _option(option: GameOption) -> RuleOption:
    return RuleOption(
        option.key, option.takes, option.title, option.line, option.choices, option.least, option.most, option.needs
    )
