"""The documents that are made from the program are as it would write them now."""

import ast
import re
from types import ModuleType

import pytest

from device.doctor import camera, checks, hardware
from device.journal import journal
from tests.documents import licences, performance
from tests.documents.spoken import FILLED_IN, Call, calls
from tests.documents.written import DOCUMENTS, FOLDER


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "licences.md"])
def test_a_document_is_what_the_program_writes(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == DOCUMENTS[name](), "make docs writes it"


def test_every_package_that_is_installed_has_its_licence_in_the_list() -> None:
    listed: dict[str, set[str]] = {}
    for row in (FOLDER / "licences.md").read_text("utf-8").splitlines():
        if row.startswith("| "):
            licence, packages = (cell.strip() for cell in row.split("|")[1:3])
            listed.setdefault(licence, set()).update(packages.split(", "))
    for name, licence in licences.installed("test").items():
        assert name in listed.get(licence, ()), "make docs writes it"


def test_a_sentence_is_read_with_what_is_filled_in_and_with_what_is_chosen() -> None:
    found = {texts for call in calls(hardware, "CheckResult", "graded") for texts in call.texts}
    assert (f"{FILLED_IN} °C",) in found
    assert ("set [web] host to 0.0.0.0, so that phones reach the page",) in found
    assert any("not on a network" in texts for texts in found)
    said = [call.texts[0] for call in calls(journal, "trouble")]
    assert any(text.startswith(f"The journal can’t be written ({FILLED_IN})") for (text, *_) in filter(None, said))


@pytest.mark.parametrize("module", [checks, camera, hardware])
def test_every_finding_of_the_doctor_that_is_amber_or_red_says_what_to_do(module: ModuleType) -> None:
    def says_what_to_do(call: Call) -> bool:
        advice = call.texts[5 if call.name == "graded" else 3 :][:1]
        says_itself = call.texts[0] == ("journal",)  # the journal's errors have it in their sentence
        return bool(advice and advice[0]) or call.texts[1] in (("green",), ("grey",)) or says_itself

    found = list(calls(module, "CheckResult", "graded"))
    assert len(found) > 4
    assert [call for call in found if not says_what_to_do(call)] == []


def test_every_benchmark_is_in_the_table_and_kept_its_bound() -> None:
    """What it measured is of the day on which somebody last ran ``make performance``."""
    files = sorted(performance.BENCHMARKS.glob("test_*.py"))
    found = [part for file in files for part in ast.parse(file.read_text("utf-8")).body]
    names = [part.name for part in found if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
    rows = [row.split("|")[1:-1] for row in performance.PAGE.read_text("utf-8").splitlines() if row.startswith("| ")]
    told = {words.strip(): held.strip() for words, _, held in rows[1:]}
    assert told == {performance.spoken(name): "yes" for name in names}, "make performance writes it"


def test_every_program_that_the_package_names_has_a_licence_on_the_page() -> None:
    of_every_debian = {"adduser", "libc6", "passwd", "python3", "${misc:Depends}"}
    control = (FOLDER.parent / "release" / "debian" / "control").read_text("utf-8")
    fields = re.findall(r"^(?:Depends|Recommends|Suggests): (.*)$", control, re.MULTILINE)
    named = {one.split()[0] for field in fields for one in field.split(",")} - of_every_debian
    assert "espeak-ng" in named
    assert [name for name in sorted(named) if f"`{name}`" not in licences.page()] == []
