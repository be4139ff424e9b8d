"""Permission at the table: some changes need a press of a button there."""

from engine.i18n import gettext as _
from table.commands import CommandSink, Deed, Permit, Verdict
from web.errors import Denied

PATIENCE = 5.0
"""Seconds that the table has for showing the question."""

ANSWERED_WITHIN = 12.0
"""Seconds after which no answer comes any more: the table itself asks for ten."""

LATER = 10
"""Seconds after which to ask again where the table is busy."""


class NotAllowed(Denied):
    """Raised when the request was refused at the table. It is not asked again for the same request."""


class TablePermission:
    """Asks for permission at the table. Thread-safe; blocks until the answer."""

    def __init__(self, helm: CommandSink | None) -> None:
        self._helm = helm

    def ask(self, deed: Deed) -> None:
        """Wait until ROLL is pressed at the table.

        Raises :class:`NotAllowed` if STAND was pressed, or nothing in time, and another :class:`~web.errors.Denied` if
        the table cannot ask.
        """
        if self._helm is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        permit = Permit(deed)
        answer = self._helm.submit(permit, PATIENCE)
        match answer.code if not answer.done else "":
            case "":
                _check(_verdict(permit))
            case "no_buttons":
                raise Denied(403, answer.code, answer.why)
            case "busy":
                raise Denied(429, answer.code, answer.why, LATER)
            case _:
                raise Denied(503, answer.code, answer.why, 1)


def _verdict(permit: Permit) -> Verdict:
    try:
        return permit.verdict.result(ANSWERED_WITHIN)
    except TimeoutError:
        return "unanswered"


def _check(verdict: Verdict) -> None:
    match verdict:
        case "refused":
            raise NotAllowed(403, "not_allowed", _("Refused at the table with STAND."))
        case "unanswered":
            raise NotAllowed(403, "not_answered", _("ROLL was not pressed within ten seconds: ask again."))
        case "withdrawn":
            raise Denied(429, "busy", _("The table is asking something else: ask again in a moment."), LATER)
