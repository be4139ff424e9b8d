"""One connection to a broker, by paho-mqtt: MQTT 5, from connecting until it is lost."""

import json
import ssl
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from device.config.mqtt import MqttConfig
from device.files.kept_file import content_of, keep
from device.link.pem_files import credentials, not_trusted, short_reason, tls_context
from device.link.troubles import TWIN, LinkLost, away
from device.notices import Notices
from engine.i18n import gettext as _
from engine.link_protocol import LARGEST

KEEPALIVE = 30
"""Seconds without a message after which the broker is asked whether it is there; after 45 the last will is sent."""

PATIENCE = 10.0
"""Seconds to wait for the network, and for the broker's answer."""

TAKEN_OVER = 0x8E
"""Reason code of a disconnection: another client has connected with this id."""

NO_ANSWER = _("What answers there is no MQTT broker: check host, port and tls in [mqtt].")
LOST = _("The connection to the broker was lost: the table reconnects automatically.")

_NOT_ALLOWED = (0x85, 0x86, 0x87, 0x8A, 0x8C)
"""Reason codes of a refused connection: client id, user or password, rights, banned, method."""


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """A message to publish, or one that arrived. The empty payload, retained, clears a topic."""

    topic: str
    payload: bytes = b""
    retain: bool = False


class BrokerConnection:
    """A connection of the table of that id, with a last will. It is never reused: make another one.

    The table's id is the client's too, unless another is given: the broker keeps one connection of each client.

    The constructor connects, subscribes to ``topics``, and returns when the broker has accepted. Raises
    :class:`LinkLost`. Messages are received in a thread of paho; :meth:`received` hands them out.
    """

    def __init__(
        self,
        config: MqttConfig,
        table: str,
        will: BrokerMessage | None,
        topics: Sequence[str],
        client_id: str | None = None,
    ) -> None:
        self._config = config
        self._broker = f"{config.host}:{config.broker_port}"
        self._inbox: SimpleQueue[BrokerMessage] = SimpleQueue()
        self._answered = threading.Event()
        self._answer: ReasonCode | None = None
        self._lost: LinkLost | None = None
        self.refused: str | None = None
        """Why the broker did not accept the latest message, None if it did."""
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id or table,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        self._client.connect_timeout = PATIENCE
        if will is not None:
            self._client.will_set(will.topic, will.payload, qos=1, retain=will.retain)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        if config.tls:
            self._client.tls_set_context(tls_context(config, table))
        if config.password_file:
            user, password = credentials(config.password_file)
            self._client.username_pw_set(user, password)
        self._open(topics)

    def _open(self, topics: Sequence[str]) -> None:
        config = self._config
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = LARGEST
        try:
            self._client.connect(config.host, config.broker_port, KEEPALIVE, clean_start=True, properties=limits)
        except ssl.SSLCertVerificationError as error:
            raise not_trusted(self._broker, error) from None
        except (OSError, ValueError) as error:
            if isinstance(error, ssl.SSLError) or (config.tls and isinstance(error, ConnectionResetError)):
                raise LinkLost(NO_ANSWER) from None
            raise LinkLost(away(self._broker, short_reason(error)), is_away=True) from None
        self._client.loop_start()
        answered = self._answered.wait(PATIENCE)
        if not answered or self._answer is None or self._answer.is_failure:
            self.close()
            raise self._refusal()
        if topics:
            self._client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])

    def _refusal(self) -> LinkLost:
        if self._answer is not None:
            why = str(self._answer)
            if self._answer.value in _NOT_ALLOWED:
                sentence = _(
                    "{broker} refuses this table ({why}): check its user or certificate.", broker=self._broker, why=why
                )
                return LinkLost(sentence, is_grave=True)
            return LinkLost(away(self._broker, why))
        if self._config.tls and self._lost is not None:
            # TLS 1.3: the broker checks a client's certificate after the client has connected
            sentence = (
                _(
                    "The broker ends the connection without an answer: if this keeps happening, enrol the table "
                    "again for a new certificate."
                )
                if self._config.certificate
                else _(
                    "The broker ends the connection without an answer: if it wants a certificate, set certificate in "
                    "[mqtt]."
                )
            )
            return LinkLost(sentence, is_grave=True)
        return LinkLost(NO_ANSWER)

    def publish(self, message: BrokerMessage) -> None:
        """Send a message, with quality of service 1. It is dropped if the connection is lost."""
        if self._lost is None:
            self._client.publish(message.topic, message.payload, qos=1, retain=message.retain)

    def received(self) -> Sequence[BrokerMessage]:
        """Return the messages that arrived since the last call. Raises :class:`LinkLost` if the connection is lost."""
        found: list[BrokerMessage] = []
        try:
            while True:
                found.append(self._inbox.get_nowait())
        except Empty:
            pass
        if self._lost is not None and not found:
            raise self._lost
        return found

    def close(self, last: Sequence[BrokerMessage] = ()) -> None:
        """Publish ``last``, disconnect, and stop the thread. The last will is not sent."""
        if self._lost is None:
            sent = [self._client.publish(one.topic, one.payload, qos=1, retain=one.retain) for one in last]
            for one in sent:
                if one.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                    with suppress(RuntimeError, ValueError):
                        one.wait_for_publish(1.0)
        self._client.on_disconnect = None
        self._client.disconnect()
        self._client.loop_stop()
        if (wire := self._client.socket()) is not None:
            wire.close()

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, answer: ReasonCode, _properties: Any) -> None:
        self._answer = answer
        self._answered.set()

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        is_twin = reason.value == TAKEN_OVER
        self._lost = LinkLost(TWIN if is_twin else LOST, is_twin=is_twin)
        self._answered.set()

    def _on_message(self, _client: Any, _data: Any, message: MQTTMessage) -> None:
        with suppress(UnicodeDecodeError):  # paho decodes the topic here; no topic of ours is like that
            self._inbox.put(BrokerMessage(message.topic, bytes(message.payload), message.retain))

    def _on_publish(self, _client: Any, _data: Any, _id: int, reason: ReasonCode, _properties: Any) -> None:
        self.refused = str(reason) if reason.is_failure else None


RETAINED_FILE = "retained-topics.json"
"""The file's name, in the configuration's folder."""


class RetainedTopics:
    """Retained topics of each broker, in a file. A broker that is used no more keeps its entry."""

    def __init__(self, folder: Path, notices: Notices | None = None) -> None:
        self._file = folder / RETAINED_FILE
        self._notices = notices

    def unused(self, broker: str, used: Iterable[str]) -> Sequence[str]:
        """Return the topics to clear at that broker: those written before and not used now."""
        return sorted(set(self._read().get(broker, ())) - set(used))

    def keep(self, broker: str, used: Iterable[str]) -> None:
        """Store the topics that are used at that broker from now on. A full disk is ignored."""
        before = self._read()
        now = {**before, broker: sorted(used)}
        now = {name: topics for name, topics in now.items() if topics}
        if now != before:
            with suppress(OSError):
                keep(self._file, json.dumps(now, indent=1).encode() + b"\n")

    def _read(self) -> dict[str, list[str]]:
        data = content_of(self._file, self._notices)
        if data is None:
            return {}
        try:
            return msgspec.json.decode(data, type=dict[str, list[str]])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            if self._notices:
                self._notices.set_aside(self._file)
            return {}
