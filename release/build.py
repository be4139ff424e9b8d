"""Builds and signs the Debian packages: ``python -m release.build`` (``make deb``).

Two builds of one commit are bit-identical: the time of all files is that of the commit (SOURCE_DATE_EPOCH). Needs
Debian's debhelper, and openssh-client for the signature. A release build (``--key``) is signed with the release key and
trusts no other; without it the packages are signed with the development key, which no release trusts.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import tomllib
from email.utils import formatdate
from pathlib import Path

from device.update.signed_package import IDENTITY, NAMESPACE, sign
from release.systems import MACHINES
from release.tree import HERE, ROOT, own_wheel, shared_tree, version_tree

DEVELOPMENT_KEY = HERE / "development_key"
RELEASE_KEY = Path("~/.config/quarterdeck/release_key").expanduser()

CHANGES = """\
quarterdeck ({version}) unstable; urgency=medium

  * See /usr/share/doc/quarterdeck/changelog.gz.

 -- The Quarterdeck authors <maintainers@users.noreply.github.com>  {date}
"""


class BadBuild(Exception):
    """A package cannot be built."""


def version_of_project() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def time_of_commit() -> int:
    """Return SOURCE_DATE_EPOCH, else the time of the last commit (seconds, Unix)."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def public_key(key: Path) -> str:
    """Return the public half of a key pair, without its comment. Raises :class:`BadBuild`."""
    try:
        kind, text, *_comment = key.with_name(f"{key.name}.pub").read_text("utf-8").split()
    except (OSError, ValueError):
        raise BadBuild(f"There is no key {key}: make one with make release-key.") from None
    return f"{kind} {text}"


def signers(key: Path, *, is_release: bool) -> str:
    """Return the list of keys that the package trusts. No release trusts the development key: :class:`BadBuild`."""
    public = public_key(key)
    if is_release and public == public_key(DEVELOPMENT_KEY):
        raise BadBuild("A release can't be signed with the development key: make one with make release-key.")
    return f'{IDENTITY} namespaces="{NAMESPACE}" {public}\n'


def build(architecture: str, version: str, key: Path, out: Path, *, is_release: bool, compression: str = "xz") -> Path:
    """Build the package of that machine type, sign it, and return its path. Raises :class:`BadBuild`."""
    trusted, when = signers(key, is_release=is_release), time_of_commit()
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as temporary:
        work = Path(temporary, "work")
        shutil.copytree(HERE / "debian", work / "debian")
        own = own_wheel(Path(temporary))
        tree = work / "tree"
        versions = tree / "opt" / "quarterdeck"
        versions.mkdir(parents=True)
        version_tree(versions / version, version, architecture, own, trusted, is_release=is_release)
        shared_tree(tree, work / "debian")
        _write_changes(work / "debian", version, when)
        _set_times(work, when)
        built = _built(work, architecture, version, when, compression)
        out.mkdir(parents=True, exist_ok=True)
        sign(built, _private(key, Path(temporary)))
        return Path(shutil.move(built, out / built.name))


def _write_changes(folder: Path, version: str, when: int) -> None:
    (folder / "changelog").write_text(CHANGES.format(version=version, date=formatdate(when)), "utf-8")
    shutil.copy(ROOT / "CHANGELOG.md", folder / "upstream-changes")
    for script in ("preinst", "postinst", "prerm", "postrm"):
        file = folder / f"quarterdeck.{script}"
        if file.exists():
            file.write_text(file.read_text("utf-8").replace("@VERSION@", version), "utf-8")


def _set_times(folder: Path, when: int) -> None:
    """Give all files the same time and modes that do not depend on the builder's umask."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def _built(work: Path, architecture: str, version: str, when: int, compression: str) -> Path:
    command = [
        "dpkg-buildpackage",
        "--build=binary",
        f"--host-arch={architecture}",
        "--no-sign",
        "--no-check-builddeps",
    ]
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(when),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "COMPRESSION": compression,
    }
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadBuild(f"dpkg-buildpackage failed: {(done.stdout + done.stderr)[-2000:]}")
    return work.parent / f"quarterdeck_{version}_{architecture}.deb"


def _private(key: Path, folder: Path) -> Path:
    """Return the private key. ssh-keygen refuses one that others can read, as git checks out the development key."""
    if key != DEVELOPMENT_KEY:
        return key
    copy = folder / ".development_key"
    copy.write_bytes(key.read_bytes())
    copy.chmod(0o600)
    return copy


def main() -> None:
    parser = argparse.ArgumentParser(description="Build and sign the Debian packages.")
    parser.add_argument("--architecture", choices=tuple(MACHINES), action="append")
    parser.add_argument("--key", type=Path, help="release key; without it the development key signs")
    parser.add_argument("--version", default=version_of_project())
    parser.add_argument("--compression", choices=("xz", "none"), default="xz", help="none: quick, for tests")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    for architecture in given.architecture or MACHINES:
        try:
            built = build(
                architecture,
                given.version,
                given.key or DEVELOPMENT_KEY,
                given.out,
                is_release=given.key is not None,
                compression=given.compression,
            )
        except BadBuild as error:
            parser.exit(1, f"Error: {error}\n")
        print(f"{built}: {built.stat().st_size / 1e6:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
