"""A package on its way: in pieces or from a stick, bounded, continued after a break, and refused in one sentence."""

import io
import lzma
import os
import subprocess
import sys
import tarfile
from collections import namedtuple
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from device.errors import BadUpdate
from device.update.signed_package import PIECE, members, notes_of
from device.update.staging import IDLE, Staging
from tests.device.test_bombs import takes_less
from tests.device.update.machine import PulledStick, Room, make_key

NEWS = "## 1.1\n\n- Warmer `light`,\n  everywhere.\n- And **more**.\n\n## 1.0\n\n- Old.\n"
Usage = namedtuple("Usage", "total used free")  # as shutil has it


class Dock:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = 0.0
        self.folder = room.config.with_name("incoming")
        self.stick = room.folder / "media" / "STICK"
        self.stick.mkdir(parents=True)
        self.staging = self.fresh()

    def fresh(self, largest: int = 1 << 28) -> Staging:
        return Staging(self.folder, self.room.installation, [self.stick.parent], lambda: self.now, largest)

    def send(
        self, file: Path, *, sender: str = "phone", begin: int = 0, end: int | None = None, step: int = 999
    ) -> int:
        data, here = file.read_bytes(), begin
        for at in range(begin, len(data) if end is None else end, step):
            here = self.staging.take(sender, file.name, len(data), at, data[at : at + step])
        return here

    def refused(self, file: Path) -> str:
        """Why that file is refused. Nothing is left of it."""
        self.send(file)
        with pytest.raises(BadUpdate) as refusal:
            self.staging.finish()
        assert not any(self.folder.iterdir())
        assert self.staging.staged is None
        assert self.room.versions.current == "1.0"
        return str(refusal.value)


@pytest.fixture
def dock(room: Room) -> Dock:
    return Dock(room)


def new(dock: Dock, version: str = "1.1", *, size: int = 4) -> Path:
    return dock.room.package(version, news=NEWS, size=size)


def test_a_package_is_uploaded_checked_and_kept_over_a_restart(dock: Dock) -> None:
    file = new(dock)
    assert dock.send(file) == file.stat().st_size
    staged = dock.staging.finish()
    assert (staged.file, staged.version) == (file.name, "1.1")
    assert staged.notes == ("Warmer light, everywhere.", "And more.")
    assert dock.fresh().staged == staged
    assert dock.staging.finish() == staged
    dock.staging.drop()
    assert dock.staging.staged is None


def test_an_upload_continues_where_it_was_after_a_break_or_a_restart(dock: Dock) -> None:
    file = new(dock)
    half = dock.send(file, end=2997)
    assert dock.staging.take("phone", file.name, file.stat().st_size, 0, file.read_bytes()[:999]) == half
    dock.staging = dock.fresh()
    dock.now += IDLE
    with pytest.raises(BadUpdate, match="Part of the file is missing"):
        dock.staging.take("phone", file.name, file.stat().st_size, half + 1, b"x")
    dock.now += IDLE
    assert dock.staging.take("another", file.name, file.stat().st_size, 0, file.read_bytes()[:999]) == half
    dock.send(file, sender="another", begin=half)
    assert dock.staging.finish().version == "1.1"


def test_a_second_phone_waits_until_the_first_is_silent(dock: Dock) -> None:
    file = new(dock)
    dock.send(file, end=2997)
    with pytest.raises(BadUpdate, match="Another phone is uploading"):
        dock.send(file, sender="another")
    dock.now += IDLE
    dock.send(file, sender="another")
    assert dock.staging.finish().version == "1.1"


def test_what_is_not_whole_is_not_checked(dock: Dock) -> None:
    file = new(dock)
    dock.send(file, end=2997)
    with pytest.raises(BadUpdate, match="Part of the file is missing"):
        dock.staging.finish()
    upload = dock.staging.upload
    assert upload is not None
    assert (upload.received, upload.size) == (2997, file.stat().st_size)


def test_no_piece_goes_beyond_the_size(dock: Dock) -> None:
    with pytest.raises(BadUpdate, match="The file changed while it was uploaded"):
        dock.staging.take("phone", "quarterdeck.deb", 4, 0, b"12345")
    with pytest.raises(BadUpdate, match="too large: up to 1 MB"):
        dock.fresh(largest=1 << 20).take("phone", "quarterdeck.deb", (1 << 20) + 1, 0, b"1")


@pytest.mark.parametrize("name", ["other.deb", "quarterdeck.zip", "quarterdeck/../x.deb", "../quarterdeck.deb", ".deb"])
def test_no_other_file_is_taken(dock: Dock, name: str) -> None:
    with pytest.raises(BadUpdate, match="isn’t an update of Quarterdeck"):
        dock.staging.take("phone", name, 4, 0, b"1234")
    assert not dock.folder.exists() or not any(dock.folder.iterdir())


def test_a_bad_package_is_refused_in_one_sentence_and_nothing_of_it_stays(dock: Dock) -> None:
    bad = dock.room.folder / "quarterdeck_bad.deb"
    bad.write_bytes(new(dock).read_bytes().replace(b"echo 1.1", b"echo 9.9"))
    assert "was changed" in dock.refused(bad)
    assert "isn’t signed" in dock.refused(dock.room.package("1.2", key=make_key(dock.room.folder, "strange")))
    assert "has the older version 0.9" in dock.refused(new(dock, "0.9"))


def test_without_space_nothing_begins(dock: Dock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.update.installation.shutil.disk_usage", lambda _place: Usage(9, 9, 1_000_000))
    with pytest.raises(BadUpdate, match="There is too little space: the update needs 68 MB, and 1 MB are free"):
        dock.staging.take("phone", "quarterdeck.deb", 4, 0, b"1234")


def test_a_large_upload_takes_no_memory(dock: Dock) -> None:
    piece, size = os.urandom(42_000), 40 << 20

    def upload() -> None:
        for at in range(0, size, len(piece)):
            dock.staging.take("phone", "quarterdeck.deb", size, at, piece[: size - at])

    assert takes_less(upload, PIECE)
    assert (dock.folder / "quarterdeck.deb.part").stat().st_size == size


def test_packages_on_a_stick_are_found_and_copied(dock: Dock) -> None:
    for file in (new(dock), new(dock, "1.2")):
        (dock.stick / file.name).write_bytes(file.read_bytes())
    (dock.stick / "quarterdeck_broken.deb").write_bytes(b"x")
    (dock.stick / "holiday.jpg").write_bytes(b"x")
    (dock.stick / "quarterdeck_link.deb").symlink_to("/dev/zero")
    found = dock.staging.found()
    assert {one.version for one in found} == {"1.1", "1.2"}
    assert all(one.built > 1_700_000_000 for one in found)
    key = next(one.key for one in found if one.version == "1.2")
    assert dock.staging.pick(key).version == "1.2"
    (dock.stick / "quarterdeck_1.2_arm64.deb").unlink()
    with pytest.raises(BadUpdate, match="The file is gone: plug the stick in again"):
        dock.staging.pick(key)
    assert dock.staging.staged is not None


def test_a_stick_that_is_pulled_while_it_is_copied_leaves_nothing(dock: Dock, monkeypatch: pytest.MonkeyPatch) -> None:
    file = new(dock)
    (dock.stick / file.name).write_bytes(file.read_bytes())
    [found] = dock.staging.found()
    whole = Path.open

    def pulled(path: Path, mode: str = "r", **named: Any) -> IO[Any] | PulledStick:
        opened = whole(path, mode, **named)
        return PulledStick(opened) if path.is_relative_to(dock.stick) else opened

    monkeypatch.setattr(Path, "open", pulled)
    with pytest.raises(BadUpdate, match=rf"^{file.name} can’t be copied \(Input/output error\): try again\.$"):
        dock.staging.pick(found.key)
    assert dock.staging.staged is None
    assert list(dock.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("changelog", "notes"),
    [
        (NEWS, ("Warmer light, everywhere.", "And more.")),
        ("# Changelog\n\n## Unreleased\n\n- One.\n", ("One.",)),
        ("## [1.1] - 2026-11-25\n* Two.\n", ("Two.",)),
        ("", ()),
        ("- Of no version.\n", ()),
        ("## 1.1\nText.\n", ()),
    ],
)
def test_the_notes_are_those_of_the_version(changelog: str, notes: tuple[str, ...]) -> None:
    assert notes_of(changelog, "1.1") == notes


@cache
def packed_bomb() -> bytes:
    """A control file of 150 megabytes, packed to some ten kilobytes."""
    packer = lzma.LZMACompressor(preset=0)
    head = tarfile.TarInfo("./control")
    head.size = 150 << 20
    packed = packer.compress(head.tobuf())
    for _ in range(150):
        packed += packer.compress(b"Package: quarterdeck\n" + b"x" * ((1 << 20) - 21))
    return packed + packer.flush()


def member(name: str, content: bytes, size: object = None) -> bytes:
    length = len(content) if size is None else size
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{length:<10}`\n".encode()
    return header + content + b"\n" * (len(content) % 2)


USED = """
import resource, sys
from contextlib import suppress
from pathlib import Path
from device.errors import BadUpdate
from device.update.installation import Installation
from device.update.signed_package import facts_of
from device.update.staging import Staging

root, config, stick = map(Path, sys.argv[1:])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
staging = Staging(config.with_name("incoming"), Installation(root, config), [stick])
for found in staging.found():
    with suppress(BadUpdate):
        staging.pick(found.key)
        raise SystemExit("it was taken")
with suppress(BadUpdate):
    facts_of(next(stick.iterdir()))
    raise SystemExit("it was read")
used = [resource.getrusage(whose).ru_maxrss for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(max(used[0] - before, used[1]) // 1024)
"""


@pytest.mark.parametrize("signature", [b"", member("_sshsig", b"-----BEGIN SSH SIGNATURE-----")])
def test_a_package_that_is_not_signed_costs_no_memory(dock: Dock, signature: bytes) -> None:
    file = dock.stick / "quarterdeck_9.9_arm64.deb"
    parts = member("debian-binary", b"2.0\n"), member("control.tar.xz", packed_bomb()), member("data.tar", bytes(10240))
    file.write_bytes(b"!<arch>\n" + b"".join(parts) + signature)
    assert file.stat().st_size < 204_000
    places = (dock.room.root, dock.room.config, dock.stick)
    command = [sys.executable, "-c", USED, *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 100, "megabytes"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        *((member("debian-binary", b"", size), "damaged") for size in ("-60", "+8", "8.0", "")),
        (member("debian-binary", b"") * 100, "too many"),
    ],
)
def test_a_header_without_a_size_or_one_of_very_many_is_refused_at_once(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        list(members(io.BytesIO(b"!<arch>\n" + data)))
