"""How to play Ship, Captain, Crew: the sentences that its rules call for."""

from collections.abc import Iterator

from engine.games.ship.rules import PARTS, Rules
from web.catalogue import Words
from web.games.how import ExampleDie, HowToPlay, RuleLine, blank

MIDNIGHT_DICE = 2
"""Cargo dice with which there is a midnight."""


def how_to_play(rules: Rules, words: Words) -> HowToPlay:
    """Return the page for these rules."""
    return HowToPlay(tuple(_lines(rules, words)), tuple(_terms(rules)))


def _lines(rules: Rules, words: Words) -> Iterator[RuleLine]:
    yield RuleLine(words.how_turn(rules.dice, rules.rolls), blank(rules.dice))
    yield from _sequence(rules, words)
    yield from _cargo(rules, words)
    if rules.rolling == "interleaved":
        yield RuleLine(words.HOW_BY_ROLLS)
    yield RuleLine(words.how_match(rules.match.kind, rules.match.count))
    if rules.match.kind == "total" and rules.match.count is None:
        yield RuleLine(words.HOW_PLAY_ON)
    yield RuleLine(words.HOW_TIE[rules.tie])
    if rules.nobody_qualifies == "carry":
        yield RuleLine(words.HOW_NOBODY)
    if rules.stakes.kind != "none":
        yield RuleLine(words.how_stakes(rules.stakes.kind, rules.stakes.ante))
    if rules.side_bets:
        yield RuleLine(words.HOW_BETS)
    if rules.first_starter == "rolloff":
        yield RuleLine(words.HOW_STARTER)
    yield RuleLine(words.HOW_NEXT[rules.next_starter])


def _sequence(rules: Rules, words: Words) -> Iterator[RuleLine]:
    """Yield what is to be found first, and how it is held."""
    dice = tuple(ExampleDie(face, part) for face, part in zip(rules.sequence, PARTS, strict=True))
    yield RuleLine(words.how_sequence(rules.sequence, [rules.label(part) for part in PARTS]), dice)
    for other in rules.sequences[1:]:
        shown = tuple(ExampleDie(face, part) for face, part in zip(other, PARTS, strict=True))
        yield RuleLine(words.how_other(other, rules.progress), shown)
    yield RuleLine(words.HOW_HELD if rules.auto_hold else words.HOW_CHOSEN)


def _cargo(rules: Rules, words: Words) -> Iterator[RuleLine]:
    """Yield what the cargo is worth, and how it is thrown again."""
    example = tuple(ExampleDie(6 - place % 6, "cargo") for place in range(rules.cargo_dice))
    yield RuleLine(words.how_cargo(rules.cargo_dice, rules.label("cargo")), example)
    if rules.rolls > 1:
        kept = rules.cargo_reroll == "each" and not rules.cargo_unhold
        yield RuleLine(words.HOW_AGAIN["kept" if kept else rules.cargo_reroll])
    if rules.anchor_bonus:
        yield RuleLine(words.HOW_ANCHOR)


def _terms(rules: Rules) -> Iterator[str]:
    yield from (*PARTS, "cargo", "no_score", "point", "hammer")
    if rules.tie == "rolloff" or rules.first_starter == "rolloff":
        yield "rolloff"
    if rules.cargo_dice == MIDNIGHT_DICE:
        yield from ("midnight", "dream_spider")
    yield "minimum"
    if rules.match.kind == "hands":
        yield "hands"
    match rules.stakes.kind:
        case "pot":
            yield from ("ante", "pot", "chips")
        case "drinks":
            yield "drinks"
    if rules.side_bets:
        yield "bet"
