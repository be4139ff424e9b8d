"""What is wrong with a venue: on the owner's page, in metrics, and told once by alerts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import psycopg
import pytest

from engine.link_protocol import LinkState
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, BoardServer, address, broker_in, settings_of, until
from tests.venue.test_board import PASSWORD, login
from tests.venue.test_ingest import A, B
from venue.board.feed import why_not_kept
from venue.board.health import CALM, LITTLE, Alerts, Standing, Trouble, certificates
from venue.board.owner import keep_password
from venue.broker.certificates import Authority
from venue.broker.configuration import INGEST_USER
from venue.broker.session import BrokerSession
from venue.record.alarms import MESSAGE, raise_alarm
from venue.record.live import BACKUP, Health, Sign, beat, show
from venue.record.schema import SOFTWARE
from venue.settings import AlertsSection, BrokerSection, VenueSettings

NOW = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)
WINDOW = LinkState("Window", software="0.9", troubles=("free space: 90 MB of 30,000 MB", "temperature: 84 °C"))


class Taker(ThreadingHTTPServer):
    """Takes alerts as ntfy does, or refuses them."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.status = 200
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if server.status == 200:
                    server.taken.append(text)
                self.send_response(server.status)
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@contextmanager
def taking() -> Iterator[Taker]:
    with Taker() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def standing(*keys: str, at: datetime = NOW) -> Standing:
    return {key: (Trouble(key, f"The {key} is full."), at) for key in keys}


def with_alerts(settings: VenueSettings, alerts: AlertsSection) -> Alerts:
    return Alerts(replace(settings, alerts=alerts))


def test_the_owner_reads_what_is_wrong_with_the_venue_and_each_table(
    record: Record, ingester: psycopg.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_password(tmp_path, PASSWORD)
    beat(ingester, "1")
    show(ingester, {A: Sign(LinkState("Bar"), True), B: Sign(WINDOW, True)})
    raise_alarm(ingester, A, None, MESSAGE, "A message was refused.")
    with BoardServer(settings_of(record, tmp_path)) as board:
        until(lambda: len(board.tables()) == 2, "both tables are shown")
        assert "Password" in board.ask("/owner/health")[2]
        owner = {"cookie": login(board)[1]}
        page = board.ask("/owner/health", headers=owner)[2]
        for said in (*WINDOW.troubles, "A message was refused.", "There is no backup", "Version 0.9", SOFTWARE):
            assert said in page, said
        assert "quarterdeck_venue_troubles 4\n" in board.ask("/metrics")[2]
        assert "report nothing wrong" not in page
        show(ingester, {A: Sign(LinkState("Bar", software=SOFTWARE), True)})
        until(lambda: "report nothing wrong" in board.ask("/owner/health", headers=owner)[2], "the Bar is well")
        beat(ingester, BACKUP)
        assert "backup" not in board.ask("/owner/health", headers=owner)[2]
        ingester.execute("UPDATE heartbeat SET beat_at = '2020-01-01' WHERE name = %s", [BACKUP])
        monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=LITTLE // 4))
        page = board.ask("/owner/health", headers=owner)[2]
        assert "hours old" in page
        assert "only 256 MB left" in page
        show(ingester, {B: Sign(LinkState("Window"), False)})
        until(lambda: "84 °C" not in board.ask("/owner/health", headers=owner)[2], "an absent table has no troubles")


def test_a_trouble_that_stands_is_told_once_and_that_it_is_over(record: Record, tmp_path: Path) -> None:
    with taking() as server:
        alerts = with_alerts(
            settings_of(record, tmp_path), AlertsSection(f"http://127.0.0.1:{server.server_address[1]}/anchor")
        )
        alerts.tell(standing("disk"), NOW)
        assert server.taken == []
        server.status = 503
        alerts.tell(standing("disk"), NOW + CALM)
        server.status = 200
        for _again in range(2):
            alerts.tell(standing("disk", "card"), NOW + CALM)
        assert server.taken == ["The Anchor\nThe disk is full.\nThe card is full."]
        alerts.tell(standing("disk"), NOW + 2 * CALM)  # the card for a moment only
        alerts.tell(standing("disk", "card"), NOW + 3 * CALM)
        alerts.tell(standing("disk"), NOW + 4 * CALM)
        assert len(server.taken) == 1
        for _again in range(2):
            alerts.tell(standing("disk"), NOW + 5 * CALM)
        assert server.taken[1:] == ["The Anchor\nOver: The card is full."]
        again = with_alerts(
            settings_of(record, tmp_path), AlertsSection(f"http://127.0.0.1:{server.server_address[1]}/anchor")
        )
        for number in (6, 7, 8):  # started again when the disk is free
            again.tell(standing("net", at=NOW + 6 * CALM), NOW + number * CALM)
        assert server.taken[2:] == ["The Anchor\nThe net is full.\nOver: The disk is full."]
    alerts.tell(standing("disk", "net"), NOW + 6 * CALM)  # nobody takes it now: no error


def test_the_broker_keeps_what_is_wrong(record: Record, scratch: Path, tmp_path: Path) -> None:
    server, port = broker_in(scratch / "alerts", [A])
    with server:
        broker = BrokerSection("127.0.0.1", port, INGEST_USER, SECRET)
        settings = replace(settings_of(record, tmp_path), broker=broker)
        alerts = with_alerts(settings, AlertsSection("http://127.0.0.1:9/nobody", mqtt=True))
        reader = BrokerSession(address(port, A), "reader", [(f"quarterdeck/1/{VENUE}/troubles", 1)])
        reader.start()
        try:
            assert alerts._session
            assert alerts._session.connected.wait(20)
            alerts.tell(standing("disk"), NOW + CALM)
            alerts.tell(standing("disk"), NOW + 2 * CALM)
            found = [reader.arrivals.get(timeout=20) for _ in range(2)]  # that it has connected is the first
            assert [one.payload for one in found if one] == [b'["The disk is full."]']
            alerts.tell({}, NOW + 3 * CALM)
            over = reader.arrivals.get(timeout=20)
            assert over
            assert over.payload == b"[]"
            alerts.tell(standing("disk"), NOW + 2 * CALM)
            server.kill()
            server.database.unlink(missing_ok=True)
            server.start()
            until(lambda: alerts._session is not None and alerts._session.connected.is_set(), "connected again")

            def heard() -> bool:
                alerts.tell(standing("disk"), NOW + 2 * CALM)
                return not reader.arrivals.empty() and getattr(reader.arrivals.get(), "payload", b"") != b""

            until(heard, "a broker that has lost all has it again")
        finally:
            reader.stop()
            alerts.close()


def test_alerts_are_off_by_default(record: Record, tmp_path: Path) -> None:
    alerts = Alerts(settings_of(record, tmp_path))
    alerts.tell(standing("disk"), NOW + CALM)
    assert alerts._session is None


def test_certificates_are_those_that_were_issued_last_and_not_revoked(tmp_path: Path) -> None:
    assert list(certificates(tmp_path)) == []
    authority = Authority(tmp_path)
    authority.make("anchor")
    authority.server(["venue.local"])
    for table in (A, B):
        authority.client(table)
    authority.revoke(B)
    found = dict(certificates(tmp_path))
    assert found.keys() == {"venue.local", A}
    assert all(timedelta(days=3648) < end - datetime.now(UTC) < timedelta(days=3651) for end in found.values())


def test_a_venue_without_a_projector_says_so() -> None:
    assert str(why_not_kept(Health(NOW, None, None, NOW, is_read_only=False))).startswith("No results are computed")
    assert why_not_kept(Health(NOW, NOW, None, NOW, is_read_only=False)) is None
