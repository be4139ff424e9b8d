"""A table is linked to a venue by one file and one command, and unlinked by another."""

import io
import os
import stat
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.config.schema import load
from device.link.enrolment import enrolled_table, read_enrolment, set_up
from device.link.pem_files import check_table
from device.link.troubles import LinkLost
from device.notices import Notices
from device.table_identity import HardwareMarks, table_identity
from fixtures.venue.scratch import ScratchMosquitto, ScratchPostgres, mosquitto_program
from tests.certificates import Authority
from tests.device.link.tables import HandTable
from tests.venue.conftest import installed_venue, scratch_folder, skip_or_fail
from tests.venue.site import until
from tests.venue.test_linked_table import link_of
from venue.errors import MissingProgram
from venue.services.installation import broker_files, enrol
from venue.settings import VenueSettings

Change = Callable[[dict[str, bytes]], object]
TEMPLATE = '# my table\n[web]\nport = 8123\n\n[mqtt]\nname = "Corner"   # by the door\nlanguage = "de"\n'


@dataclass
class Site:
    """A venue that runs, and a table with a configuration."""

    settings: VenueSettings
    config: Path
    table: str

    def run(self, *arguments: object) -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["link", "--config", str(self.config), *map(str, arguments)])
        assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
        return answer.exit_code, answer.output.strip()

    def file(
        self, table: str | None = None, change: Callable[[dict[str, bytes]], object] = lambda _parts: None
    ) -> Path:
        with tarfile.open(fileobj=io.BytesIO(enrol(self.settings, table or self.table, "Window"))) as archive:
            parts = {one.name: (archive.extractfile(one) or io.BytesIO()).read() for one in archive}
        change(parts)
        file = self.config.parent.parent / "stick.tar"
        with tarfile.open(file, "w") as made:
            for name, data in parts.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                made.addfile(info, io.BytesIO(data))
        return file

    @property
    def kept(self) -> dict[str, bytes]:
        return {one.name: one.read_bytes() for one in self.config.parent.iterdir()}


@pytest.fixture(scope="module")
def venue(postgres: ScratchPostgres) -> Iterator[VenueSettings]:
    try:
        mosquitto_program()
    except MissingProgram as error:
        skip_or_fail(error)
    with scratch_folder() as folder, installed_venue(postgres, folder / "venue") as settings:
        files = broker_files(settings.folder)
        with ScratchMosquitto(files.folder, settings.broker.port):
            yield settings


@pytest.fixture
def site(venue: VenueSettings, tmp_path: Path) -> Site:
    folder = tmp_path / "table"
    folder.mkdir()
    config = folder / "quarterdeck.toml"
    config.write_text(TEMPLATE)
    return Site(venue, config, table_identity(folder, HardwareMarks(), Notices()).id)


def test_one_command_links_a_table_and_another_unlinks_it(site: Site, tmp_path: Path) -> None:
    port = site.settings.broker.tls_port
    assert site.run(site.file()) == (0, f"Linked to the venue the-anchor at localhost:{port}: restart the table.")
    config = load(site.config)
    assert (config.mqtt.venue, config.mqtt.broker_port, config.mqtt.tls) == ("the-anchor", port, True)
    assert (config.mqtt.name, config.mqtt.language) == ("Window", "de")
    assert "# my table" in site.config.read_text()
    assert "# by the door" in site.config.read_text()
    for name in ("ca.pem", "table.pem", "mqtt-password"):
        assert stat.S_IMODE((site.config.parent / name).stat().st_mode) == 0o600
    with HandTable(tmp_path / "play", table_id=site.table) as table, link_of(table, config.mqtt, Notices()) as link:
        until(lambda: link.status().linked, "the table is linked")
        assert link.status().trouble is None
    assert site.run("--off") == (0, "The link is removed: restart the table.")
    assert load(site.config).mqtt.is_on is False
    assert site.kept.keys() == {"quarterdeck.toml", "table-id.json"}
    assert lines_of(site.config.read_text()) == lines_of(TEMPLATE.replace("Corner", "Window"))
    assert site.run("--off") == (0, "This table has no link.")


def test_a_table_that_is_not_installed_yet_is_enrolled_for_its_card(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "new.tar"
    given = ["--folder", str(site.settings.folder), "--name", "Corner", "--to", str(file)]
    done = CliRunner().invoke(main, ["venue", "enrol", "new", *given])
    assert done.exit_code == 0, done.output
    assert f"quarterdeck card --venue {file}" in done.output
    found = read_enrolment(file)
    table = enrolled_table(found)
    assert table != site.table
    set_up(site.config, found)
    config = load(site.config).mqtt
    with HandTable(tmp_path / "play", table_id=table) as play, link_of(play, config, Notices()) as link:
        until(lambda: link.status().linked, "the new table is linked")


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_a_file_made_again_replaces_the_first(site: Site) -> None:
    site.run(site.file())
    before = site.kept
    assert site.run(site.file())[0] == 0
    assert before["table.pem"] != site.kept["table.pem"]
    assert before["quarterdeck.toml"] == site.kept["quarterdeck.toml"]


def expired(parts: dict[str, bytes]) -> None:
    table = parts["mqtt-password"].decode().partition(":")[0]
    folder = Path(os.environ["AUTHORITY"])  # set by the test
    parts["table.pem"] = Authority(folder).signed(table, days=-1).read_bytes()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda parts: parts.pop("table.pem"), "is not a venue’s file for a table"),
        (lambda parts: parts.update({"more": b""}), "is not a venue’s file for a table"),
        (lambda parts: parts.update({"mqtt.toml": b"[mqtt"}), "is not a venue’s file for a table"),
        (lambda parts: parts.update({"ca.pem": b"x" * 300_000}), "is not a venue’s file for a table"),
        (lambda parts: parts.update({"mqtt.toml": b'[mqtt]\nhost = 3'}), "is not a venue’s file for a table"),
        (expired, "Enrol this table again: its certificate was valid until "),
        (lambda parts: parts.update({"table.pem": b"no key"}), "table.pem can’t be used for the link"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_and_changes_nothing(
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Change,
    why: str,
) -> None:
    monkeypatch.setenv("AUTHORITY", str(tmp_path / "authority"))
    before = site.kept
    code, text = site.run(site.file(change=change))
    assert (code, why in text, text.count("\n")) == (1, True, 0), text
    assert site.kept == before


def test_a_file_for_another_table_or_of_another_venue_is_refused_and_a_table_has_to_have_run(site: Site) -> None:
    other = "f" * 32
    why = f"The file is for table {other}, but this is table {site.table}: enrol this table."
    assert site.run(site.file(other)) == (1, f"Error: {why}")
    file = site.file()
    site.config.write_text(TEMPLATE + 'host = "galley.local"\nvenue = "galley"\n')
    why = "This table is linked to the venue galley, and the file is that of the-anchor"
    assert site.run(file) == (1, f"Error: {why}: run quarterdeck link --off first.")
    (site.config.parent / "table-id.json").unlink()
    assert site.run(file) == (1, "Error: This table has no id yet: start it once, then have it enrolled.")


def test_a_broker_that_is_away_does_not_prevent_the_set_up(site: Site) -> None:
    def moved(parts: dict[str, bytes]) -> None:
        port = str(site.settings.broker.tls_port).encode()
        parts["mqtt.toml"] = parts["mqtt.toml"].replace(b"port = " + port, b"port = 1")

    code, text = site.run(site.file(change=moved))
    assert code == 0
    assert text.startswith("Set up for the venue the-anchor, not tried yet: localhost:1 can’t be reached (")
    assert load(site.config).mqtt.broker_port == 1


def test_a_venue_whose_broker_does_not_know_the_table_refuses_it(site: Site) -> None:
    def by_password(parts: dict[str, bytes]) -> None:
        section = parts["mqtt.toml"].decode().splitlines()
        kept = [line for line in section if not line.startswith(("ca ", "certificate ", "port ", "tls "))]
        parts["mqtt.toml"] = "\n".join([*kept, f"port = {site.settings.broker.open_port}", ""]).encode()
        parts["mqtt-password"] = f"{site.table}:wrong\n".encode()
        del parts["ca.pem"], parts["table.pem"]

    before = site.kept
    code, text = site.run(site.file(change=by_password))
    assert (code, "refuses this table (Not authorized)" in text, site.kept) == (1, True, before)


def test_a_disk_that_refuses_leaves_everything_as_it_was(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    file, before = site.file(), site.kept
    calls: list[Path] = []

    def refuse(place: Path, *_given: object, **_more: object) -> None:
        calls.append(place)
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("device.config.editor.write_durably", refuse)
    code, text = site.run(file)
    assert (code, "Read-only file system" in text, text.count("\n")) == (1, True, 0)
    monkeypatch.setattr("device.link.enrolment.write_durably", refuse)
    code, text = site.run(file)
    assert (code, text.startswith(f"Error: {site.config.parent} can’t be written (Read-only file system): ")) == (
        1,
        True,
    )
    assert site.kept == before
    assert len(calls) > 1


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (datetime(1999, 12, 31, tzinfo=UTC), "Set the clock of this machine: it says 1999-12-31"),
        (datetime(2086, 1, 1, tzinfo=UTC), "Enrol this table again: its certificate was valid until "),
    ],
)
def test_a_clock_that_is_years_off_is_told_plainly(tmp_path: Path, now: datetime, why: str) -> None:
    certificate = Authority(tmp_path).signed("f" * 32)
    check_table(str(certificate), "f" * 32)
    with pytest.raises(LinkLost, match=why):
        check_table(str(certificate), "f" * 32, now)


def test_what_is_no_archive_or_no_single_wish_is_refused(site: Site, tmp_path: Path) -> None:
    for data in (b"", b"no archive", bytes(1024)):
        (tmp_path / "x.tar").write_bytes(data)
        code, text = site.run(tmp_path / "x.tar")
        assert (code, "have the venue’s owner make another" in text, text.count("\n")) == (1, True, 0)
    for arguments in ((), (site.file(), "--off")):
        code, text = site.run(*arguments)
        assert (code, "Name the venue’s file, or --off." in text) == (2, True)
