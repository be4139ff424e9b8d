"""The page and the drawing of the architecture are true to the code."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.test_imports import imports_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
DRAWING = ElementTree.parse(ROOT / "docs" / "drawings" / "packages.svg")
BY_HAND = re.compile(r"`([a-z_]+/[a-z0-9_/]*(?:\.py)?)`")
LINKED = re.compile(r"\]\(([^)#:]*)#?([^):]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def drawn(attribute: str) -> list[str]:
    """That attribute of everything in the drawing that has it."""
    return [one.attrib[attribute] for one in DRAWING.iter() if attribute in one.attrib]


def test_the_arrows_of_the_drawing_are_the_imports_of_the_code() -> None:
    packages = set(drawn("data-package"))
    found = {
        (package, imported)
        for package in packages
        for module in (ROOT / package).rglob("*.py")
        for imported in imports_of(module)
        if imported in packages - {package}
    }
    assert set(zip(drawn("data-from"), drawn("data-to"), strict=True)) == found


def test_every_package_is_drawn() -> None:
    packages = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()}
    assert set(drawn("data-package")) == packages - {"tests"}


@pytest.mark.parametrize("place", sorted(set(BY_HAND.findall(PAGE.read_text("utf-8")))))
def test_what_the_page_names_is_there(place: str) -> None:
    assert (ROOT / place).exists()


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("fixtures/*.md")]))
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    dead = []
    for link, anchor in LINKED.findall(page.read_text("utf-8")):
        to = page.parent / link if link else page
        if not to.exists() or (anchor and anchor not in anchors(to)):
            dead.append(f"{link}#{anchor}")
    assert dead == []


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
