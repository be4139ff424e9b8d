"""``docs/rules.md``: every game and variant, in the words of *How to play* and of the form for a new game."""

from collections.abc import Iterator

from engine import game_of, presets_of_all, rules_of, title_of
from engine.face import Option
from engine.i18n import listed, translated
from table.games import playable_presets
from web.games.house_rules import setup_of

HEAD = """# The rules

All games and variants. `make docs` writes this page from the rules themselves: each game as *How to play* has it, each
variant as the switch under **New game** has it. Words in `code` are for `[game]` in the
[configuration](configuration.md). Switches take `true` or `false`. `quarterdeck odds --preset NAME` prints the odds.
"""
SHARED = 4
"""Games that a variant, or a line of less importance, must have to be said once for all of them."""

IN_MANY = """## In many games

Said once for the games that are named, and left out below.
"""
NOT_PLAYED = "*Rules and odds only (`python -m engine`, `quarterdeck odds`): the table can’t play this game yet.*\n"
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

SOURCES: dict[str, str] = {
    "kniffel": "the sheet of Schmidt Spiele for their Reise-Kniffel. Others give 100 in any box, or nothing.",
    "yatzy": "Wikipedia, ludado.com, M. Pusku. All agree.",
    "generala": "Wikipedia, gambiter.com, kevod1997/anotador-juegos. Some give 60 for a Generala "
    "and 120 for the second, or let a straight go on from 6 to 1.",
    "yacht": "Wikipedia as of 2020 and Exercism, for the card of 1938. Newer cards under that name are nearly Yahtzee.",
    "crag": "Wikipedia, dice-play.com, playonlinedicegames.com. All agree.",
    "balut": "balut.org, Wikipedia, dice-play.com, diceworldgame.com. By the total alone, as goldcup.games: an option.",
    "shut_the_box": "Masters Traditional Games (one die once 7, 8 and 9 are down, who shuts the box wins outright), "
    "die kleine Holzecke (one die at 6 or less, out at 45), Board Game Arena (three ways to score), Goki (out at 45).",
    "going_to_boston": "bicyclecards.com, best-family-games.com, beyondthealgorithm.ca. Here one round.",
    "drop_dead": "Wikipedia, dice-play.com, all-about-dice.com. All agree.",
    "chicago": "dicegamedepot.com, netexl.com, buncogame.com. All agree.",
    "bunco": "playbunco.com, netexl.com, dicegamesbox.com: points add up, or one number is a race to 21.",
    "big_pig": "dicecold.com, ourpastimes.com. Both agree: two 1s 25, doubles twice.",
    "mexico": "Wikipedia, bead.game, studentdrinkinggames.com. Some keep a 1 or a 2 for the next roll; not here.",
    "poker_dice": "dicegames.com, rpasmd.org, reference.com. They differ on straight and full house: an option.",
    "four_two_one": "regles-jeu.fr, lemagloisirs.fr, engranjeu.fr, qcsalon.net. The pot: one roll or three, an option. "
    "Who has all tokens loses; elsewhere who is first without any wins. A tie for the lowest is rolled off.",
    "ten_thousand": "Wikipedia (fr), delphipraxis.net, pasttimes.de. A straight: 1,200 to 2,000; usually 350 to bank.",
    "zilch": "zilch.playr.co.uk, best-family-games.com, rpdillon.net. Without 500 for a first throw without a score.",
    "zonk": "the rules of Andrews University, for five dice.",
    "cee_lo": "Wikipedia, neighborhooddice.com, netexl.com. Without a banker: the highest wins the round.",
    "knock_out_dice": "family-games-treasurehouse.com, funpartytips.com. Here one number for all, elsewhere one each.",
    "sevens": "barnonedrinks.com, dice-play.com, thesqueakycurd.com. A 1 rolls again; from the 17th on 1s leave.",
}
"""Where the rules of a game are from, and where others differ."""

WHILE_PLAYING = """
`labels` gives things the names of your table: `mate` (the 4 is the mate, the cargo the crew), `treasure` (for
the cargo), or your own words, as in `labels = { captain = "skipper" }`.

During a game the helm may change the number of rounds. Before the first roll of a turn anyone may bet on it.
Chips and drinks add up over the evening (*Players* in the game history) until the owner settles them. Where
points add up, players may begin with a head start (`handicap`); such games count in no figure of skill.
"""

SHAKE = """
## Shake of the Day

The bar's own game, beside the others: one shake a person and day for the posted pot. The owner switches it on and sets
it up under *Owner › Shake of the Day* ([how it works](owner.md#shake-of-the-day)); it runs between two turns of
whatever is played, with the camera or by hand.

- Five dice (1 to 6), one roll (up to three, keeping dice or not). The best roll counts.
- All of a set face, five, four or three of a kind (that many or more), a full house, a straight of five: each pattern
  that wins pays a share of the pot or an amount; the price of the shake is in the pot by then.
- What is not won stays. Once the most is won, the bar fills the pot up to what it begins with.
- Five of a kind in one roll is 1 in 1,296; in three rolls, keeping the best, 347897/7558272, about 1 in 21.7; four or
  more in one roll 13/648, a full house 25/648, a straight 5/162. All chances on the page are exact.

Montana allows it as *shake-a-day* (Montana Code Annotated 23-5-160; Administrative Rules of Montana 23.16.301): at most
50 cents a shake and five dice, each pot once a person and day, the whole pot to the winner but for a share announced
before, nothing taken out of it, and winners kept for 90 days. The switch *Keep to the limits of Montana* holds price,
dice, shares and pot to that. Who may offer it and how is for the bar to know: this is no legal advice, and other states
and countries have other laws. The table never handles money: it posts and counts.
"""


def page() -> str:
    kinds: dict[str, list[str]] = {}
    for preset in presets_of_all():
        kinds.setdefault(game_of(preset).kind, []).append(preset)
    shared = _shared([presets[0] for presets in kinds.values()])
    lines = [HEAD, IN_MANY, *_in_many(shared), ""]
    cards = dict[str, str]()
    for kind, (usual, *others) in kinds.items():
        first = list(_how(usual))
        lines += [*_title(usual), *(line for line in first if line not in shared), ""]
        for preset in others:
            own = [line for line in _how(preset) if line not in first]
            own += _fixed(preset)
            lines += [*_title(preset), *([f"As {title_of(usual)[0]}, but:\n", *own, ""] if own else [])]
        lines += _boxes(usual, cards)
        lines += [f"Rules: {SOURCES[kind]}\n"] if kind in SOURCES else []
        variants = [line for line in map(_line_of, _switched(usual)) if line not in shared]
        lines += [f"### Variants of {title_of(usual)[0]}\n", *variants, ""] if variants else []
        lines += _more_of_ship() if kind == "ship_captain_crew" else []
    return "\n".join(lines) + SHAKE


def _title(preset: str) -> Iterator[str]:
    title, line = title_of(preset)
    yield f"## {title}\n"
    game = game_of(preset)
    if preset == game.presets[0] and game.also:
        yield f"Also called {translated(game.also, 'en')}.\n"
    yield f"`{preset}`: {line[:1].lower()}{line[1:]}\n"
    if preset not in playable_presets():
        yield NOT_PLAYED


def _how(preset: str, least_rank: int = 0) -> Iterator[str]:
    lines = setup_of(preset).how(rules_of(preset, {})).lines
    return (f"- {translated(line.text, 'en')}" for line in lines if line.rank >= least_rank)


def _shared(presets: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the lines that many of these games have, each with their titles."""
    found: dict[str, list[str]] = {}
    for preset in presets:
        for line in (*_how(preset, 1), *map(_line_of, _switched(preset))):
            found.setdefault(line, []).append(title_of(preset)[0])
    return {line: tuple(titles) for line, titles in found.items() if len(titles) >= SHARED}


def _in_many(shared: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for titles in dict.fromkeys(shared.values()):
        lines = (line.removeprefix("- ") for line, of in shared.items() if of == titles)
        yield f"- *{', '.join(titles)}:* {' '.join(lines)}"


def _boxes(preset: str, known: dict[str, str]) -> Iterator[str]:
    """The boxes of a card; those that an earlier card has by their names alone. ``known`` are rows with their game."""
    title, earlier = title_of(preset)[0], dict[str, list[str]]()
    table = ["| box | takes | for example | points |\n|---|---|---|---|"]
    for box in setup_of(preset).how(rules_of(preset, {})).boxes:
        name, dice = translated(box.name, "en"), " ".join(str(die.face) for die in box.dice)
        row = f"| {name} | {translated(box.what, 'en')} | {dice} | {box.points} |"
        if (of := known.setdefault(row, title)) == title:
            table.append(row)
        else:
            earlier.setdefault(of, []).append(name)
    yield from (f"Boxes as in {of}: {', '.join(names)}.\n" for of, names in earlier.items())
    yield from (*table, "") if len(table) > 1 else ()


def _more_of_ship() -> Iterator[str]:
    """The variants that have a name, the words of the game, and what can be changed while playing."""
    yield "### Named variants of Ship, Captain, Crew\n"
    for name, (options, line) in NAMED.items():
        assert rules_of("dice-game-depot", options) != rules_of("dice-game-depot", {})
        yield f"- {name} ({', '.join(f'`{key}={value}`' for key, value in options.items())}): {line}"
    yield "\n### Words of Ship, Captain, Crew\n"
    for word, meaning in setup_of("dice-game-depot").terms.values():
        word = translated(word, "en")
        yield f"- {word[:1].upper()}{word[1:]}: {translated(meaning, 'en')}"
    yield WHILE_PLAYING


def _fixed(preset: str) -> Iterator[str]:
    fixed = [str(one.title).lower() for one in _switched(preset) if one.key not in game_of(preset).options]
    if fixed:
        yield f"- Fixed: {listed(fixed)}."


def _switched(preset: str) -> list[Option]:
    return [option for option in setup_of(preset).options if option.switched]


def _line_of(option: Option) -> str:
    """A variant: its name and key, what it does, and its values."""
    match option.takes:
        case "number":
            values = f" ({option.least} to {option.most})"
        case "flag":
            values = ""
        case _:
            known = (
                f"`{key}`" if key.replace("_", " ") == title.lower() else f"`{key}` {title}"
                for key, title in option.choices.items()
            )
            values = f" ({', '.join(known)})"
    return f"- {option.title} `{option.key}`: {option.line}{values}"
