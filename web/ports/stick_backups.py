"""Daily backups to a USB stick, as a protocol and a status value."""

from dataclasses import dataclass
from typing import Literal, Protocol

StickState = Literal["none", "new", "ready"]
"""No stick is plugged in; one is, but was not chosen for backups; the chosen one is plugged in."""


@dataclass(frozen=True, slots=True)
class StickBackupStatus:
    """The state of backups to a USB stick. Times are seconds, Unix.

    ``on`` is the configuration's ``[backup] usb``. ``last`` is the time of the last backup that was written, read back
    and checked, None without one; ``file`` is its path on the stick. ``next`` is the time of the next one, None if it
    is off or no stick was chosen. ``where`` names the plugged-in stick, and is empty without one. ``trouble`` says what
    is wrong, in one sentence; None if all is well. ``running`` is true while a backup is written.
    """

    on: bool = False
    stick: StickState = "none"
    where: str = ""
    last: float | None = None
    file: str = ""
    next: float | None = None
    kept: int = 0
    running: bool = False
    trouble: str | None = None


class StickBackups(Protocol):
    """Backups to a USB stick, while the table runs. Safe from any thread; no method waits for the stick.

    The page of the owner shows :meth:`status`, and has a button for :meth:`choose` if ``stick`` is ``new``, and for
    :meth:`back_up_now` if it is ``ready``.
    """

    def status(self) -> StickBackupStatus:
        """Return the present state."""
        ...

    def choose(self) -> None:
        """Choose the plugged-in stick: its folder ``quarterdeck-backups`` is made, and a backup is written at once.

        Raises :class:`~web.errors.Denied` if there is no stick, or more than one.
        """
        ...

    def back_up_now(self) -> None:
        """Have a backup written at once, in the background. Raises :class:`~web.errors.Denied` without a chosen stick.

        :meth:`status` says when it is done, and what went wrong.
        """
        ...
