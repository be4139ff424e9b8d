"""Set-up on real servers: ``init``, ``enrol``, ``verify``, and the configuration in Mosquitto."""

import io
import os
import pwd
import stat
import tarfile
import tomllib
from dataclasses import asdict, replace
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.storage.database import JournalDatabase, Opening
from engine.link_protocol import Batch, EventRow, OpeningRow
from fixtures.venue.scratch import ScratchMosquitto, ScratchPostgres
from fixtures.venue.simulation import BrokerAddress
from tests.venue.conftest import DATABASE
from tests.venue.test_broker import Sender, topic
from tests.venue.test_ingest import A, B
from venue.errors import BadSettings, RecordUnavailable, Rejected, ServerFailed
from venue.record.ingest import Delivery, ingest, why_unavailable
from venue.record.schema import VERSION, check_version
from venue.services.installation import (
    Wishes,
    _write_broker,
    broker_files,
    changes,
    enrol,
    install_drop_in,
    revoke,
    set_up,
)
from venue.services.running import check_record
from venue.settings import (
    FILE,
    BoardSection,
    BrokerSection,
    RecordSection,
    VenueSection,
    VenueSettings,
    load_settings,
    write_settings,
)


def unpacked(data: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {one.name: (archive.extractfile(one) or io.BytesIO()).read().decode() for one in archive.getmembers()}


def kept(postgres: ScratchPostgres) -> set[str]:
    """The hashes of the passwords of the venue's roles."""
    with psycopg.connect(postgres.url()) as admin:
        rows = admin.execute("SELECT rolpassword FROM pg_authid WHERE rolname LIKE 'quarterdeck_the_anchor%'")
        return {one for (one,) in rows.fetchall()}


def test_init_makes_a_record_and_a_broker_that_start(installed: VenueSettings) -> None:
    check_record(installed)
    files = broker_files(installed.folder)
    with ScratchMosquitto(files.folder, installed.broker.port) as broker:
        log = broker.log.read_text("utf-8")
    assert "Error" not in log
    assert stat.S_IMODE((installed.folder / FILE).stat().st_mode) == 0o600
    assert load_settings(installed.folder) == installed


def test_init_again_keeps_passwords_and_the_authority_and_makes_a_record_that_was_lost(
    installed: VenueSettings, postgres: ScratchPostgres
) -> None:
    files = broker_files(installed.folder)
    authority = files.authority.read_text("ascii")
    enrol(installed, A, "Window")
    wishes = Wishes(admin=postgres.url())
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")
    with pytest.raises(RecordUnavailable):
        check_record(installed)
    again = set_up(installed.folder, wishes)
    check_record(installed)
    assert (again.record, again.broker.password) == (installed.record, installed.broker.password)
    assert changes(installed, again) == [], "what is not named stays"
    assert files.authority.read_text("ascii") == authority
    assert A in files.passwords.read_text("utf-8")

    before = kept(postgres)
    urls = (f"{url}&password=rum%20and%20cola" for url in asdict(installed.record).values())
    write_settings(replace(installed, record=RecordSection(*urls)))
    set_up(installed.folder, wishes)
    assert len(kept(postgres)) == 3
    assert not kept(postgres) & before
    said = 'connection failed: FATAL:  password authentication failed for user "quarterdeck_ingest"'
    assert "run quarterdeck venue init again" in why_unavailable(psycopg.OperationalError(said))


def test_an_upgrade_changes_what_is_named_and_shows_it(installed: VenueSettings, postgres: ScratchPostgres) -> None:
    known = replace(installed, board=replace(installed.board, port=8200, hosts=("localhost", "board.example")))
    write_settings(known)
    wished = ["--database", postgres.url(), "--name", "the-anchor", "--host", "venue.local", "--tls-port", "9000"]
    answer = CliRunner().invoke(main, ["venue", "init", "--folder", str(installed.folder), *wished])
    lines = [line for line in answer.output.splitlines() if line.startswith("[")]
    assert lines == [
        "[broker] tables_host: localhost → venue.local",
        f"[broker] tls_port: {installed.broker.tls_port} → 9000",
        "[board] hosts: localhost board.example → venue.local localhost board.example",
    ]
    again = load_settings(installed.folder)
    assert (again.board.port, again.broker.open_port) == (8200, installed.broker.open_port)
    for wishes, ports in (
        (Wishes(open=False), (installed.broker.port, 9000, 0)),
        (Wishes(tls=False), (1883, 0, 1883)),
        (Wishes(tls=True, open=True), (1884, 8883, 1883)),
    ):
        made = set_up(installed.folder, replace(wishes, admin=postgres.url())).broker
        assert (made.port, made.tls_port, made.open_port) == ports


def test_two_venues_on_one_postgresql_know_nothing_of_each_other(
    installed: VenueSettings, postgres: ScratchPostgres, folder: Path
) -> None:
    before = installed.record, kept(postgres)
    other = set_up(folder / "other", Wishes("the-whale", "", ("localhost",), postgres.url()))
    try:
        assert (load_settings(installed.folder).record, kept(postgres)) == before
        places = [one.rpartition("@")[2] for one in asdict(other.record).values()]
        assert {place.rpartition("/")[2] for place in places} == {"quarterdeck_the_whale"}
        with psycopg.connect(installed.record.ingest, autocommit=True) as connection:
            ingest(connection, [Delivery(A, Batch(B, None, (EventRow(1, 1, 0, 0.0, "{}"),)))])
        owner = postgres.url("quarterdeck_the_whale_owner", "quarterdeck_the_whale")
        with psycopg.connect(owner) as connection:
            assert connection.execute("SELECT count(*) FROM event").fetchone() == (0,)
        foreign = psycopg.connect(postgres.url("quarterdeck_the_whale_owner", DATABASE))
        with foreign as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT count(*) FROM event")
        with pytest.raises(BadSettings, match="PostgreSQL has the record quarterdeck_the_whale"):
            set_up(folder / "third", Wishes("the-whale", "", ("localhost",), postgres.url()))
        place = install_drop_in(installed, folder)
        assert place == install_drop_in(installed, folder)
        assert install_drop_in(other, folder) is None, "the broker's part of the first stays"
    finally:
        with psycopg.connect(postgres.url(), autocommit=True) as admin:
            admin.execute("DROP DATABASE quarterdeck_the_whale WITH (FORCE)")


def test_what_a_table_is_given_lets_it_send_by_certificate_and_by_password(
    installed: VenueSettings, tmp_path: Path
) -> None:
    parts = unpacked(enrol(installed, A, "Window"))
    section = tomllib.loads(parts["mqtt.toml"])["mqtt"]
    assert section["venue"] == "the-anchor"
    for name in ("ca", "certificate", "password_file"):
        (tmp_path / section[name]).write_text(parts[section[name]], "ascii")
    files = broker_files(installed.folder)
    with ScratchMosquitto(files.folder, installed.broker.port) as broker:
        where = BrokerAddress(
            section["host"],
            section["port"],
            authority=str(tmp_path / "ca.pem"),
            certificate=str(tmp_path / "table.pem"),
        )
        user, _, password = parts["mqtt-password"].strip().partition(":")
        by_password = BrokerAddress("127.0.0.1", installed.broker.open_port)
        for reached, name, secret in ((where, user, None), (by_password, user, password)):
            sender = Sender(reached, name, secret)
            answer = sender.publish(topic(A, "events"), b"{}")
            assert answer in ("Success", "No matching subscribers"), broker.log.read_text("utf-8")
            sender.close()


def test_a_revoked_table_can_connect_neither_way(installed: VenueSettings) -> None:
    parts = unpacked(enrol(installed, A, ""))
    enrol(installed, B, "")
    issued = installed.folder / "authority" / "issued"
    enrol(installed, B, "")
    assert issued.read_text("ascii").count("R\t") == 1, "the former certificate no longer connects"
    revoke(installed, A)
    lines = broker_files(installed.folder).passwords.read_text("utf-8").splitlines()
    assert [line[:32] for line in lines if line[:32] in (A, B)] == [B]
    assert (installed.folder / "authority" / "issued").read_text("ascii").count("R\t") == 2
    assert "BEGIN CERTIFICATE" in parts["table.pem"]
    with psycopg.connect(installed.record.owner) as connection:
        rows: dict[str, bool] = dict(connection.execute("SELECT table_id::text, secret IS NULL FROM tray").fetchall())
        tiles: dict[str, bool] = dict(
            connection.execute("SELECT table_id::text, revoked_at IS NULL FROM tray").fetchall()
        )
    assert [tiles[table] for table, gone in rows.items()] == [not gone for gone in rows.values()]
    enrol(installed, A, "")
    with psycopg.connect(installed.record.owner) as connection:
        assert connection.execute("SELECT count(*) FROM tray WHERE revoked_at IS NULL").fetchone() == (2,)
    assert {table.replace("-", ""): gone for table, gone in rows.items()} == {A: True, B: False}


def test_wrong_wishes_are_refused_in_one_sentence(installed: VenueSettings, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="1 to 40 characters"):
        set_up(tmp_path, Wishes("The Anchor", "", ("h",)))
    with pytest.raises(BadSettings, match="name another folder"):
        set_up(installed.folder, Wishes("other", "", ("h",)))
    with pytest.raises(ServerFailed, match="can’t be reached"):
        set_up(tmp_path, Wishes("bar", "", ("h",), "postgresql://nobody@127.0.0.1:1/none"))
    with pytest.raises(Rejected, match="not the id of a table"):
        enrol(installed, "window", "")
    with pytest.raises(Rejected, match="No table with that id is enrolled"):
        revoke(installed, "f" * 32)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", r"\[venue\] is missing"),
        ("[venue", "can’t be read"),
        ("[other]\na = 1", "unknown section"),
        ('[venue]\nname = "x"\ncolour = "red"', "unknown setting colour"),
        ("[venue]\nname = 3", "wrong value"),
        ('[venue]\nname = "X Y"\n[record]\ningest = "a"\nboard = "b"\nowner = "c"', "1 to 40 characters"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(BadSettings, match=why):
        load_settings(tmp_path)


def test_verify_compares_a_journal_with_the_record(installed: VenueSettings, tmp_path: Path) -> None:
    journal = JournalDatabase(tmp_path / "journal.db")
    rows = [(1, number, 10.0 + number / 3, f'{{"n":{number}}}') for number in range(20)]
    journal.write(rows, [Opening(1, 1.5)])
    name = journal.identity.id
    sent = tuple(EventRow(place, *row) for place, row in enumerate(rows, 1))

    def verify() -> tuple[int, str]:
        answer = CliRunner().invoke(
            main, ["venue", "verify", "--folder", str(installed.folder), str(tmp_path / "journal.db")]
        )
        return answer.exit_code, answer.output

    assert verify() == (1, "Error: The record has no rows of this journal.\n")
    with psycopg.connect(installed.record.ingest, autocommit=True) as connection:
        ingest(connection, [Delivery(A, Batch(name, None, sent[:15], (OpeningRow(1, 1, 1.5),)))])
        assert verify() == (0, f"{A}: equal up to event 15; 5 rows are not sent yet.\n")
        ingest(connection, [Delivery(A, Batch(name, None, sent[15:]))])
        code, text = verify()
        assert (code, text.startswith(f"{A}: equal, 20 events")) == (0, True)
    with psycopg.connect(installed.record.ingest) as connection:
        wrong = replace(sent[3], event="{}")
        ingest(connection, [Delivery(B, Batch(name, None, (*sent[:3], wrong)))])
    code, text = verify()
    assert (code, f"{B}: the record differs" in text) == (1, True)
    journal.close()


def test_commands_do_what_they_can_and_say_in_one_sentence_what_they_cannot(
    installed: VenueSettings, postgres: ScratchPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: str, typed: str = "") -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["venue", *arguments], input=typed)
        return answer.exit_code, answer.output

    def refusal(*arguments: str) -> str:
        code, text = run(*arguments)
        assert (code, text.startswith("Error: "), text.count("\n")) == (1, True, 1), text
        return text

    here = ["--folder", str(installed.folder)]
    assert run("owner", *here, typed="short\n")[0] == 1
    assert run("owner", *here, typed="long enough\n")[0] == 0
    assert "quarterdeck venue init" in refusal("run", "--folder", str(tmp_path))
    (tmp_path / "x").write_bytes(b"no database")
    for file in (tmp_path / "x", tmp_path / "missing"):
        refusal("verify", *here, str(file))
    assert "can’t be used (No such file or directory)" in refusal("enrol", A, *here, "--to", str(tmp_path / "no" / "x"))
    (tmp_path / "file").touch()
    place = ["--folder", str(tmp_path / "file" / "venue")]
    assert "can’t be used (Not a directory)" in refusal("init", "--name", "bar", "--host", "h", *place)
    with monkeypatch.context() as moved:
        moved.chdir(installed.folder.parent)
        assert run("enrol", A, "--folder", installed.folder.name, "--to", "venue/x.tar")[0] == 0
    assert "table.pem" in unpacked((installed.folder / "x.tar").read_bytes())
    with psycopg.connect(postgres.url(database=DATABASE), autocommit=True) as admin:
        admin.execute("UPDATE setting SET value = '99' WHERE key = 'version'")
        with pytest.raises(BadSettings, match=f"version 99, this program knows {VERSION}"):
            check_version(admin)
    away = "postgresql://nobody@127.0.0.1:1/none"
    write_settings(replace(installed, record=RecordSection(away, away, away)))
    for command in (["enrol", A], ["revoke", A], ["rebuild"], ["verify", str(tmp_path / "file")]):
        assert "The record can’t be reached" in refusal(*command, *here)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be had to follow another user's links")
def test_root_follows_no_link_that_the_broker_put_into_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the folder was the broker's own."""
    nobody = pwd.getpwnam("nobody")
    monkeypatch.setattr(pwd, "getpwnam", lambda _name: nobody)
    secret = tmp_path / "shadow"
    secret.write_text("root:$y$j9T$the-secret-of-root\n")
    secret.chmod(0o600)
    files = broker_files(tmp_path)
    files.folder.mkdir()
    for name in ("acl.new", "passwords", "left"):
        (files.folder / name).symlink_to(secret)
    for path in (files.folder, *files.folder.iterdir()):
        os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
    section = BrokerSection(port=1883, user="ingest", password="secret")
    _write_broker(
        VenueSettings(tmp_path, VenueSection("the-anchor"), RecordSection("", "", ""), section, BoardSection()),
        ["localhost"],
    )
    about = secret.stat()
    assert (about.st_uid, stat.S_IMODE(about.st_mode)) == (0, 0o600)
    assert secret.read_text() == "root:$y$j9T$the-secret-of-root\n"
    assert all("secret-of-root" not in path.read_text() for path in files.folder.iterdir() if not path.is_symlink())
    assert files.folder.stat().st_uid == 0, "what lies in it stays what root put there"
    assert files.passwords.stat().st_uid == nobody.pw_uid
