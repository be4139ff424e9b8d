"""What the form for a new game, and How to play, say of the rules of Ship, Captain, Crew."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.face import ExampleDie, Option, RuleLine, blank, how_turn
from engine.games.ship.analysis.chances import odds
from engine.games.ship.options import SEQUENCES
from engine.games.ship.options import TERMS as LABELS
from engine.games.ship.rules import LIMITS, PARTS, Match, Rules, Stakes
from engine.i18n import Text, in_words, ngettext, number, percent, pgettext
from engine.i18n import gettext as _
from engine.turns.face import PLAY_ON

QUICK = {5: 9, 6: 3}
"""Limits on dice and rolls for which the odds are computed during a request."""

OPTIONS = (
    Option("dice", "number", _("Dice"), _("More dice make it easier."), {}, *LIMITS["dice"]),
    Option("rolls", "number", _("Rolls"), _("More rolls make it easier."), {}, *LIMITS["rolls"]),
    Option(
        "sequences",
        "choice",
        _("Ship, captain, crew"),
        _("Which dice to find, in this order; either is easier."),
        {name: _("either") if name == "either" else name.replace("-", " ") for name in SEQUENCES},
    ),
    Option(
        "progress",
        "choice",
        _("With two sequences"),
        _("If both are allowed: stick with one, switch, or build both."),
        {"commit": _("stick with one"), "switch": _("switch"), "both": _("build both")},
        needs=("sequences", "either"),
    ),
    Option("auto_hold", "flag", _("Auto-hold"), _("Ship, captain and crew are held automatically.")),
    Option(
        "cargo_reroll",
        "choice",
        _("Re-rolling cargo"),
        _("Both dice, or one at a time (scores higher)."),
        {"all": _("both or neither"), "each": _("one at a time")},
    ),
    Option(
        "cargo_unhold",
        "flag",
        _("Re-roll kept cargo"),
        _("Kept cargo can be rolled again."),
        needs=("cargo_reroll", "each"),
    ),
    Option("anchor_bonus", "number", _("Early bonus"), _("+1 for each unused roll."), {}, *LIMITS["anchor_bonus"]),
    Option(
        "rolling",
        "choice",
        _("Order of play"),
        _("Full turns, or one roll each around the table."),
        {"turns": _("full turns"), "interleaved": _("roll by roll")},
    ),
    Option(
        "match",
        "choice",
        _("Match length"),
        _("One round, several rounds, first to a number of wins, or most chips."),
        {
            "single_round": _("one round"),
            "rounds(n)": _("rounds"),
            "hands(n)": _("hands to win"),
            "total(n)": _("rounds, total score"),
            "chips(n)": _("rounds, most chips"),
            "chips": _("most chips, until you stop"),
        },
        *LIMITS["match"],
    ),
    Option(
        "first_starter",
        "choice",
        _("First round starts"),
        _("The highest total of three dice, or chosen."),
        {"rolloff": pgettext("option", "roll-off"), "chosen": _("chosen")},
    ),
    Option(
        "next_starter",
        "choice",
        _("Next round starts"),
        _("The player to the right (last in turn order), the winner, or the same player."),
        {"right": _("player to the right"), "winner": _("winner"), "same": _("same player")},
    ),
    Option(
        "tie",
        "choice",
        _("Ties"),
        _("Shared, rolled off, carried over, or replayed."),
        {
            "allowed": _("shared"),
            "rolloff": pgettext("option", "roll-off"),
            "carry": _("pot carries over"),
            "replay": _("replayed"),
        },
    ),
    Option(
        "nobody_qualifies",
        "choice",
        _("If no one qualifies"),
        _("Counts as a tie, or the pot carries over."),
        {"as_tie": _("a tie"), "carry": _("pot carries over")},
    ),
    Option(
        "stakes",
        "choice",
        _("Stakes"),
        _("None, drinks or chips. Most chips without stakes: ante 1."),
        {
            "none": _("none"),
            "drinks": _("drinks"),
            "pot(first_shooter)": _("pot, first player sets the ante"),
            "pot(n)": _("pot with fixed ante"),
        },
        *LIMITS["stakes"],
    ),
    Option(
        "side_bets",
        "list",
        _("Side bets"),
        _("Before a turn, others can bet on a full crew."),
        {"qualify": _("on a full crew")},
        needs=("stakes", "pot"),
    ),
    Option("labels", "words", choices=dict.fromkeys(LABELS, "")),
)


HOW_TIE = {
    "allowed": _("Players who tie share the round."),
    "rolloff": _("Players who tie play one more turn each."),
    "carry": _("On a tie the pot carries over, and everyone antes again."),
    "replay": _("On a tie you play again."),
}
HOW_NEXT = {
    "right": _("The player to the right (last in turn order) starts the next game or round."),
    "winner": _("The winner starts the next game or round."),
    "same": _("The same player starts each game and round."),
}


def written(rules: Rules) -> Mapping[str, Any]:
    """Return the values of the options that are not written as the rules have them."""
    names = {sequences: name for name, sequences in SEQUENCES.items()}
    match, stakes = rules.match, rules.stakes
    unlimited = match.kind == "single_round" or match.count is None
    return {
        "sequences": names[rules.sequences],
        "match": match.kind if unlimited else f"{match.kind}({match.count})",
        "stakes": f"pot({stakes.ante or 'first_shooter'})" if stakes.kind == "pot" else stakes.kind,
        "side_bets": sorted(rules.side_bets),
        "labels": dict(rules.labels),
    }


def odds_said(rules: Rules, usual: Rules) -> str:
    """Return how often a turn qualifies and its mean score, or that the rules have no odds that are quick."""
    if rules.rolls > QUICK.get(rules.dice, 0):
        return _("No odds for these house rules.")
    qualify, mean_score = _odds(rules)
    usually, usual_mean = _odds(usual)
    if (qualify, mean_score) == (usually, usual_mean):
        return _("Full crew in {qualify} of turns, averaging {mean} points.", qualify=qualify, mean=mean_score)
    return _(
        "Full crew in {qualify} of turns (standard {usual}), averaging {mean} points (standard {usual_mean}).",
        qualify=qualify,
        usual=usually,
        mean=mean_score,
        usual_mean=usual_mean,
    )


@lru_cache(maxsize=32)
def _odds(rules: Rules) -> tuple[Text, Text]:
    found = odds(rules)
    return percent(float(found.qualify)), number(float(found.expected_score), 1)


def how_lines(rules: Rules) -> Iterator[RuleLine]:
    yield RuleLine(how_turn(rules.dice, rules.rolls), blank(rules.dice))
    yield from _how_sequence(rules)
    yield from _how_cargo(rules)
    if rules.rolling == "interleaved":
        yield RuleLine(
            _("Everyone rolls once, then again: the better score rolls last. The leader may skip a roll."), rank=1
        )
    yield RuleLine(_how_match(rules.match))
    if rules.match.kind == "total" and rules.match.count is None:
        yield RuleLine(PLAY_ON, rank=4)
    yield RuleLine(HOW_TIE[rules.tie], rank=3)
    if rules.nobody_qualifies == "carry":
        yield RuleLine(_("If no one scores, the pot carries over too."), rank=3)
    if rules.stakes.kind != "none":
        yield RuleLine(_how_stakes(rules.stakes), rank=1)
    if rules.side_bets:
        yield RuleLine(_("Before a turn you can bet on whether the player scores."), rank=2)
    if rules.first_starter == "rolloff":
        yield RuleLine(_("The highest total of three dice goes first."), rank=4)
    yield RuleLine(HOW_NEXT[rules.next_starter], rank=4)


def _how_sequence(rules: Rules) -> Iterator[RuleLine]:
    ship, captain, crew = map(rules.label, PARTS)
    first, second, third = rules.sequence
    find = _(
        "Find the {ship} ({first}), then the {captain} ({second}), then the {crew} ({third}).",
        ship=ship,
        first=first,
        captain=captain,
        second=second,
        crew=crew,
        third=third,
    )
    yield RuleLine(find, _drawn(rules.sequence))
    for other in rules.sequences[1:]:
        row = "-".join(map(str, other))
        match rules.progress:
            case "commit":
                line = _("Or find {row}: stick with the one you start.", row=row)
            case "switch":
                line = _("Or find {row}: you may switch between them.", row=row)
            case _:
                line = _("Or find {row}: you may build both at once.", row=row)
        yield RuleLine(line, _drawn(other), rank=1)
    if rules.auto_hold:
        yield RuleLine(_("The table holds them for you. Roll the rest again."), rank=2)
    else:
        yield RuleLine(_("You choose which of them to hold. Roll the rest again."), rank=2)


def _drawn(sequence: Sequence[int]) -> tuple[ExampleDie, ...]:
    return tuple(ExampleDie(face, part) for face, part in zip(sequence, PARTS, strict=True))


def _how_cargo(rules: Rules) -> Iterator[RuleLine]:
    dice = rules.cargo_dice
    worth = _(
        "The other {number} dice are the {cargo}. Their sum is your score.",
        number=in_words(dice),
        cargo=rules.label("cargo"),
    )
    yield RuleLine(worth, tuple(ExampleDie(6 - place % 6, "cargo") for place in range(dice)))
    if rules.rolls > 1:
        if rules.cargo_reroll == "all":
            yield RuleLine(_("Rolls left? Roll all of the cargo again, or stand."))
        elif rules.cargo_unhold:
            yield RuleLine(_("Rolls left? Roll any cargo dice again, or stand."))
        else:
            yield RuleLine(_("Rolls left? Roll cargo dice again, or stand. What you keep stays."))
    if rules.anchor_bonus:
        yield RuleLine(_("Each unused roll is worth one point."), rank=1)


def _how_match(match_: Match) -> Text:
    match match_.kind, match_.count:
        case "rounds", int(rounds):
            return ngettext(
                "Play one round. The most points win.",
                "Play {number} rounds. Scores add up, and the most points win.",
                rounds,
                number=in_words(rounds),
            )
        case "hands", int(hands):
            return ngettext(
                "The highest score wins a hand. Win one hand to win the game.",
                "The highest score wins a hand. Win {number} hands to win the game.",
                hands,
                number=in_words(hands),
            )
        case "total", int(rounds):
            return ngettext(
                "Play one round. Only the total counts.",
                "Play {number} rounds. Only the total counts.",
                rounds,
                number=in_words(rounds),
            )
        case "chips", int(rounds):
            return ngettext(
                "Play one round for the pot. The most chips win.",
                "Play {number} rounds, each for its pot. The most chips win.",
                rounds,
                number=in_words(rounds),
            )
        case "chips", None:
            return _("Play rounds for their pots until you stop. The most chips win.")
        case "total", None:
            return _("Scores add up until a player has enough. Finish that round: the most points win.")
    return _("The highest score wins.")


def _how_stakes(stakes: Stakes) -> Text:
    if stakes.kind == "drinks":
        return _("Everyone but the winner drinks.")
    if stakes.ante is None:
        return _("The first player sets the ante. Everyone pays it into the pot, and the winner takes it.")
    return ngettext(
        "Everyone pays one chip into the pot, and the winner takes it.",
        "Everyone pays {number} chips into the pot, and the winner takes it.",
        stakes.ante,
        number=in_words(stakes.ante),
    )


def terms_of(rules: Rules) -> Iterator[str]:
    """Yield the special words, first those of the stakes and of the match."""
    yield from {"pot": ("ante", "pot"), "drinks": ("drinks",)}.get(rules.stakes.kind, ())
    if rules.side_bets:
        yield "bet"
    if rules.match.kind == "hands":
        yield "hands"
    yield from ("no_score", "hammer", "midnight" if rules.cargo_dice == 2 else "minimum", "point")
