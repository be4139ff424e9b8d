"""What does nothing in an owner's file: looked for when it is added, so that games of files that were added stay."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.errors import BadRules
from engine.i18n import Text, listed
from engine.i18n import gettext as _
from engine.i18n.texts import DEFAULT, languages
from engine.names import UNSEEN, is_visible
from engine.spelling import within, wrong
from engine.turns.kit.face import USUAL
from engine.turns.kit.file.play import NO_TARGET, Pattern, Play
from engine.turns.kit.file.reading import GameFile, values_tried
from engine.turns.kit.file.tables import MOST, TAKES_TEXT, BadGame, is_text, not_known
from engine.turns.turn_plan import throws


def costs(play: Play) -> bool:
    return min(one.points for one in play.score) < 0


BANKED = "sets hot to_bank opening streak streak_costs"
THROWN = "leaves score bust lose_all ends_without_score first_target same_target"
COUNTED = "aside=some aside=scoring throws stop leaves bust lose_all first_target ends best=low tie=shared"
Kinds = tuple[tuple[str, Callable[[Play], object], str], ...]
ONLY: Kinds = (
    ('aside = "some"', lambda of: of.aside == "some", "worth needs"),
    ('aside = "scoring"', lambda of: of.aside == "scoring", f"{BANKED} ends=last_turns"),
    ("[[hand]]", lambda of: of.hands, "first_sets again ace_high first_throws lives tokens first_to"),
    ("tokens = 11", lambda of: of.tokens, "first_throws hand.tokens"),
    ("lives = 3", lambda of: of.lives, "hand.out"),
    ("throws = 2", lambda of: of.throws > 1, "first_sets aside=any"),
    ('wins = "points"', lambda of: of.wins == "points", "rounds"),
    ('wins = "points"', lambda of: of.wins in ("points", "last_point"), "goal"),
    ('wins = "last_point"', lambda of: of.wins == "last_point", "marks"),
    ("goal = 50", lambda of: of.goal, "ends=at_once"),
    ("first_target = 1", lambda of: of.first_target, "same_target"),
    ('"target"', lambda of: of.has_target, "first_target"),
    ("streak = 3", lambda of: of.streak, "streak_costs"),
    ("streak_costs = 500", lambda of: of.streak_costs, "streak"),
    ("bust = {has = 1}", lambda of: of.bust or of.lose_all or of.aside != "nothing" or costs(of), "stop"),
    ("stop = true", lambda of: of.stop, "sets"),
)
"""What these keys do nothing without. A key of hands begins with ``hand.``; one with a value is meant with that."""

NEVER: Kinds = (
    ("[[hand]]", lambda of: of.hands, f"{THROWN} stop rounds ends best=low tie=shared"),
    ('aside = "some"', lambda of: of.aside == "some", f"{THROWN} throws stop"),
    ('aside = "scoring"', lambda of: of.aside == "scoring", f"{THROWN} throws rounds"),
    ('wins = "last_point"', lambda of: of.wins == "last_point", COUNTED),
    ('best = "low"', lambda of: of.lowest and of.wins == "points", "goal"),
    ("again", lambda of: of.again and (of.throws or of.keep), "throws aside=any"),
    ("tokens", lambda of: of.tokens and of.lives, "lives"),
    ("first_to", lambda of: of.first_to and of.lives, "lives"),
    ("first_to", lambda of: of.first_to and of.tokens, "tokens"),
)
"""What the kinds of games don't use: these keys can't be with that."""

WORTH = ("points", "each", "sum", "highest", "face")
WORTH_OF = {"score": WORTH[:4], "sets": ("points", "face")}
"""What patterns of these keys are worth; others are worth nothing."""
NAME = re.compile(r"\w[\w-]{0,39}", re.ASCII)
LONGEST_TITLE = 60
Idle = Iterator[tuple[tuple[str, ...], Text]]


def check_that_all_counts(file: GameFile, words: Sequence[str]) -> None:
    """Raise :class:`BadGame` for the first thing that does nothing or can't be shown; ``words`` are announced."""
    _check_texts(file)
    for path, why in chain(_unknown(file, words), _idle(file)):
        raise BadGame(file.source.line(path), why)


def nothing(key: str, needed: str) -> Text:
    return _("“{key}” does nothing without “{needed}”", key=key, needed=needed)


def _given(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the keys of turn, game and hands, also with their values, options included, and the places of all."""
    is_hand, is_rules = path[:1] == ("hand",), path[-1:] in (("turn",), ("game",))
    for key, value in table.items():
        if (is_rules and len(path) != 2) or (is_hand and len(path) == 2):
            name = f"hand.{key}" if is_hand else key
            yield from ((name, (*path, key)), (f'{name} = "{value}"', (*path, key)))
        elif isinstance(value, dict):
            yield from _given(value, (*path, key))


def _check_texts(file: GameFile) -> None:
    source, title = file.source, file.title
    if not is_visible(title) or len(title) > LONGEST_TITLE:
        raise BadGame(
            source.line(("title",)), _("“{key}” has no letters, or more than {most}", key="title", most=LONGEST_TITLE)
        )
    texts = [text for one in source.messages.values() for text in (one.one, one.many, *(one.own or {}).values())]
    if any(map(UNSEEN.search, texts)):
        lines = enumerate(source.text.split("\n"), 1)
        number = next((number for number, line in lines if UNSEEN.search(line) or "\\u" in line.lower()), 1)
        raise BadGame(number, _("a text has characters that can’t be shown"))
    known = sorted({*languages()} - {DEFAULT})
    for code, said in file.raw.get("texts", {}).items():
        if code not in known:
            raise BadGame(source.line(("texts", code)), not_known(code, known))
        for text, other in said.items():
            if not is_text(other):
                raise BadGame(source.line_of(code, text), wrong(text[:40], other, TAKES_TEXT).args[0])


def _unknown(file: GameFile, words: Sequence[str]) -> Idle:
    """Yield the places of names that no address can have, and of names of what there is not."""
    raw = file.raw
    for part in ("presets", "words", "terms", "moments"):
        for name in raw.get(part, {}):
            if not NAME.fullmatch(name):
                yield (part, name), wrong(part, name[:40], _("it takes small letters, digits, “-” and “_”")).args[0]
    means = [one.means for one in file.words.values()]
    for name, one in file.words.items():
        if means.count(one.means) > 1:
            yield ("words", name), _("“{key}” is there twice: keep one", key=one.means)
        if name not in words:
            other = _("no game of this kind says “{key}”; choose from {known}", key=one.means, known=listed(words))
            yield ("words", name), other if one.means in USUAL else not_known(one.means, words)
    for word in (word for play in file.plays for _points, word in play.marks if word not in file.words):
        yield ("game", "marks"), _("“{key}” is missing", key=f"[words.{word}]")
    for name, moment in file.moments.items():
        path = ("moments", name.partition(".")[2])
        if moment.word and moment.word not in words:
            yield (*path, "word"), not_known(str(moment.word), words)
        if not (moment.word or moment.first or moment.behind or moment.lives):
            yield path, _("“{key}” is missing", key="word")
    for option in file.own_options:
        path, parts = ("options", option.key), ("turn", "game")
        for when in ("on", "off"):
            if strange := next((part for part in raw["options"][option.key].get(when, {}) if part not in parts), None):
                yield (*path, when), not_known(strange, parts)
        if option.needs and option.needs[0] not in file.usual:
            yield (*path, "needs"), not_known(option.needs[0], tuple(file.usual))


def _idle(file: GameFile) -> Idle:
    usual = file.play(file.usual)
    hands = {str(number): one for number, one in enumerate(file.hands)}
    for key, place in _given({**file.raw, "hand": hands}):
        written = key.removeprefix("hand.")
        for other, is_so, keys in NEVER:
            if key.replace(' = "', "=").rstrip('"') in keys.split() and any(map(is_so, file.plays)):
                yield place, _("“{key}” and “{other}” don’t go together: remove one of them", key=written, other=other)
        for needed, counts, keys in ONLY:
            if key.replace(' = "', "=").rstrip('"') in keys.split() and not any(map(counts, file.plays)):
                yield place, nothing(written, needed)
    for option in file.own_options:
        path = ("options", option.key)
        if option.takes == "number" and option.least == option.most:
            yield (*path, "value"), _("“{key}” is missing", key="most")
        others = [file.play({**file.usual, option.key: value}) for value in values_tried(option)]
        is_named = f'"{option.key}"' in file.source.text or any(option.key in one.when for one in file.how)
        if all(play == usual for play in others) and not is_named:
            why = _('the option “{key}” changes nothing: remove it, or name it, as in {key} = "{key}"', key=option.key)
            yield path, why
    for play in file.plays:
        if play.has_target and not play.first_target:
            yield ("turn",), nothing('"target"', "first_target")
        names = [one.name for one in play.hands]
        if twice := next((name for name in names if names.count(name) > 1), None):
            yield ("hand",), _("“{key}” is there twice: keep one", key=twice)
        for key, patterns in {**play.patterns, "hand": [one.pattern for one in play.hands]}.items():
            for one in patterns:
                yield from ((("hand",) if key == "hand" else ("turn", key), why) for why in _worthless(key, one))
    starts = file.chart.starts
    if list(starts) != sorted(set(starts)):
        yield ("chart", "starts"), wrong("starts", starts, _("the numbers go up")).args[0]
    if len(file.how) > MOST:
        yield ("how",), _("“{key}” takes a list of up to {most} tables", key="how", most=MOST)
    yield from _never(file.plays, [str(one.get("name")) for one in file.hands])
    yield from _never_ends(usual)


def _worthless(key: str, one: Pattern) -> Iterator[Text]:
    """Yield what a pattern says that does nothing, or leaves out."""
    if unmet := next((name for name in ("times", "each") if getattr(one, name) and not one.has), None):
        yield nothing(unmet, "has = 1")
    worth = [name for name in WORTH if getattr(one, name)]
    if strange := next((name for name in worth if name not in WORTH_OF.get(key, ())), None):
        yield _("“{key}” does nothing in “{part}”", key=strange, part=key)
    if key in ("bust", "lose_all") and one == Pattern():
        yield _("every roll has “{key}”: say which, as in {example}", key=key, example="{has = 1}")
    if key == "sets" and not worth:
        yield nothing(key, "points = 50")


def _never_ends(play: Play) -> Idle:
    """Yield why no one can reach the goal."""
    for part, key in (("turn", "to_bank"), ("game", "opening")) if play.aside == "scoring" else ():
        try:
            within(key, getattr(play, key), 0, play.goal)
        except BadRules as error:
            yield (part, key), error.args[0]
    target = play.target(1)
    if play.aside == "nothing" and not play.hands:
        worth = [play.points(dice, target) for dice, _ways in throws(play.dice)]
        if not any(worth) or (play.goal and not play.rounds and max(worth) <= 0):
            yield ("turn", "score"), nothing("score", "points = 1")


def _never(plays: Sequence[Play], names: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yield the places of the usual patterns that count in none of these games, the first of which is the usual one."""
    usual: dict[str, Sequence[object]] = {**plays[0].patterns, "hand": plays[0].hands}
    left = {(key, number) for key, patterns in usual.items() for number in range(len(patterns))}
    left.difference_update(*map(_counted, plays))
    for key, number in sorted(left):
        if key == "hand":
            hand = plays[0].hands[number]
            why = _("the hand “{hand}” never counts: no roll has it, or one above it counts first", hand=hand.name)
            yield (key, str(names.index(hand.name))), why
        else:
            why = _("pattern {number} never counts: no roll has it, or one above it counts first", number=number + 1)
            yield ("turn", key), why


def _counted(play: Play) -> set[tuple[str, int]]:
    """Return the patterns that count in some roll, by their keys and places."""
    some = play.drops or play.wins == "last_point" or play.aside == "scoring"
    dice = [one for many in range(1 if some else play.dice, play.dice + 1) for one, _ways in throws(many)]
    found = {("hand", play.number_of(one)) for one in (dice if play.hands else ())}
    rolls = [(one, target) for target in play.targets((play.rounds or NO_TARGET) - 1) for one in dice]
    for key, patterns in play.patterns.items():
        left = rolls
        for number, one in enumerate(patterns):
            fits = {roll for roll in left if one.fits(*roll)}
            found |= {(key, number)} if fits else set()
            left = [roll for roll in left if roll not in fits] if key == "score" else left
    return found
