"""pip-audit over the lock files, bandit over the code: ``python -m tests.packaging.audit`` (``make audit``).

Every finding of bandit must be answered in ``docs/audit.md``, every package must have been looked up, and every library
inside the wheels, of which pip-audit knows nothing, must be named there.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from release.sbom import bundled
from release.systems import MACHINES, systems_of
from release.tree import WHEELS
from release.wheels import download, lock_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "vision", "table", "web", "device", "venue")
LOCKS = [lock_of(system) for system in systems_of("arm64")]
ROW = re.compile(r"^\| (B\d+) \| ([\w/.]+) \| (.+) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of the page: a kind of finding, and the file or folder in which it is answered."""

    finding: str
    place: str

    def is_for(self, finding: str, file: str) -> bool:
        return finding == self.finding and (file == self.place or file.startswith(self.place.rstrip("/") + "/"))


def answers() -> list[Answer]:
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    return [Answer(finding, place) for finding, place, _ in ROW.findall(page)]


def found_in_the_code() -> Iterator[tuple[str, str, int]]:
    """What bandit finds: its number, the file, the line."""
    done = _run("bandit", "--recursive", *PACKAGES, "--format", "json", "--quiet")
    for one in json.loads(done)["results"]:
        yield one["test_id"], one["filename"].removeprefix("./"), one["line_number"]


def found_in_the_dependencies() -> Iterator[str]:
    """What pip-audit finds in what a package carries, and what it could not look up, a sentence each."""
    for lock in LOCKS:
        told = _run("pip_audit", "--format", "json", "--requirement", str(lock), "--disable-pip")
        for package in json.loads(told)["dependencies"]:
            if why := package.get("skip_reason"):
                yield f"{lock.name}: {package['name']} was not looked up: {why}"
            yield from (
                f"{lock.name}: {package['name']} {package['version']}: {hole['id']}"
                for hole in package.get("vulns", ())
            )


def found_in_the_wheels() -> Iterator[str]:
    """The libraries inside the wheels of a package that the page does not name, a sentence each."""
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    for architecture in MACHINES:
        for system in systems_of(architecture):
            for wheel in download(system, WHEELS / f"{system.tag}-{architecture}"):
                for library in (" ".join(one).strip() for one in bundled(wheel)):
                    if f"`{library}`" not in page:
                        yield f"{wheel.name}: {library} is not named in docs/audit.md"


def main() -> int:
    """Tell what is found and not answered, and how much there is of it."""
    answered, found = answers(), list(found_in_the_code())
    open_ones = [
        f"{file}:{line}: {finding} is not answered in docs/audit.md"
        for finding, file, line in found
        if not any(answer.is_for(finding, file) for answer in answered)
    ]
    open_ones += [
        f"docs/audit.md answers {answer.finding} in {answer.place}, which bandit does not find any more"
        for answer in answered
        if not any(answer.is_for(finding, file) for finding, file, _ in found)
    ]
    print(f"bandit: {len(found)} findings in {len(PACKAGES)} packages, {len(open_ones)} not answered", flush=True)
    open_ones += found_in_the_wheels()
    open_ones += found_in_the_dependencies()
    for one in open_ones:
        print(one)
    print("Everything is answered." if not open_ones else f"{len(open_ones)} are open.")
    return min(len(open_ones), 1)


def _run(module: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if not done.stdout.strip():
        sys.exit(f"{module} said nothing: {done.stderr.strip()[-500:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
