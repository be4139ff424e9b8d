"""Facts of games written as text: a line states the fact, and each line below it, set in, is a case of it.

A case is a game and what is so then, as in ``rounds rolls=5 players=Ann,Ben,Cid: 65452 +5 3 > held 654, cargo 53``.
``players`` are Ann and Ben if they are not said, or a number of them. After ``>`` stand, with commas between them:

- a key of the report of the state, a field of the state, or ``outcome``, and its value. Parts of it follow after a dot,
  ``*`` for each: ``totals.Ann 5``, ``rounds.*.winner Ben Ann``. Nothing is ``-``, and dice are written as in 654.
- ``said``: the announcements of the last word, all of them; ``says``: those with these words; ``not``: none of these.
- ``tray``: the dice that must be held, the number to throw, and the dice that may be held.
- ``next``: who begins the next game. ``same``: the state is that after other words. ``waiting``, ``aside`` and
  ``counting``: how many events of the history are.
- ``best AIM``: what the advice does, with which dice, and how many it throws; ``worth AIM``: the values of its choices.
- At the end of a line, a part of a reason: ``silent AIM``: why there is no advice; ``why FACE``: why a die may not be
  held; ``may BOX``: why a box may not be filled; ``refused``: why the last word was refused, which changed nothing
  (``code``: the code of that); ``bad``: why the rules are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine import (
    Anted,
    BadRules,
    Bet,
    Corrected,
    Event,
    GameHistory,
    Held,
    Joined,
    Kept,
    Left,
    Passed,
    Refused,
    Released,
    Renamed,
    Rolled,
    RoundsSet,
    Scored,
    Started,
    Stopped,
    Undone,
    game_of,
    presets_of_all,
)
from engine.games.shut_the_box.rules import PRESETS as BOXES_TO_SHUT
from engine.games.shut_the_box.rules import Closed, Switched
from engine.games.yahtzee.cards import YAHTZEE

MISS = "22233"
"""A throw of Ship, Captain, Crew that holds nothing, except with the sequence 1-2-3."""


def faces_of(digits: str) -> tuple[int, ...]:
    """Return the faces of ``65``: a six and a five."""
    return tuple(map(int, digits))


def event_of(preset: str, word: str) -> Event:
    """Return an event: ``33661`` rolls, ``+55`` sets aside or keeps, ``=chance`` scores, ``.`` stops, ``!`` undoes.

    In Shut the box ``=8+1`` closes tiles, ``-`` throws one die instead of two. In Ship, Captain, Crew ``~5`` releases,
    ``$3`` antes, ``-`` passes. ``fix:1:65433`` corrects roll 1, ``by:Ben:111`` is a roll of Ben, ``told:111`` one
    entered by hand, and players and stakes are ``join:Cid``, ``left:Ann``, ``name:Ann:Eve``, ``rounds:5`` and
    ``bet:Ben:miss:2:Ann``.
    """
    match word.split(":"):
        case ["join", name]:
            return Joined(name)
        case ["left", name]:
            return Left(name)
        case ["name", name, new]:
            return Renamed(name, new)
        case ["by", name, dice]:
            return Rolled(faces_of(dice), name)
        case ["told", dice]:
            return Rolled(faces_of(dice), told=True)
        case ["fix", roll, dice]:
            return Corrected(int(roll), faces_of(dice))
        case ["rounds", rounds]:
            return RoundsSet(int(rounds))
        case ["bet", by, on, chips, *against]:
            return Bet(by, on, int(chips), *against)
    match word[0], word[1:]:
        case ".", "":
            return Stopped()
        case "-", "":
            return Switched() if preset in BOXES_TO_SHUT else Passed()
        case "!", "":
            return Undone()
        case "+", faces:
            return _holding(preset)(faces_of(faces))  # type: ignore[call-arg]
        case "~", faces:
            return Released(faces_of(faces))
        case "$", chips:
            return Anted(int(chips))
        case "=", box:
            return Closed(box) if preset in BOXES_TO_SHUT else Scored(box)
    return Rolled(faces_of(word))


def _holding(preset: str) -> type[Event]:
    game = game_of(preset)
    return {"ship_captain_crew": Held, "yahtzee": Kept}.get(game.kind) or next(iter(game.events.values()))


def turn(cargo: int) -> str:
    """Return the words of a turn of Ship, Captain, Crew with that cargo; 0 is a turn without ship, captain and crew."""
    if not cargo:
        return f"{MISS} {MISS} {MISS}"
    return f"654{cargo - cargo // 2}{cargo // 2} ."


FOR_NOTHING = {
    "ones": "23466",
    "twos": "13466",
    "threes": "12466",
    "fours": "12366",
    "fives": "12366",
    "sixes": "12344",
    "chance": "11112",
}
"""A throw of Yahtzee that scores nothing in that box (six in chance); 22466 does in the other lower boxes."""


def scratched(*boxes: str) -> str:
    """Return the words of turns of Yahtzee that score zero in these boxes."""
    return " ".join(f"{FOR_NOTHING.get(box, '22466')} ={box}" for box in boxes)


def scratched_but(*boxes: str) -> str:
    """Return the words of turns that score zero in all other boxes."""
    return scratched(*(box for box in YAHTZEE.names if box not in boxes))


def straights(many: int) -> str:
    """Return the words of a turn of Farkle with so many straights; none is a farkle."""
    return " ".join(["123456 +123456"] * many) + " ." if many else "223446"


def words_of(text: str) -> list[str]:
    """Return the single words: ``22233*3`` is one three times, ``t8`` a :func:`turn` with a cargo of eight.

    ``s2`` are :func:`straights`, ``scratch:ones,fours`` and ``but:ones`` are boxes that are :func:`scratched`.
    """
    text = re.sub(r"(\S+)\*(\d+)", lambda many: " ".join([many[1]] * int(many[2])), text)
    text = re.sub(r"\bt(\d+)\b", lambda cargo: turn(int(cargo[1])), text)
    text = re.sub(r"\bs(\d+)\b", lambda many: straights(int(many[1])), text)
    text = re.sub(r"scratch:(\S+)", lambda boxes: scratched(*boxes[1].split(",")), text)
    return re.sub(r"but:(\S+)", lambda boxes: scratched_but(*boxes[1].split(",")), text).split()


def game(preset: str, words: str = "", players: str = "Ann Ben", starter: str = "", **options: object) -> GameHistory:
    """Return a game after these words. The first player starts by default; with ``starter="?"`` the dice decide."""
    names = tuple(players.split())
    book = GameHistory(Started(preset, names, None if starter == "?" else starter or names[0], options))
    for word in words_of(words):
        book.write(event_of(preset, word))
    return book


def facts(*texts: tuple[str, *tuple[str, ...]]) -> pytest.MarkDecorator:
    """Return the cases of texts as the argument ``case``; those that name no rules for each game beside their text."""
    cases = []
    for text, *games in texts:
        fact = ""
        for line in filter(None, map(str.rstrip, text.splitlines())):
            if line[0] != " ":
                fact = line
                continue
            case = line.strip()
            named = re.split("[ :]", case)[0] in presets_of_all()
            of_games = [case] if named else [f"{game}{case}" if case[0] == ":" else f"{game} {case}" for game in games]
            cases += [pytest.param(one, id=fact) for one in of_games]
    return pytest.mark.parametrize("case", cases)


def holds(case: str) -> None:
    """Play the game of a case; check what is said of it."""
    rules, rest = re.split(r":(?= )", case, maxsplit=1)
    words, expected = re.split(r"(?:^| )> ", rest, maxsplit=1)
    if expected.startswith("bad "):
        with pytest.raises(BadRules) as bad:
            GameHistory(start_of(rules))
        assert expected[4:] in str(bad.value)
        return
    played = _played(start_of(rules), words_of(words))
    items = re.split(r", (?=\S+ )", expected)
    while items:
        key, _, value = items.pop(0).partition(" ")
        if key in ("refused", "why", "may", "silent"):
            value, items = ", ".join([value, *items]), []
        played.check(key, value)
    assert played.refused is None or re.search("(refused|code) ", expected)


def start_of(rules: str) -> Started:
    """Return the start of ``rounds rolls=5 players=Ann,Ben,Cid``."""
    preset, *written = rules.split()
    options = dict(option.split("=", 1) for option in written)
    said = options.pop("players", "Ann,Ben")
    players = tuple(f"P{number}" for number in range(int(said))) if said.isdigit() else tuple(said.split(","))
    starter = options.pop("starter", "".join(players[:1])) or None
    ahead = dict(one.split("+") for one in options.pop("ahead", "").split(",") if one)
    handicap = {name: int(points) for name, points in ahead.items()}
    return Started(preset, players, None if starter == "?" else starter, options, handicap)


@dataclass
class _Played:
    book: GameHistory
    before: Any
    refused: Refused | None

    def check(self, key: str, value: str) -> None:
        book, state = self.book, self.book.state
        game = book.game
        match key:
            case "refused" | "code":
                assert self.refused is not None
                assert value in self.refused.why if key == "refused" else value == self.refused.code
            case "why":
                face, why = value.split(" ", 1)
                assert why in game.why_not_held(state, int(face))
            case "may":
                box, why = value.split(" ", 1)
                told: Any = game.report(state)["may_not_score"]
                assert told[box] == why
            case "said" | "says" | "not":
                said = [_announced(one) for one in game.announcements(self.before, state)]
                words = [token.split(":")[0] for token in value.split()]
                if key != "said":
                    said = [one for one in said if one.split(":")[0] in words]
                wanted = [] if key == "not" or value == "-" else value.split()
                assert len(said) == len(wanted), said
                assert all(f"{one}:".startswith(f"{token}:") for one, token in zip(said, wanted, strict=True)), said
            case "tray":
                tray = game.expected_tray(state)
                assert [shown(tray.held), str(tray.throw), shown(tray.may_hold)] == value.split()
            case "next":
                assert game.next_game(state).starter == value
            case "same":
                assert state == _played(self.start, words_of(value)).book.state
            case "waiting" | "aside" | "counting":
                assert len(getattr(book, key)) == int(value)
            case "best":
                aim, *does = value.split()
                advice: Any = game.advice(state, aim)
                best = advice["best"]
                for one in advice["choices"]:
                    assert one["cost"] == pytest.approx(abs(best["value"] - one["value"]))
                assert [best["do"], shown(best.get("dice")), str(best.get("throw"))][: len(does)] == does
            case "worth":
                aim, *values = value.split()
                choices: Any = game.advice(state, aim)["choices"]
                assert [one["value"] for one in choices[: len(values)]] == pytest.approx(
                    list(map(float, values)), abs=5e-5
                )
            case "silent":
                aim, why = value.split(" ", 1)
                with pytest.raises(Refused, match=why):
                    game.advice(state, aim)
            case _:
                known = {**game.report(state), "outcome": game.outcome(state)}
                root, *path = key.split(".")
                found = known[root] if root in known else getattr(state, root)
                assert shown(part_of(found, path)) == value, key

    @property
    def start(self) -> Started:
        start = self.book.events[0]
        assert isinstance(start, Started)
        return start


def _played(start: Started, words: list[str]) -> _Played:
    book = GameHistory(start)
    before, refused = book.state, None
    for place, word in enumerate(words, 1):
        before, log = book.state, list(book.events)
        try:
            book.write(event_of(start.preset, word))
        except Refused as why:
            if place < len(words):
                raise
            refused = why
            assert (book.state, book.events) == (before, log)
    return _Played(book, before, refused)


def _announced(one: Any) -> str:
    return ":".join(str(part) for part in (one.word, one.player, one.number) if part is not None)


def part_of(value: Any, path: list[str]) -> Any:
    if not path:
        return value
    name, *rest = path
    if name == "*":
        return [part_of(one, rest) for one in value]
    if isinstance(value, Mapping):
        return part_of(value[name], rest)
    return part_of(value[int(name)] if name.isdigit() else getattr(value, name), rest)


def shown(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return " ".join(f"{name} {shown(one)}" for name, one in value.items()) or "-"
        case list() | tuple() | set() | frozenset():
            is_dice = all(isinstance(one, int) for one in value)
            return ("" if is_dice else " ").join(map(shown, value)) or "-"
    return str(value)
