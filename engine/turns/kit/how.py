"""*How to play* of a game of a file: its own lines, and those that follow from the rules."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.face import RuleLine, blank, drawn, how_turn
from engine.i18n import Text, chosen_from, in_words, joined, listed, ngettext, number
from engine.i18n import gettext as _
from engine.turns.face import PLAY_ON, tie_line
from engine.turns.kit.file.play import TARGET, Pattern, Play
from engine.turns.kit.file.reading import GameFile
from engine.turns.kit.file.said import HowLine
from engine.turns.state import values_of

SUM, HIGHEST = (Pattern(sum=1),), (Pattern(highest=1),)


def lines_of(file: GameFile, play: Play, rules: Any) -> Iterator[RuleLine]:
    for line in file.how or tuple(HowLine(kit, None) for kit in LINES):
        if not all(_holds(getattr(rules, key), value) for key, value in line.when.items()):
            continue
        if line.says is None:
            yield from LINES[line.kit](play, rules)
        else:
            options = {key: number(value) for key, value in values_of(rules).items() if type(value) is int}
            options |= {key: options.get(str(one)) or number(int(str(one))) for key, one in line.given.items()}
            of_dice = dict.fromkeys(("number", "dice"), in_words(play.dice))
            said = line.says(play.dice, **{**options, **of_dice})
            yield RuleLine(said, line.dice, line.rank)


def _holds(value: object, wanted: object) -> bool:
    """Return whether an option has that value; a number has the value ``true`` unless it is 0."""
    return bool(value) is wanted if isinstance(wanted, bool) else value == wanted


def _throw(play: Play, _rules: Any) -> Iterator[RuleLine]:
    dice = play.dice
    if play.throws:
        yield RuleLine(how_turn(dice, play.throws), blank(dice))
    elif play.stop:
        yield RuleLine(
            ngettext(
                "Roll one die as often as you like, and add up what it shows.",
                "Roll {number} dice as often as you like, and add up what they show.",
                dice,
                number=in_words(dice),
            ),
            blank(dice),
        )
    else:
        yield RuleLine(ngettext("Roll one die.", "Roll {number} dice.", dice, number=in_words(dice)), blank(dice))


def _turn(play: Play, _rules: Any) -> Iterator[RuleLine]:
    if play.aside == "some":
        yield RuleLine(_("After each roll set aside at least one die. Roll the others again until none is left."))
        yield from (_counts(face, worth) for face, worth in enumerate(play.worth, 1) if worth != face)
    elif play.aside == "scoring":
        yield RuleLine(
            _("Set aside at least one die that scores. Roll the rest again, or bank all points of the turn.")
        )
        yield RuleLine(_("A roll that scores nothing loses the turn’s points."))
        must = play.hot == "must"
        yield RuleLine(
            _("Once all dice have scored you must roll all of them again.")
            if must
            else _("All dice have scored? Roll all of them again.")
        )
        if play.to_bank:
            yield RuleLine(_("You need {points} points to bank.", points=number(play.to_bank)))
        if play.opening:
            yield RuleLine(_("Your first scoring turn needs {points} points.", points=number(play.opening)))
    elif play.keep:
        yield RuleLine(_("Keep any dice between rolls."))
    elif play.highest:
        yield RuleLine(_("After each roll the highest die stays aside. The others are rolled again."))
        if play.score == HIGHEST:
            yield RuleLine(_("The dice set aside add up."))
    elif play.leaves:
        faces = chosen_from([str(face) for face in play.leaves])
        to_the_last = _("Dice with a {faces} are out. The others are rolled again until none is left.", faces=faces)
        again = _("Dice with a {faces} are out. The others are rolled again.", faces=faces)
        yield RuleLine(again if play.throws else to_the_last, drawn(*play.leaves))


def _throws(play: Play, _rules: Any) -> Iterator[RuleLine]:
    """Yield what single throws count, and which lose the turn; of hands, which beats which."""
    if play.hands:
        yield RuleLine(_("From high to low: {hands}.", hands=joined([one.title for one in play.hands], ", ")))
        yield from map(RuleLine, _of_hands(play))
        return
    yield from (RuleLine(_("{roll}: {worth}.", roll=_roll(one), worth=_worth(one))) for one in play.sets)
    if play.streak:
        lost, points = in_words(play.streak), number(play.streak_costs)
        yield RuleLine(_("{number} lost turns in a row cost {points} points.", number=lost, points=points))
    if play.needs:
        yield RuleLine(_("A score needs {dice}, which don’t count.", dice=listed(list(map(str, play.needs)))))
    if play.aside != "nothing":
        return
    if play.has_target and play.same_target:
        yield RuleLine(_("The number of each round is {number}.", number=play.first_target))
    elif play.has_target:
        yield RuleLine(_("The number of the first round is {number}, then one more each.", number=play.first_target))
    for one in play.lose_all:
        yield RuleLine(_("{roll}: the turn and all points are lost.", roll=_roll(one)))
    for one in play.bust:
        yield RuleLine(_("{roll}: the turn is lost.", roll=_roll(one)), drawn(one.has) if one.has > 0 else ())
    is_said = play.throws == 1 or (play.stop and not play.throws)
    if not (play.score == SUM and is_said) and not (play.score == HIGHEST and play.highest):
        first = None if play.bust or play.lose_all else play.score[0]
        for one in play.score:
            roll = _("Each roll") if one is first and not _named(one) else _roll(one)
            yield RuleLine(_("{roll}: {worth}.", roll=roll, worth=_worth(one)))
    if play.ends_without_score:
        yield RuleLine(_("A roll that counts nothing ends the turn."))
    elif all(map(_named, play.score)):
        yield RuleLine(_("{roll}: {worth}.", roll=_roll(Pattern()), worth=_worth(Pattern())))


def _of_hands(play: Play) -> Iterator[Text]:
    """Yield what else a file can say of turns and rounds of hands."""
    flags = (
        (play.ace_high, _("A 1 ranks above a 6.")),
        (play.again, _("A roll that makes no hand is rolled again.")),
        (play.first_sets, _("The first player of a round sets how many rolls the others have.")),
    )
    yield from (says for is_so, says in flags if is_so)
    if play.outs:
        yield _("Who has {hand} loses a life.", hand=chosen_from([one.title for one in play.hands if one.out]))
    if play.tokens:
        worth = joined([_("{hand} {count}", hand=one.title, count=one.tokens) for one in play.hands], ", ")
        yield _("The highest hand is worth tokens: {hands}.", hands=worth)
        yield _("{count} tokens are in the pot. Then they come from who has the highest hand.", count=play.tokens)
    if play.first_throws:
        yield _("Rolls of a turn while there are some: {count}.", count=play.first_throws)


def _named(one: Pattern) -> list[Text]:
    """Return what a throw of a pattern has, in words."""
    face = _("the number of the round") if one.has == TARGET else number(one.has)
    said: list[Text] = []
    if one.exact:
        said.append(joined(list(map(number, one.exact)), " "))
    if one.alike:
        alike = in_words(one.alike)
        said.append(_("{count} × {face}", count=one.alike, face=face) if one.has else _("{number} alike", number=alike))
    elif one.times:
        said.append(_("just {count} × {face}", count=one.times, face=face))
    elif one.has:
        said.append(_("with {face}", face=face))
    said += [_("{number} alike", number=in_words(many)) for many in one.groups]
    if one.run:
        said.append(_("{number} in a row", number=in_words(one.run)))
    if one.total:
        total = _("the number of the round") if one.total == TARGET else number(one.total)
        said.append(_("{total} in all", total=total))
    said += [_("with {face}", face=number(face)) for face in one.all_of]
    if one.without:
        said.append(_("without {faces}", faces=chosen_from([str(face) for face in one.without])))
    return said


def _roll(one: Pattern) -> Text:
    """Return the throws of a pattern in words."""
    said = _named(one)
    return _("Roll {rolled}", rolled=joined(said, ", ")) if said else _("Any other roll")


def _worth(one: Pattern) -> Text:
    """Return what a throw of a pattern counts, in words."""
    said = [ngettext("{count} point", "{count} points", one.points)] if one.points else []
    for many, once, often in (
        (one.sum, _("its sum"), _("{count} × its sum", count=one.sum)),
        (one.highest, _("its highest die"), _("{count} × its highest die", count=one.highest)),
        (one.face, _("its face"), _("{count} × its face", count=one.face)),
        (one.each, _("one point for each"), _("{count} points for each", count=one.each)),
    ):
        if many:
            said.append(once if many == 1 else often)
    return joined(said, " + ") if said else _("nothing")


def _counts(face: int, worth: int) -> RuleLine:
    if worth:
        return RuleLine(_("A {face} counts {worth}.", face=face, worth=worth), drawn(face))
    return RuleLine(_("A {face} counts nothing.", face=face), drawn(face))


def _stand(play: Play, _rules: Any) -> Iterator[RuleLine]:
    if play.stop:
        yield RuleLine(_("Stand to bank the points of the turn."))
    elif play.aside == "some":
        yield RuleLine(_("Stand to set aside all dice that are left."))


def decides(play: Play) -> Text:
    """Return how a round of hands decides the game."""
    if play.outs:
        return _("The last player in wins.")
    if play.tokens:
        return _("The lowest hand takes tokens. Who has all of them at the end loses.")
    if play.lives:
        return _("The lowest hand loses a life. The last player in wins.")
    if play.first_to == 1:
        return _("The highest hand wins.")
    return ngettext(
        "The highest hand wins the round and the game.",
        "The highest hand wins the round. {count} rounds win the game.",
        play.first_to,
    )


def _win(play: Play, _rules: Any) -> Iterator[RuleLine]:
    if play.hands:
        if play.lives > 1 or (play.lives and not play.outs):
            yield RuleLine(ngettext("Everyone has one life.", "Everyone has {count} lives.", play.lives), rank=1)
        yield RuleLine(decides(play))
        return
    if play.last_turns:
        goal = number(play.goal)
        yield RuleLine(_("At {points} points everyone else has one more turn. The most points win.", points=goal))
        yield RuleLine(PLAY_ON, rank=4)
        return
    if play.wins == "last_point":
        yield RuleLine(_("All players count together to {goal}. The last point wins.", goal=number(play.goal)))
        return
    if play.goal:
        yield RuleLine(_("{goal} points win.", goal=number(play.goal)))
        if play.at_once:
            yield RuleLine(_("The first player with enough points wins at once."))
        else:
            yield RuleLine(_("When a player has enough points, the round is finished. The most points win."))
            yield RuleLine(PLAY_ON, rank=4)
    if play.rounds:
        yield RuleLine(ngettext("The game is one round.", "The game is {count} rounds.", play.rounds))
    if play.goal:
        return
    if play.lowest:
        yield RuleLine(_("The lowest total wins."))
    else:
        yield RuleLine(_("The highest score wins.") if play.wins == "round" else _("The most points win."))


def _tie(play: Play, rules: Any) -> Iterator[RuleLine]:
    if play.at_once or play.wins == "last_point":
        return
    yield RuleLine(_("Players who tie roll once more."), rank=3) if play.hands else tie_line(rules)


LINES: Mapping[str, Callable[[Play, Any], Iterator[RuleLine]]] = {
    "throw": _throw,
    "turn": _turn,
    "rolls": _throws,
    "stand": _stand,
    "win": _win,
    "tie": _tie,
}
"""The lines that the kit makes, by their names in a file."""
