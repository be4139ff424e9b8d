"""Ship, Captain, Crew at the table: cargo is kept by setting it aside, STAND keeps what lies there."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from device import sentences
from device.games.rulebook import Choice, Faces
from device.holding import Hold
from engine import (
    Anted,
    Event,
    Expectation,
    Held,
    Passed,
    Phase,
    Refused,
    Released,
    State,
    Stopped,
    apply,
    expected_tray,
    legal_actions,
    next_game,
    why_not_held,
)

MOST_ANTE = 20
"""Chips of the highest ante that the encoder offers; a page may say more."""


class ShipAtTheTable:
    """The rulebook of Ship, Captain, Crew."""

    def standstill(self, state: State) -> tuple[str, str | None] | None:
        """While the ante is to be set, and at the end."""
        if state.phase is Phase.ANTE:
            return f"{state.player} sets the ante: say on the page how many chips each pays", None
        return (over(state), sentences.NEXT_GAME) if state.phase is Phase.OVER else None

    def is_over(self, state: State) -> bool:
        """Whether the game is over."""
        return state.phase is Phase.OVER

    def next_game(self, state: State) -> Event:
        """The start of the game after this one."""
        return next_game(state)

    def player(self, state: State) -> str:
        """Who throws."""
        return state.player or ""

    def begun(self, state: State) -> bool:
        """Whether the turn that is on has been thrown in."""
        return state.turn is not None and bool(state.turn.rolls)

    def expected(self, state: State) -> Expectation:
        """What must lie set aside, and how many dice must be thrown."""
        return expected_tray(state)

    def choose(self, state: State, aside: Faces) -> tuple[Event, ...]:
        """Ship, captain and crew where they are the player's choice, and cargo dice kept or taken up (000, 003)."""
        turn, rules = state.turn, state.rules
        if turn is None or not turn.rolls or Counter(turn.held) - Counter(aside):
            return ()
        if rules.cargo_reroll == "all" if turn.qualified else rules.auto_hold:
            return ()
        wished = Counter(aside) - Counter(turn.held)
        if wished - Counter(turn.loose):
            return ()
        if turn.qualified and wished.total() == len(turn.loose):
            raise Refused("nothing_to_throw", "All dice are set aside: press STAND to keep them.")
        taken_up = tuple((Counter(turn.kept) - wished).elements())
        set_aside = tuple(sorted((wished - Counter(turn.kept)).elements(), reverse=True))
        events = (*([Released(taken_up)] if taken_up else []), *([Held(set_aside)] if set_aside else []))
        for event in events:
            state = apply(state, event)
        return events

    def faces(self, state: State) -> Faces:
        """The faces of all dice of the turn, as they lie by what was counted."""
        return state.turn.held + state.turn.loose if state.turn else ()

    def kept(self, state: State, gone: int) -> list[Faces]:
        """Ship, captain and crew as they stand, and any of the dice that may be kept beside them."""
        turn = state.turn
        if turn is None:
            return [()]
        more = gone - len(turn.held)
        choices = {tuple(sorted(faces)) for faces in combinations(turn.loose, more)} if more >= 0 else set()
        return [(*turn.held, *faces) for faces in sorted(choices)]

    def choices(self, state: State) -> tuple[Choice, ...]:
        """How many chips the ante is (004)."""
        if state.phase is not Phase.ANTE:
            return ()
        return tuple(
            Choice(str(chips), f"an ante of {chips} {'chip' if chips == 1 else 'chips'}", Anted(chips))
            for chips in range(1, MOST_ANTE + 1)
        )

    def stand(self, state: State) -> tuple[Event, ...]:
        """Keep what lies there, or let the roll go by where that is enough (001)."""
        event: Event = Passed() if "pass" in legal_actions(state) else Stopped()
        apply(state, event)
        return (event,)

    def stand_after(self, state: State) -> tuple[Event, ...]:
        """Keep the cargo just thrown, unless the turn is over with it."""
        if state.last is None or state.last.over:
            return ()
        apply(state, Stopped())
        return (Stopped(),)

    def to_throw(self, state: State, hold: Hold, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        """What the player on turn does next, after the last roll was counted or before the first."""
        turn, player = state.turn, self.player(state)
        if turn is None or not turn.rolls:
            why = "for the start, " if state.phase is Phase.STARTER else "roll-off, " if state.rolloffs else ""
            every = state.phase is not Phase.STARTER
            return f"{player}: {why}{sentences.throw(state.must_roll, tray_is_clear=tray_is_clear, every=every)}"
        if turn.qualified:
            aside = f"{sentences.set_aside(hold, to_set_aside)}, " if to_set_aside else ""
            return f"{player} has {turn.score}: {aside}throw the cargo again or press STAND"
        if to_set_aside:
            return f"{player}: {sentences.set_aside(hold, to_set_aside)}, throw {sentences.number(state.must_roll)}"
        return f"{player}: {sentences.throw(state.must_roll, tray_is_clear=tray_is_clear)}"

    def shown(self, state: State, after: State) -> str:
        """A throw lies there to be counted."""
        if state.phase is Phase.STARTER:
            return f"{state.player}: for the start. Press ROLL to count it"
        turn = after.last
        assert turn is not None
        thrown = " ".join(str(value) for value in turn.rolls[-1])
        if turn.qualified:
            buttons = "Press ROLL to count it" if turn.over else "ROLL counts it, STAND keeps it"
            return f"{turn.player}: {thrown}, that makes {turn.score}. {buttons}"
        return f"{turn.player}: {thrown}. Press ROLL to count it"

    def why_not_held(self, state: State, face: int) -> str | None:
        """Why a die of that face may not be set aside now."""
        return why_not_held(state, face) if state.turn else None


def over(state: State) -> str:
    """The end."""
    if state.winner is None:
        return f"{sentences.listed(state.tied)} share it"
    how = " the roll-off" if state.rolloffs else ""
    return f"{state.winner} wins{how} with {state.point}" if state.point is not None else f"{state.winner} wins"
