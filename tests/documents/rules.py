"""``docs/rules.md``: every game and variant in plain words, out of the rule sets, the form's texts and the odds."""

from collections.abc import Iterator
from typing import Any

from engine import game_of, presets_of_all, rules_of
from engine.i18n import in_words as number
from engine.i18n import listed
from engine.ship.analysis.odds import odds
from engine.ship.rules import PARTS
from engine.ship.rules import Rules as ShipRules
from engine.turns.game import TurnGame
from engine.turns.options import TurnRules
from engine.yahtzee.analysis.advice import mean_total
from engine.yahtzee.boxes import BOXES, FURTHER_YAHTZEE, LOWER, YAHTZEE, joker_points, points
from engine.yahtzee.card import Card
from engine.yahtzee.rules import UPPER_BONUS
from engine.yahtzee.rules import Rules as CardRules
from tests.documents import turn_rules
from web.catalogue import words_in
from web.games.rule_options import KINDS, RuleOption, values_of

WORDS = words_in("en")
HEAD = """# The rules

What is played here, in plain words. `make docs` writes this page out of the rules themselves.

A game is begun by a phone at the helm, in the configuration (`[game]`, [docs/install.md](install.md)), or by lines of
JSON (`python -m engine`). Every variant is a switch where a game is begun; words in `code` are for the configuration.
"""
MATCH = {
    "single_round": "It is one round: the highest score wins.",
    "rounds": "It is {} rounds: the scores add up.",
    "hands": "The highest score wins a hand; the first to win {} wins.",
    "total": "It is {} rounds of which only the sum counts.",
}
CARGO = {
    "all": "To better the cargo, throw all of it again, or none.",
    "each": "To better the cargo, keep what you like of it and throw the rest again.",
}
ORDER = {
    "turns": "One has a whole turn after the other.",
    "interleaved": "All throw roll by roll, one after the other; the leader may let a roll go by.",
}
FIRST = {"rolloff": "The highest of three dice begins.", "chosen": "Who begins is agreed."}
NEXT = {
    "right": "The next seat begins the next round.",
    "winner": "Who won begins the next round.",
    "same": "The same player begins each round.",
}
TIE = {
    "allowed": "Those who tie share the round.",
    "rolloff": "Those who tie throw one more turn each, until one leads.",
    "carry": "In a tie the pot stays, and all pay again.",
    "replay": "A tie is played again.",
}
NOBODY = {
    "as_tie": "Where no player has ship, captain and crew, all tie.",
    "carry": "Where no player has ship, captain and crew, the pot stays.",
}
STAKES = {
    "none": "Nothing is staked.",
    "drinks": "Who loses pays a drink.",
    "pot(first_shooter)": "All pay into a pot; who throws first says how much. The winner has it.",
}
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
            lines += [*_title(preset), f"As {WORDS.title(usual)[0]}, but:\n", *own, *_fixed(preset, kind), ""]
        lines += _boxes() if kind == "yahtzee" else []
        lines += _variants(kind, usual)
    return "\n".join(lines)


def _title(preset: str) -> Iterator[str]:
    title, line = WORDS.title(preset)
    yield f"## {title}\n"
    yield f"`{preset}`: {line[:1].lower()}{line[1:]}\n"


def _in_words(rules: Any) -> Iterator[str]:
    if isinstance(rules, TurnRules):
        return (f"- {line}" for line in turn_rules.in_words(rules))
    return (f"- {line}" for line in (_ship(rules) if isinstance(rules, ShipRules) else _card(rules)))


def _ship(rules: ShipRules) -> Iterator[str]:
    named = [f"a {face} is the {part}" for face, part in zip(rules.sequence, PARTS, strict=True)]
    chosen = values_of(rules)
    yield f"A turn is {number(rules.dice)} dice and up to {number(rules.rolls)} rolls."
    yield f"{listed(named).capitalize()}. They are held in this order: no captain without a ship, no crew without both."
    yield f"The other {number(rules.cargo_dice)} dice are the cargo. Their sum is the score, once the crew is there."
    yield CARGO[rules.cargo_reroll]
    yield ORDER[rules.rolling]
    if "match" in chosen:
        yield MATCH[rules.match.kind].format(number(rules.match.count or 0))
    elif rules.match.count is None:
        yield "It goes on until a player has enough points; that round is played to its end, and most points win."
    if "first_starter" in chosen:
        yield FIRST[rules.first_starter]
    yield NEXT[rules.next_starter]
    yield TIE[rules.tie]
    yield NOBODY[rules.nobody_qualifies]
    yield STAKES[chosen.get("stakes", "none")]
    found = odds(rules)
    qualify, mean = WORDS.percent(float(found.qualify)), WORDS.decimal(float(found.expected_score))
    yield f"Who plays for points gets a crew in {qualify} of turns, and {mean} points a turn."


def _card(rules: CardRules) -> Iterator[str]:
    yield f"A turn is {number(rules.dice)} dice and up to {number(rules.rolls)} rolls. Any dice may stay each time."
    yield f"Each turn fills one of {len(rules.boxes)} boxes, with nothing if need be. Most points win."
    yield f"{rules.bonus_from} points in the upper boxes earn {UPPER_BONUS} more."
    yield f"A further Yahtzee earns {FURTHER_YAHTZEE} more where the box for it holds {YAHTZEE}."
    yield "A further Yahtzee must go into the upper box of its face. Where that is full it is a joker."
    if rules.joker_scratches_upper:
        yield "A joker may go anywhere, into an open lower box for its full points."
    else:
        yield "A joker goes into an open lower box for its full points, and only without one into an upper box."
    also = "also" if rules.joker_on_zero else "not"
    yield f"Where the Yahtzee box was scratched, a further Yahtzee is {also} a joker, without the {FURTHER_YAHTZEE}."
    yield f"Who plays it best has {WORDS.decimal(mean_total(rules, Card()))} points a card in the mean."


def _boxes() -> Iterator[str]:
    yield "| box | for example | points | five sixes as a joker |\n|---|---|---|---|"
    for place, box in enumerate(BOXES):
        dice = EXAMPLES.get(box, (place + 1,) * 3 + (6 - (place == 5), 2 - (place == 1)))
        shown = " ".join(map(str, dice))
        joker = joker_points(box, (6,) * 5) if box in LOWER else ""
        yield f"| {WORDS.BOXES[box]} | {shown} | {points(box, dice)} | {joker} |"
    yield ""


def _fixed(preset: str, kind: str) -> Iterator[str]:
    fixed = [
        WORDS.HELM_OPTIONS[one.key][0].lower() for one in _switched(kind) if one.key not in game_of(preset).options
    ]
    if fixed:
        yield f"- Not to be changed: {listed(fixed)}."


def _variants(kind: str, usual: str) -> Iterator[str]:
    yield f"### Variants of {WORDS.title(usual)[0]} and its kin\n"
    yield "| variant | what it does | may be |\n|---|---|---|"
    game = game_of(usual)
    if isinstance(game, TurnGame):
        yield from (*turn_rules.variants(game.known), "")
        return
    for option in _switched(kind):
        name, line = WORDS.HELM_OPTIONS[option.key]
        yield f"| {name} `{option.key}` | {line} | {_may_be(option)} |"
    yield ""


def _switched(kind: str) -> list[RuleOption]:
    """The options that have a switch on the form."""
    return [option for option in KINDS[kind] if option.key in WORDS.HELM_OPTIONS]


def _may_be(option: RuleOption) -> str:
    match option.takes:
        case "number":
            return f"{option.least} to {option.most}"
        case "flag":
            return "`true`, `false`"
    if option.key == "boxes":
        return ", ".join(f"`{box}`" for box in option.choices)
    return ", ".join(f"`{choice}` {WORDS.HELM_CHOICES[choice]}" for choice in option.choices)
