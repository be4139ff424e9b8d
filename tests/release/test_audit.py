"""What is said of the dependencies is said of those that a package carries."""

import json
import re
from pathlib import Path

import pytest

from release.wheels import pins
from tests.packaging import audit
from tests.release.wheels import wheel


def test_the_page_tells_of_the_versions_that_a_package_carries() -> None:
    page = (audit.ROOT / "docs" / "audit.md").read_text("utf-8")
    table = page[page.index("| package | known | answer |") :].partition("\n\n")[0]
    said = set(re.findall(r"([a-z0-9-]+) (\d[\w.]*)", " ".join(line.split("|")[1] for line in table.splitlines())))
    carried = {(name, version) for lock in audit.LOCKS for name, version, _hashes in pins(lock)}
    assert said == carried


def test_the_lock_files_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def told(_module: str, *arguments: str) -> str:
        asked.extend(arguments)
        holes = [{"id": "CVE-1"}]
        rows = [{"name": "one", "version": "1.0", "vulns": holes}, {"name": "two", "skip_reason": "not found"}]
        return json.dumps({"dependencies": rows})

    monkeypatch.setattr(audit, "_run", told)
    assert [*audit.found_in_the_dependencies()] == [
        line
        for lock in ("cp311.lock", "cp313.lock")
        for line in (f"{lock}: one 1.0: CVE-1", f"{lock}: two was not looked up: not found")
    ]
    assert {str(lock) for lock in audit.LOCKS} <= set(asked)


def test_a_library_inside_a_wheel_has_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = wheel(tmp_path, "cv-1.0-cp37-abi3-manylinux2014_aarch64.whl", {"cv.libs/libnew-0123abcd.so.1.2": ""})
    monkeypatch.setattr(audit, "download", lambda _system, _folder: [made])
    assert set(audit.found_in_the_wheels()) == {f"{made.name}: libnew 1.2 is not named in docs/audit.md"}
