"""The ingester's session with the broker: MQTT 5, acknowledged by hand, kept while the ingester is away.

Messages are delivered on paho's thread into a queue. An acknowledgement belongs to the connection over which its
message came: after a reconnection the broker delivers again what was not acknowledged.
"""

import logging
import queue
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from engine.i18n import gettext as _
from venue.settings import BrokerSection

IN_FLIGHT = 200
"""Messages that the broker delivers before it waits for an acknowledgement."""
KEPT_FOR = 10
"""Seconds for which the broker keeps the session of an ingester that is away: as long it gets its share of the batches.
What waits there then is lost, and sent again by the tables."""
KEEPALIVE = 20
TAKEN_OVER = 0x8E
"""Reason code of a disconnection: another client has connected with this id."""
LONGEST_WAIT = 2
"""Seconds between two attempts to connect, at most."""

log = logging.getLogger("quarterdeck.venue")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message from the broker, and the connection over which it came."""

    topic: str
    payload: bytes
    mid: int
    qos: int
    connection: int
    retained: bool = False


class BrokerSession:
    """A client that reconnects by itself. ``topics`` are subscribed to on every connection."""

    def __init__(
        self, broker: BrokerSection, client_id: str, topics: Iterable[tuple[str, int]], kept_for: int = KEPT_FOR
    ) -> None:
        self.arrivals: queue.SimpleQueue[Arrival | None] = queue.SimpleQueue()
        """What came, in order; None after each new connection."""
        self.connected = threading.Event()
        self._said: str | None = None
        self._connection = 0
        self._kept: dict[str, bytes] = {}
        self._topics = list(topics)
        self._kept_for = kept_for
        self._client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTv5, manual_ack=True)
        self._client.max_inflight_messages_set(1000)
        self._client.reconnect_delay_set(1, LONGEST_WAIT)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.username_pw_set(broker.user, broker.password)
        self._broker = broker

    def start(self) -> None:
        """Connect, and stay connected, on a thread of its own."""
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self._kept_for
        properties.ReceiveMaximum = IN_FLIGHT
        self._client.connect_async(
            self._broker.host,
            self._broker.port,
            KEEPALIVE,
            clean_start=not self._kept_for,
            properties=properties,
        )
        self._client.loop_start()

    def stop(self) -> None:
        """Disconnect, and end the session: batches go to other ingesters."""
        ends = Properties(PacketTypes.DISCONNECT)  # type: ignore[no-untyped-call]
        ends.SessionExpiryInterval = 0
        self._client.disconnect(properties=ends)
        self._client.loop_stop()

    def acknowledge(self, arrival: Arrival) -> None:
        """Acknowledge a message, unless the connection it came over is gone."""
        if arrival.connection == self._connection and arrival.qos:
            self._client.ack(arrival.mid, arrival.qos)

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish a retained message. Without a connection it is dropped: all are published after connecting."""
        if self.connected.is_set():
            self._client.publish(topic, payload, qos=1, retain=True)

    def keep(self, topic: str, payload: bytes) -> None:
        """Publish a retained message, unless this connection has: another may be to a broker that has lost all."""
        if self._kept.get(topic) != payload and self.connected.is_set():
            self.publish(topic, payload)
            self._kept[topic] = payload

    def subscribe(self) -> None:
        """Subscribe, and get again what the broker has retained."""
        if self._topics:
            self._client.subscribe([(topic, SubscribeOptions(qos)) for topic, qos in self._topics])

    def _on_connect(self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._say(_("The broker refuses this server ({reason}): run quarterdeck venue init again.", reason=reason))
            return
        self._connection += 1
        self._kept.clear()
        self.subscribe()
        self.connected.set()
        self.arrivals.put(None)

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.connected.clear()
        if reason.value == TAKEN_OVER:
            self._say(_("Another ingester has the same name: give each its own with --as."))

    def _say(self, sentence: str) -> None:
        if sentence != self._said:
            self._said = sentence
            log.error("%s", sentence)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:  # paho decodes it here; what is not recorded is said, and acknowledged
            topic = "?"
        self.arrivals.put(
            Arrival(topic, bytes(message.payload), message.mid, message.qos, self._connection, message.retain)
        )
