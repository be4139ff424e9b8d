"""Which documents are made, and by what."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.documents import cli, licences, rules, troubleshooting

FOLDER = Path(__file__).parents[2] / "docs"
DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "cli.md": cli.page,
    "rules.md": rules.page,
    "troubleshooting.md": troubleshooting.page,
    "licences.md": licences.page,
}
