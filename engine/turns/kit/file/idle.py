"""What does nothing in an owner's file: looked for when it is added, so that games of files that were added stay."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import UNSEEN, is_visible
from engine.turns.kit.file.play import NO_TARGET, Play
from engine.turns.kit.file.reading import GameFile, values_tried
from engine.turns.kit.file.tables import BadGame
from engine.turns.turn_plan import throws

ONLY: tuple[tuple[str, Callable[[Play], object], str], ...] = (
    ('aside = "nothing"', lambda play: play.aside == "nothing" and not play.hands, "leaves score bust lose_all"),
    ('aside = "some"', lambda play: play.aside == "some", "worth needs"),
    ('aside = "scoring"', lambda play: play.aside == "scoring", "sets hot to_bank opening streak streak_costs"),
    ("[[hand]]", lambda play: play.hands, "first_sets again ace_high first_throws lives tokens first_to"),
    ('wins = "points"', lambda play: play.wins == "points", "rounds"),
    ('wins = "points"', lambda play: play.wins in ("points", "last_point"), "goal"),
    ('wins = "last_point"', lambda play: play.wins == "last_point", "marks"),
)
"""What these keys do nothing without."""


def check_that_all_counts(file: GameFile) -> None:
    """Raise :class:`BadGame` for the first key, option or pattern that does nothing."""
    for path, why in _idle(file):
        raise BadGame(file.source.line(path), why)


def _idle(file: GameFile) -> Iterator[tuple[tuple[str, ...], Text]]:
    usual, title = file.play(file.usual), str(file.title)
    if not is_visible(title) or UNSEEN.search(title):
        yield ("title",), _("“{key}” has characters that can’t be shown, or none", key="title")

    def nothing(key: str, needed: str) -> Text:
        return _("“{key}” does nothing without “{needed}”", key=key, needed=needed)

    for needed, counts, keys in ONLY:
        for key, part in product(keys.split(), ("turn", "game")):
            if key in file.raw.get(part, {}) and not counts(usual):
                yield (part, key), nothing(key, needed)
    plays = [usual]
    for option in file.own_options:
        path = ("options", option.key)
        if option.takes == "number" and option.least == option.most:
            yield (*path, "value"), _("“{key}” is missing", key="most")
        others = [file.play({**file.usual, option.key: value}) for value in values_tried(option)]
        is_named = f'"{option.key}"' in file.source.text or any(option.key in one.when for one in file.how)
        if all(play == usual for play in others) and not is_named:
            yield path, _("the option “{key}” changes nothing", key=option.key)
        plays += others
    plays += [file.play({**file.usual, **options}) for _title, _line, options in file.presets.values()]
    for play in plays:
        for key, patterns in play.patterns.items():
            for one in patterns:
                if unmet := next((name for name in ("times", "each") if getattr(one, name) and not one.has), None):
                    yield ("turn", key), nothing(unmet, "has = 1")
    yield from _never(plays)


def _never(plays: Sequence[Play]) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yield the places of the usual patterns that count in none of these games, the first of which is the usual one."""
    usual: dict[str, Sequence[object]] = {**plays[0].patterns, "hand": plays[0].hands}
    left = {(key, number) for key, patterns in usual.items() for number in range(len(patterns))}
    left.difference_update(*map(_counted, plays))
    for key, number in sorted(left):
        why = _("pattern {number} never counts: no roll has it, or one above it counts first", number=number + 1)
        yield (key,) if key == "hand" else ("turn", key), why


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
