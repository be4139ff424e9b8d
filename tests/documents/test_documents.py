"""What the documents name exists: links, files, commands, keys, make targets; and what is generated is current."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from device.cli.main import main
from device.config import schema as configuration
from device.config.schema import Config
from tests.documents import licences, performance
from tests.documents.written import DOCUMENTS, FOLDER
from tests.test_imports import roots_of

ROOT = FOLDER.parent
PAGES = {
    page: page.read_text("utf-8")
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "fixtures" / "README.md"])
}
MOST_LINES, MOST_WORDS, MOST_DECISIONS = 2_970, 35_000, 25
LINK = re.compile(r"\]\(([^)#:]*)#?([^):]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE = re.compile(r"```.*?```|`[^`]+`|^    .*$", re.DOTALL | re.MULTILINE)
FILE = re.compile(
    r"(?<![\w/.-])(?:engine|vision|table|web|device|venue|fixtures|release|tests|docs)/[\w/.-]*\w(?!\w*[…<*])"
)
COMMAND = re.compile(r"quarterdeck ((?:[a-z]+\b ?)+)([^`\n|]*)")
KEY = re.compile(r"^(?:# )?(\w+) = ", re.MULTILINE)
AN_EXAMPLE = re.compile(r"^# (?=\w+ = )", re.MULTILINE)


def code_of(text: str) -> Iterator[str]:
    """What a page has as code: spans, fenced and indented blocks."""
    yield from (found.group() for found in CODE.finditer(text))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in HEADING.findall(PAGES[page])}


def test_every_link_between_pages_leads_somewhere() -> None:
    dead = []
    for page, text in PAGES.items():
        for link, anchor in LINK.findall(text):
            to = (page.parent / link).resolve() if link else page
            if not to.exists() or (anchor and anchor not in anchors(to)):
                dead.append(f"{page.name}: {link}#{anchor}")
    assert dead == []


def test_every_file_that_a_page_names_is_there() -> None:
    named = {(page.name, file) for page, text in PAGES.items() for code in code_of(text) for file in FILE.findall(code)}
    assert len(named) > 40
    assert [(page, file) for page, file in sorted(named) if not (ROOT / file.rstrip("/.")).exists()] == []


def test_every_command_that_a_page_names_exists_with_its_options() -> None:
    unknown, seen = [], set()
    for page, text in PAGES.items():
        for words, rest in (found for code in code_of(text) for found in COMMAND.findall(code)):
            command: click.Command | None = main
            for word in words.split():
                if isinstance(command, click.Group):
                    command = command.get_command(click.Context(command), word)
            if command is None:
                unknown.append(f"{page.name}: quarterdeck {words}")
            else:
                seen.add(words.split()[0])
                options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
                given = re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest.partition(" && ")[0])
                unknown += [f"{page.name}: quarterdeck {words}{one}" for one in given if one not in options]
    assert unknown == []
    assert seen >= {"doctor", "card", "venue", "update"}


def test_every_make_target_and_marker_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    markers = {one.partition(":")[0] for one in project["tool"]["pytest"]["ini_options"]["markers"]}
    code = "\n".join(one for text in PAGES.values() for one in code_of(text))
    assert set(re.findall(r"(?:^|`|&& |sudo )make ([a-z-]+)", code, re.MULTILINE)) <= targets
    assert set(re.findall(r"pytest -m (\w+)", code)) <= markers


def test_the_configuration_is_printed_with_every_key_and_its_default(tmp_path: Path) -> None:
    printed = re.findall(r"```toml\n(.*?)```", PAGES[FOLDER / "configuration.md"], re.DOTALL)[0]
    file = tmp_path / "quarterdeck.toml"
    file.write_text(printed, encoding="utf-8")
    assert configuration.load(file) == Config()
    file.write_text(AN_EXAMPLE.sub("", printed), encoding="utf-8")
    assert set(keys_of(configuration.load(file))) == set(KEY.findall(printed))


def keys_of(part: object) -> Iterator[str]:
    for name in getattr(part, "__struct_fields__", ()):
        value = getattr(part, name)
        yield from keys_of(value) if hasattr(value, "__struct_fields__") else [name]


@pytest.mark.parametrize("page", ["lamps.md", "link.md", "home-assistant.md"])
def test_an_example_of_the_configuration_can_be_used(tmp_path: Path, page: str) -> None:
    file = tmp_path / "quarterdeck.toml"
    for example in re.findall(r"```toml\n(.*?)```", PAGES[FOLDER / page], re.DOTALL):
        file.write_text(example, encoding="utf-8")
        assert configuration.load(file) != Config()


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "licences.md"])
def test_a_document_is_what_the_program_writes(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == DOCUMENTS[name](), "make docs writes it"


def test_everything_that_is_installed_or_named_by_the_package_has_its_licence_listed() -> None:
    page = PAGES[FOLDER / "licences.md"]
    listed = {name for row in page.splitlines() if row.startswith("| ") for name in row.split("|")[2].split(", ")}
    assert set(licences.installed()) <= {name.strip() for name in listed}, "make docs writes it"
    control = (ROOT / "release" / "debian" / "control").read_text("utf-8")
    fields = re.findall(r"^(?:Depends|Recommends|Suggests): (.*)$", control, re.MULTILINE)
    programs = {one.split()[0] for field in fields for one in field.split(",")}
    programs -= {"adduser", "libc6", "passwd", "python3", "${misc:Depends}"}  # of every Debian
    assert [name for name in sorted(programs) if f"`{name}`" not in page] == []


def test_every_benchmark_is_in_the_table_and_kept_its_bound() -> None:
    found = [part for file in performance.BENCHMARKS.glob("test_*.py") for part in ast.parse(file.read_text()).body]
    names = [part.name for part in found if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
    rows = [row.split("|")[1:-1] for row in PAGES[performance.PAGE].splitlines() if row.startswith("| ")]
    assert {row[0].strip() for row in rows[1:]} == set(map(performance.spoken, names)), "make performance writes it"
    assert [row for row in rows if performance.NOT_KEPT in row[1]] == []


def test_a_row_of_the_api_names_the_fields_of_its_request() -> None:
    described = json.loads((ROOT / "web" / "openapi.json").read_text("utf-8"))
    rows = re.findall(r"^\| `POST (/api/\S+)` \| (.*) \|$", PAGES[FOLDER / "api.md"], re.MULTILINE)
    assert len(rows) > 20
    for path, says in rows:
        asked = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        schema = described["components"]["schemas"][asked["$ref"].rpartition("/")[2]]
        for field in schema.get("properties", {}).keys() - {"boot", "revision", "key"}:
            assert f"`{field}`" in says, (path, field)


def test_the_drawing_of_the_packages_shows_the_imports_of_the_code() -> None:
    drawing = list(ElementTree.parse(FOLDER / "drawings" / "packages.svg").iter())

    def drawn(attribute: str) -> list[str]:
        return [one.attrib[attribute] for one in drawing if attribute in one.attrib]

    packages = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()} - {"tests"}
    assert set(drawn("data-package")) == packages
    assert set(zip(drawn("data-from"), drawn("data-to"), strict=True)) == {
        (package, imported)
        for package in packages
        for module in (ROOT / package).rglob("*.py")
        for imported in roots_of(module)
        if imported in packages - {package}
    }


def test_the_documents_stay_short() -> None:
    """All but the rules, which the games write and which grow with each of them."""
    texts = [text for page, text in PAGES.items() if page.name != "rules.md"]
    assert sum(len(text.splitlines()) for text in texts) <= MOST_LINES
    assert sum(len(text.split()) for text in texts) <= MOST_WORDS
    assert sum(page.parent.name == "decisions" for page in PAGES) <= MOST_DECISIONS
