"""What can be wrong with the link, a sentence each, for the owner."""

from engine.i18n import Text
from engine.i18n import gettext as _


class LinkLost(Exception):
    """The link is down. The text is a sentence for the owner; ``is_twin``: another table uses the same id.

    ``is_grave``: it does not end by itself, so the table's page shows it too. ``was_up``: the broker had accepted the
    connection. ``is_away``: the broker could not be reached at all.
    """

    def __init__(
        self,
        sentence: str,
        *,
        is_twin: bool = False,
        is_grave: bool = False,
        was_up: bool = False,
        is_away: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.is_twin = is_twin
        self.is_grave = is_grave
        self.was_up = was_up
        self.is_away = is_away


NO_PAHO = _("The link is off: run .venv/bin/pip install 'paho-mqtt>=2', then restart the table.")
TWIN = _(
    "Another table seems to use this table’s id: the broker keeps closing the connection. If a card was copied, delete "
    "table-id.json on the copy and restart it."
)
OVERTAKEN = _(
    "The venue has more games of this table than its journal. If this card was copied, delete table-id.json on the "
    "copy and restart it; if not, the journal here has lost games."
)
UNREADABLE = _("The journal can’t be read for the venue: run quarterdeck doctor.")
STUCK = _("A row of the journal is out of bounds: games after it stay on this table. Keep a backup, and report it.")
CERTIFICATE_REFUSED = _(
    "The broker ends the connection without an answer: if it goes on, enrol the table again for a new certificate."
)
CERTIFICATE_WANTED = _(
    "The broker ends the connection without an answer: if it wants a certificate, set certificate in [mqtt]."
)
NO_ANSWER = _("The broker doesn’t answer as one: check host, port and tls in [mqtt].")
NO_PASSWORD = _("it must have one line, user:password")
LOST = _("The connection to the broker was lost: the table reconnects automatically.")


def alarm(sentence: str) -> Text:
    """Return the sentence for an alarm of the venue."""
    return _("The venue reports: {sentence}", sentence=sentence)


def away(broker: str, why: str) -> Text:
    """Return the sentence for a broker or a venue that cannot be reached."""
    return _("{broker} can’t be reached ({why}): games are kept, and sent later.", broker=broker, why=why)


def wrong_certificate(broker: str, why: str) -> Text:
    """Return the sentence for a broker whose certificate is not accepted."""
    return _("The certificate of {broker} is not valid ({why}): check ca and host in [mqtt].", broker=broker, why=why)


def wrong_clock(broker: str, why: str) -> Text:
    """Return the sentence for a certificate that is not valid at the time of this machine's clock."""
    return _(
        "The certificate of {broker} is not valid now ({why}): check the clock of this machine.", broker=broker, why=why
    )


def unusable(file: str, why: str) -> Text:
    """Return the sentence for a certificate or password file that cannot be used."""
    return _("{file} can’t be used for the link ({why}): set another in [mqtt].", file=file, why=why)


def not_allowed(broker: str, why: str) -> Text:
    """Return the sentence for a broker that refuses the table."""
    return _("{broker} refuses this table ({why}): check its user or certificate.", broker=broker, why=why)


def refused(why: str) -> Text:
    """Return the sentence for messages that the broker or the venue does not accept."""
    return _("The venue refuses what this table sends ({why}): check the venue’s name and the table’s rights.", why=why)


def failed(kind: str, error: str) -> Text:
    """Return the sentence for a fault of the program."""
    return _("The link failed ({kind}: {error}): it is tried again in a minute.", kind=kind, error=error[:200])


def foreign_certificate(named: str, own: str) -> Text:
    """Return the sentence for a certificate of another table."""
    return _(
        "The certificate is that of table {named}, but this is table {own}: enrol this table.", named=named, own=own
    )


def not_yet_valid(begin: str, now: str) -> Text:
    """Return the sentence for a certificate that begins after the time of this machine's clock."""
    return _(
        "Set the clock of this machine: it says {now}, and this table’s certificate is valid from {begin} on.",
        now=now,
        begin=begin,
    )


def expired(end: str, now: str) -> Text:
    """Return the sentence for a certificate whose time is over, by this machine's clock."""
    return _("Enrol this table again: its certificate was valid until {end}, and it is {now}.", end=end, now=now)
