"""One player's turn: its dice, how ship, captain, crew and cargo are held, and why a die may not be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.errors import Refused
from engine.games.ship.rules import PARTS, Rules
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.setting_aside import without
from engine.values import FACES, replace


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far.

    ``held`` are the held dice of ship, captain and crew, in that order (of both sequences, one after the other, where
    both may be begun). ``loose`` are the other dice as they lie, those kept from earlier rolls first; ``kept`` are
    those of them that were set aside as cargo. ``bonus`` is the value of the unused rolls, ``passes`` counts the rolls
    passed. ``over`` is set once no decision is left.
    """

    player: str
    rolls: tuple[tuple[int, ...], ...] = ()
    held: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    qualified: bool = False
    bonus: int = 0
    passes: int = 0
    over: bool = False

    @property
    def taken(self) -> int:
        return len(self.rolls) + self.passes

    @property
    def cargo(self) -> tuple[int, ...]:
        return self.loose if self.qualified else ()

    @property
    def score(self) -> int | None:
        return sum(self.loose) + self.bonus if self.qualified else None


def why_not_held(rules: Rules, turn: Turn, face: int) -> Refused:
    """Return why a die of that face may not be set aside now, beside those that are."""
    if not turn.rolls:
        return Refused("nothing_thrown", _("Roll first."))
    if turn.qualified:
        return _of_cargo(rules, turn, face)
    sequence = next((one for one in rules.sequences if face in one), None)
    if sequence and face in turn.held:
        part = rules.label(PARTS[sequence.index(face)])
        return Refused(
            "held_already", _("You already have a {part}: roll the other {face} again.", part=part, face=face)
        )
    if sequence and rules.progress == "commit" and any(held not in sequence for held in turn.held):
        begun = "-".join(map(str, next(one for one in rules.sequences if turn.held[0] in one)))
        why = _(
            "The {face} isn’t part of {begun}, which you started with the {first}.",
            face=face,
            begun=begun,
            first=turn.held[0],
        )
        return Refused("committed", why)
    if sequence:
        place = sequence.index(face)
        if place and sequence[place - 1] not in turn.held:
            why = _(
                "The {face} is {name}: it needs the {before} ({before_face}) first.",
                face=face,
                name=rules.label(PARTS[place]),
                before=rules.label(PARTS[place - 1]),
                before_face=sequence[place - 1],
            )
            return Refused("order", why)
        return Refused("not_there", _("There’s no {face} on the tray.", face=face))
    if len(rules.sequences) > 1:
        return Refused("no_part", _("The {face} isn’t ship, captain or crew: roll it again.", face=face))
    missing = missing_part(rules, turn)
    return Refused("no_part", _("The {face} isn’t the {missing}: roll it again.", face=face, missing=missing))


def not_qualified(rules: Rules, turn: Turn, what: Literal["stand", "pass"]) -> Refused:
    """Return why a player without ship, captain and crew may not do that."""
    player = turn.player
    if len(rules.sequences) > 1:
        why = (
            _("{player} can’t stand yet: ship, captain and crew aren’t all held.", player=player)
            if what == "stand"
            else _("{player} can’t skip a roll yet: ship, captain and crew aren’t all held.", player=player)
        )
    else:
        missing = missing_part(rules, turn)
        why = (
            _("{player} can’t stand yet: the {missing} is missing.", player=player, missing=missing)
            if what == "stand"
            else _("{player} can’t skip a roll yet: the {missing} is missing.", player=player, missing=missing)
        )
    return Refused("not_qualified", why)


def missing_part(rules: Rules, turn: Turn) -> Text:
    """Return the next missing part, as in “captain (5)”."""
    place = min(len(turn.held), 2)
    return _("{part} ({face})", part=rules.label(PARTS[place]), face=rules.sequence[place])


def _of_cargo(rules: Rules, turn: Turn, face: int) -> Refused:
    if face not in turn.loose:
        if face in turn.held:
            return Refused("held_already", _("The {face} is already held.", face=face))
        return Refused("not_there", _("There’s no {face} on the tray.", face=face))
    if turn.over:
        return Refused("turn_over", _("The turn is over."))
    if rules.cargo_reroll == "all":
        cargo = rules.label("cargo")
        why = _("The {face} is {cargo}: re-roll all {cargo} dice or none.", face=face, cargo=cargo)
        return Refused("cargo_together", why)
    return Refused("held_already", _("The {face} is already kept.", face=face))


def throw(rules: Rules, turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn after a throw of all dice that were not set aside.

    Where holding is automatic, all dice that fit are held, also several from one throw (000, 003). After the last roll
    every die that completes a sequence is held. Of two sequences the one that leaves the larger cargo is held.
    """
    rolls = (*turn.rolls, dice)
    held, loose, qualified = turn.held, turn.kept + dice, turn.qualified
    if rules.auto_hold and not qualified:
        held, loose = _held_in_order(rules.sequences[0], held, loose)
        qualified = len(held) == 3
    bonus = rules.anchor_bonus * (rules.rolls - len(rolls))
    thrown = Turn(turn.player, rolls, held, loose, turn.kept, qualified, bonus, turn.passes)
    return finish(rules, thrown) if thrown.taken == rules.rolls else thrown


def finish(rules: Rules, turn: Turn) -> Turn:
    """Return the turn at its end, with all dice held that complete a sequence."""
    end = completed(rules, turn) or turn
    return Turn(end.player, end.rolls, end.held, end.loose, (), end.qualified, end.bonus, end.passes, over=True)


def completed(rules: Rules, turn: Turn) -> Turn | None:
    """Return the turn with ship, captain and crew held for the best score. None if they are not complete."""
    if turn.qualified or turn.over:
        return turn if turn.qualified else None
    ways = [_hold_each(rules, turn, missing) for missing in _chains(rules, turn) if missing]
    return max((way for way in ways if way.qualified), key=lambda way: sum(way.loose), default=None)


def completing(rules: Rules, turn: Turn, faces: Sequence[int]) -> list[tuple[int, ...]]:
    """Return those of the faces with which each sequence is complete; first what leaves the larger cargo."""
    chains = [chain for chain in _chains(rules, turn) if chain and not Counter(chain) - Counter(faces)]
    ways = [(_hold_each(rules, turn, chain), chain) for chain in chains]
    return [chain for way, chain in sorted(ways, key=lambda way: -sum(way[0].loose)) if way.qualified]


def reach(rules: Rules, turn: Turn) -> int:
    """Return how many of ship, captain and crew the turn has, including dice that lie there and could be held."""
    if turn.qualified or rules.auto_hold:
        return len(turn.held)
    return max(
        _begun(sequence, turn.held) + len(chain)
        for sequence, chain in zip(rules.sequences, _chains(rules, turn), strict=True)
    )


def most_ahead(rules: Rules, turn: Turn) -> int:
    """Return the highest score that another roll can bring a qualified turn: sixes on all dice that it may take."""
    stay = turn.kept if rules.cargo_reroll == "each" and not rules.cargo_unhold else ()
    bonus = rules.anchor_bonus * (rules.rolls - len(turn.rolls) - 1)
    return sum(stay) + max(FACES) * (rules.cargo_dice - len(stay)) + bonus


def may_hold(rules: Rules, turn: Turn) -> tuple[int, ...]:
    """Return the faces of the dice that may be set aside now, in the possible order."""
    if turn.over or not turn.rolls:
        return ()
    if not turn.qualified:
        return () if rules.auto_hold else tuple(face for chain in _chains(rules, turn) for face in chain)
    if rules.cargo_reroll == "all":
        return ()
    return tuple(sorted(without(turn.loose, turn.kept), reverse=True))


def may_return(rules: Rules, turn: Turn) -> tuple[int, ...]:
    """Return the faces of held dice that are thrown again where dice of the other sequence are held."""
    if turn.qualified or turn.over or rules.auto_hold:
        return ()
    ways = [_hold_each(rules, turn, chain).held for chain in _chains(rules, turn)]
    return tuple(face for face in turn.held if any(face not in held for held in ways))


def may_release(rules: Rules, turn: Turn) -> tuple[int, ...]:
    return turn.kept if rules.cargo_unhold else ()


def hold(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn:
    """Return the turn with these dice set aside. Raises :class:`Refused` for those that may not be.

    Dice set aside at once have no order. Where holding all dice equals standing (none can be taken up again), the turn
    is over.
    """
    held = _hold_each(rules, turn, faces) if turn.qualified else _hold_at_once(rules, turn, faces)
    if held.qualified and not rules.cargo_unhold and len(held.kept) == len(held.loose):
        return replace(held, over=True)
    return held


def release(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn:
    """Return the turn with these cargo dice taken up again. Raises :class:`Refused` for any others."""
    check_release(rules, turn, faces)
    return replace(turn, kept=without(turn.kept, tuple(faces)))


def check_release(rules: Rules, turn: Turn, faces: Sequence[int]) -> None:
    """Raise :class:`Refused` for dice that may not be taken up again."""
    kept = list(turn.kept)
    for face in faces:
        if face not in kept:
            if face in turn.held and rules.progress == "switch" and not turn.qualified and len(rules.sequences) > 1:
                other = "-".join(map(str, next(one for one in rules.sequences if face not in one)))
                why = _("The {face} stays until you hold a die of {other}.", face=face, other=other)
                raise Refused("held_until_switched", why)
            if face in turn.held:
                raise Refused(
                    "never_released", _("The {face} stays: ship, captain and crew are never rolled again.", face=face)
                )
            raise Refused("not_held", _("No {face} is held as {label}.", face=face, label=rules.label("cargo")))
        if not rules.cargo_unhold:
            raise Refused(
                "stays_kept",
                _("The {face} stays: kept {label} isn’t rolled again.", face=face, label=rules.label("cargo")),
            )
        kept.remove(face)


def _hold_at_once(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn:
    """Return the turn with all of these dice held, as one after another in the order that makes it possible.

    Of two sequences that the dice complete, the one that leaves the larger cargo is held.
    """
    ways, refusals = [], []
    for chain in completing(rules, turn, faces):
        rest = without(tuple(faces), chain)
        try:
            ways.append(_hold_each(rules, _hold_each(rules, turn, chain), rest))
        except Refused as refused:
            before = _before_the_last(rules, turn, (*rest, *chain[:-1]))
            if before is None:
                refusals.append(refused)
            else:
                ways.append(_hold_next(rules, before, chain[-1]))
    if ways:
        return max(ways, key=lambda way: sum(way.loose))
    if refusals:
        raise refusals[0]
    wanted = sorted(faces, reverse=True)
    held = _hold_each(rules, turn, wanted)
    for face in wanted:
        if wanted.count(face) > held.held.count(face):
            raise one_sequence(face)
    return held


def one_sequence(face: int) -> Refused:
    why = _("The {face} belongs to the other sequence: hold the dice of one at a time.", face=face)
    return Refused("one_sequence", why)


def _before_the_last(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn | None:
    """Return the turn with these dice of both sequences held, None if that completes one or is not allowed.

    The die that completes a sequence then makes cargo of the dice of the other.
    """
    try:
        before = _hold_each(rules, turn, faces)
    except Refused:
        return None
    return before if rules.progress == "both" and not before.qualified else None


def _hold_each(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn:
    wanted = list(faces)
    while wanted:
        allowed = may_hold(rules, turn)
        next_steps = {chain[0] for chain in _chains(rules, turn) if chain} if not turn.qualified else set(allowed)
        face = next((face for face in wanted if face in allowed and face in next_steps), None)
        if face is None:
            raise why_not_held(rules, turn, wanted[0])
        turn = replace(turn, kept=(*turn.kept, face)) if turn.qualified else _hold_next(rules, turn, face)
        wanted.remove(face)
    return turn


def _hold_next(rules: Rules, turn: Turn, face: int) -> Turn:
    """Return the turn with the next die of its sequence held.

    A complete sequence leaves the dice of the other as cargo.
    """
    sequence = next(one for one in rules.sequences if face in one)
    others = tuple(other for other in turn.held if other not in sequence)
    place = turn.loose.index(face)
    loose = turn.loose[:place] + turn.loose[place + 1 :]
    held = tuple(one for one in sequence if one in turn.held or one == face)
    qualified = len(held) == 3
    if others and (qualified or rules.progress == "switch"):
        loose, others = loose + others, ()
    first = sequence == rules.sequences[0]
    return replace(turn, held=held + others if first else others + held, loose=loose, qualified=qualified)


def _held_in_order(
    sequence: Sequence[int], held: tuple[int, ...], loose: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    for face in sequence[len(held) :]:
        if face not in loose:
            break
        place = loose.index(face)
        held, loose = (*held, face), loose[:place] + loose[place + 1 :]
    return held, loose


def _chains(rules: Rules, turn: Turn) -> list[tuple[int, ...]]:
    """Return for each sequence the faces that could be held now, in order; none where the other was chosen."""
    chains = []
    for sequence in rules.sequences:
        committed = rules.progress == "commit" and any(face not in sequence for face in turn.held)
        chain = []
        for face in () if committed else sequence[_begun(sequence, turn.held) :]:
            if face not in turn.loose:
                break
            chain.append(face)
        chains.append(tuple(chain))
    return chains


def _begun(sequence: Sequence[int], held: Sequence[int]) -> int:
    return sum(face in held for face in sequence)
