"""How games of turns are set up: all of it follows from the game's own options and titles."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.face import Option
from engine.i18n import gettext as _
from engine.turns.game import TurnGame
from engine.turns.state import TurnRules, values_of
from web.catalogue import Words
from web.games.game_setup import QuickGame, RuleOption


class TurnSetup:
    """Sets up a game of turns.

    ``dice`` stand for it in the form; ``quick`` are its quick set-ups. ``mean`` computes the mean score of a turn, in
    less than a second.
    """

    symbol = ""

    def __init__(
        self,
        game: TurnGame,
        dice: tuple[int, ...],
        quick: tuple[QuickGame, ...] = (),
        mean: Callable[[Any], float] | None = None,
    ) -> None:
        self.title, self.line = game.titles[game.presets[0]]
        self.dice = dice
        self.options = tuple(map(_option, game.known))
        self.quick = quick
        self._mean = mean

    def values(self, rules: TurnRules) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""
        return values_of(rules)

    def odds(self, rules: TurnRules, usual: TurnRules, words: Words) -> str:
        """Return the mean score of a turn, beside that of the unchanged rules where it differs; empty without one."""
        if self._mean is None:
            return ""
        mean, standard = (words.decimal(self._mean(one)) for one in (rules, usual))
        if mean == standard:
            said: str = words.told(_("With the best play, a turn averages {mean} points.", mean=mean))
        else:
            said = words.told(
                _(
                    "With the best play, a turn averages {mean} points (standard {standard}).",
                    mean=mean,
                    standard=standard,
                )
            )
        return said


def _option(option: Option) -> RuleOption:
    return RuleOption(
        option.key, option.takes, option.title, option.line, option.choices, option.least, option.most, option.needs
    )
