"""Holding of dice: ship, captain and crew in their order, and cargo dice where they may be kept one by one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.errors import Refused
from engine.games.ship.play.turn import Turn
from engine.games.ship.refusals import why_not_held
from engine.games.ship.rules import Rules
from engine.i18n import gettext as _
from engine.values import FACES


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
    return tuple(sorted(_without(turn.loose, turn.kept), reverse=True))


def may_release(rules: Rules, turn: Turn) -> tuple[int, ...]:
    """Return the faces of the cargo dice that may be taken up again."""
    return () if turn.over or not rules.cargo_unhold else turn.kept


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
    kept = list(turn.kept)
    for face in faces:
        if face not in kept:
            if face in turn.held and rules.progress == "switch" and not turn.qualified and len(rules.sequences) > 1:
                other = next(one for one in rules.sequences if face not in one)
                raise Refused(
                    "held_until_switched",
                    _(
                        "The {face} stays until you hold a die of {other}.",
                        face=face,
                        other="-".join(map(str, other)),
                    ),
                )
            if face in turn.held:
                raise Refused(
                    "never_released", _("The {face} stays: ship, captain and crew are never rolled again.", face=face)
                )
            raise Refused("not_kept", _("No {face} is held as {label}.", face=face, label=rules.label("cargo")))
        if not rules.cargo_unhold:
            raise Refused(
                "stays_kept",
                _("The {face} stays: kept {label} isn’t rolled again.", face=face, label=rules.label("cargo")),
            )
        kept.remove(face)
    return replace(turn, kept=tuple(kept))


def _hold_at_once(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn:
    """Return the turn with all of these dice held, as one after another in the order that makes it possible.

    Of two sequences that the dice complete, the one that leaves the larger cargo is held.
    """
    ways, refusals = [], []
    for chain in completing(rules, turn, faces):
        rest = _left_over(faces, chain)
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
            raise Refused(
                "one_sequence",
                _("The {face} belongs to the other sequence: hold the dice of one at a time.", face=face),
            )
    return held


def _before_the_last(rules: Rules, turn: Turn, faces: Sequence[int]) -> Turn | None:
    """Return the turn with these dice of both sequences held, None if that completes one or is not allowed.

    The die that completes a sequence then makes cargo of the dice of the other.
    """
    try:
        before = _hold_each(rules, turn, faces)
    except Refused:
        return None
    return before if rules.progress == "both" and not before.qualified else None


def _left_over(faces: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """Return the faces without those taken, in their order."""
    left = list(faces)
    for face in taken:
        left.remove(face)
    return tuple(left)


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


def _without(dice: Iterable[int], taken: Iterable[int]) -> list[int]:
    return list((Counter(dice) - Counter(taken)).elements())
