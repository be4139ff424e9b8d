"""The options of the rules: converts keys and values to one frozen set of rules.

Every key is a field of :class:`~engine.games.ship.rules.Rules` under the same name. Values are written as follows.

=====================  ===============================================================================================
``dice``, ``rolls``    a number
``sequences``          ``"6-5-4"``, ``"1-2-3"``, ``"3-2-1"``, ``"4-5-6"``, or ``"either"`` of the first two; also as
                       lists, ``[[6, 5, 4], [1, 2, 3]]``
``progress``           ``"commit"``, ``"switch"``, ``"both"``
``auto_hold``          true or false; false by itself with either sequence
``cargo_reroll``       ``"all"``, ``"each"``
``cargo_unhold``       true or false
``anchor_bonus``       0 or 1
``rolling``            ``"turns"``, ``"interleaved"``
``match``              ``"single_round"``, ``"rounds(3)"``, ``"hands(2)"``, ``"total(3)"``, ``"chips(5)"``, and
                       ``"chips"`` until the number of rounds is set; also
                       ``{"kind": "rounds", "rounds": 3}``, ``{"kind": "hands", "first_to": 2}``
``first_starter``      ``"rolloff"``, ``"chosen"``
``next_starter``       ``"right"``, ``"winner"``, ``"same"``
``tie``                ``"allowed"``, ``"rolloff"``, ``"carry"``, ``"replay"``
``nobody_qualifies``   ``"as_tie"``, ``"carry"``
``stakes``             ``"none"``, ``"pot"``, ``"pot(2)"``, ``"pot(first_shooter)"``, ``"drinks"``; also
                       ``{"kind": "pot", "ante": 2}``, ``{"kind": "pot", "set_by": "first_shooter"}``
``ante``, ``set_by``   the parts of a pot by themselves: chips, and ``"agreed"`` or ``"first_shooter"``
``side_bets``          ``["qualify"]``, ``[]``; also ``"qualify"``, ``"none"``
``labels``             ``"mate"`` or ``"treasure"`` (003's other names), or ``{"crew": "mate", "cargo": "crew"}``
=====================  ===============================================================================================
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, get_args

from engine.errors import BadRules
from engine.games.ship import rules as values
from engine.games.ship.rules import (
    BOW_TO_STERN,
    FOUR_FIVE_SIX,
    PRESETS,
    SIX_FIVE_FOUR,
    STERN_TO_BOW,
    Match,
    Rules,
    Sequence,
    Stakes,
)
from engine.i18n import gettext as _
from engine.spelling import check_option, check_preset, flag, number, one_of, parts_of, words_for, wrong

SEQUENCES: dict[str, tuple[Sequence, ...]] = {
    "6-5-4": (SIX_FIVE_FOUR,),
    "1-2-3": (BOW_TO_STERN,),
    "3-2-1": (STERN_TO_BOW,),
    "4-5-6": (FOUR_FIVE_SIX,),
    "either": (SIX_FIVE_FOUR, BOW_TO_STERN),
}
LABELS: dict[str, dict[str, str]] = {"mate": {"crew": "mate", "cargo": "crew"}, "treasure": {"cargo": "treasure"}}
TERMS = (
    *values.PARTS,
    *("cargo", "qualified", "minimum", "midnight", "point", "hammer", "dream_spider", "no_score", "pot"),
)
ROUNDS = 3
"""The default number of rounds: as long as two out of three hands at the most."""


def rules_of(preset: str, options: Mapping[str, object]) -> Rules:
    """Return the rules of that name with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    check_preset(preset, tuple(PRESETS))
    return changed(PRESETS[preset], options, OPTIONS)


def changed(rules: Rules, options: Mapping[str, object], may: Collection[str]) -> Rules:
    """Return these rules changed by these options.

    Raises :class:`BadRules` for options not in ``may``, or invalid ones.
    """
    changes: dict[str, Any] = {}
    for key, value in options.items():
        check_option(key, tuple(may))
        if key in _READERS:
            changes[key] = _READERS[key](key, value)
    if len(changes.get("sequences", ())) > 1:
        changes.setdefault("auto_hold", False)
    usual = rules.stakes
    stakes = changes.get("stakes", usual)
    if options.get("stakes") == usual.kind:
        stakes = usual
    if rules.stakes.kind != "pot" and "stakes" not in options and changes.get("match", rules.match).kind == "chips":
        stakes = Stakes("pot", 1)
    changes["stakes"] = _with_ante(stakes, options)
    return replace(rules, **changes)


def _sequences(key: str, value: object) -> tuple[Sequence, ...]:
    if isinstance(value, list | tuple):
        rows = [value] if value and all(isinstance(face, int) for face in value) else list(value)
        texts = ["-".join(map(str, row)) if isinstance(row, list | tuple) else str(row) for row in rows]
        value = "either" if sorted(texts) == ["1-2-3", "6-5-4"] else ",".join(texts)
    return SEQUENCES[one_of(key, value, tuple(SEQUENCES))]


def _match(key: str, value: object) -> Match:
    kind, parts = parts_of(key, value, get_args(values.MatchKind))
    if kind == "single_round":
        return Match()
    allowed = ("first_to", "hands", "count", "n") if kind == "hands" else ("rounds", "n", "count", "hands")
    parts.pop("cumulative", None)
    if len(parts) > 1 or not set(parts) <= {"", *allowed}:
        raise wrong(
            key,
            value,
            _("{kind} takes one number, as in {kind}({value})", kind=kind, value=2 if kind == "hands" else ROUNDS),
        )
    if kind == "chips" and not parts:
        return Match("chips", None)
    count = next(iter(parts.values()), 2 if kind == "hands" else ROUNDS)
    return Match(kind, number(key, count))  # type: ignore[arg-type]


def _stakes(key: str, value: object) -> Stakes:
    kind, parts = parts_of(key, value, get_args(values.StakesKind))
    bare = parts.pop("", None)
    if bare is not None:
        parts["set_by" if isinstance(bare, str) and not bare.isdigit() else "ante"] = bare
    if (kind != "pot" and parts) or not set(parts) <= {"ante", "set_by"}:
        raise wrong(key, value, _("only a pot has an ante, as in pot(2) or pot(first_shooter)"))
    if kind == "pot":
        return _with_ante(Stakes("pot", 1), parts)
    return Stakes(kind)  # type: ignore[arg-type]


def _with_ante(stakes: Stakes, said: Mapping[str, object]) -> Stakes:
    """Return the stakes with the ante of the options. A given ante is agreed; otherwise the preset's own is kept."""
    if "ante" not in said and "set_by" not in said:
        return stakes
    if stakes.kind != "pot":
        key = "ante" if "ante" in said else "set_by"
        raise wrong(key, said[key], _("there is no pot for an ante; set “stakes” to pot"))
    set_by = one_of("set_by", said["set_by"], ("agreed", "first_shooter")) if "set_by" in said else "agreed"
    if set_by == "first_shooter":
        if "ante" in said:
            raise BadRules(
                _(
                    "“ante” is {said}, but “set_by” is first_shooter: use one of the two",
                    said=said["ante"],
                )
            )
        return Stakes("pot")
    return Stakes("pot", number("ante", said.get("ante", stakes.ante or 1)))


def _side_bets(key: str, value: object) -> frozenset[values.SideBet]:
    bets = [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else None
    if bets is None:
        raise wrong(key, value, _("it is a list of bets, [] or [qualify]"))
    return frozenset(one_of(key, bet, ("qualify",)) for bet in bets if bet != "none")  # type: ignore[misc]


def _labels(key: str, value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        return LABELS[one_of(key, value, tuple(LABELS))]
    return words_for(key, value, TERMS)


def _word(allowed: object) -> Callable[[str, object], str]:
    return lambda key, value: one_of(key, value, get_args(allowed))


def _first_starter(key: str, value: object) -> str:
    kind, parts = parts_of(key, value, get_args(values.FirstStarter))
    if kind == "rolloff" and not set(map(str, parts.values())) <= {"3", "high"}:
        raise wrong(key, value, _("the roll-off to start uses three dice, and the highest starts"))
    return kind


_READERS: dict[str, Callable[[str, object], object]] = {
    "dice": number,
    "rolls": number,
    "sequences": _sequences,
    "progress": _word(values.Progress),
    "auto_hold": flag,
    "cargo_reroll": _word(values.CargoReroll),
    "cargo_unhold": flag,
    "anchor_bonus": number,
    "rolling": _word(values.Rolling),
    "match": _match,
    "first_starter": _first_starter,
    "next_starter": _word(values.NextStarter),
    "tie": _word(values.Tie),
    "nobody_qualifies": _word(values.NobodyQualifies),
    "stakes": _stakes,
    "side_bets": _side_bets,
    "labels": _labels,
}
OPTIONS = (*_READERS, "ante", "set_by")
"""All option keys."""
