"""Converts bouncing contact edges to presses. Has no clock: every edge carries its time."""

from dataclasses import dataclass

from table.panel import Button, Press

BOUNCE = 0.025
"""Seconds within which a further edge counts as bouncing."""

LONG = 1.2
"""Seconds after which a press counts as long."""

TOGETHER = 0.5
"""Minimum seconds of overlap for a press of both buttons. Shorter overlaps are successive presses."""

BOTH = 3.0
"""Seconds for which both buttons must be held."""

LONG_PRESSES = {Button.ROLL: Button.TAKE_BACK, Button.STAND: Button.PAUSE}
"""Meaning of a long press of the two rim buttons. The encoder's push is never long."""


@dataclass(slots=True)
class Contact:
    """State of one button: whether its contacts are ``closed``, and whether it is ``down``, and since when.

    Edges before ``deaf_until`` count as bouncing. ``spent`` marks a press that was already reported.
    """

    closed: bool = False
    deaf_until: float = float("-inf")
    down: bool = False
    down_since: float = 0.0
    spent: bool = False


class ButtonDebouncer:
    """Debouncer of the two rim buttons (pressed, pressed long, held together) and of the encoder's push.

    The first edge counts at once. Further edges are ignored until the contacts have been stable for 25 ms, then the
    state is read. A short press is reported on release, a long one as soon as it is long.
    """

    def __init__(self) -> None:
        self._contacts = {button: Contact() for button in (*LONG_PRESSES, Button.PICK)}
        self._rim = {button: self._contacts[button] for button in LONG_PRESSES}
        self._presses: list[Press] = []

    @property
    def held(self) -> frozenset[Button]:
        return frozenset(button for button, contact in self._contacts.items() if contact.down)

    def edge(self, button: Button, closed: bool, moment: float) -> None:
        """Record that a button's contacts close or open at ``moment`` (seconds). Times must not decrease."""
        self._pass(moment)
        contact = self._contacts[button]
        contact.closed = closed
        if moment < contact.deaf_until:
            contact.deaf_until = moment + BOUNCE
        elif closed != contact.down:
            self._change(button, moment)

    def presses(self, until: float) -> list[Press]:
        self._pass(until)
        due = sorted((press for press in self._presses if press.time <= until), key=lambda press: press.time)
        self._presses = [press for press in self._presses if press.time > until]
        return due

    def _pass(self, moment: float) -> None:
        for button, contact in self._contacts.items():
            if contact.deaf_until <= moment and contact.closed != contact.down:
                self._change(button, contact.deaf_until)
        if self._both_down():
            both_at = self._together_since() + BOTH
            if both_at <= moment and not all(contact.spent for contact in self._rim.values()):
                self._spend(Press(Button.PAIR, both_at), *self._rim.values())
            return
        for button, contact in self._rim.items():
            if contact.down and not contact.spent and contact.down_since + LONG <= moment:
                press = Press(LONG_PRESSES[button], contact.down_since + LONG, began=contact.down_since)
                self._spend(press, contact)

    def _change(self, button: Button, moment: float) -> None:
        contact = self._contacts[button]
        both = button in self._rim and self._both_down() and moment - self._together_since() >= TOGETHER
        contact.down, contact.deaf_until = contact.closed, moment + BOUNCE
        if contact.down:
            contact.down_since, contact.spent = moment, False
            return
        if both:
            for one in self._rim.values():
                one.spent = True
        if not contact.spent:
            self._presses.append(Press(button, moment, began=contact.down_since))

    def _both_down(self) -> bool:
        return all(contact.down for contact in self._rim.values())

    def _together_since(self) -> float:
        return max(contact.down_since for contact in self._rim.values())

    def _spend(self, press: Press, *contacts: Contact) -> None:
        """Report a press and mark its contacts as spent: their release reports nothing more."""
        for contact in contacts:
            contact.spent = True
        self._presses.append(press)
