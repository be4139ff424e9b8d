"""Ship, Captain, Crew at the table: cargo is kept by setting it aside, STAND keeps the dice as they lie."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine import (
    Announcement,
    Anted,
    Bet,
    Event,
    Held,
    Passed,
    Phase,
    Refused,
    Released,
    RoundsSet,
    Rules,
    State,
    Stopped,
    Turn,
    apply,
    legal_actions,
    totals,
)
from engine.face import rolls_left, spoken_dice
from engine.games.ship.play.turn import check_release, may_return, most_ahead, one_sequence
from engine.i18n import Text, full_sentence, joined, listed, ngettext, spelled
from engine.i18n import gettext as _
from table.dice import HoldMode
from table.games import calls, messages
from table.games.rulebook import Faces, Pick, Rulebook, parts_of
from table.snapshot import Effect, Part
from vision import Die, Zone

MIDNIGHT = (6, 6)
"""A cargo of twelve on two dice (003)."""

MOST_ANTE = 20
"""The highest ante on the encoder, in chips. Pages may set a higher one."""


class ShipAtTheTable(Rulebook):
    """The rulebook of Ship, Captain, Crew."""

    cheered = frozenset({"midnight", "won"})
    beside = (Anted, Bet, Held, Released, RoundsSet)
    effects: Mapping[str, Effect] = {
        "ship": "found",
        "captain": "found",
        "crew": "found",
        "qualified": "found",
        "midnight": "bell",
        "dream_spider": "bell",
        "no_score": "bust",
        "point": "bank",
        "hand_won": "bank",
    }

    def standstill(self, state: State) -> str | None:
        if state.phase is Phase.ANTE:
            return _("{player}: choose the ante", player=state.player or "")
        return super().standstill(state)

    def ended(self, state: State) -> str:
        if state.winner is None:
            return messages.share(state.tied, None)
        rolled_off = state.leg is not None and state.leg.final
        if state.rules.match.kind in ("rounds", "total", "chips") and not rolled_off:
            return messages.wins(state.winner, totals(state)[state.winner])
        return messages.wins(state.winner, state.point, rolloff=state.rolloffs > 0 and state.point is not None)

    def begun(self, state: State) -> bool:
        return state.turn is not None and bool(state.turn.rolls)

    def choose(self, state: State, aside: Faces, _thrown: int) -> tuple[Event, ...]:
        """Return the holds of ship, captain and crew where chosen, and cargo dice kept or taken up (000, 003)."""
        turn, rules = state.turn, state.rules
        if turn is None or not turn.rolls:
            return ()
        if rules.cargo_reroll == "all" if turn.qualified else rules.auto_hold:
            return ()
        held, staying = Counter(turn.held), Counter(aside)
        wished = staying - held
        if held - staying and not may_return(rules, turn):
            if wished:
                check_release(rules, turn, tuple((held - staying).elements()))
            return ()
        if wished - Counter(turn.loose):
            return ()
        if turn.qualified and wished.total() == len(turn.loose):
            raise Refused("nothing_to_throw", _("All dice are held: stand to keep them."))
        taken_up = tuple((Counter(turn.kept) - wished).elements())
        set_aside = tuple(sorted((wished - Counter(turn.kept)).elements(), reverse=True))
        events: list[Event] = [*([Released(taken_up)] if taken_up else []), *([Held(set_aside)] if set_aside else [])]
        for event in events:
            state = apply(state, event)
        return (*events, *_of_the_other_sequence(turn.held, state, staying))

    def faces(self, state: State) -> Faces:
        return state.turn.held + state.turn.loose if state.turn else ()

    def kept(self, state: State, gone: int) -> list[Faces]:
        """Return ship, captain and crew as held, with any of the dice that may be kept beside them."""
        turn = state.turn
        if turn is None:
            return [()]
        return [(*turn.held, *faces) for faces in parts_of(turn.loose, gone - len(turn.held))]

    def choices(self, state: State) -> tuple[Pick, ...]:
        if state.phase is not Phase.ANTE:
            return ()
        return tuple(
            Pick(str(chips), ngettext("an ante of {count} chip", "an ante of {count} chips", chips), Anted(chips))
            for chips in range(1, MOST_ANTE + 1)
        )

    def stand(self, state: State) -> tuple[Event, ...]:
        """Return the events of keeping the dice as they lie, or of passing the roll where the player leads (001)."""
        event: Event = Passed() if "pass" in legal_actions(state) else Stopped()
        apply(state, event)
        return (event,)

    def stand_after(self, state: State) -> tuple[Event, ...]:
        """Return the events of keeping the cargo just thrown, unless another player is on turn after it."""
        if state.last is None or state.last.over or state.last.player != state.player:
            return ()
        apply(state, Stopped())
        return (Stopped(),)

    def to_throw(self, state: State, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        turn, player = state.turn, state.player or ""
        if turn is None or not turn.rolls:
            every = state.phase is not Phase.STARTER
            throw = messages.throw(state.must_roll, tray_is_clear=tray_is_clear, every=every)
            return messages.does(player, throw) if every and not state.rolloffs else throws_for(player, every, throw)
        if turn.qualified:
            if _is_best(state.rules, turn):
                return best_cargo(player)
            return cargo_again(
                player, turn.score or 0, messages.set_aside(hold, to_set_aside) if to_set_aside else None
            )
        if to_set_aside:
            return messages.aside_and_throw(player, messages.set_aside(hold, to_set_aside), state.must_roll)
        return messages.does(player, messages.throw(state.must_roll, tray_is_clear=tray_is_clear))

    def shown(self, state: State, after: State) -> str:
        if state.phase is Phase.STARTER:
            return _("{player}: ROLL shows who starts", player=state.player or "")
        turn = after.last
        assert turn is not None
        if after.player == turn.player and _is_best(after.rules, turn):
            return best_cargo(turn.player)
        if turn.qualified:
            over = turn.over or after.player != turn.player
            return makes(turn.player, turn.score or 0, over=over)
        return messages.press_to_count(turn.player, turn.rolls[-1])

    def called(self, state: State, said: Sequence[Announcement]) -> Text:
        turn = state.last
        if turn is None:
            return calls.next_up(state)
        if not turn.over and turn.player == state.player:
            return so_far(state, turn, rolls_left(state.rules.rolls - turn.taken))
        now = any(one.word == "midnight" for one in said)
        rounds = [
            _("{player} wins the round.", player=calls.named(one.player))
            for one in said
            if one.word == "hand_won" and state.winner is None
        ]
        return calls.ends(made(turn, midnight=now) if turn.over else so_far(state, turn, None), state, *rounds)

    def why_not_held(self, state: State, face: int) -> str | None:
        return super().why_not_held(state, face) if state.turn else None

    def parts(self, state: State, dice: Mapping[str, Die]) -> dict[str, Part]:
        turn = state.last
        if turn is None:
            return {}
        parts: dict[str, Part] = {}
        for name, face in zip(("ship", "captain", "crew"), _sequence_of(state, turn), strict=True):
            candidates = [key for key, die in dice.items() if die.value == face and key not in parts]
            candidates.sort(key=lambda key: (dice[key].zone is not Zone.RAIL, key))
            if face in turn.held and candidates:
                parts[candidates[0]] = name
        if turn.qualified:
            parts |= {key: "cargo" for key, die in dice.items() if key not in parts and die.zone is Zone.ROLLING}
        return parts


def _of_the_other_sequence(before: Faces, state: State, staying: Counter[int]) -> tuple[Event, ...]:
    """Return the holds of dice that others have made cargo. Raises :class:`~engine.Refused` for what cannot be so."""
    assert state.turn is not None
    check_release(state.rules, state.turn, tuple((Counter(state.turn.held) - staying).elements()))
    stays = tuple(((Counter(before) - Counter(state.turn.held)) & staying).elements())
    if stays and not state.turn.qualified:
        raise one_sequence(stays[0])
    return (Held(stays),) if stays else ()


def _is_best(rules: Rules, turn: Turn) -> bool:
    return turn.score is not None and turn.score >= most_ahead(rules, turn)


def _sequence_of(state: State, turn: Turn) -> Sequence[int]:
    """Return the faces of ship, captain and crew in the sequence that was begun, where there are two."""
    rules = state.rules
    return next((one for one in rules.sequences if turn.held and turn.held[0] in one), rules.sequence)


def throws_for(player: str, rolloff: bool, throw: Text) -> Text:
    if rolloff:
        return messages.rolls_off(player, throw)
    return _("{player}: {throw} to see who starts", player=player, throw=throw)


def cargo_again(player: str, score: int, aside: Text | None) -> Text:
    if aside is None:
        return _("{player} has {score}: reroll cargo or STAND", player=player, score=score)
    return _("{player}: {aside}, reroll or STAND", player=player, aside=aside)


def best_cargo(player: str) -> Text:
    return _("{player}: best cargo, STAND", player=player)


def makes(player: str, score: int, *, over: bool) -> Text:
    if over:
        return _("{player}: cargo {score}. ROLL counts", player=player, score=score)
    return _("{player}: cargo {score}. ROLL counts, STAND keeps", player=player, score=score)


PARTS = (_("ship"), _("captain"), _("crew"))


def so_far(state: State, turn: Turn, then: Text | None) -> Text:
    player, left = calls.named(turn.player), then or ""
    if turn.cargo == MIDNIGHT:
        said = _("Midnight, {player}!", player=player)
    elif turn.qualified:
        score = spelled(turn.score or 0)
        said = _("{player}: ship, captain and crew. Cargo {number}.", player=player, number=score)
    elif turn.held:
        sequence = _sequence_of(state, turn)
        parts = [PARTS[sequence.index(face)] for face in turn.held if face in sequence]
        said = _(
            "{player}: {dice}. {parts}", player=player, dice=spoken_dice(turn.held), parts=full_sentence(listed(parts))
        )
    else:
        said = _("{player}: no ship.", player=player)
    return joined([said, left]) if left else said


def made(turn: Turn, *, midnight: bool) -> Text:
    player = calls.named(turn.player)
    if turn.score is None:
        return _("{player}: no score.", player=player)
    if midnight:
        return _("Midnight, {player}!", player=player)
    return _("{player} scores {number}.", player=player, number=spelled(turn.score))
