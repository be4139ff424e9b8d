"""Which documents are made, and by what. Of the OpenAPI file and of the API it is the moves."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.documents import cli, configuration, licences, line_protocol, moves, rules

FOLDER = Path(__file__).parents[2] / "docs"
DOCUMENTS: Mapping[str, Callable[[], str]] = {
    "cli.md": cli.page,
    "configuration.md": configuration.page,
    "rules.md": rules.page,
    "line-protocol.md": line_protocol.page,
    "licences.md": licences.page,
    "../web/openapi.json": moves.page,
    "api.md": moves.listed,
}
