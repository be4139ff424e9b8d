"""What the table makes of its readings: which die is which, whether they were thrown, turned by hand, or just moved."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table import Mode, TrayView
from table.dice.association import follow
from table.dice.describe import called
from table.dice.layout import HoldMode, Layout, in_play, sort_out, unmoved
from table.dice.throws import ThrowWatch
from table.dice.turned import Rested, turned
from table.games import messages, rulebook
from table.validation import Validation, validate
from vision import Die, Reading, Rest

AT_REST = (Rest.SETTLED, Rest.EMPTY)

LONG_IN_THE_WAY = 4.0
"""Seconds after which a hand over the tray is told to go away."""


class DiceTracker:
    """The dice as they were last seen at rest, and what they mean. :meth:`take` is given each reading in turn."""

    def __init__(self, hold: HoldMode, tray: TrayView) -> None:
        self._hold = hold
        self._tray = tray
        self._throw = ThrowWatch(hold)
        self._known: dict[str, Die] = {}
        self._seen: dict[str, Die] = {}
        self._meant: dict[str, tuple[int, int]] = {}
        self._thrown = False
        self._rested: Rested | None = None
        self._right_aside: tuple[Die, ...] = ()
        self._stayed: tuple[int, ...] | None = None
        self._in_the_way_since: float | None = None
        self._left_lying: tuple[Die, ...] | None = None
        self.problem: str | None = None

    @property
    def dice(self) -> Mapping[str, Die]:
        """The dice as they were last seen at rest, by their names, each with the value that it is known to show."""
        return {key: self._as_meant(key, die) for key, die in self._seen.items()}

    def take(self, state: Any, reading: Reading, moment: float) -> Validation:
        """Take in what lies on the tray at that moment, and say what it means."""
        self._thrown = self._throw.thrown(reading)
        anew = self._rested is not None and self._rested.thrown_anew(reading)
        if reading.rest not in AT_REST:
            return self._unsettled(state, reading.rest, moment)
        self._in_the_way_since = None
        self.problem = reading.problems[0] if reading.problems else None
        self._seen = follow(self._known, reading.dice)
        self._known |= self._seen
        if self._left_lying is not None:
            self._come_back(self._left_lying)
        if anew or not self._thrown:
            self._rested = None
        return self.judge(state)

    def judge(self, state: Any) -> Validation:
        """What the dice mean in this state, as they were last seen at rest."""
        lying = self._lying()
        if lying.loose and lying.stayed is not None and not self._thrown:
            self._stayed = lying.stayed
        lying = replace(lying, stayed=self._stayed)
        judgement = validate(state, lying, self._tray, thrown=self._thrown)
        if judgement.mode is Mode.OVER or rulebook(state).standstill(state):
            return judgement
        judgement = self._by_hand(state, judgement, lying)
        return self._as_it_rested(state, judgement, lying) if self._thrown else judgement

    def counted(self) -> None:
        """What lies there has been counted: from now on only a new throw is one."""
        dice = tuple(self.dice.values())
        aside = self._lying().aside
        self._meant = {key: self._meant[key] for key, die in self.dice.items() if key in self._meant and die in aside}
        self._throw.counted(dice)
        self._thrown, self._rested, self._stayed = False, None, None

    def corrected(self, was: Sequence[int], now: Sequence[int]) -> None:
        """A roll of this turn was read as ``was`` and showed ``now``: dice that lie there still are known by that."""
        wrong = sorted((Counter(was) - Counter(now)).elements())
        right = sorted((Counter(now) - Counter(was)).elements())
        for old, new in zip(wrong, right, strict=True):
            key = next((key for key, die in self.dice.items() if die.value == old and key not in self._meant), None)
            seen = self._seen[key].value if key else None
            if key and seen:
                self._meant[key] = (seen, new)
        self._throw.before = self._throw.before and in_play(self._hold, tuple(self.dice.values()))

    def look_away(self) -> None:
        """The table is paused."""
        self._left_lying = self._left_lying or tuple(self.dice.values())

    def _come_back(self, left: Sequence[Die]) -> None:
        """The table goes on: dice that lie otherwise than before the pause were not thrown in the game."""
        self._left_lying = None
        if len(unmoved(tuple(self._seen.values()), left)) != len(left) or len(left) != len(self._seen):
            self.counted()

    def _unsettled(self, state: Any, rest: Rest, moment: float) -> Validation:
        """While something moves or is in the way: only dice that were picked up before are said to roll."""
        if rest is Rest.MOVING and self._throw.ready:
            self._in_the_way_since = None
            return Validation(Mode.MOVING, messages.rolling(rulebook(state).player(state)))
        lying = self._lying()
        waiting = validate(state, lying, self._tray, thrown=False)
        if waiting.mode is Mode.ILLEGAL:
            waiting = self._by_hand(state, waiting, lying)
        if rest is Rest.MOVING:
            return replace(waiting, mode=Mode.MOVING)
        if self._in_the_way_since is None:
            self._in_the_way_since = moment
        long = moment - self._in_the_way_since >= LONG_IN_THE_WAY
        return replace(waiting, mode=Mode.OBSTRUCTED, note=messages.IN_THE_WAY if long else None)

    def _lying(self) -> Layout:
        return sort_out(self._hold, tuple(self.dice.values()), self._throw.before)

    def _by_hand(self, state: Any, judgement: Validation, lying: Layout) -> Validation:
        """The judgement, with the name of a die that a hand has turned where it is held."""
        book = rulebook(state)
        held = Counter(book.expected(state).held)
        if lying.aside and Counter(die.value for die in lying.aside) == held:
            self._right_aside = lying.aside
            return judgement
        before, now = self._right_aside, lying.aside
        fine = judgement.mode in (Mode.SHOWN, Mode.WAITING)
        if self._hold is HoldMode.IN_PLACE:
            before, now = self._throw.before or (), lying.on_tray
            fine = judgement.mode is Mode.SHOWN
        if fine:
            return judgement
        pair = turned(before, now) if book.begun(state) else None
        if pair is None or pair[0].value is None or pair[1].value is None:
            return judgement
        which = called(pair[1], lying.on_tray, self._tray)
        return Validation(Mode.ILLEGAL, messages.turned(book.player(state), which, pair[0].value, pair[1].value))

    def _as_it_rested(self, state: Any, judgement: Validation, lying: Layout) -> Validation:
        """The judgement of a throw: once read it stands, however its dice are moved, and no hand may turn one."""
        rested = self._rested
        if rested is None:
            if judgement.mode is Mode.SHOWN:
                self._rested = Rested(self._hold, lying, judgement)
            return judgement
        if rested.same_faces(lying):
            return rested.judgement
        pair = turned(rested.lying.on_tray, lying.on_tray) if rested.touched else None
        if pair and pair[0].value and pair[1].value:
            which, player = called(pair[1], lying.on_tray, self._tray), rulebook(state).player(state)
            said = messages.turned_or_thrown(player, which, pair[0].value, pair[1].value)
            return Validation(Mode.ILLEGAL, said)
        if judgement.mode is Mode.SHOWN and not rested.touched:
            self._rested = Rested(self._hold, lying, judgement)
        return judgement

    def _as_meant(self, key: str, die: Die) -> Die:
        seen, true = self._meant.get(key, (None, None))
        return replace(die, value=true) if seen is not None and die.value == seen else die
