"""``odds``: what a turn is worth by any rules."""

import json

import click

from device.cli.command import command, option
from device.cli.figures import figures_as_json, figures_in_words
from device.cli.numbers import WholeNumberInRange
from device.cli.progress import OneLine
from device.commands.card_odds import card_as_json, card_in_words, mean_of_a_card
from device.commands.turn_odds import odds_as_json, odds_in_words, rules_named
from device.errors import BadRulesNamed
from device.terminal import say
from engine import Rules, game_of
from engine.i18n import gettext as _
from engine.yahtzee.rules import Rules as CardRules


@command(
    help=_(
        "Ship, Captain, Crew: the chance to qualify, the mean score, every score, and when to stand. "
        "Yahtzee: the mean total of a card. Other games: the mean score of a turn, and chances."
    )
)
@option("--preset", default="dice-game-depot", show_default=True, help=_("Rules by their name."))
@option("--set", "settings", multiple=True, metavar=_("KEY=VALUE"), help=_("Option of the rules; may be repeated."))
@option("--beat", type=WholeNumberInRange(0), help=_("Also show the chance to score more than this."))
@option("--json", "as_json", is_flag=True, help=_("Print one JSON object with exact fractions."))
@option("--solve", is_flag=True, help=_("Recompute Yahtzee instead of using the table."))
def odds(preset: str, settings: tuple[str, ...], beat: int | None, as_json: bool, solve: bool) -> None:
    """Print the odds of one turn, or the mean total of a card."""
    rules = rules_named(preset, settings)
    if isinstance(rules, Rules):
        if as_json:
            click.echo(json.dumps(odds_as_json(rules, beat)))
        else:
            say(odds_in_words(rules, beat))
        return
    if not isinstance(rules, CardRules):
        if beat is not None or solve:
            raise BadRulesNamed(_("--beat and --solve are for other games: leave them out."))
        figures = game_of(preset).odds(rules)
        if as_json:
            click.echo(json.dumps(figures_as_json(figures)))
        else:
            say(figures_in_words(figures))
        return
    line = OneLine()
    mean = mean_of_a_card(rules, beat, solve=solve, show=line.show)
    line.end()
    if as_json:
        click.echo(json.dumps(card_as_json(mean)))
    else:
        say(card_in_words(mean))
