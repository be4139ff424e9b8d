"""Idempotency keys: a repeated change is not executed again, and gets the first answer."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock, Semaphore

from engine.i18n import gettext as _
from web.errors import Denied

KEPT = 256
"""Answers that are remembered."""


MOST_WAITING = 8
"""Repeated requests that wait for the first one; more are refused, so that they do not fill the server."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a change: the status, and the response body as JSON."""

    status: int
    body: str


@dataclass(slots=True)
class _Doing:
    what: bytes
    done: Event = field(default_factory=Event)
    waiting: Semaphore = field(default_factory=lambda: Semaphore(MOST_WAITING))
    outcome: Outcome | None = None


class IdempotentCommands:
    """The latest changes by hand and key. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._doings: OrderedDict[tuple[str, str], _Doing] = OrderedDict()

    def do(self, hand: str, key: str, what: bytes, act: Callable[[], Outcome], patience: float) -> Outcome:
        """Execute the change, or return the result for this hand and key, waiting for it if needed.

        ``what`` is the hash of the change; another change under the same key is refused. A change that raised, or got
        no answer (503), is forgotten, so that it may be repeated.
        """
        with self._lock:
            doing = self._doings.get((hand, key))
            mine = doing is None
            if doing is None:
                doing = self._doings[hand, key] = _Doing(what)
                while len(self._doings) > KEPT:
                    self._doings.popitem(last=False)
        if doing.what != what:
            raise Denied(422, "key_used", _("That key was already used: send a new key with each change."))
        if not mine:
            if doing.waiting.acquire(blocking=False):
                try:
                    doing.done.wait(patience)
                finally:
                    doing.waiting.release()
            if doing.outcome is not None:
                return doing.outcome
            raise Denied(503, "no_answer", _("The table did not answer in time: try again."), 1)
        try:
            outcome = act()
            if outcome.status != 503:
                doing.outcome = outcome
            return outcome
        finally:
            if doing.outcome is None:
                with self._lock:
                    self._doings.pop((hand, key), None)
            doing.done.set()
