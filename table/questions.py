"""What ROLL and STAND answer besides the game: requests for the helm, and questions of permission."""

from collections.abc import Callable
from typing import Any

from table.commands import Permit
from table.feedback import ASKING, on_pairing
from table.games import messages
from table.pairing.state import PairingWindow
from table.panel.panel import Lamp, Press
from table.panel.permission import PressQuestions


class RimQuestions:
    """The pairing window and the question of permission of one table: at most one of them is shown at a time.

    ``clock`` gives seconds, monotonic: questions end while there are no frames too.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.pairing = PairingWindow(clock)
        self._permission = PressQuestions(clock)

    def takes(self, press: Press) -> bool:
        """Return whether that press is for a question and not for the game, without any effect."""
        return self.pairing.takes(press) or self._permission.is_answered_by(press)

    def press(self, press: Press) -> bool:
        """Apply the press to the question that is shown. Return whether it was for one."""
        if self.pairing.press(press):
            if self.pairing.is_open:
                self._permission.withdraw()
            return True
        if self._permission.is_answered_by(press):
            self._permission.answer(press)
            return True
        return False

    def ask(self, permit: Permit, *, has_buttons: bool) -> None:
        """Begin a question of permission. Raises :class:`~engine.Refused` where the table cannot ask now."""
        self._permission.ask(permit, has_buttons=has_buttons, is_free=not self.pairing.is_open)

    def pass_time(self) -> bool:
        """End what has ended by now. Return whether the shown lamp or sentence changes."""
        changes = self.pairing.attend(), self._permission.pass_time()
        return any(changes)

    def withdraw(self) -> None:
        """End the current question of permission, if any, without an answer."""
        self._permission.withdraw()

    @property
    def lamp(self) -> Lamp | None:
        """The lamp while something is asked."""
        if self.pairing.is_open:
            return on_pairing(self.pairing.signal)
        return ASKING if self._permission.deed else None

    @property
    def sentence(self) -> str | None:
        """What the buttons answer now, in one sentence."""
        if self.pairing.is_open:
            return messages.pairing(self.pairing.signal)
        return messages.asking(self._permission.deed) if self._permission.deed else None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a snapshot about questions."""
        return {"pairing": self.pairing.is_open, "signal": self.pairing.signal, "asking": self._permission.deed}
