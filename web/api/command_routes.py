"""Commands by HTTP: each has the revision it is based on and a key, and is answered with the new state."""

import hashlib
import json
from collections.abc import Callable

from flask import Response, request

from engine.i18n import gettext as _
from table.commands import Command, CommandResult, CommandSink, SeenRevision
from table.snapshot import SnapshotSource
from web.access.guard import client
from web.access.permission import NotAllowed
from web.api.request.body import Fields, fields
from web.api.request.idempotency import IdempotentCommands, Outcome
from web.api.state import Teller
from web.ports.preferences import viewer_of

PATIENCE = 5.0
"""Seconds that the table has for an answer."""

PATIENCE_AT_THE_TABLE = 20.0
"""Seconds that a repeated request waits for the first one, which may wait for a press at the table."""


class CommandHandler:
    """Passes commands from requests to the table, each once."""

    def __init__(self, table: SnapshotSource, helm: CommandSink | None) -> None:
        self._table = table
        self._helm = helm
        self._once = IdempotentCommands()
        self._teller = Teller()

    def execute(self, command_of: Callable[[Fields], Command]) -> Response:
        """Execute the command of the request: done, stale, refused by a rule, or not answered."""

        def act(given: Fields, seen: SeenRevision) -> Outcome:
            command = command_of(given)
            given.end()
            return self._outcome(self._submit(command, seen))

        given = fields()
        seen = SeenRevision(given.text("boot", 64), given.number("revision"))
        return self._answer(given, lambda: act(given, seen))

    def keep(self, done: Callable[[Fields], dict[str, object]]) -> Response:
        """Execute a change outside the game: it has a key and no revision.

        A refusal at the table is stored under its key too, so that the table is asked once.
        """
        given = fields()

        def act() -> Outcome:
            try:
                return Outcome(200, json.dumps(done(given)))
            except NotAllowed as denied:
                return Outcome(denied.status, _refusal(denied.code, denied.why))

        return self._answer(given, act, PATIENCE_AT_THE_TABLE)

    def _answer(self, given: Fields, act: Callable[[], Outcome], patience: float = PATIENCE) -> Response:
        what = hashlib.sha256(request.path.encode() + b"\n" + request.get_data()).digest()
        outcome = self._once.do(client(), given.key(), what, act, patience)
        response = Response(outcome.body, outcome.status, mimetype="application/json")
        if outcome.status == 503:
            response.headers["Retry-After"] = "1"
        return response

    def _submit(self, command: Command, seen: SeenRevision) -> CommandResult:
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
    return json.dumps({"code": code, "why": viewer_of(request).words.told(why)})
