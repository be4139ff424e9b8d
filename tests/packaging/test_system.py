"""A package on a whole Debian with systemd: from the card to the page, updates, bad releases, power cuts.

Run alone with ``pytest -m package -s tests/packaging``; ``CUTS=100`` for more power cuts.
"""

import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.update.card import CardPlan, write_card
from release.build import DEVELOPMENT_KEY, build
from tests.packaging.system import BootedTable, Machine, prepared
from tests.packaging.variants import FAULTS, variant

pytestmark = pytest.mark.package

OLD, NEW = "0.1.0", "0.2.0"
CUTS = int(os.environ.get("CUTS", "20"))
BEYOND = 1.2
"""How far the power cuts go beyond the seconds of an update, into the trial of the new version."""

GAME = "/opt/quarterdeck/current/lib/common/device/recording/demo"
JOURNAL = "/var/lib/quarterdeck/journal.db"
INSTALLED = "grep -m1 ' install quarterdeck:' /var/log/dpkg.log | cut -d' ' -f1,2 | xargs -I{} date -d '{}' +%s"
"""When dpkg began with the package, in seconds (Unix)."""

UP = 'date -d "$(systemctl show --property=ActiveEnterTimestamp --value quarterdeck)" +%s'
"""When the table last told systemd that it is ready: its page is up."""

EXPORT = "quarterdeck export --all --config /var/lib/quarterdeck/quarterdeck.toml"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("packages")
    old = build("amd64", OLD, DEVELOPMENT_KEY, folder, is_release=False, compression="none")
    faults = {
        fault: variant(old, f"0.3.{number}", folder, DEVELOPMENT_KEY, fault) for number, fault in enumerate(FAULTS)
    }
    return {OLD: old, NEW: variant(old, NEW, folder, DEVELOPMENT_KEY), **faults}


@pytest.fixture(scope="module")
def table(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[BootedTable]:
    if os.geteuid():
        pytest.skip("containers need root")
    folder = tmp_path_factory.mktemp("machine")
    card = folder / "card"
    card.mkdir()
    write_card(card, CardPlan(packages[OLD], name="tavern"))
    for file in packages.values():
        if not (card / file.name).exists():
            shutil.copy(file, card)
    made = BootedTable(folder, prepared(), card)
    began = time.monotonic()
    with made.on():
        made.wait_for_page(600)
        print(f"\nFrom power-on of a new card to the page: {time.monotonic() - began:.0f} s", flush=True)
        print(f"\nFrom apt install to the page: {int(made.said(UP)) - int(made.said(INSTALLED))} s", flush=True)
        play(made)
        yield made


def play(table: BootedTable) -> None:
    """Have the recorded game in the journal, to its end. Its players are those of the game that is open."""
    table.said("systemctl stop quarterdeck")
    table.said(f"runuser -u quarterdeck -- quarterdeck replay {GAME} --fast --journal {JOURNAL} || true", 300)
    table.said("systemctl start quarterdeck")
    table.wait_for_page(120)


def version_of(table: Machine) -> str:
    return table.said("readlink /opt/quarterdeck/current")


def test_a_card_becomes_a_table(table: BootedTable) -> None:
    assert table.said("hostname") == "tavern"
    assert version_of(table) == OLD
    assert table.said("systemctl is-enabled quarterdeck") == "enabled"
    assert table.said("stat -c %U /var/lib/quarterdeck/quarterdeck.toml") == "quarterdeck"
    assert "RuntimeWatchdogSec=15" in table.said("cat /etc/systemd/system.conf.d/quarterdeck-watchdog.conf")
    assert "wins" in table.said(EXPORT) or '"type":"rolled"' in table.said(EXPORT)


def test_a_loop_that_hangs_is_restarted_and_the_game_goes_on(table: BootedTable) -> None:
    games, before = table.said(EXPORT), table.health()
    assert before is not None
    began = time.monotonic()
    table.said("kill -STOP $(systemctl show --property=MainPID --value quarterdeck)")
    while (health := table.health()) is None or health["boot"] == before["boot"] or not health["ok"]:
        assert time.monotonic() - began < 120, "systemd has not restarted it"
        time.sleep(0.5)
    print(f"\nHung loop: a new page after {time.monotonic() - began:.0f} s", flush=True)
    assert "Watchdog timeout" in table.said("journalctl --unit quarterdeck --no-pager --output cat")
    assert table.said(EXPORT) == games


def test_a_chosen_stick_gets_a_backup_from_the_service(table: BootedTable) -> None:
    """The kernel of this machine may have no FAT: a file system in memory is mounted, with the options of the unit."""
    unit = table.said("systemctl cat quarterdeck-stick@sda1.service")
    assert "nosuid,nodev,noexec" in unit
    options = "nosuid,nodev,noexec,uid=quarterdeck,gid=quarterdeck,mode=0700,size=16m"
    table.said(f"mkdir -p /media/quarterdeck/sda1 && mount -t tmpfs -o {options} stick /media/quarterdeck/sda1")
    time.sleep(12)
    assert table.said("ls /media/quarterdeck/sda1") == "", "nothing is written to a stick that was not chosen"
    table.said("runuser -u quarterdeck -- mkdir /media/quarterdeck/sda1/quarterdeck-backups")
    listed = "ls /media/quarterdeck/sda1/quarterdeck-backups | grep -c zip$"
    table.wait_for(listed, "1", 90)
    table.said("umount /media/quarterdeck/sda1")
    assert table.health() is not None


def test_an_update_is_kept_after_its_trial(table: BootedTable, packages: dict[str, Path]) -> None:
    games = table.said(EXPORT)
    began = time.monotonic()
    table.said(f"quarterdeck update /boot/firmware/{packages[NEW].name}", 300)
    seconds = time.monotonic() - began
    table.wait_for_page(120)
    print(f"\nUpdate: {seconds:.0f} s, to the page {time.monotonic() - began:.0f} s", flush=True)
    assert version_of(table) == NEW
    table.wait_for("ls /opt/quarterdeck/trial.json 2>/dev/null || echo kept", "kept", 180)
    assert version_of(table) == NEW
    assert table.said(EXPORT) == games
    table.said("quarterdeck rollback")
    table.wait_for_page(120)
    assert version_of(table) == OLD
    assert table.said(EXPORT) == games


def test_what_the_page_asks_for_is_done_with_the_rights_of_its_unit(
    table: BootedTable, packages: dict[str, Path]
) -> None:
    name, incoming = packages[NEW].name, "/var/lib/quarterdeck/incoming"
    asks = {
        NEW: f'{{"id": "asked-for-it", "task": "update", "file": "{name}", "version": "{NEW}"}}',
        OLD: '{"id": "asked-for-that", "task": "rollback"}',
    }
    table.said(f"runuser -u quarterdeck -- mkdir -p {incoming}")
    table.said(f"runuser -u quarterdeck -- cp /boot/firmware/{name} {incoming}")
    for version, request in asks.items():
        table.said(f"echo '{request}' | runuser -u quarterdeck -- tee /run/quarterdeck/request.json")
        table.wait_for("readlink /opt/quarterdeck/current", version, 240)
        table.wait_for_page(120)
        table.wait_for("ls /opt/quarterdeck/trial.json 2>/dev/null || echo over", "over", 180)
        assert version_of(table) == version
    backup = f"/var/lib/quarterdeck/backups/before-{NEW}.zip"
    assert table.said(f"stat -c %U:%a {backup}") == "quarterdeck:600"
    assert f"Version {OLD} runs again" in table.said("curl -s http://127.0.0.1:8000/")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_release_goes_back_by_itself(table: BootedTable, packages: dict[str, Path], fault: str) -> None:
    leaves_a_bad_release(table, packages[fault], 300)
    assert "runs again" in table.said("curl -s http://127.0.0.1:8000/")
    assert table.answer("ls /opt/quarterdeck/trial.json")[0] != 0


def test_a_power_cut_at_any_point_of_an_update_leaves_one_version(
    table: BootedTable, packages: dict[str, Path]
) -> None:
    began = time.monotonic()
    target = NEW if version_of(table) == OLD else OLD
    table.said(f"quarterdeck update --downgrade /boot/firmware/{packages[target].name}", 300)
    longest = BEYOND * (time.monotonic() - began)
    chance = random.Random(20261124)
    seen = cut_updates(table, packages, [chance.uniform(0.2, longest) for _ in range(CUTS)], 240)
    assert seen == {OLD, NEW}


def leaves_a_bad_release(table: Machine, package: Path, patience: float) -> None:
    """The release is installed, and the table goes back to the version before with all games."""
    games, before = table.said(EXPORT), version_of(table)
    table.said(f"quarterdeck update /boot/firmware/{package.name}", patience)
    seconds = table.wait_for("readlink /opt/quarterdeck/current", before, patience)
    page = table.wait_for_page(patience)
    print(f"\n{package.name}: back after {seconds:.0f} s, its page {page:.0f} s later", flush=True)
    assert table.said(EXPORT) == games


def cut_updates(table: Machine, packages: dict[str, Path], moments: list[float], patience: float) -> set[str]:
    """Cut the power so many seconds after each update began; return the versions that were found afterwards."""
    games, seen = table.said(EXPORT), set[str]()
    for number, moment in enumerate(moments, 1):
        target = NEW if version_of(table) == OLD else OLD
        update = table.begin(f"quarterdeck update --downgrade /boot/firmware/{packages[target].name}")
        time.sleep(moment)
        ended = update.poll() is not None
        table.cut()
        update.wait()
        table.switch_on()
        page = table.wait_for_page(patience)
        found = version_of(table)
        when = f"{moment:.1f} s, {'after' if ended else 'during'} the update"
        print(f"\ncut {number} after {when}: {found} after {page:.0f} s", flush=True)
        assert found in (OLD, NEW)
        assert table.said(EXPORT) == games
        seen.add(found)
    return seen
