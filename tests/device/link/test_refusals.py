"""What the broker refuses, and files that cannot be used: one sentence each, where the owner sees it."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.link.link import TableLink
from device.notices import Notices
from tests.broker import Broker
from tests.certificates import Authority
from tests.device.link.conftest import Linking
from tests.device.link.tables import ID, HandTable, wait_until
from tests.device.link.venues import Watcher


def config(broker: Broker, **more: object) -> MqttConfig:
    return MqttConfig(host="localhost", port=broker.port, venue="galley", **more)  # type: ignore[arg-type]


def told(table: HandTable, link_of: Linking, config: MqttConfig) -> str:
    notices = Notices()
    link = link_of(table, config, notices)
    wait_until(link, lambda: notices.all and link.status().trouble == notices.all[0])
    assert not link.status().linked
    table.turn()
    return notices.all[0]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def server(authority: Authority) -> Path:
    return authority.signed("broker", host="DNS:localhost")


Opening = Callable[..., Broker]


@pytest.fixture
def opened(tmp_path: Path, authority: Authority) -> Iterator[Opening]:
    """Starts brokers with TLS; with ``clients`` each client needs a certificate."""
    with ExitStack() as brokers:

        def start(server: Path, *, clients: bool = False) -> Broker:
            rights = ("require_certificate true", "use_identity_as_username true") if clients else ()
            lines = (f"cafile {authority.certificate}", f"certfile {server}", f"keyfile {server}", *rights)
            broker = Broker(tmp_path / "tls", *lines).start()
            brokers.callback(broker.stop)
            return broker

        yield start


def test_a_table_with_its_certificate_is_linked(
    opened: Opening, hand_table: HandTable, link_of: Linking, authority: Authority, server: Path
) -> None:
    broker = opened(server, clients=True)
    own = str(authority.signed(ID))
    link = link_of(hand_table, config(broker, tls=True, ca=str(authority.certificate), certificate=own))
    wait_until(link, lambda: link.status().linked)


@pytest.mark.parametrize(
    ("broker_s", "tables", "knows_authority", "said"),
    [
        ("broker", None, False, "The certificate of localhost:{port} is not valid ("),
        ("elsewhere", None, True, "The certificate of localhost:{port} is not valid ("),
        (
            "late",
            None,
            True,
            "The certificate of localhost:{port} is not valid now (certificate has expired): check the clock of this",
        ),
        ("broker", "a stranger's", True, "The broker ends the connection without an answer: if this keeps happening,"),
        ("broker", "none", True, "The broker ends the connection without an answer: if it wants a certificate, set"),
        ("broker", "another's", True, f"The certificate is that of table {'f' * 32}, but this is table {ID}: enrol"),
    ],
)
def test_a_certificate_that_is_not_accepted(
    opened: Opening,
    hand_table: HandTable,
    link_of: Linking,
    authority: Authority,
    server: Path,
    broker_s: str,
    tables: str | None,
    knows_authority: bool,
    said: str,
) -> None:
    match broker_s:
        case "elsewhere":
            server = authority.signed("elsewhere", host="DNS:elsewhere.example")
        case "late":
            server = authority.signed("late", host="DNS:localhost", days=-1)
    broker = opened(server, clients=tables is not None)
    files = {"ca": str(authority.certificate)} if knows_authority else {}
    match tables:
        case "a stranger's":
            files["certificate"] = str(Authority(hand_table.folder / "another").signed(ID))
        case "another's":
            files["certificate"] = str(authority.signed("f" * 32))
    assert told(hand_table, link_of, config(broker, tls=True, **files)).startswith(said.format(port=broker.port))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("certificate", None, "No such file or directory"),
        ("certificate", "no certificate", ""),
        ("ca", None, "No such file or directory"),
        ("ca", "no certificate", ""),
        ("password_file", None, "No such file or directory"),
        ("password_file", "a user without a password", "it must have one line, user:password"),
    ],
)
def test_a_file_that_cannot_be_used(
    broker: Broker, hand_table: HandTable, link_of: Linking, name: str, content: str | None, why: str
) -> None:
    file = hand_table.folder / "file"
    if content is not None:
        file.write_text(content)
    said = told(hand_table, link_of, config(broker, tls=name != "password_file", **{name: str(file)}))
    assert said.startswith(f"{file} can’t be used for the link ({why}")
    assert said.endswith("): set another in [mqtt].")


def with_passwords(folder: Path, **passwords: str) -> Broker:
    """A broker that knows these users. A table may write its own topics only."""
    folder.mkdir()
    file, rights = folder / "passwords", folder / "rights"
    file.touch(mode=0o600)
    for user, password in passwords.items():
        subprocess.run(["mosquitto_passwd", "-b", str(file), user, password], check=True, capture_output=True)
    rights.write_text("pattern write quarterdeck/1/galley/%u/#\npattern read quarterdeck/1/galley/%u/cursor\n")
    return Broker(folder, f"password_file {file}", f"acl_file {rights}", anonymous=False)


def test_a_table_with_a_password(tmp_path: Path, hand_table: HandTable, link_of: Linking) -> None:
    broker = with_passwords(tmp_path / "broker", **{ID: "rum: and cola"}).start()
    password = tmp_path / "password"
    password.write_text(f"{ID}:rum: and cola\n")
    link = link_of(hand_table, config(broker, password_file=str(password)))
    wait_until(link, lambda: link.status().linked)
    assert link.status().trouble is None
    password.write_text(f"{ID}:cola\n")
    link.close()
    said = told(hand_table, link_of, config(broker, password_file=str(password)))
    assert said == (f"localhost:{broker.port} refuses this table (Not authorized): check its user or certificate.")
    broker.stop()


def test_a_topic_that_is_not_the_tables_own(tmp_path: Path, hand_table: HandTable, link_of: Linking) -> None:
    broker = with_passwords(tmp_path / "broker", somebody="secret").start()
    password = tmp_path / "password"
    password.write_text("somebody:secret\n")
    notices = Notices()
    link = link_of(hand_table, config(broker, password_file=str(password)), notices)
    wait_until(link, lambda: notices.all)
    assert notices.all == (
        "The venue refuses what this table sends (Not authorized): check the venue’s name and the table’s rights.",
    )
    broker.stop()


def test_what_is_no_broker(hand_table: HandTable, link_of: Linking, broker: Broker) -> None:
    watcher = Watcher(broker.port)
    link: TableLink = link_of(hand_table, config(broker, tls=True))
    wait_until(link, lambda: link.status().trouble)
    assert link.status().trouble == "What answers there is no MQTT broker: check host, port and tls in [mqtt]."
    watcher.close()
