"""pip-audit over what is installed, bandit over the packages: ``python -m tests.packaging.audit`` (``make audit``).

Every finding of bandit must be answered in ``docs/audit.md``, and every package must have been looked up.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "vision", "table", "web", "device", "venue")
ROW = re.compile(r"^\| (B\d+) \| ([\w/.]+) \| (.+) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of the page: a kind of finding, and the file or folder in which it is answered."""

    finding: str
    place: str

    def is_for(self, finding: str, file: str) -> bool:
        """Whether that finding in that file is answered by it."""
        return finding == self.finding and (file == self.place or file.startswith(self.place.rstrip("/") + "/"))


def answers() -> list[Answer]:
    """Every answer of the page."""
    page = (ROOT / "docs" / "audit.md").read_text("utf-8")
    return [Answer(finding, place) for finding, place, _ in ROW.findall(page)]


def found_in_the_code() -> Iterator[tuple[str, str, int]]:
    """What bandit finds: its number, the file, the line."""
    done = _run("bandit", "--recursive", *PACKAGES, "--format", "json", "--quiet")
    for one in json.loads(done)["results"]:
        yield one["test_id"], one["filename"].removeprefix("./"), one["line_number"]


def found_in_the_dependencies() -> Iterator[str]:
    """What pip-audit finds, and what it could not look up, a sentence each."""
    for package in json.loads(_run("pip_audit", "--format", "json", "--skip-editable"))["dependencies"]:
        if package["name"] == "quarterdeck":
            continue
        if why := package.get("skip_reason"):
            yield f"{package['name']} was not looked up: {why}"
        yield from (f"{package['name']} {package['version']}: {hole['id']}" for hole in package.get("vulns", ()))


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
