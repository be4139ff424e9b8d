"""Records what tables show of themselves, apart from batches: a board is live also while a million rows catch up.

Every intake of states gets every state. Where several run, each writes what it got last, so that all end with the same.
"""

from collections.abc import Callable, Sequence

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import OFFLINE, ONLINE, VERSION, BadMessage, decode_state, parse_topic
from venue.broker.session import Arrival, BrokerAddress
from venue.record.alarms import MESSAGE, raise_alarm
from venue.record.live import Sign, show
from venue.services.intake import Intake


class StateIntake(Intake):
    """Watches states and availability of a venue's tables."""

    def __init__(self, venue: str, record: str, broker: BrokerAddress, name: str = "1") -> None:
        every = f"quarterdeck/{VERSION}/{venue}/+"
        topics = [(f"{every}/state", 1), (f"{every}/availability", 1)]
        super().__init__(record, broker, f"quarterdeck-watch-{venue}-{name}", topics)

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
        signs: dict[str, Sign] = {}
        for arrival in arrivals:
            try:
                topic = parse_topic(arrival.topic)
            except BadMessage:
                continue
            old = signs.get(topic.table, Sign(heard=False))
            heard = old.heard or not arrival.retained
            try:
                match topic.leaf:
                    case "state" if arrival.payload:
                        signs[topic.table] = Sign(decode_state(arrival.payload), old.online, heard)
                    case "availability" if arrival.payload in (ONLINE.encode(), OFFLINE.encode()):
                        is_online = arrival.payload == ONLINE.encode()
                        signs[topic.table] = Sign(old.state, is_online, heard or is_online)
            except BadMessage as error:
                sentence = _("A message was refused: {why}", why=error.args[0])
                raise_alarm(connection, topic.table, None, MESSAGE, sentence)
        if signs:
            show(connection, signs)
        return lambda: None
