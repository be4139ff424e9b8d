"""What ROLL and STAND answer besides the game: a question of permission at a time, and requests for the helm.

No input or output here: presses come in with their times, and the clock is an argument.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine import Refused
from engine.i18n import gettext as _
from table.commands import Deed, Permit, Verdict
from table.feedback import ASKING, on_pairing
from table.games import messages
from table.pairing import PairingWindow
from table.panel import Button, Lamp, Press

GOOD_FOR = 10.0
"""Seconds for which a question can be answered."""

DEAF_FOR = 0.7
"""Seconds after a question appears in which a press keeps its usual meaning, as it was meant for the game."""

QUIET_FOR = 60.0
"""Seconds without a question after STAND refused one, or after several in a row were not answered."""

UNANSWERED = 2
"""Unanswered questions in a row before the table is quiet, so that questions cannot block ROLL."""

WITH_THE_PIN = _("Only the owner may do that: set the owner’s PIN on the machine, with quarterdeck owner.")
NO_BUTTONS = _("Set the owner’s PIN on the machine, with quarterdeck owner: this table has no buttons to allow it.")
ON_THE_MACHINE: dict[Deed, str] = {
    **dict.fromkeys(("restore", "backup", "calibration", "panel", "owner"), NO_BUTTONS),
    "pictures": WITH_THE_PIN,
    "house_rules": WITH_THE_PIN,
    "controllers": WITH_THE_PIN,
    "screens": WITH_THE_PIN,
    "players": WITH_THE_PIN,
}
"""The alternative to each action where there are no buttons."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The current question, its start, and earlier refusals: the whole state between two calls.

    Without a ``permit`` there is no question. Until ``quiet_until`` there can be none.
    """

    permit: Permit | None = None
    since: float = 0.0
    unanswered: int = 0
    quiet_until: float = float("-inf")


class RimQuestions:
    """The pairing window and the question of permission of one table: at most one of them is shown at a time.

    ``clock`` gives seconds on the clock of the presses, monotonic: questions end while there are no frames too.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.pairing = PairingWindow(clock)
        self._clock = clock
        self._now = Asking()

    def ask(self, permit: Permit, *, has_buttons: bool) -> None:
        """Begin a question. Raises :class:`~engine.Refused` without buttons, or where the table cannot ask now."""
        self.pass_time()
        now = self._clock()
        if not has_buttons:
            raise Refused("no_buttons", ON_THE_MACHINE[permit.deed])
        if now < self._now.quiet_until:
            raise Refused("busy", _("That was just refused: ask again in a minute."))
        if self._now.permit or self.pairing.is_open:
            raise Refused("busy", _("The table is asking something else: answer that first, then ask again."))
        self._now = replace(self._now, permit=permit, since=now)

    def takes(self, press: Press) -> bool:
        """Return whether that press is for a question and not for the game, without any effect."""
        return self.pairing.takes(press) or self._is_answered_by(press)

    def press(self, press: Press) -> bool:
        """Apply the press to the question that is shown. Return whether it was for one."""
        if self.pairing.press(press):
            if self.pairing.is_open:
                self.withdraw()
            return True
        if not self._is_answered_by(press):
            return False
        if press.time >= self._now.since + GOOD_FOR:
            self._end("unanswered")
        elif press.button is Button.ROLL:
            self._end("allowed")
        elif press.button in (Button.STAND, Button.PAUSE):
            self._end("refused")
        return True

    def pass_time(self) -> bool:
        """End what has ended by now. Return whether the shown lamp or sentence changes."""
        changes = self.pairing.attend()
        if self._now.permit is None or self._clock() < self._now.since + GOOD_FOR:
            return changes
        self._end("unanswered")
        return True

    def withdraw(self) -> None:
        """End the current question of permission, if any, without an answer."""
        self._end("withdrawn")

    @property
    def lamp(self) -> Lamp | None:
        """The lamp while something is asked."""
        if self.pairing.is_open:
            return on_pairing(self.pairing.signal)
        return ASKING if self._now.permit else None

    @property
    def sentence(self) -> str | None:
        if self.pairing.is_open:
            return messages.pairing(self.pairing.signal)
        return messages.asking(self._now.permit.deed) if self._now.permit else None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a snapshot about questions."""
        deed = self._now.permit.deed if self._now.permit else None
        return {"pairing": self.pairing.is_open, "signal": self.pairing.signal, "asking": deed}

    def _is_answered_by(self, press: Press) -> bool:
        """Return whether the press is for the question: on one of the two buttons, and begun while it was shown.

        A long press of ROLL does not answer, and does not undo anything either during a question.
        """
        on_the_rim = press.button in (Button.ROLL, Button.STAND, Button.TAKE_BACK, Button.PAUSE)
        return self._now.permit is not None and on_the_rim and press.down >= self._now.since + DEAF_FOR

    def _end(self, verdict: Verdict) -> None:
        before, now = self._now, self._clock()
        if before.permit is None:
            return
        match verdict:
            case "allowed":
                self._now = Asking()
            case "refused":
                self._now = Asking(quiet_until=now + QUIET_FOR)
            case "unanswered" if before.unanswered + 1 >= UNANSWERED:
                self._now = Asking(quiet_until=now + QUIET_FOR)
            case "unanswered":
                self._now = Asking(unanswered=before.unanswered + 1)
            case "withdrawn":
                self._now = Asking(unanswered=before.unanswered)
        before.permit.verdict.set_result(verdict)
