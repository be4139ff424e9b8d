"""The configuration in a backup: the Wi-Fi password left out, and what stays as it is on this machine."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.adapters.backups import TableChest
from device.backup import restore
from device.backup.backup import CONFIG, Backup, read_backup, take_backup, write_backup
from device.backup.restored_config import with_own_panel, with_own_password, without_wifi_password
from device.config.schema import load
from device.errors import BadBackup, BadConfig
from device.journal.journal import Journal
from tests.device.adapters.test_maintenance import at_once
from tests.end_to_end.program import in_process
from tests.table.desk import START
from web.errors import Denied

PANEL = "[panel]\nroll = 5 # the red one\nstand = 6\n"
BAR = f"""# the bar
[web]
port = 0
wifi = "Galley"   # upstairs
wifi_password = "rum and cola"  # it's "changed" on Mondays
{PANEL}"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "bar" / "quarterdeck.toml"
    file.parent.mkdir()
    file.write_text(BAR)
    with Journal(file.parent / "journal.db") as journal:
        journal.append([START], 0.0)
    return file


def backup_of(file: Path, config: str) -> bytes:
    return Backup(take_backup(file).files | {CONFIG: config.encode()}).packed


def waiting(file: Path) -> str:
    return read_backup(file.with_name(restore.WAITING)).files[CONFIG].decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_password_goes_and_comes_back_to_where_it_was(end: str) -> None:
    text = BAR.replace("\n", end)
    left = without_wifi_password(text)
    assert left == text.replace('"rum and cola"', '""')
    assert with_own_password(left, text) == text


def test_the_page_leaves_the_password_out_unless_asked_and_the_command_the_other_way_round(
    file: Path, tmp_path: Path
) -> None:
    chest, brought = TableChest(file), tmp_path / "backup.zip"
    brought.write_bytes(chest.backup(wifi_password=False))
    assert b"rum and cola" not in b"".join(read_backup(brought).files.values())
    brought.write_bytes(chest.backup(wifi_password=True))
    assert b"rum and cola" in read_backup(brought).files[CONFIG]
    assert in_process("backup", brought, "--config", file).exit_code == 0
    assert b"rum and cola" in read_backup(brought).files[CONFIG]
    assert in_process("backup", brought, "--config", file, "--no-wifi-password").exit_code == 0
    assert b"rum and cola" not in read_backup(brought).files[CONFIG]


@pytest.mark.parametrize(
    "text",
    [
        'web = {wifi = "Galley", wifi_password = "rum and cola"}',
        'web.wifi_password = "rum and cola"',
        '[web]\n"wifi_password" = "rum and cola"',
        '[web]\nwifi_password = """rum\nand cola"""',
        '[web]\nwifi_password = "rum and cola"\n# it was: rum and cola',
        '[web]\nwifi = "x" # rum and cola\nwifi_password = "rum and cola"',
    ],
)
def test_a_password_that_cannot_be_taken_out_for_certain_does_not_leave(text: str) -> None:
    with pytest.raises(BadConfig, match="The Wi-Fi password can’t be left out: "):
        without_wifi_password(text)


@given(st.text(min_size=1, max_size=63), st.text(max_size=20).filter(lambda text: "\n" not in text))
def test_whatever_the_password_is_it_leaves_or_nothing_does(password: str, comment: str) -> None:
    quoted = "".join(f"\\U{ord(one):08x}" if not 0xD800 <= ord(one) < 0xE000 else "x" for one in password)
    text = f'[web]\nwifi = "Galley"\nwifi_password = "{quoted}" # {comment}\n[panel]\nkind = "none"\n'
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    try:
        left = without_wifi_password(text)
    except BadConfig:
        return
    assert quoted not in left
    before["web"]["wifi_password"] = ""
    assert tomllib.loads(left) == before


@pytest.mark.parametrize(
    ("restored", "kept"),
    [
        ('[web]\nwifi = "Galley"\n', "rum and cola"),
        ('[web]\nwifi = "Galley"\nwifi_password = ""\n', "rum and cola"),
        ('[web]\nwifi = "Galley"\nwifi_password = "newer"\n', "newer"),
        ('[web]\nwifi = "Elsewhere"\n', ""),
        ("", ""),
    ],
)
def test_the_present_password_stays_for_the_same_network(restored: str, kept: str) -> None:
    assert tomllib.loads(with_own_password(restored, BAR)).get("web", {}).get("wifi_password", "") == kept


@pytest.mark.parametrize(
    "panel",
    ['[panel]\nkind = "none"\n', '[panel]\nkind = "keyboard"\n', "[panel]\nroll = 9\nstand = 10\nbuzzer = 4\n", ""],
)
def test_a_backup_from_a_page_takes_the_buttons_from_nobody(file: Path, panel: str) -> None:
    TableChest(file).put_back(backup_of(file, f'# brought\n{panel}[game]\nplayers = ["Lin", "Bo"]\n'), at_once)
    put = tomllib.loads(waiting(file))
    assert put["panel"] == tomllib.loads(BAR)["panel"]
    assert put["game"]["players"] == ["Lin", "Bo"]
    assert waiting(file).startswith("# brought\n")
    restore.put_back(file)
    assert load(file).panel.roll == 5


@pytest.mark.parametrize("text", ['panel = {kind = "none"}', 'panel.kind = "none"', "[panel]\nlamp = [\n1, 2,\n3]\n"])
def test_a_panel_that_cannot_be_kept_is_no_backup_for_a_page(file: Path, text: str) -> None:
    with pytest.raises(Denied) as denied:
        TableChest(file).put_back(backup_of(file, text), at_once)
    assert (denied.value.status, denied.value.code) == (422, "bad_backup")
    assert "quarterdeck restore" in denied.value.why
    assert not restore.waits(file)


def test_what_is_not_allowed_leaves_nothing_behind(file: Path) -> None:
    def refuse() -> None:
        raise Denied(403, "not_allowed", "STAND was pressed.")

    before = sorted(file.parent.iterdir())
    with pytest.raises(Denied):
        TableChest(file).put_back(TableChest(file).backup(wifi_password=False), refuse)
    assert sorted(file.parent.iterdir()) == before


def test_the_command_says_what_it_changes_and_shows_no_password(file: Path, tmp_path: Path) -> None:
    brought = tmp_path / "backup.zip"
    config = '[panel]\nkind = "none"\n[web]\nwifi = "Elsewhere"\nwifi_password = "so secret"\n'
    brought.write_bytes(backup_of(file, config))
    told = in_process("restore", brought, "--config", file)
    assert told.exit_code == 0
    assert "[panel] kind: gpio becomes none\n" in told.stdout
    assert "[panel] roll: 5 becomes 17\n" in told.stdout
    assert "[web] wifi_password: (hidden) becomes (hidden)\n" in told.stdout
    assert "secret" not in told.stdout
    assert "cola" not in told.stdout
    assert load(file).panel.kind == "none"


def test_the_command_replaces_a_configuration_that_cannot_be_used_and_says_so(file: Path, tmp_path: Path) -> None:
    brought = tmp_path / "backup.zip"
    write_backup(take_backup(file), brought)
    file.write_text("[pannel]\n")
    told = in_process("restore", brought, "--config", file)
    assert (told.exit_code, "All of it is replaced." in told.stderr) == (0, True)
    assert file.read_text() == BAR


def test_a_panel_that_is_the_same_is_left_as_it_is_written() -> None:
    text = "panel = {roll = 5, stand = 6}\n"
    assert with_own_panel(text, BAR) == text
    with pytest.raises(BadBackup):
        with_own_panel("panel = {roll = 7}\n", BAR)
