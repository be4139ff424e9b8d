"""A package from a small set of wheels: built twice, unpacked, signed, and refused as a release with a test's key."""

import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from device.update.signed_package import check_signature, facts_of
from release import build as subject
from release import tree
from release import wheels as wheels_of
from release.build import DEVELOPMENT_KEY, BadBuild, build, signers
from tests.release.wheels import lock, wheel

needs_debhelper = pytest.mark.skipif(shutil.which("dh") is None, reason="packages are built with debhelper")

EPOCH = 1_760_000_000


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheels and lock files of one library and of the program, which prints what it was started with."""
    folder = tmp_path_factory.mktemp("small")
    for tag in ("cp311", "cp313"):
        made = wheel(
            folder / "wheels" / f"{tag}-arm64", f"one-1.0-{tag}-{tag}-linux_aarch64.whl", {"one.py": f"'{tag}'"}
        )
        (folder / f"{tag}.lock").write_text(lock(made))
    main = "import os, sys\n\n\ndef main():\n    print(sys.argv, os.environ['PYTHONPATH'])\n"
    wheel(
        folder,
        "quarterdeck-0.1.0-py3-none-any.whl",
        {
            "device/__init__.py": "",
            "device/cli/__init__.py": "",
            "device/cli/main.py": main,
            "quarterdeck-0.1.0.dist-info/WHEEL": "",
            "quarterdeck-0.1.0.dist-info/RECORD": "",
        },
    )
    return folder


def built(small: Path, folder: Path, umask: int = 0o022) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wheels_of, "LOCKS", small)
        patch.setattr(tree, "WHEELS", small / "wheels")
        patch.setattr(subject, "own_wheel", lambda _folder: small / "quarterdeck-0.1.0-py3-none-any.whl")
        patch.setenv("SOURCE_DATE_EPOCH", str(EPOCH))
        mask = os.umask(umask)
        try:
            return build("arm64", "0.1.0", DEVELOPMENT_KEY, folder, is_release=False, compression="none")
        finally:
            os.umask(mask)


@pytest.fixture(scope="module")
def first(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(small, tmp_path_factory.mktemp("first"), 0o077)


@needs_debhelper
def test_the_files_have_the_time_of_the_commit_and_modes_of_no_builder(first: Path) -> None:
    whole = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(first)], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(whole)) as files:
        members = files.getmembers()
    assert len(members) > 20
    assert {one.mtime for one in members} == {EPOCH}
    assert {one.mode for one in members if not one.issym()} == {0o755, 0o644}
    assert {(one.uid, one.gid) for one in members} == {(0, 0)}


@needs_debhelper
@pytest.mark.long
def test_two_builds_are_identical(small: Path, first: Path, tmp_path: Path) -> None:
    assert first.read_bytes() == built(small, tmp_path / "second").read_bytes()


@needs_debhelper
def test_a_package_is_signed_and_runs_where_it_is_unpacked(first: Path, tmp_path: Path) -> None:
    facts = facts_of(first)
    assert (facts.version, facts.architecture) == ("0.1.0", "arm64")
    subprocess.run(["dpkg-deb", "-x", str(first), str(tmp_path / "files")], check=True)
    version = tmp_path / "files" / "opt" / "quarterdeck" / "0.1.0"
    check_signature(first, version / "allowed_signers")
    said = subprocess.run(
        [version / "bin" / "quarterdeck", "demo", "--port", "0"], capture_output=True, text=True, check=False
    )
    own = next((part for part in ("cp311", "cp313") if f"lib/{part}:" in said.stdout), None)
    if own:
        assert said.stdout == f"['quarterdeck', 'demo', '--port', '0'] {version}/lib/{own}:{version}/lib/common\n"
    else:
        assert "has no libraries for Python" in said.stderr
    unit = next((tmp_path / "files").rglob("quarterdeck.service")).read_text()
    assert "ExecStart=/opt/quarterdeck/current/bin/quarterdeck run" in unit
    assert "ExecStartPre=+/usr/bin/python3 -I /usr/lib/quarterdeck/boot_guard.py start" in unit
    assert (tmp_path / "files" / "usr" / "lib" / "quarterdeck" / "boot_guard.py").exists()


@needs_debhelper
@pytest.mark.skipif(shutil.which("lintian") is None, reason="lintian is missing (apt install lintian)")
def test_lintian_has_no_complaint(first: Path) -> None:
    command = ["lintian", "--allow-root", "--fail-on", "error,warning", str(first)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_release_is_not_signed_with_the_development_key() -> None:
    with pytest.raises(BadBuild, match="development key"):
        signers(DEVELOPMENT_KEY, is_release=True)
    assert signers(DEVELOPMENT_KEY, is_release=False).startswith(
        'quarterdeck namespaces="quarterdeck-update" ssh-ed25519 '
    )


def test_a_release_trusts_its_own_key_only(tmp_path: Path) -> None:
    key = tmp_path / "release_key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    public = DEVELOPMENT_KEY.with_name("development_key.pub").read_text().split()[1]
    trusted = signers(key, is_release=True)
    assert trusted.count("ssh-ed25519") == 1
    assert public not in trusted


def test_a_missing_key_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadBuild, match="make release-key"):
        signers(tmp_path / "none", is_release=True)
