"""Which documents are made, and by what."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.documents import cli, configuration, licences, rules, troubleshooting

FOLDER = Path(__file__).parents[2] / "docs"
DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "cli.md": cli.page,
    "configuration.md": configuration.page,
    "rules.md": rules.page,
    "troubleshooting.md": troubleshooting.page,
    "licences.md": licences.page,
}
