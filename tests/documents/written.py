"""Which documents are made, and by what."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.documents import cli, configuration, licences, line_protocol, rules, troubleshooting

FOLDER = Path(__file__).parents[2] / "docs"
DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "cli.md": cli.page,
    "configuration.md": configuration.page,
    "rules.md": rules.page,
    "line-protocol.md": line_protocol.page,
    "troubleshooting.md": troubleshooting.page,
    "licences.md": licences.page,
}
