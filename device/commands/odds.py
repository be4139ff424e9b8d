"""``odds``: what a turn is worth by any rules."""

import json

import click

from device.cli.progress import OneLine
from device.commands.card_odds import card_as_json, card_in_words, mean_of_a_card
from device.commands.turn_odds import odds_as_json, odds_in_words, rules_named
from engine import Rules


@click.command()
@click.option("--preset", default="dice-game-depot", show_default=True, help="The rules by their name.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the rules; may be repeated.")
@click.option("--beat", type=click.IntRange(0), help="Also the chance to score more than this.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, chances as exact fractions.")
@click.option("--solve", is_flag=True, help="Solve Yahtzee again, in place of reading its table.")
def odds(preset: str, settings: tuple[str, ...], beat: int | None, as_json: bool, solve: bool) -> None:
    """Tell the odds of one turn (qualifying, the mean score, every score, when to stand), or of a card of Yahtzee."""
    rules = rules_named(preset, settings)
    if isinstance(rules, Rules):
        click.echo(json.dumps(odds_as_json(rules, beat)) if as_json else odds_in_words(rules, beat))
        return
    line = OneLine()
    mean = mean_of_a_card(rules, beat, solve=solve, show=line.show)
    line.end()
    click.echo(json.dumps(card_as_json(mean)) if as_json else card_in_words(mean))
