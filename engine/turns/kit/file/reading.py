"""A game of turns as a file in TOML: its keys, checked, and the rules that it leads to with every option."""

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from keyword import iskeyword
from typing import Any

from engine.errors import BadRules
from engine.face import Option, QuickGame
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import nearest
from engine.spelling import wrong
from engine.turns.kit.file import said
from engine.turns.kit.file.bounds import check_ends, too_much
from engine.turns.kit.file.mistakes import mistake_in
from engine.turns.kit.file.play import TARGET, Hand, Pattern, Play
from engine.turns.kit.file.tables import MOST_POINTS, BadGame, Source, Table, Words
from engine.turns.kit.scoring.sets import table_of
from engine.turns.state import TIE, TurnRules

LONGEST = 60_000
"""Characters of a file."""
LONGEST_OF_OWNERS = 12_000
"""Characters of an owner's file, which each of its games in the journal carries."""
MOST_DIGITS = 1_000
"""Digits of a number that are too many: Python writes no number of more than 4,300."""
DEEPEST = 30
"""Tables and lists in each other; a game has nine."""
OWN, OF_RULES = "own_", 12
"""How the names of owner's games begin, and how many letters at their end stand for the rules."""


@dataclass(frozen=True, eq=False)
class GameFile:
    """A game as its file says it. ``presets`` have their titles, lines and options by name, the main one first."""

    kind: str
    place: int
    title: Text
    also: Text | None
    icon: tuple[int, ...]
    least_players: int
    presets: Mapping[str, tuple[Text, Text, Mapping[str, object]]]
    options: tuple[Option, ...]
    usual: Mapping[str, object]
    tie: str
    quick: tuple[QuickGame, ...]
    words: Mapping[str, said.Word]
    terms: Mapping[str, tuple[Text, Text]]
    moments: Mapping[str, said.MomentWhen]
    how: tuple[said.HowLine, ...]
    chart: said.ChartOf
    fact: Words | None
    bust_chance: Words | None
    lost: Words | None
    qualify_chance: Words | None
    source: Source
    raw: Mapping[str, Any]

    @property
    def own_options(self) -> list[Option]:
        return [option for option in self.options if option is not TIE]

    @property
    def hands(self) -> Sequence[Mapping[str, Any]]:
        """The tables of the hands, as the file has them."""
        found = self.raw.get("hand", [])
        return found if isinstance(found, list) else [found]

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The usual rules, those with each other value of a choice or flag, and end of a number, and of the presets."""
        others = [{**self.usual, one.key: value} for one in self.own_options for value in values_tried(one)]
        presets = [{**self.usual, **options} for _title, _line, options in self.presets.values()]
        return tuple(map(self.play, (self.usual, *others, *presets)))

    def play(self, values: Mapping[str, object]) -> Play:
        """Return the rules with these values of the options. Raises :class:`BadGame` if they can't be played."""
        return _play(self.source, self.raw, values)


def read(text: str, kind: str = "") -> GameFile:
    """Return the game of a file. Raises :class:`BadGame` for anything else.

    ``kind`` is its name if it gives none. Without one it is an owner's game, whose name follows from title and rules.
    """
    source = Source(text)
    longest = LONGEST if kind else LONGEST_OF_OWNERS
    if len(text) > longest:
        raise BadGame(1, _("the file has more than {longest} letters", longest=longest))
    if endless := re.search(rf"\b\d\w{{{MOST_DIGITS - 1},}}", text):
        line = text.count("\n", 0, endless.start()) + 1
        raise BadGame(line, _("a number has fewer than {longest} digits", longest=MOST_DIGITS))
    try:
        raw = tomllib.loads(text)
        if _is_deep(raw):
            raise RecursionError
    except tomllib.TOMLDecodeError as error:
        raise BadGame(*mistake_in(text, error)) from None
    except RecursionError:
        raise BadGame(1, _("the file is nested too deep")) from None
    return made_of(source, raw, kind)


def _is_deep(value: Any, most: int = DEEPEST) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not most or any(_is_deep(part, most - 1) for part in parts)


def made_of(source: Source, raw: Mapping[str, Any], kind: str) -> GameFile:
    """Return the game of a file that is read as TOML."""
    top = Table(source, raw)
    for code, texts in top.table("texts").each():
        source.own[code] = {text: str(texts.take(text)) for text in raw["texts"][code]}
    title, line = top.words("title"), top.words("line")
    kind = top.name("kind", kind) if kind else _own_name(top, title.one)
    options, usual = _options(top.table("options"))
    presets: dict[str, tuple[Text, Text, Mapping[str, object]]] = {kind.replace("_", "-"): (title(), line(), {})}
    for name, one in top.table("presets").each():
        own = f"{next(iter(presets))}.{name}" if kind.startswith(OWN) else name
        presets[own] = one.text("title"), one.text("line", line), _chosen(one, options)
        one.done()
    game = top.table("game")
    top.table("turn")
    tie = game.word("tie", "option", ("option", "rolloff", "shared"))
    found = GameFile(
        kind=kind,
        place=top.number("place", 100, 0, 1000),
        title=title(),
        also=top.text("also") if "also" in raw else None,
        icon=top.numbers("icon", 1, 6) or (1,),
        least_players=top.number("players", 1, 1, 4),
        presets=presets,
        options=(*options, TIE) if tie == "option" else options,
        usual=usual,
        tie="rolloff" if tie == "option" else tie,
        quick=tuple(
            QuickGame(one.text("title"), next(iter(presets)), _chosen(one, options)) for one in top.tables("quick")
        ),
        words={name: said.word(name, one) for name, one in top.table("words").each()},
        terms={name: (one.text("word"), one.text("means")) for name, one in top.table("terms").each()},
        moments={f"{kind}.{name}": said.moment(one) for name, one in top.table("moments").each()},
        how=tuple(said.how_line(one, tuple(usual)) for one in said.lines_of(top)),
        chart=said.chart(top.table("chart")),
        **{key: top.words(key, holds=holds) if key in raw else None for key, holds in SENTENCES.items()},
        source=source,
        raw=raw,
    )
    top.take("hand")
    top.done(_home)
    _check_texts(source)
    _check_all(found)
    return found


OF_HANDS = ("by", "out", "fails", "wild", "spoken")
"""Keys that hands alone have."""


@cache
def _homes() -> Mapping[str, tuple[str, ...]]:
    """Return the keys that each part of the rules has."""
    source = Source("")
    _play(source, {"turn": {"throws": 1}}, {})
    return {**{part: tuple(source.keys[part,]) for part in ("turn", "game")}, "[hand]": OF_HANDS}


def _home(key: str) -> str:
    """Return the heading under which a key belongs, empty if there is none."""
    return next((part for part, keys in _homes().items() if key in keys), "")


def _check_texts(source: Source) -> None:
    """Check that texts in other languages are of texts that the file has."""
    known = {text for one in source.messages.values() for text in (one.one, one.many)}
    for code, texts in source.own.items():
        if strange := next((text for text in texts if text not in known), None):
            near = nearest(strange, sorted(known))
            raise BadGame(
                source.line_of(code, strange),
                _("no text of the file is “{text}”{nearest}", text=strange[:60], nearest=near),
            )


def _own_name(top: Table, title: str) -> str:
    """Return the name of an owner's game: rules that differ have another one, texts that differ do not."""
    top.take("kind")
    rules = {key: _without_texts(top.take(key)) for key in ("turn", "game", "options", "presets", "players")}
    plain = "".join(one for one in unicodedata.normalize("NFKD", title).casefold() if not unicodedata.combining(one))
    letters = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:20]
    written = json.dumps(rules, sort_keys=True, default=str)
    return f"{OWN}{letters or 'game'}_{blake2b(written.encode(), digest_size=OF_RULES // 2).hexdigest()}"


def _without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_texts(one) for key, one in value.items() if key not in ("title", "line")}
    return value


SENTENCES = {"fact": (), "bust_chance": ("number",), "qualify_chance": (), "lost": ("player",)}
"""Sentences of a game by their keys, with their placeholders."""


def _options(table: Table) -> tuple[tuple[Option, ...], dict[str, object]]:
    options: list[Option] = []
    usual: dict[str, object] = {}
    for key, one in table.each():
        one.path = ("options", table_key(table, key))
        value = one.need("value")
        title, line = one.text("title"), one.text("line")
        if isinstance(value, bool):
            option = Option(key, "flag", title, line)
            one.table("on")
            one.table("off")
        elif isinstance(value, int):
            least, most = (one.number(end, value, 0, MOST_POINTS) for end in ("least", "most"))
            option = Option(key, "number", title, line, least=least, most=most)
        elif "choices" not in one:
            raise one.wrong("value", _("write a number in digits, true or false, or give the “choices”"))
        else:
            choices = {name: _choice(choice) for name, choice in one.table("choices").each()}
            option = Option(key, "choice", title, line, choices)
        if (needs := one.take("needs")) is not None:
            if not isinstance(needs, list) or [type(part) for part in needs] != [str, str]:
                raise one.wrong("needs", wrong("needs", needs, _("it takes an option and its value")))
            option = Option(key, option.takes, title, line, option.choices, option.least, option.most, tuple(needs))
        try:
            usual[key] = option.read(value)
        except BadRules as error:
            raise one.wrong("value", error) from None
        one.done()
        options.append(option)
    return tuple(options), usual


def _chosen(one: Table, options: Sequence[Option]) -> dict[str, object]:
    """Return options with their values, as for a preset."""
    known = {option.key: option for option in (*options, TIE)}
    try:
        return {key: known[key].read(value) for key, value in one.given("options", tuple(known)).items()}
    except BadGame:
        raise
    except BadRules as error:
        raise one.wrong("options", error) from None


def _choice(one: Table) -> Text:
    title = one.text("title")
    one.take("turn")
    one.take("game")
    one.done()
    return title


def table_key(table: Table, key: str) -> str:
    plain = key.isidentifier() and not iskeyword(key) and unicodedata.normalize("NFKC", key) == key
    if not plain or key.startswith("__") or hasattr(TurnRules, key):
        raise table.wrong(key, _("an option can’t be called “{key}”", key=key[:40]))
    return key


def _check_all(found: GameFile) -> None:
    """Check the rules with each value that a choice or a flag can have, and with the ends of each number."""
    plays = found.plays
    if any((one.aside, one.wins, one.lowest) != (plays[0].aside, plays[0].wins, plays[0].lowest) for one in plays):
        raise BadGame(found.source.line(("options",)), _("an option can’t change “aside”, “wins” or “best”"))
    if found.kind.startswith(OWN) and (bad := next(filter(None, map(too_much, plays)), None)):
        raise BadGame(found.source.line(bad[0]), bad[1])


def values_tried(option: Option) -> tuple[object, ...]:
    """Return the values of a choice or a flag, and the ends of a number."""
    if option.takes == "number":
        return option.least, option.most
    return tuple(option.choices) if option.choices else (False, True)


def _play(source: Source, raw: Mapping[str, Any], values: Mapping[str, object]) -> Play:
    parts = {key: dict(raw.get(key, {})) for key in ("turn", "game")}
    for key, value in values.items():
        option = raw.get("options", {}).get(key, {})
        named = ("on" if value else "off") if isinstance(value, bool) else f"choices.{value}"
        for name in named.split("."):
            option = option.get(name, {}) if isinstance(option, dict) else {}
        for part, changed in option.items() if isinstance(option, dict) else ():
            if part in parts and isinstance(changed, dict):
                parts[part] |= changed
    turn, game = (Table(source, parts.get(key, {}), (key,), values) for key in ("turn", "game"))
    best = game.word("best", "high", ("high", "low"))
    wins: Any = game.word("wins", "round", ("round", "points", "hands", "last_point"))
    aside: Any = turn.word("aside", "nothing", ("nothing", "some", "any", "scoring"))
    hot: Any = turn.word("hot", "may", ("may", "must"))
    sets, ends = _patterns(turn, "sets"), game.word("ends", "round", ("round", "at_once", "last_turns"))
    leaves = turn.take("leaves", [])
    leaves = turn.word("leaves", "", ("highest",)) if isinstance(leaves, str) else leaves
    found = Play(
        dice=turn.number("dice", 1, 1, 12),
        throws=turn.number("throws", 0, 0, 10),
        aside=aside,
        stop=turn.flag("stop"),
        leaves=() if leaves == "highest" else turn.numbers("leaves", 1, 6),
        highest=leaves == "highest",
        bust=_patterns(turn, "bust"),
        lose_all=_patterns(turn, "lose_all"),
        score=_patterns(turn, "score") or (Pattern(sum=1),),
        ends_without_score=turn.flag("ends_without_score"),
        worth=_worth(turn.table("worth")),
        needs=turn.numbers("needs", 1, 6),
        wins=wins,
        lowest=best == "low",
        goal=game.number("goal", 0, 0, MOST_POINTS),
        at_once=ends == "at_once",
        last_turns=aside == "scoring" and ends != "at_once",
        rounds=game.number("rounds", 0, 0, 100),
        first_target=game.number("first_target", 0, 0, 12),
        same_target=game.flag("same_target"),
        marks=_marks(game.table("marks")),
        hands=_hands(Table(source, raw, (), values)),
        first_sets=turn.flag("first_sets"),
        again=turn.flag("again"),
        ace_high=turn.flag("ace_high"),
        lives=game.number("lives", 0, 0, 100),
        tokens=game.number("tokens", 0, 0, 100),
        first_throws=turn.number("first_throws", 0, 0, 10),
        first_to=game.number("first_to", 0, 0, 100),
        sets=sets,
        table=table_of(sets),
        hot=hot,
        to_bank=turn.number("to_bank", 0, 0, MOST_POINTS),
        opening=game.number("opening", 0, 0, MOST_POINTS),
        streak=game.number("streak", 0, 0, 10),
        streak_costs=game.number("streak_costs", 0, 0, MOST_POINTS),
    )
    game.take("tie")
    turn.done(_home)
    game.done(_home)
    check_ends(turn, game, found)
    return found


def _patterns(turn: Table, key: str) -> tuple[Pattern, ...]:
    return tuple(map(_pattern, turn.tables(key)))


def _pattern(one: Table, wild: tuple[int, ...] = ()) -> Pattern:
    all_of = one.numbers("has", 1, 6) if isinstance(one.take("has"), list) else ()
    has, total = (
        TARGET if one.take(part) == "target" else 0 if all_of and part == "has" else one.number(part, 0, 1, most)
        for part, most in (("has", 6), ("total", 72))
    )
    found = Pattern(
        has,
        one.number("times", 0, 0, 12),
        one.numbers("without", 1, 6),
        one.number("alike", 0, 0, 12),
        one.number("run", 0, 0, 6),
        tuple(sorted(one.numbers("exact", 1, 6))),
        total,
        one.numbers("groups", 1, 12),
        one.numbers("lone", 1, 6),
        wild,
        all_of,
        *(one.number(part, 0, -MOST_POINTS, MOST_POINTS) for part in ("points", "each", "sum", "highest", "face")),
    )
    one.done()
    return found


COMPARED = ("groups", "alike", "dice", "lone", "low", "equal")


def _hands(top: Table) -> tuple[Hand, ...]:
    """Return the hands that these options have, the best first."""
    found = []
    for one in top.tables("hand"):
        title, when = one.words("title"), one.given("when")
        holds, wild = ("face", "faces", "others", "dice", "number"), one.numbers("wild", 1, 6)
        says = one.words("says", title, holds=holds)
        said: Any = title(), says, one.words("spoken", says, holds=holds)
        by: Any = one.word("by", "alike" if wild else "groups", COMPARED)
        hand = one.name("name", ""), by, one.flag("out"), one.flag("fails"), one.number("tokens", 1, 0, 100), *said
        pattern = _pattern(one, wild)
        if wild and (pattern.run or pattern.exact or pattern.groups or pattern.lone):
            raise one.wrong("wild", _("wild dice make dice of a kind only: give “alike”, or no pattern"))
        if top.have(when):
            found.append(Hand(pattern, *hand))
    return tuple(found)


def _marks(table: Table) -> tuple[tuple[int, str], ...]:
    found = tuple((int(point), table.name(point, "")) for point in table if point.isdecimal())
    table.done()
    return found


def _worth(table: Table) -> tuple[int, ...]:
    worth = tuple(table.number(str(face), face, -100, 100) for face in range(1, 7))
    table.done()
    return worth


def messages(file: Any, *_how: object, **_options: object) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield the texts of a file as Babel extracts them."""
    for one in read(file.read().decode(), "game").source.messages.values():
        if one.many:
            yield 1, "ngettext", (one.one, one.many), []
        elif one.context:
            yield 1, "pgettext", (one.context, one.one), []
        else:
            yield 1, "_", one.one, []
