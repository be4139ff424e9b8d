"""Wheels: by the hashes of the lock file, unpacked into the folders of a version."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from release import lock as locks
from release import wheels as subject
from release.sbom import bundled, sbom
from release.systems import DEBIANS, System, systems_of
from release.wheels import BadWheel, download, lock_of, pins, unpack
from tests.release.wheels import lock, wheel

SYSTEM = System("bookworm", "3.11", 36, "aarch64")
LOCKS = [lock_of(System(debian, python, glibc, "")) for debian, python, glibc in DEBIANS]


@pytest.mark.parametrize("file", LOCKS, ids=lambda file: file.name)
def test_the_lock_file_names_all_that_the_project_needs_in_versions_that_it_allows(file: Path) -> None:
    needed = {re.split(r"[<>=]", need)[0] for need in locks.needed()}
    pinned = {name: hashes for name, _version, hashes in pins(file)}
    assert needed <= pinned.keys()
    assert "paho-mqtt" in needed, "the link has no other way into a package"
    assert all(pinned.values())
    assert len(pinned["numpy"]) == 2, "a wheel for arm64, and one for amd64"
    versions = {name: version for name, version, _hashes in pins(file)}
    allowed = {one.name: one.specifier for one in map(Requirement, locks.needed())}
    assert {name: versions[name] for name, these in allowed.items() if versions[name] not in these} == {}
    assert "2.0.1" not in allowed["gpiozero"], "it does not find the pins of a Pi 5 with a newer kernel"


def test_both_pythons_have_the_same_opencv() -> None:
    versions = {version for file in LOCKS for name, version, _ in pins(file) if name == "opencv-python-headless"}
    assert len(versions) == 1, "it lies in the folder that both share"


def test_a_wheel_that_is_there_is_taken_by_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = wheel(tmp_path / "wheels", "one-1.0-py3-none-any.whl", {"one.py": "ONE = 1"})
    (tmp_path / "cp311.lock").write_text(lock(made))
    monkeypatch.setattr(subject, "LOCKS", tmp_path)
    assert download(SYSTEM, tmp_path / "wheels") == [made]


def test_a_wheel_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = wheel(tmp_path / "wheels", "quarterdeck_one-1.0-py3-none-any.whl", {"one.py": "ONE = 1"})
    (tmp_path / "cp311.lock").write_text(lock(made))
    made.write_bytes(made.read_bytes() + b" ")
    monkeypatch.setattr(subject, "LOCKS", tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    with pytest.raises(BadWheel, match=r"cp311\.lock"):
        download(SYSTEM, tmp_path / "wheels")


def test_wheels_lie_in_the_folder_of_what_can_load_them(tmp_path: Path) -> None:
    made = [
        wheel(tmp_path, "pure-1.0-py3-none-any.whl", {"pure.py": "", "pure/tests/test_it.py": ""}),
        wheel(tmp_path, "cv-1.0-cp37-abi3-manylinux2014_aarch64.whl", {"cv.abi3.so": ""}),
        wheel(tmp_path, "np-1.0-cp311-cp311-manylinux2014_aarch64.whl", {"np.so": "", "np.pyi": ""}),
        wheel(
            tmp_path,
            "babel-1.0-py3-none-any.whl",
            {f"babel/locale-data/{name}.dat": "" for name in ("de", "de_AT", "den", "pt", "pt_BR", "root")},
        ),
    ]
    unpack(made, tmp_path / "common", tmp_path / "own", ("root", "de", "pt_BR"))
    placed = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/**/*") if path.is_file()}
    assert {name for name in placed if "dist-info" not in name} == {
        "common/pure.py",
        "common/cv.abi3.so",
        "own/np.so",
        "common/babel/locale-data/de.dat",
        "common/babel/locale-data/pt.dat",
        "common/babel/locale-data/pt_BR.dat",
        "common/babel/locale-data/root.dat",
    }


def test_two_wheels_may_not_have_different_files_of_one_name(tmp_path: Path) -> None:
    made = [
        wheel(tmp_path, "one-1.0-py3-none-any.whl", {"same.py": "1"}),
        wheel(tmp_path, "two-1.0-py3-none-any.whl", {"same.py": "2"}),
    ]
    with pytest.raises(BadWheel, match=r"two-1\.0-py3-none-any\.whl has another same\.py"):
        unpack(made, tmp_path / "common", tmp_path / "own", ())


def test_the_bill_of_materials_names_each_wheel_with_hash_and_licence(tmp_path: Path) -> None:
    parts = ("libavcodec-5696b3bf.so.59.37.100", "libopenblasp-r0-e3ea6fd1.3.15.so", "libgomp-a49a47f9.so.1.0.0")
    made = wheel(tmp_path, "one-1.0-py3-none-any.whl", {"one.py": ""} | {f"one.libs/{name}": "" for name in parts})
    text = sbom("0.1.0", "arm64", [made])
    assert bundled(made) == [("libavcodec", "59.37.100"), ("libgomp", "1.0.0"), ("libopenblasp-r0.3.15", "")]
    assert all(f'"name": "{name}"' in text for name, _version in bundled(made))
    assert '"specVersion": "1.5"' in text
    assert '"purl": "pkg:pypi/one@1.0?file_name=one-1.0-py3-none-any.whl"' in text
    assert '"name": "MIT"' in text
    assert sbom("0.1.0", "arm64", [made]) == text


def test_each_machine_type_has_wheels_for_both_debians() -> None:
    assert [system.tag for system in systems_of("arm64")] == ["cp311", "cp313"]
    assert "manylinux_2_41_aarch64" in systems_of("arm64")[1].options
