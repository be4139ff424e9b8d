"""``docs/rules.md``: every game and variant in plain words, out of the rule sets, the form's texts and the odds."""

from collections.abc import Iterator
from typing import Any

from engine import game_of, presets_of_all, rules_of, title_of
from engine.face import Option
from engine.games.ship.analysis.chances import odds
from engine.games.ship.rules import PARTS
from engine.games.ship.rules import Rules as ShipRules
from engine.games.yahtzee.analysis.advice import mean_total
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import FURTHER_YAHTZEE, LOWER, UPPER_BONUS, YAHTZEE, joker_points, points
from engine.games.yahtzee.rules import Rules as CardRules
from engine.i18n import in_words as number
from engine.i18n import listed, percent, translated
from engine.i18n import number as decimal
from engine.turns.game import TurnGame
from engine.turns.state import TurnRules
from table.games import playable_presets
from tests.documents import turn_rules
from web.games import KINDS
from web.games.rule_options import setup_of, values_of
from web.games.yahtzee import BOXES as BOX_NAMES

HEAD = """# The rules

All games and variants. `make docs` writes this page from the rules themselves. Each variant is a switch under **New
game**; words in `code` are for `[game]` in the [configuration](configuration.md). Switches take `true` or `false`.
"""
NOT_PLAYED = "*Rules and odds only (`python -m engine`, `quarterdeck odds`): the table can’t play this game yet.*\n"
MATCH = {
    "single_round": "One round: the highest score wins.",
    "rounds": "{} rounds: the scores add up.",
    "hands": "The highest score wins a hand; the first to {} hands wins the game.",
    "total": "{} rounds: only the total counts.",
    "chips": "{} rounds, each for its pot: the most chips win.",
}
CARGO = {
    "all": "To improve the cargo, re-roll all of it or none.",
    "each": "To improve the cargo, keep any of its dice and re-roll the others.",
}
ORDER = {
    "turns": "Players take full turns.",
    "interleaved": "Everyone rolls once, then again: the better score rolls last, and the leader may skip a roll.",
}
FIRST = {"rolloff": "The highest total of three dice goes first.", "chosen": "The players choose who goes first."}
TOGETHER = "The first roll is for everyone at once, so no other roll decides who goes first."
NEXT = {
    "right": "The player to the right (last in turn order) starts the next game or round.",
    "winner": "The winner starts the next game or round.",
    "same": "The same player starts each game and round.",
}
TIE = {
    "allowed": "Players who tie share the round.",
    "rolloff": "Players who tie play one more turn each, until one leads.",
    "carry": "On a tie the pot carries over, and everyone antes again.",
    "replay": "A tie is replayed.",
}
NOBODY = {
    "as_tie": "If no one gets ship, captain and crew, everyone ties.",
    "carry": "If no one gets ship, captain and crew, the pot carries over.",
}
STAKES = {
    "none": "No stakes.",
    "drinks": "Everyone but the winner drinks.",
    "pot(first_shooter)": "Everyone pays into a pot; the first player sets the ante. The winner takes the pot.",
}
NAMED: dict[str, tuple[dict[str, object], str]] = {
    "Shifting Cargo": ({"cargo_reroll": "each"}, "Re-roll one cargo die or both."),
    "Bow to Stern": ({"sequences": "1-2-3"}, "A 1 is the ship, a 2 the captain, a 3 the crew."),
    "Admiral’s Choice": ({"next_starter": "winner"}, "The winner starts the next round."),
    "Long Voyage": (
        {"tie": "carry", "nobody_qualifies": "carry"},
        "On a tie, or if no one qualifies, the pot stays and everyone antes again.",
    ),
    "Dropping Anchor": ({"anchor_bonus": 1}, "Each unused roll is worth one point."),
}
"""The variants that the documents name, by the options that make them."""

WHILE_PLAYING = (
    "`labels` gives things the names of your table: `mate` (the 4 is the mate, the cargo the crew), `treasure` (for",
    'the cargo), or your own words, as in `labels = { captain = "skipper" }`.\n',
    "During a game the helm may change the number of rounds. Before the first roll of a turn anyone may bet on it.",
    "Chips and drinks add up over the evening (*Players* in the game history) until the owner settles them. Where",
    "points add up, players may begin with a head start (`handicap`); such games count in no figure of skill.\n",
)
EXAMPLES = {
    "three_of_a_kind": (5, 5, 5, 2, 1),
    "four_of_a_kind": (4, 4, 4, 4, 6),
    "full_house": (3, 3, 3, 6, 6),
    "small_straight": (2, 3, 4, 5, 5),
    "large_straight": (2, 3, 4, 5, 6),
    "yahtzee": (6, 6, 6, 6, 6),
    "chance": (6, 5, 3, 2, 1),
}
"""A roll that fits each lower box."""


def page() -> str:
    """The whole page."""
    kinds: dict[str, list[str]] = {}
    for preset in presets_of_all():
        kinds.setdefault(game_of(preset).kind, []).append(preset)
    lines = [HEAD]
    for kind, (usual, *others) in kinds.items():
        first = list(_in_words(rules_of(usual, {})))
        lines += [*_title(usual), *first, ""]
        for preset in others:
            own = [line for line in _in_words(rules_of(preset, {})) if line not in first]
            lines += [*_title(preset), f"As {title_of(usual)[0]}, but:\n", *own, *_fixed(preset), ""]
        lines += _boxes() if kind == "yahtzee" else []
        lines += _variants(usual)
        lines += _more_of_ship() if kind == "ship_captain_crew" else []
    return "\n".join(lines)


def _title(preset: str) -> Iterator[str]:
    title, line = title_of(preset)
    yield f"## {title}\n"
    game = game_of(preset)
    if preset == game.presets[0] and game.also:
        yield f"Also called {translated(game.also, 'en')}.\n"
    yield f"`{preset}`: {line[:1].lower()}{line[1:]}\n"
    if preset not in playable_presets():
        yield NOT_PLAYED


def _in_words(rules: Any) -> Iterator[str]:
    if isinstance(rules, TurnRules):
        return (f"- {line}" for line in turn_rules.in_words(rules))
    return (f"- {line}" for line in (_ship(rules) if isinstance(rules, ShipRules) else _card(rules)))


def _ship(rules: ShipRules) -> Iterator[str]:
    named = [f"a {face} is the {part}" for face, part in zip(rules.sequence, PARTS, strict=True)]
    chosen = values_of(rules)
    yield f"A turn has {number(rules.dice)} dice and up to {number(rules.rolls)} rolls."
    yield f"{listed(named).capitalize()}. They are held in this order: no captain without a ship, no crew without both."
    yield f"The other {number(rules.cargo_dice)} dice are the cargo. Their sum is the score once you have all three."
    yield "You can’t stand before you have all three."
    yield f"{CARGO[rules.cargo_reroll]} The new cargo counts, even if it is lower."
    yield ORDER[rules.rolling]
    if "match" in chosen:
        line = MATCH[rules.match.kind].format(number(rules.match.count or 0))
        yield line[:1].upper() + line[1:]
    elif rules.match.count is None:
        yield "Play until a player has enough points and finish that round; the most points win."
        yield turn_rules.PLAY_ON
    if "first_starter" in chosen:
        together = rules.rolling == "interleaved" and rules.first_starter == "chosen"
        yield TOGETHER if together else FIRST[rules.first_starter]
    yield NEXT[rules.next_starter]
    yield TIE[rules.tie]
    yield NOBODY[rules.nobody_qualifies]
    yield STAKES[chosen.get("stakes", "none")]
    found = odds(rules)
    qualify, mean = percent(float(found.qualify)), decimal(float(found.expected_score), 1)
    yield f"On average you qualify in {qualify} of turns and score {mean}."


def _card(rules: CardRules) -> Iterator[str]:
    yield f"A turn has {number(rules.dice)} dice and up to {number(rules.rolls)} rolls. Keep any dice each time."
    yield f"Each turn fills one of {len(rules.boxes)} boxes, with 0 if nothing fits. The most points win."
    yield f"{rules.bonus_from} points in the upper boxes earn a bonus of {UPPER_BONUS}."
    yield f"Another Yahtzee earns {FURTHER_YAHTZEE} more if the Yahtzee box has {YAHTZEE}."
    yield "Another Yahtzee must go in the upper box of its face. If that is full, it is a joker."
    if rules.joker_scratches_upper:
        yield "A joker may go anywhere: in an open lower box for full points, or in an upper box for 0."
    else:
        yield "A joker must go in an open lower box for full points; only if none is open, in an upper box for 0."
    joker = f"still a joker, but earns no {FURTHER_YAHTZEE}" if rules.joker_on_zero else "an ordinary roll"
    yield f"After a zero in Yahtzee, another Yahtzee is {joker}."
    yield f"Perfect play averages {decimal(mean_total(rules, Card()), 1)} points."


def _boxes() -> Iterator[str]:
    yield "| box | for example | points | five sixes as a joker |\n|---|---|---|---|"
    yield "| Ones to Sixes | 4 4 4 6 2 | 12 |  |"
    for box, dice in EXAMPLES.items():
        shown = " ".join(map(str, dice))
        joker = joker_points(box, (6,) * 5) if box in LOWER and box != "yahtzee" else ""
        yield f"| {BOX_NAMES[box]} | {shown} | {points(box, dice)} | {joker} |"
    yield ""


def _more_of_ship() -> Iterator[str]:
    """The variants that have a name, the words of the game, and what can be changed while playing."""
    yield "### Named variants of Ship, Captain, Crew\n"
    for name, (options, line) in NAMED.items():
        assert rules_of("dice-game-depot", options) != rules_of("dice-game-depot", {})
        yield f"- {name} ({', '.join(f'`{key}={value}`' for key, value in options.items())}): {line}"
    yield "\n### Words of Ship, Captain, Crew\n"
    for term in ("hammer", "point", "minimum", "midnight", "dream_spider"):
        word, meaning = KINDS["ship_captain_crew"].terms[term]
        yield f"- {word if term != 'point' else 'Point'}: {meaning}"
    yield from ("", *WHILE_PLAYING)


def _fixed(preset: str) -> Iterator[str]:
    fixed = [str(one.title).lower() for one in _switched(preset) if one.key not in game_of(preset).options]
    if fixed:
        yield f"- Fixed: {listed(fixed)}."


def _variants(usual: str) -> Iterator[str]:
    yield f"### Variants of {title_of(usual)[0]}\n"
    game = game_of(usual)
    if isinstance(game, TurnGame):
        yield from (*turn_rules.variants(game.known), "")
        return
    for option in _switched(usual):
        yield turn_rules.line_of(option)
    yield ""


def _switched(preset: str) -> list[Option]:
    """The options that have a switch on the form."""
    return [option for option in setup_of(preset).options if option.switched]
