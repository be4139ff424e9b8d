"""What is wrong with a venue: on the owner's page, in metrics, and told once by alerts."""

import asyncio
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
from tests.venue.test_ingest import A, B, J
from venue.board.feed import Feed, why_not_kept
from venue.board.health import CALM, LITTLE, Alerts, Standing, Trouble, Watch, certificates
from venue.board.owner import keep_password
from venue.broker.certificates import Authority
from venue.broker.configuration import INGEST_USER
from venue.broker.session import BrokerSession
from venue.record.alarms import MESSAGE, raise_alarm, refuse_message
from venue.record.live import BACKUP, PROJECTOR, Health, Sign, beat, show
from venue.record.schema import INGEST, SOFTWARE
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
    for name in ("1", PROJECTOR):
        beat(ingester, name)
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


class Played:
    """Rows of a table in the record, each so many seconds old when it came."""

    def __init__(self, connection: psycopg.Connection, table: str) -> None:
        self.connection, self.table, self.place = connection, table, 0
        connection.execute("INSERT INTO journal (table_id, journal_id) VALUES (%s, %s)", [table, J])
        connection.execute("UPDATE tray SET journal_id = %s WHERE table_id = %s", [J, table])

    def come(self, *lates: float, every: float) -> None:
        for late in lates:
            self.place += 1
            self.connection.execute(
                "INSERT INTO event SELECT %(table)s, %(journal)s, 1, %(place)s, %(place)s,"
                " extract(epoch FROM came) - %(late)s, '{}', came"
                " FROM (SELECT '2026-11-29'::timestamptz + make_interval(secs => %(at)s) AS came) AS c",
                {"table": self.table, "journal": J, "place": self.place, "late": late, "at": self.place * every},
            )


def test_a_clock_that_is_off_is_named_by_rows_that_came_live_not_by_those_that_were_held_back(
    record: Record, ingester: psycopg.Connection, tmp_path: Path
) -> None:
    keep_password(tmp_path, PASSWORD)
    show(ingester, {A: Sign(LinkState("Bar"), True), B: Sign(LinkState("Window"), True)})
    bar, window = Played(ingester, A), Played(ingester, B)
    with BoardServer(settings_of(record, tmp_path)) as board:
        until(lambda: len(board.tables()) == 2, "both tables are shown")
        owner = {"cookie": login(board)[1]}

        def named() -> list[str]:
            return re.findall("Its clock is .*? the server’s", board.ask("/owner/health", headers=owner)[2])

        bar.come(*[0.5] * 10, every=20.0)
        window.come(*[301.0] * 10, every=1.0)
        assert named() == [], "ten rows within ten seconds do not tell"
        window.come(*[3600.0 - 60 * number for number in range(40)], every=0.001)
        assert named() == [], "an hour of play that came at once"
        window.come(*[100.0 + 60 * number for number in range(10)], every=20.0)
        assert named() == [], "each later than the one before: a link that comes and goes"
        window.come(*[-3.0, 2.0] * 5, every=20.0)
        assert named() == []
        bar.come(*[301.0, 330.0] * 5, every=20.0)
        assert named() == ["Its clock is 5 minutes behind the server’s"]
        figures = board.ask("/metrics")[2]
        assert f'quarterdeck_venue_trouble_since_timestamp_seconds{{table="{A}",trouble="clock"}} ' in figures
        bar.come(*[7200.0 - 60 * number for number in range(40)], every=0.001)
        assert named() == ["Its clock is 5 minutes behind the server’s"], "what was held back tells nothing"
        bar.come(*[1.0] * 10, every=20.0)
        assert named() == []
        window.come(*[-86_400.0] * 10, every=20.0)
        assert named() == ["Its clock is 24 hours ahead of the server’s"]
        show(ingester, {B: Sign(LinkState("Window"), False)})
        until(lambda: named() == [], "a table that is away")


def test_each_trouble_is_on_the_owners_page_and_in_metrics_with_its_table_and_since_when(
    record: Record, ingester: psycopg.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_password(tmp_path, PASSWORD)
    (tmp_path / "authority").mkdir()
    soon = datetime.now(UTC) + timedelta(days=20)
    issued = [f"V\t{soon:%y%m%d%H%M%SZ}\t\t0{at}\tunknown\t/CN={name}\n" for at, name in enumerate((A, "venue.local"))]
    (tmp_path / "authority" / "issued").write_text("".join(issued))
    for name in ("1", PROJECTOR, BACKUP):
        beat(ingester, name)
    ingester.execute("UPDATE heartbeat SET beat_at = now() - interval '27 h' WHERE name = %s", [BACKUP])
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=LITTLE // 4))
    show(ingester, {A: Sign(LinkState("Bar", journal=J, events=7, troubles=("camera: lost",)), True)})
    refuse_message(ingester, A, "its topic is another table’s.")
    ingester.execute("UPDATE tray SET waiting_since = now() - interval '5 min'")
    with BoardServer(settings_of(record, tmp_path)) as board:
        until(lambda: len(board.tables()) == 1, "the table is shown")
        owner = {"cookie": login(board)[1]}

        def standing() -> dict[tuple[str, str], str]:
            """Return what is wrong, by table and kind, from the page and the figures, which both have it."""
            page = board.ask("/owner/health", headers=owner)[2]
            said = re.findall('<p><span class="alarm">(.*?)</span> <span class="faint">Since .*?</span></p>', page)
            since = re.findall(
                '_since_timestamp_seconds{table="(.*)",trouble="(.*)"} ([0-9.]+)', board.ask("/metrics")[2]
            )
            assert all(abs(float(at) - time.time()) < 60 for _table, _kind, at in since)
            assert len(said) == len(since)
            return {(table, re.sub(" \\d+", "", kind)): "\n".join(said) for table, kind, _at in since}

        found = standing()
        assert found.keys() == {
            ("", "disk"), ("", "backup"), ("", "certificate"),
            (A, "certificate"), (A, "message"), (A, "camera"), (A, "behind"),
        }  # fmt: skip
        for words in (
            "disk has only 256 MB left", "backup is 27 hours old", "broker’s certificate ends on .*: run quarterdeck",
            "certificate ends on .*: enrol", "was refused: its topic", "camera: lost", "Games of Bar have not arrived",
        ):  # fmt: skip
            assert re.search(words, found["", "disk"]), words
        ingester.execute("UPDATE heartbeat SET beat_at = now() - interval '5 min' WHERE name = %s", [PROJECTOR])
        assert "check the projector" in standing()["", "record"]
        ingester.execute("UPDATE heartbeat SET beat_at = now() - interval '5 min' WHERE name = '1'")
        found = standing()
        assert "check ingester, broker" in found["", "record"]
        assert (A, "behind") not in found, "nobody's games arrive: that is one trouble"


def test_figures_are_given_while_the_record_is_away_and_say_so(record: Record, tmp_path: Path) -> None:
    with psycopg.connect(record.url(INGEST), autocommit=True) as connection:
        beat(connection, "1")
        show(connection, {A: Sign(LinkState("Bar"), True)})
    with BoardServer(settings_of(record, tmp_path)) as board:
        until(lambda: len(board.tables()) == 1, "the table is shown")
        assert "quarterdeck_venue_record_readable 1\n" in board.ask("/metrics")[2]
        with psycopg.connect(record.server.url(), autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {record.name} WITH ALLOW_CONNECTIONS false")
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [record.name])
        status, _head, text = board.ask("/metrics")
        assert status == 200
        assert "quarterdeck_venue_record_readable 0\n" in text
        assert "quarterdeck_venue_tables_online 1\n" in text
        assert "waiting_seconds" not in text, "not known"


def test_a_clock_that_is_set_back_keeps_no_trouble_from_being_told(record: Record, tmp_path: Path) -> None:
    watch = Watch(settings_of(record, tmp_path), Feed("host=127.0.0.1 port=1"))
    yesterday = NOW - timedelta(days=1)

    def since(now: datetime) -> datetime:
        asyncio.run(watch.look(now))
        return watch.standing["record"][1]

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have its loop in this one
        found = [thread.submit(since, at).result() for at in (NOW, NOW + CALM, yesterday, NOW)]
    assert found == [NOW, NOW, yesterday, yesterday]
    with taking() as server:
        alerts = with_alerts(
            settings_of(record, tmp_path), AlertsSection(f"http://127.0.0.1:{server.server_address[1]}/anchor")
        )
        alerts.tell(standing("disk"), NOW + CALM)
        for at in (NOW + CALM, yesterday, yesterday + CALM):
            alerts.tell({}, at)
        assert server.taken[1:] == ["The Anchor\nOver: The disk is full."]


def test_a_clock_that_is_set_stops_no_wave(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(settings_of(record, tmp_path), Feed(""))
    times: list[float] = []
    monkeypatch.setattr(watch.updates, "step", lambda _tables, now: times.append(now))

    def go_on() -> None:
        asyncio.run(watch.go_on())

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have its loop in this one
        for passed in (0, 86_400):
            monkeypatch.setattr("time.time", lambda: NOW.timestamp() + passed)  # noqa: B023
            thread.submit(go_on).result()
    assert 0 <= times[1] - times[0] < 60


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
