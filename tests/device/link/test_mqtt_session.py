"""A linked table on a real broker: everything confirmed reaches the record once, whatever happens."""

import json
import socket
from queue import SimpleQueue
from typing import Any

import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from device.config.mqtt import MqttConfig
from device.link import mqtt_session
from device.link.connection import TAKEN_OVER, BrokerConnection
from device.link.link import TableLink
from device.link.mqtt_session import MqttSession
from device.link.sender import Sender
from device.link.troubles import APART, TWIN, LinkLost
from device.notices import Notices
from device.table_identity import TABLE_ID, identity_text, read_identity
from engine import Started
from engine.link_protocol import Cursor, EventRow, decode_state, encode_cursor
from engine.match_call import MatchCall, encode_call
from tests.broker import Broker
from tests.device.link.conftest import Linking
from tests.device.link.tables import ID, HandTable, wait_until
from tests.device.link.venues import Record, Venue, Watcher

BASE = f"quarterdeck/1/galley/{ID}"


def config(broker: Broker, **more: object) -> MqttConfig:
    return MqttConfig(host="127.0.0.1", port=broker.port, venue="galley", **more)  # type: ignore[arg-type]


def journal_of(table: HandTable) -> str:
    extent = table.live.extent()
    assert extent is not None
    return extent.journal


def is_recorded(record: Record, table: HandTable) -> bool:
    return record.hash(journal_of(table)) == table.hash


def test_a_match_that_the_venue_calls_waits_at_the_table_until_it_is_called_off(
    broker: Broker, hand_table: HandTable, link_of: Linking, venue: Venue
) -> None:
    call = MatchCall("1.W1.1.1", Started("pig", ("Zoë", "Ben"), "Zoë"))
    venue.publish(f"{BASE}/match", encode_call(call), retain=True)
    link = link_of(hand_table, config(broker))
    wait_until(link, lambda: hand_table.board.snapshot().called == ("Zoë", "Ben"))
    venue.publish(f"{BASE}/match", b"of a later version", retain=True)
    venue.publish(f"{BASE}/match", b"", retain=True)
    wait_until(link, lambda: hand_table.board.snapshot().called == ())
    assert link.status().linked


def test_what_is_confirmed_reaches_the_record_row_by_row(
    broker: Broker, hand_table: HandTable, link_of: Linking, venue: Venue
) -> None:
    hand_table.turn()
    link = link_of(hand_table, config(broker))
    for _turn in range(3):
        hand_table.turn()
        venue.wait_for(lambda: is_recorded(venue.record, hand_table))
    assert venue.record.conflicts == []
    watcher = Watcher(broker.port, f"{BASE}/cursor")
    watcher.wait_for(lambda: b'"events":%d' % hand_table.events in watcher.last("cursor"))
    wait_until(link, lambda: link.status().behind == 0)
    status = link.status()
    assert (status.linked, status.behind, status.trouble, status.table) == (True, 0, None, ID)
    assert status.last_sent is not None
    watcher.close()


def test_the_state_and_the_availability_are_retained(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher
) -> None:
    link = link_of(hand_table, config(broker))
    hand_table.roll(6, 5, 4, 2, 1)
    watcher.wait_for(lambda: b"6,5,4" in watcher.last("state"))
    state = decode_state(watcher.last("state"))
    assert (state.name, state.game and state.game.number) == ("Window", 1)
    assert [(player.name, player.on_turn) for player in state.players] == [("Ann", True), ("Ben", False)]
    late = Watcher(broker.port)

    def kept() -> list[str]:
        """Topics of what the broker has kept; the event of the roll may still come in, as news."""
        return [topic for topic, _payload, retained in late.heard if retained]

    late.wait_for(lambda: len(kept()) >= 2)
    assert sorted(kept()) == [f"{BASE}/availability", f"{BASE}/state"]
    assert late.last("availability") == b"online"
    link.close()
    watcher.wait_for(lambda: watcher.last("availability") == b"offline")
    late.close()


def test_a_table_that_rests_shows_itself_again_so_that_the_venue_knows_it_is_there(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_session, "LOOK_EVERY", 0.2)
    link_of(hand_table, config(broker))
    watcher.wait_for(
        lambda: (
            len(shown := [text for name, text, _ in watcher.heard if name.endswith("/state")]) > 3
            and len(set(shown[-3:])) == 1
        )
    )


def test_a_table_without_power_is_offline_by_its_last_will(
    broker: Broker, hand_table: HandTable, link_of: Linking, monkeypatch: pytest.MonkeyPatch, watcher: Watcher
) -> None:
    sessions: list[MqttSession] = []
    begin = MqttSession.__init__

    def kept(self: MqttSession, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        sessions.append(self)

    monkeypatch.setattr(MqttSession, "__init__", kept)
    link_of(hand_table, config(broker))
    watcher.wait_for(lambda: watcher.last("availability") == b"online")
    wire = sessions[0]._connection._client.socket()
    assert wire is not None
    socket.socket.shutdown(wire, socket.SHUT_RDWR)  # type: ignore[arg-type]
    watcher.wait_for(lambda: (f"{BASE}/availability", b"offline", False) in watcher.heard)
    watcher.wait_for(lambda: watcher.last("availability") == b"online")  # it is back by itself


def test_a_session_that_another_card_took_over_is_said(
    broker: Broker, hand_table: HandTable, link_of: Linking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every Mosquitto gives the reason; then the venue tells the two by their processes and journals."""
    closed = BrokerConnection._on_disconnect

    def taken_over(self: BrokerConnection, *_given: object) -> None:
        closed(self, None, None, None, ReasonCode(PacketTypes.DISCONNECT, identifier=TAKEN_OVER), None)

    monkeypatch.setattr(BrokerConnection, "_on_disconnect", taken_over)
    notices = Notices()
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: link.status().linked)
    broker.stop()
    wait_until(link, lambda: notices.all == (TWIN,))
    assert "delete" not in TWIN


def test_a_broker_that_goes_away_again_and_again_is_no_copied_card(
    broker: Broker, hand_table: HandTable, link_of: Linking
) -> None:
    notices = Notices()
    link = link_of(hand_table, config(broker), notices)
    for _time in range(6):
        wait_until(link, lambda: link.status().linked)
        broker.stop()
        wait_until(link, lambda: not link.status().linked)
        broker.start()
    wait_until(link, lambda: link.status().linked)
    assert not notices.all


def test_a_card_whose_id_was_given_to_another_takes_a_new_one_and_leaves(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher
) -> None:
    (hand_table.folder / TABLE_ID).write_text(identity_text(hand_table.identity))
    told, notices = Cursor(journal_of(hand_table), 1, 1, apart=True), Notices()
    watcher.publish(f"{BASE}/cursor", encode_cursor(told), retain=True)
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: notices.all == (APART,))
    link._thread.join(60)
    now = read_identity(hand_table.folder)
    assert now is not None
    assert now.id != hand_table.identity.id in (hand_table.folder / f"{TABLE_ID}.former").read_text()
    hand_table.turn()


@pytest.mark.parametrize("has", [500, 1])
def test_a_journal_that_is_not_the_recorded_one_goes_on_under_an_id_of_its_own(
    broker: Broker, hand_table: HandTable, link_of: Linking, venue: Venue, has: int
) -> None:
    before, notices = journal_of(hand_table), Notices()
    rows = venue.record.rows[before]
    for place in range(1, has + 1):
        rows.setdefault(("e", place), EventRow(place, 1, place - 1, 0.0, "another"))
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: journal_of(hand_table) != before)
    hand_table.turn()
    wait_until(link, lambda: link.status().behind == 0)
    assert venue.record.parents[journal_of(hand_table)] == before
    assert venue.record.hash(journal_of(hand_table)) == hand_table.hash
    assert not notices.all


def test_what_a_cursor_tells_of_is_shown_until_it_is_over(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher
) -> None:
    journal, notices = journal_of(hand_table), Notices()
    watcher.publish(f"{BASE}/cursor", encode_cursor(Cursor(journal, 1, 1, "Event 3 differs.")), retain=True)
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: notices.all and link.status().trouble == notices.all[0])
    assert notices.all[0] == "The venue reports: Event 3 differs."
    watcher.publish(f"{BASE}/cursor", encode_cursor(Cursor(journal, 1, 1)), retain=True)
    wait_until(link, lambda: not notices.all and link.status().trouble is None)


def test_a_broker_that_is_away_is_no_matter_for_the_guests(
    broker: Broker, hand_table: HandTable, link_of: Linking
) -> None:
    broker.stop()
    notices = Notices()
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: link.status().trouble)
    assert link.status().trouble == (
        f"127.0.0.1:{broker.port} can’t be reached (Connection refused): games are kept, and sent later."
    )
    assert not link.status().linked
    hand_table.turn()
    assert notices.all == ()
    broker.start()
    wait_until(link, lambda: link.status().linked and link.status().trouble is None)


def test_a_message_that_is_no_cursor_is_reported_and_the_link_goes_on(
    broker: Broker, hand_table: HandTable, link_of: Linking, venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell = TableLink._tell

    def noted(link: TableLink, refused: str | None = None, lost: LinkLost | None = None) -> None:
        tell(link, refused, lost)
        told.append(link.status().trouble or "")  # it lasts until the next connection only

    monkeypatch.setattr(TableLink, "_tell", noted)
    link = link_of(hand_table, config(broker))
    venue.wait_for(lambda: is_recorded(venue.record, hand_table))
    venue.publish(f"{BASE}/cursor", b"\xff\x00 no cursor")
    wait_until(link, lambda: any(told))
    assert {sentence for sentence in told if sentence} == {"The message is not JSON."}
    hand_table.turn()
    venue.wait_for(lambda: is_recorded(venue.record, hand_table))


def test_a_fault_of_the_program_is_told_and_the_link_goes_on(
    broker: Broker, hand_table: HandTable, link_of: Linking, monkeypatch: pytest.MonkeyPatch, venue: Venue
) -> None:
    notices = Notices()
    due = Sender.due

    def fail(_sender: Sender) -> list[bytes]:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(Sender, "due", fail)
    link = link_of(hand_table, config(broker), notices)
    wait_until(link, lambda: notices.all)
    assert notices.all == ("The link failed (ZeroDivisionError: division by zero): it is tried again in a minute.",)
    hand_table.turn()
    monkeypatch.setattr(Sender, "due", due)
    venue.wait_for(lambda: is_recorded(venue.record, hand_table))
    wait_until(link, lambda: not notices.all)


def test_topics_of_another_venue_are_cleared(
    broker: Broker, hand_table: HandTable, link_of: Linking, watcher: Watcher
) -> None:
    link = link_of(hand_table, config(broker))
    watcher.wait_for(lambda: watcher.last(f"{BASE}/state"))
    link.close()
    second = link_of(hand_table, MqttConfig(host="127.0.0.1", port=broker.port, venue="attic"))
    watcher.wait_for(lambda: b"Window" in watcher.last(f"attic/{ID}/state"))
    late = Watcher(broker.port)
    late.wait_for(lambda: late.last("availability") == b"online")
    late.wait_for(lambda: late.last(f"attic/{ID}/state"))
    assert {topic for topic, _payload, _retained in late.heard if "galley" in topic} == set()
    kept = json.loads((hand_table.folder / "retained-topics.json").read_text())
    assert [topic.split("/")[2] for topics in kept.values() for topic in topics] == ["attic", "attic"]
    second.close()
    late.close()


def test_a_topic_that_is_no_text_is_dropped() -> None:
    connection = object.__new__(BrokerConnection)
    connection._inbox = SimpleQueue()
    for topic in (b"\xff\xfe", b"\xed\xa0\x80", b"quarterdeck"):
        connection._on_message(None, None, MQTTMessage(topic=topic))
    assert connection._inbox.get_nowait().topic == "quarterdeck"
    assert connection._inbox.empty()
