"""A venue in memory on a real broker: the rules of the record without a database."""

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from engine.link_protocol import Batch, Cursor, EventRow, OpeningRow, decode_batch, encode_cursor, journal_hash, mark_of

TIMEOUT = 60.0


class Record:
    """What the venue holds of each journal. ``alarm`` is sent in each cursor."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[tuple[str, int], EventRow | OpeningRow]] = defaultdict(dict)
        self.parents: dict[str, str | None] = {}
        self.conflicts: list[EventRow | OpeningRow] = []
        self.batches: list[Batch] = []
        self.alarm: str | None = None

    def take(self, batch: Batch) -> Cursor:
        self.batches.append(batch)
        rows = self.rows[batch.journal]
        self.parents[batch.journal] = batch.parent
        keyed: list[tuple[tuple[str, int], EventRow | OpeningRow]] = [(("e", one.place), one) for one in batch.events]
        strange: str | None = None
        keyed += [(("o", one.number), one) for one in batch.openings]
        for key, row in keyed:
            if rows.setdefault(key, row) != row:
                self.conflicts.append(row)
                strange = strange or mark_of(row)
        return replace(self.cursor(batch.journal), strange=strange)

    def cursor(self, journal: str) -> Cursor:
        """Return the cursor of a journal: all rows up to the first gap."""
        rows, ends = self.rows[journal], {"e": 0, "o": 0}
        for kind in ends:
            while (kind, ends[kind] + 1) in rows:
                ends[kind] += 1
        return Cursor(journal, ends["e"], ends["o"], self.alarm)

    def hash(self, journal: str) -> str:
        rows = sorted(self.rows[journal].items())
        events = [row for _key, row in rows if isinstance(row, EventRow)]
        return journal_hash(events, [row for _key, row in rows if isinstance(row, OpeningRow)])


class Watcher:
    def __init__(self, port: int, topics: str = "#", **auth: Any) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._changed = threading.Condition()
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        if auth:
            self.client.username_pw_set(**auth)
        self.client.on_message = self._on_message
        ready = threading.Event()
        self._topics = topics
        self.client.on_connect = self._on_connect
        self.client.on_subscribe = lambda *_: ready.set()
        self.client.reconnect_delay_set(0.05, 0.05)  # type: ignore[arg-type]
        self.client.connect("127.0.0.1", port, 30)
        self.client.loop_start()
        assert ready.wait(TIMEOUT)

    def _on_connect(self, *_given: object) -> None:
        self.client.subscribe(self._topics, qos=1)

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        self.hear(message.topic, message.payload, message.retain)
        with self._changed:
            self.heard.append((message.topic, message.payload, message.retain))
            self._changed.notify_all()

    def hear(self, topic: str, payload: bytes, retain: bool) -> None:
        """Act on a message, in a class of its own."""

    def wait_for(self, condition: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, TIMEOUT), self.heard[-5:]

    def last(self, leaf: str) -> bytes:
        return next((payload for topic, payload, _ in reversed(self.heard) if topic.endswith(leaf)), b"")

    def publish(self, topic: str, payload: bytes | str, *, retain: bool = False) -> None:
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(TIMEOUT)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


class Venue(Watcher):
    """An ingester with a record in memory."""

    def __init__(self, port: int, record: Record | None = None, **auth: Any) -> None:
        self.record = record or Record()
        super().__init__(port, "quarterdeck/1/+/+/events", **auth)

    def hear(self, topic: str, payload: bytes, retain: bool) -> None:
        assert not retain, "events are never retained"
        cursor = self.record.take(decode_batch(payload))
        self.client.publish(topic.removesuffix("events") + "cursor", encode_cursor(cursor), qos=1, retain=True)
