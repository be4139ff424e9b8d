"""Commands by HTTP: each has its revision and a key, is executed once, and answered with the new state."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from threading import Event, Lock, Semaphore
from typing import Annotated, TypeVar

from flask import Response, request
from msgspec import Meta

from engine.i18n import gettext as _
from engine.i18n import translated
from table.commands import Command, CommandResult, CommandSink, SeenRevision
from table.snapshot import SnapshotSource
from web.access.guard import NotAllowed
from web.access.sessions import client
from web.api.body import Body, ChangeBody, Count, RequestKey, body, decode, kind_of
from web.api.state import Teller
from web.errors import Denied
from web.viewer import viewer_of

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


PATIENCE = 5.0
"""Seconds that the table has for an answer."""

PATIENCE_AT_THE_TABLE = 20.0
"""Seconds that a repeated request waits for the first one, which may wait for a press at the table."""


class MoveBody(Body, frozen=True):
    """A command of the game, and the moment that it was decided on: the run of the program, and its revision."""

    boot: Annotated[str, Meta(min_length=1, max_length=64)]
    revision: Count
    key: RequestKey


Moving = TypeVar("Moving", bound=MoveBody)
Changing = TypeVar("Changing", bound=ChangeBody)


class CommandHandler:
    """Passes commands from requests to the table, each once."""

    def __init__(self, table: SnapshotSource, helm: CommandSink | None) -> None:
        self._table = table
        self._helm = helm
        self._once = IdempotentCommands()
        self._teller = Teller()

    def command(self, view: Callable[[Moving], Command]) -> Callable[[], Response]:
        """Execute the command that the view of a route returns for the request's body."""

        @wraps(view)
        def route() -> Response:
            given = decode(kind_of(view), body())
            return self.execute(given, lambda: view(given))

        return route

    def change(self, view: Callable[[Changing], dict[str, object]]) -> Callable[[], Response]:
        """Have the view of a route make a change outside the game, which has no revision, and answer with its result.

        A refusal at the table is stored under its key too, so that the table is asked once.
        """

        @wraps(view)
        def route() -> Response:
            given = decode(kind_of(view), body())

            def act() -> Outcome:
                try:
                    return Outcome(200, json.dumps(view(given)))
                except NotAllowed as denied:
                    return Outcome(denied.status, _refusal(denied.code, denied.why))

            return self._answer(given.key, act, PATIENCE_AT_THE_TABLE)

        return route

    def done(self, command: Command) -> None:
        """Have a command done that has no revision. Raises :class:`~web.errors.Denied`."""
        answer = self._submit(command)
        if not answer.done:
            again = answer.code in ("no_answer", "not_kept")
            raise Denied(503 if again else 422, answer.code, answer.why, 1 if again else None)

    def execute(self, given: MoveBody, command: Callable[[], Command]) -> Response:
        """Execute that command: done, stale, refused by a rule, or not answered."""

        def act() -> Outcome:
            return self._outcome(self._submit(command(), SeenRevision(given.boot, given.revision)))

        return self._answer(given.key, act, PATIENCE)

    def _answer(self, key: str, act: Callable[[], Outcome], patience: float) -> Response:
        what = hashlib.sha256(request.path.encode() + b"\n" + request.get_data()).digest()
        outcome = self._once.do(client(), key, what, act, patience)
        response = Response(outcome.body, outcome.status, mimetype="application/json")
        if outcome.status == 503:
            response.headers["Retry-After"] = "1"
        return response

    def _submit(self, command: Command, seen: SeenRevision | None = None) -> CommandResult:
        if self._helm is None:
            return CommandResult(False, "only_watching", _("This table is view only."))
        return self._helm.submit(command, PATIENCE, seen)

    def _outcome(self, answer: CommandResult) -> Outcome:
        told = self._teller.told(self._table.snapshot(), viewer_of(request).language)
        if answer.done:
            return Outcome(200, f'{{"done":true,"state":{told}}}')
        refusal = _refusal(answer.code, answer.why)
        match answer.code:
            case "stale":
                return Outcome(409, f'{refusal[:-1]},"state":{told}}}')
            case "no_answer" | "not_kept":
                return Outcome(503, refusal)
        return Outcome(422, refusal)


def _refusal(code: str, why: str) -> str:
    return json.dumps({"code": code, "why": translated(why, viewer_of(request).language)})
