"""The amd64 package in a Debian without systemd: its size, Debian's numpy, set-up, upgrade, purge.

Debian has no picamera2. Its numexpr, which is compiled for Debian's numpy as Raspberry Pi OS's simplejpeg is, stands
for what picamera2 brings. Needs root, ``apt install debootstrap debhelper lintian curl iproute2``, and Debian's mirror
the first time. Run alone with ``pytest -m package -s tests/packaging/test_amd64.py``.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from release.build import DEVELOPMENT_KEY, build
from tests.end_to_end.program import TABLE
from tests.packaging.chroot import TAGS, bootstrapped, machine, said
from tests.packaging.test_system import EXPORT, GAME, JOURNAL, NEW, OLD
from tests.packaging.variants import variant
from tests.release.system_camera import COMPILED, install_camera, libraries, wait_until_seen

pytestmark = pytest.mark.package

ROOT, STATE = "/opt/quarterdeck", "/var/lib/quarterdeck"
MOST = {"bookworm": 273_000_000, "trixie": 262_000_000}
"""Bytes on disk of an installed version, with what was compiled. See docs/updates.md."""

SYSTEM = "usr/lib/python3/dist-packages"
SEEN = "/root/seen.json"
CONFIG = f'{TABLE}[camera]\nkind = "pi"\n'
PAGE = "http://127.0.0.1:8000"

NOT_COMPRESSED = "uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball"
"""What lintian says of a package of the tests alone."""

PATIENCE = 600.0
"""Seconds for the program to start on a busy machine."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("amd64")
    old = build("amd64", OLD, DEVELOPMENT_KEY, folder, is_release=False, compression="none")
    return {OLD: old, NEW: variant(old, NEW, folder, DEVELOPMENT_KEY)}


@dataclass(frozen=True, slots=True)
class Installed:
    """A machine with the package: its Debian, its root as seen from here, and the command that runs others in it."""

    debian: str
    root: Path
    inside: list[str]

    def said(self, *command: str) -> str:
        """Run the command in it, and return what it says."""
        return said(self.inside, *command)

    def dpkg(self, *arguments: str) -> None:
        self.said("DEBIAN_FRONTEND=noninteractive", *arguments)


@pytest.fixture(scope="module", params=list(TAGS))
def table(
    request: pytest.FixtureRequest, packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installed]:
    if os.geteuid():
        pytest.skip("chroots need root")
    where = tmp_path_factory.mktemp(request.param)
    with machine(bootstrapped("amd64", request.param, "python3-numexpr"), where) as inside:
        made = Installed(request.param, where / "merged", inside)
        for file in packages.values():
            (made.root / file.name).write_bytes(file.read_bytes())
        made.dpkg("dpkg", "--install", f"/{packages[OLD].name}")
        yield made


def test_lintian_has_no_complaint(packages: dict[str, Path]) -> None:
    command = ["lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", NOT_COMPRESSED]
    done = subprocess.run([*command, str(packages[OLD])], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_takes_no_more_room_than_it_did(table: Installed) -> None:
    version = f"{ROOT}/{OLD}"
    assert table.said("sh", "-c", f"ls -d {version}/lib/cp*") == f"{version}/lib/{TAGS[table.debian]}"
    size = int(table.said("du", "--summarize", "--bytes", version).split()[0])
    print(f"\n{table.debian}: {size / 1e6:.1f} MB installed", flush=True)
    assert size < MOST[table.debian]


def test_a_library_compiled_for_the_systems_numpy_works_with_the_packages(table: Installed) -> None:
    install_camera(table.root / SYSTEM, SEEN, COMPILED)
    (table.root / "root" / "quarterdeck.toml").write_text(CONFIG)
    show = "import numexpr, numpy; print(numpy.__version__, numpy.__file__)"
    version, place = table.said("python3", "-c", show).split()
    assert place.startswith(f"/{SYSTEM}/")
    with subprocess.Popen([*table.inside, "quarterdeck", "run", "--config", "/root/quarterdeck.toml"]) as program:
        try:
            seen = wait_until_seen(table.root / SEEN.lstrip("/"), program, PATIENCE)
            assert seen.program == program.pid
            assert {"numpy", "cv2"} <= {*seen.before}, "the program's are loaded before those of the system"
            own = f"{ROOT}/{OLD}/lib/{TAGS[table.debian]}/numpy/"
            assert seen.numpy == f"{own}__init__.py"
            assert seen.version != version
            for process in (seen.process, seen.program):
                [numpy] = libraries(process, "_multiarray_umath")
                assert own in numpy
            [compiled] = libraries(seen.process, "interpreter.cpython")
            assert f"/{SYSTEM}/numexpr/" in compiled
            print(f"\n{table.debian}: numexpr, compiled for numpy {version}, works with {seen.version}", flush=True)
        finally:
            program.kill()


def test_the_set_up_needs_no_network(table: Installed) -> None:
    config = f"{STATE}/quarterdeck.toml"
    as_service = ["runuser", "-u", "quarterdeck", "--", "quarterdeck", "run", "--config", config]
    with subprocess.Popen([*table.inside, *as_service], stdout=subprocess.DEVNULL) as program:
        there = ["nsenter", f"--net=/proc/{program.pid}/ns/net"]
        try:
            ask, end = ["curl", "--silent", "--fail", "--output", "/dev/null", PAGE], time.monotonic() + PATIENCE
            while subprocess.run([*there, *ask], check=False).returncode:
                assert program.poll() is None, "the program has ended"
                assert time.monotonic() < end, "no page"
                time.sleep(0.2)
            assert said([*there, "ip", "route"]) == "", "there is a way out"
            said([*there, sys.executable, "-m", "tests.packaging.walk", PAGE])
        finally:
            program.terminate()
    assert "The set-up is finished." in table.said("quarterdeck", "setup", "--config", config)


def test_an_upgrade_by_dpkg_keeps_the_version_before_and_the_games(table: Installed, packages: dict[str, Path]) -> None:
    table.said("sh", "-c", f"runuser -u quarterdeck -- quarterdeck replay {GAME} --fast --journal {JOURNAL} || true")
    games = table.said(*EXPORT.split())
    assert '"type":"rolled"' in games
    table.said("cp", f"{STATE}/quarterdeck.toml", "/root/before.toml")
    table.dpkg("dpkg", "--install", f"/{packages[NEW].name}")
    assert table.said("readlink", f"{ROOT}/current", f"{ROOT}/previous").split() == [NEW, OLD]
    trial = json.loads(table.said("cat", f"{ROOT}/trial.json"))
    assert (trial["new"], trial["old"]) == (NEW, OLD)
    table.said("test", "-s", f"{STATE}/{trial['backup']}")
    assert "quarterdeck" in table.said(f"{ROOT}/{OLD}/bin/quarterdeck", "--version")
    table.said("cmp", f"{STATE}/quarterdeck.toml", "/root/before.toml")
    assert table.said(*EXPORT.split()) == games


def test_the_games_stay_after_a_purge_unless_asked_otherwise(table: Installed, packages: dict[str, Path]) -> None:
    games = table.said(*EXPORT.split())
    table.dpkg("dpkg", "--remove", "quarterdeck")
    table.dpkg("dpkg", "--purge", "quarterdeck")
    assert table.said("sh", "-c", f"ls -d {ROOT} 2>/dev/null || echo gone") == "gone"
    table.dpkg("dpkg", "--install", f"/{packages[NEW].name}")
    assert table.said(*EXPORT.split()) == games
    table.dpkg("QUARTERDECK_PURGE_GAMES=yes", "dpkg", "--purge", "quarterdeck")
    assert table.said("sh", "-c", f"ls -d {STATE} 2>/dev/null || echo gone") == "gone"
