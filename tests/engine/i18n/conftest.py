"""The messages of the source, extracted once."""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[3]
PACKAGES = ("engine", "vision", "table", "device", "web", "venue")
KEYWORDS = ("-k", "_", "-k", "ngettext:1,2", "-k", "pgettext:1c,2")


@pytest.fixture(scope="session")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    fresh = tmp_path_factory.mktemp("messages") / "quarterdeck.pot"
    command = (sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "babel.cfg", *KEYWORDS)
    subprocess.run((*command, "-o", str(fresh), *PACKAGES), cwd=ROOT, check=True)
    with fresh.open("rb") as opened:
        return read_po(opened)
