"""The arm64 package in a Debian of its machine type, run by qemu's user emulation: installed, measured, a game played.

Needs root, ``apt install debootstrap qemu-user-static binfmt-support``, and Debian's mirror the first time. Run alone
with ``pytest -m package -s tests/packaging/test_arm64.py``.
"""

import os
import time
from pathlib import Path

import pytest

from release.build import DEVELOPMENT_KEY, build
from tests.packaging.chroot import TAGS, bootstrapped, machine, said

pytestmark = pytest.mark.package

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
VERSION = "0.1.0"
MOST = 150_000_000
"""Bytes on disk of an installed version, with what was compiled."""

GAME = f"/opt/quarterdeck/{VERSION}/lib/common/device/recording/demo"
ELF = (
    "import pathlib, sys; "
    "files = [f for f in pathlib.Path(sys.argv[1]).rglob('*') if '.so' in f.name and f.is_file()]; "
    "print(len(files), {f.read_bytes()[18:20].hex() for f in files})"
)
"""Prints the number of libraries, and their machine types (ELF's ``e_machine``)."""

AARCH64 = "b700"

PROCESSOR = "QEMU_CPU=cortex-a72"
"""That of a Raspberry Pi 4. By default every feature of Arm is emulated, signed return addresses among them, which slow
down Debian 13's Python twenty times."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("arm64", VERSION, DEVELOPMENT_KEY, tmp_path_factory.mktemp("arm64"), is_release=False)


@pytest.mark.parametrize("debian", list(PYTHONS))
def test_the_package_is_installed_and_reads_a_recorded_game_on_arm64(
    package: Path, tmp_path: Path, debian: str
) -> None:
    if os.geteuid():
        pytest.skip("chroots need root")
    python, tag = PYTHONS[debian], TAGS[debian]
    with machine(bootstrapped("arm64", debian), tmp_path) as alone:
        inside = [*alone, PROCESSOR]
        assert said(inside, "uname", "-m") == "aarch64"
        assert said(inside, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])") == python
        (tmp_path / "merged" / package.name).write_bytes(package.read_bytes())
        began = time.monotonic()
        said(inside, "DEBIAN_FRONTEND=noninteractive", "dpkg", "--install", f"/{package.name}")
        print(f"\n{debian}: installed in {time.monotonic() - began:.0f} s, emulated, without a network", flush=True)
        version = f"/opt/quarterdeck/{VERSION}"
        assert said(inside, "sh", "-c", f"ls -d {version}/lib/cp*") == f"{version}/lib/{tag}"
        size = int(said(inside, "du", "--summarize", "--bytes", version).split()[0])
        print(f"{debian}: {size / 1e6:.0f} MB installed, {package.stat().st_size / 1e6:.1f} MB to download", flush=True)
        assert size < MOST
        count, kinds = said(inside, "python3", "-c", ELF, version).split(maxsplit=1)
        assert int(count) > 20
        assert kinds == f"{{'{AARCH64}'}}"
        began = time.monotonic()
        played = said(inside, "quarterdeck", "replay", GAME, "--fast")
        print(f"{debian}: the recorded game replayed in {time.monotonic() - began:.0f} s, emulated", flush=True)
        assert "wins" in played or "as it did" in played, played[-800:]
        said(inside, "dpkg", "--purge", "quarterdeck")
        assert said(inside, "sh", "-c", "ls -d /opt/quarterdeck 2>/dev/null || echo gone") == "gone"
