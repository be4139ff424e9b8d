"""The names of games are in the folders of the games: all other code asks a game, and works for the next one too."""

import re
from pathlib import Path

from engine import game_of, presets_of_all

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "table", "web", "device", "venue")
KINDS = {game_of(preset).kind for preset in presets_of_all()}
WORDS = ("ship", *sorted(KINDS - {"ship_captain_crew"}))
NAMED = re.compile(rf"(?<![a-z])({'|'.join(word.replace('_', '[ _-]?') for word in WORDS)})(?![a-z])")
OWN = re.compile(rf"(engine/games|table/games|web/games|web/templates/games)/({'|'.join(WORDS)})(/|\.(py|html)$)")
"""The files of one game."""

REGISTRIES = ("engine/__init__.py", "table/games/__init__.py", "web/games/__init__.py")
"""The lists of all games: one line each."""

FACE = "The column of the third face."
DAY = "Twelve o’clock at night."
MOMENT = "A moment of the board, by the word of its announcement."
CASES = "An example, or the two games that a module is for."
ALLOWED: dict[str, dict[str, str]] = {
    "device/archive/schema.py": {"threes": FACE},
    "engine/face.py": {"threes": FACE},
    "engine/statistics/record.py": {"midnight": DAY},
    "engine/turns/game.py": {"ship": "The one game for which an option of the command is."},
    "engine/turns/kit/file/bounds.py": dict.fromkeys(("drop_dead", "farkle", "midnight"), CASES),
    "engine/turns/kit/file/said.py": {"midnight": "The drawing of a badge."},
    "venue/board/templates/host.html": {"pig": "The short game that is chosen until the host chooses another."},
    "venue/board/rendering.py": {"midnight": MOMENT, "yahtzee": MOMENT},
    "venue/projection/projector.py": {"midnight": MOMENT, "yahtzee": MOMENT},
    "web/helm/new_game.py": dict.fromkeys(
        ("bar_dice", "farkle", "midnight", "pig", "ship", "shut_the_box", "yahtzee"),
        "The cards that a table offers which has played nothing.",
    ),
    "web/history/addresses.py": {"midnight": DAY},
    "web/static/log.css": {"ship": "The ship’s log: the pages of past games."},
    "web/static/score.css": {"ship": "Style sheets are one file a page, with the rules of single games in it."},
    "web/static/sheet.css": {"yahtzee": "The style sheet of score sheets, of which Yahtzee has the only ones."},
}
"""The names that are elsewhere, by file, each with the reason."""


def names_in(text: str) -> set[str]:
    """Return the names of games in a text or its identifiers, as their folders have them."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()
    return {re.sub("[ _-]", "_", name).replace("bardice", "bar_dice") for name in NAMED.findall(words)}


def found() -> dict[str, set[str]]:
    """Return the names in every file that belongs to no game, by file."""
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*"))
    paths = {
        file.relative_to(ROOT).as_posix(): file for file in files if file.suffix in (".py", ".html", ".js", ".css")
    }
    named = {
        path: names_in(file.read_text("utf-8"))
        for path, file in sorted(paths.items())
        if path not in REGISTRIES and not OWN.match(path)
    }
    return {path: names for path, names in named.items() if names}


def test_no_code_outside_a_game_names_it_but_for_a_reason() -> None:
    assert found() == {path: set(names) for path, names in ALLOWED.items()}, "ask the game, or correct ALLOWED"
