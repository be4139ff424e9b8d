"""A package in a whole emulated machine: from power-on of a new card to the page, set-up over the network, updates.

Run alone with ``pytest -m package -s tests/packaging/test_virtual_machine.py``; ``CUTS=5`` for more power cuts.
"""

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.update.card import CardPlan, write_card
from release.build import DEVELOPMENT_KEY, build
from tests.packaging.test_system import (
    EXPORT,
    GAME,
    INSTALLED,
    JOURNAL,
    NEW,
    OLD,
    UP,
    cut_updates,
    leaves_a_bad_release,
    version_of,
)
from tests.packaging.variants import variant
from tests.packaging.virtual_machine import VirtualTable, prepared
from tests.packaging.walk import walk

pytestmark = pytest.mark.package

CUTS = int(os.environ.get("CUTS", "1"))
PATIENCE = 7200.0
"""Seconds here that a step may take: the emulated machine waits while this one has other things to do."""

FAULT, BAD = "import", "0.3.0"
"""A release that doesn't start."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("packages")
    old = build("amd64", OLD, DEVELOPMENT_KEY, folder, is_release=False, compression="none")
    return {
        OLD: old,
        NEW: variant(old, NEW, folder, DEVELOPMENT_KEY),
        BAD: variant(old, BAD, folder, DEVELOPMENT_KEY, FAULT),
    }


@pytest.fixture(scope="module")
def table(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualTable]:
    if os.geteuid():
        pytest.skip("the disk of the machine is made by root")
    folder = tmp_path_factory.mktemp("machine")
    card = folder / "card"
    card.mkdir()
    written = write_card(card, CardPlan(packages[OLD], name="tavern"))
    made = VirtualTable(folder, prepared(), {*written.files, *packages.values()} - {packages[OLD]})
    began = time.monotonic()
    with made.on():
        made.wait_for_page(PATIENCE)
        here, there = time.monotonic() - began, float(made.said("cut -d' ' -f1 /proc/uptime"))
        print(f"\nFrom power-on of a new card to the page: {here:.0f} s, {there:.0f} s by its own clock", flush=True)
        yield made


def test_a_card_becomes_a_table_and_is_set_up_over_the_network(table: VirtualTable) -> None:
    assert table.said("hostname") == "tavern"
    assert table.said("systemd-detect-virt") in ("qemu", "kvm")
    print(f"\nFrom apt install to the page: {int(table.said(UP)) - int(table.said(INSTALLED))} s", flush=True)
    assert table.answer("ip route get 192.0.2.1 && curl -s -m 5 http://192.0.2.1/")[0] != 0
    walk(table.address, PATIENCE)
    assert "The set-up is finished." in table.said("quarterdeck setup --config /var/lib/quarterdeck/quarterdeck.toml")
    table.said("systemctl stop quarterdeck")
    table.said(f"runuser -u quarterdeck -- quarterdeck replay {GAME} --fast --journal {JOURNAL} || true", PATIENCE)
    table.said("systemctl start quarterdeck")
    table.wait_for_page(PATIENCE)
    assert '"type":"rolled"' in table.said(EXPORT)


def test_power_cuts_in_an_update_leave_one_version_with_all_games(
    table: VirtualTable, packages: dict[str, Path]
) -> None:
    began = time.monotonic()
    table.said(f"quarterdeck update /boot/firmware/{packages[NEW].name}", PATIENCE)
    seconds = time.monotonic() - began
    table.wait_for_page(PATIENCE)
    assert version_of(table) == NEW
    chance = random.Random(20261125)
    cut_updates(table, packages, [chance.uniform(1, seconds) for _ in range(CUTS)], PATIENCE)


def test_a_release_that_does_not_start_is_left_by_itself(table: VirtualTable, packages: dict[str, Path]) -> None:
    table.wait_for("ls /opt/quarterdeck/trial.json 2>/dev/null || echo kept", "kept", PATIENCE)
    leaves_a_bad_release(table, packages[BAD], PATIENCE)
