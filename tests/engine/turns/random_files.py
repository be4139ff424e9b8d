"""Random files of games of an owner, of every class, within the bounds and a little beyond."""

from random import Random
from typing import Any

CLASSES = ("throws", "push", "leaves", "common", "some", "hands", "scoring")
"""What a player does with dice, and what all do together."""

Keys = dict[str, Any]


def file_of(kind: str, chance: Random) -> str:
    turn, game, hands = {
        "common": _common,
        "some": _some,
        "hands": _hands,
        "scoring": _scoring,
    }.get(kind, lambda one: _thrown(kind, one))(chance)
    if chance.random() < 0.2 and "lives" not in game:
        game["best"] = "low"
    if chance.random() < 0.3:
        game["tie"] = chance.choice(("rolloff", "shared"))
    parts = [
        f'title = "Game {chance.randrange(10**9)}"\nline = "A line."\n',
        _part("[turn]", turn),
        _part("[game]", game),
    ]
    return "\n".join((*parts, *(_part("[[hand]]", one) for one in hands)))


def _part(header: str, keys: Keys) -> str:
    return "\n".join((header, *(f"{key} = {_written(one)}" for key, one in keys.items()), ""))


def _written(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            return f"{{{', '.join(f'{key} = {_written(one)}' for key, one in value.items())}}}"
    return str(value)


def _pattern(chance: Random, dice: int) -> Keys:
    all_keys: Keys = {
        "has": chance.randint(1, 6),
        "times": chance.randint(1, dice),
        "without": [chance.randint(1, 6)],
        "alike": chance.randint(1, dice),
        "run": chance.randint(2, 4),
        "exact": sorted(chance.choices(range(1, 7), k=dice)),
        "total": chance.randint(dice, 6 * dice),
        "groups": [max(1, dice - 1), 1][:dice],
        "lone": [chance.randint(1, 6)],
    }
    return {key: one for key, one in all_keys.items() if chance.random() < 0.18} or {"has": chance.randint(1, 6)}


def _worth(chance: Random) -> Keys:
    key = chance.choice(("points", "each", "sum", "highest"))
    return {key: chance.randint(1, chance.choice((1, 5, {"points": 400, "sum": 5}.get(key, 20))))}


def _thrown(kind: str, chance: Random) -> tuple[Keys, Keys, list[Keys]]:
    dice = chance.choice((1, 1, 2, 2, 3, 4, 5, 6, 9, 12))
    turn: Keys = {"dice": dice}
    if kind == "push":
        turn["stop"] = True
    if kind == "leaves":
        turn |= {"leaves": chance.choice(("highest", [2, 5], [6], [1, 2, 3, 4])), "stop": chance.random() < 0.4}
    if kind == "throws" or chance.random() < 0.3:
        turn["throws"] = chance.randint(1, 10)
    game: Keys = {"wins": "points", "rounds": chance.choice((1, 5, 12, 100))}
    if chance.random() < 0.5:
        game = chance.choice(
            (
                {"wins": "round"},
                {"wins": "points", "goal": chance.choice((20, 100, 500)), "ends": chance.choice(("at_once", "round"))},
            )
        )
    if game["wins"] == "points" and chance.random() < 0.2:
        game["first_target"] = chance.randint(1, 3)
    if chance.random() < 0.7:
        turn["score"] = [_pattern(chance, dice) | _worth(chance) for _ in range(chance.randint(1, 6))] + [{"sum": 1}]
    if kind == "push" or chance.random() < 0.3:
        turn["bust"] = [_pattern(chance, dice) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.15:
        turn["lose_all"] = _pattern(chance, dice)
    if chance.random() < 0.2:
        turn["ends_without_score"] = True
    return turn, game, []


def _common(chance: Random) -> tuple[Keys, Keys, list[Keys]]:
    dice = chance.choice((1, 2, 3, 5, 6, 12))
    one = {"has": chance.randint(1, 6), "each": 1}
    many = [_pattern(chance, dice) | {"points": chance.randint(1, 5)} for _ in range(chance.randint(1, 4))]
    turn: Keys = {"dice": dice, "ends_without_score": True, "score": one if chance.random() < 0.6 else many}
    return turn, {"wins": "last_point", "goal": chance.choice((7, 21, 100))}, []


def _some(chance: Random) -> tuple[Keys, Keys, list[Keys]]:
    dice = chance.randint(1, 7)
    turn: Keys = {"dice": dice, "aside": "some"}
    if chance.random() < 0.5:
        turn["worth"] = {chance.randint(1, 6): chance.randint(-20, 20) for _ in range(chance.randint(1, 5))}
    if chance.random() < 0.5:
        turn["needs"] = sorted(chance.choices(range(1, 7), k=chance.randint(1, dice)))
    return turn, chance.choice(({"wins": "round"}, {"wins": "points", "rounds": chance.choice((1, 10, 100))})), []


def _hands(chance: Random) -> tuple[Keys, Keys, list[Keys]]:
    dice, ends = chance.randint(1, 6), chance.choice(("lives", "tokens", "first_to"))
    turn: Keys = {"dice": dice, "throws": chance.choice((1, 2, 3, 10)), "first_sets": chance.random() < 0.4}
    turn |= {"aside": "any"} if chance.random() < 0.7 else {"ace_high": chance.random() < 0.4}
    hands = []
    for number in range(chance.choice((1, 3, 8, 20))):
        keys = _pattern(chance, dice) | {"by": chance.choice(("groups", "dice", "lone", "low", "equal"))}
        keys |= {"tokens": chance.randint(0, 10)} if ends == "tokens" else {"out": chance.random() < 0.1}
        hands.append({"name": f"hand_{number}", "title": f"Hand {number}", **keys})
    rest = {"name": "rest", "title": "Rest", "by": chance.choice(("dice", "groups", "equal"))}
    return turn, {"wins": "hands", ends: chance.choice((1, 3, 10, 100))}, [*hands, rest]


def _scoring(chance: Random) -> tuple[Keys, Keys, list[Keys]]:
    dice, step, sets = chance.randint(1, 6), chance.choice((1, 5, 50)), list[Keys]()
    for _ in range(chance.choice((1, 3, 8, 20))):
        form = {"alike": chance.randint(1, dice)}, {"run": chance.randint(2, 6)}, {"groups": [dice]}
        row: Keys = {**chance.choice((form[0], *form)), "points": step * chance.randint(1, chance.choice((3, 20, 240)))}
        if "alike" in row and chance.random() < 0.7:
            row["has"] = chance.randint(1, 6)
        sets.append(row)
    turn: Keys = {"dice": dice, "aside": "scoring", "stop": True, "sets": sets, "hot": chance.choice(("may", "must"))}
    game: Keys = {
        "wins": "points",
        "goal": step * chance.choice((20, 100, 500)),
        "ends": chance.choice(("last_turns", "at_once")),
    }
    if chance.random() < 0.3:
        game |= {"opening": step * chance.randint(1, 100), "streak": 3, "streak_costs": step}
    return turn, game, []
