"""``odds``: what a turn is worth by any rules."""

import json

import click

from device.odds import odds_as_json, odds_in_words, rules_named


@click.command()
@click.option("--preset", default="dice-game-depot", show_default=True, help="The rules by their name.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the rules; may be repeated.")
@click.option("--beat", type=click.IntRange(0), help="Also the chance to score more than this.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, chances as exact fractions.")
def odds(preset: str, settings: tuple[str, ...], beat: int | None, as_json: bool) -> None:
    """Tell the odds of one turn: qualifying, the mean score, every score, and when to stand."""
    rules = rules_named(preset, settings)
    click.echo(json.dumps(odds_as_json(rules, beat)) if as_json else odds_in_words(rules, beat))
