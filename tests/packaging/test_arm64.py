"""The arm64 package in a Debian of its machine type, run by qemu's user emulation: installed, measured, a game played.

Needs root, ``apt install debootstrap qemu-user-static binfmt-support``, and Debian's mirror the first time. Run alone
with ``pytest -m package -s tests/packaging/test_arm64.py``.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from release.build import DEVELOPMENT_KEY, build
from tests.packaging.system import folder

pytestmark = pytest.mark.package

DEBIANS = {"bookworm": ("3.11", "cp311"), "trixie": ("3.13", "cp313")}
INSIDE = "python3,adduser,openssh-client"
TOOLS = ("debootstrap", "qemu-user-static", "binfmt-support", "debhelper", "openssh-client")
BINFMT = Path("/proc/sys/fs/binfmt_misc")
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


@contextmanager
def machine(debian: str, where: Path) -> Iterator[list[str]]:
    """A Debian for arm64, unchanged by what is done in it; yield the command that runs others in it."""
    root = folder() / f"arm64-{debian}"
    if not (BINFMT / "qemu-aarch64").exists():
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *TOOLS], check=True)
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT)], check=False)
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    if not (root / "ready").exists():
        shutil.rmtree(root, ignore_errors=True)  # left by a run that was broken off
        command = ["debootstrap", "--arch=arm64", "--variant=minbase", f"--include={INSIDE}", debian, str(root)]
        subprocess.run(command, check=True, capture_output=True)
        (root / "ready").touch()
    upper, work, merged = (where / name for name in ("upper", "work", "merged"))
    for one in (upper, work, merged):
        one.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(where)], check=True)
    for one in (upper, work, merged):
        one.mkdir()
    try:
        options = f"lowerdir={root},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(merged)], check=True)
        for part in ("proc", "dev"):
            subprocess.run(["mount", "--bind", f"/{part}", str(merged / part)], check=True)
        # a network namespace of its own, without any route
        yield ["unshare", "--net", "chroot", str(merged), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", PROCESSOR]
    finally:
        for part in ("merged/proc", "merged/dev", "merged", ""):
            subprocess.run(["umount", "--lazy", str(where / part)], check=False, capture_output=True)


def said(command: list[str], *more: str) -> str:
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
    return done.stdout.strip()


@pytest.mark.parametrize("debian", list(DEBIANS))
def test_the_package_is_installed_and_reads_a_recorded_game_on_arm64(
    package: Path, tmp_path: Path, debian: str
) -> None:
    if os.geteuid():
        pytest.skip("chroots need root")
    python, tag = DEBIANS[debian]
    with machine(debian, tmp_path) as inside:
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
