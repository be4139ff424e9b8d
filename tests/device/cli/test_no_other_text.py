"""Every word of the commands comes from a message: a language that puts marks on each shows what does not."""

import ast
import gettext
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device import errors
from device.cli import output
from device.cli.main import COMMANDS, main
from device.cli.output import TERMS
from device.terminal import CLICK_COUNTED as COUNTED
from device.terminal import CLICK_MESSAGES as SHOWN
from device.terminal import CLICK_PLACEHOLDERS as OWN
from engine import (
    Anted,
    Corrected,
    Event,
    Held,
    Joined,
    Kept,
    Left,
    Passed,
    Released,
    Renamed,
    Rolled,
    Scored,
    Started,
    Stopped,
    Undone,
    dump,
    fold,
)
from engine.i18n import texts as languages_module
from engine.i18n import translated
from table.session import ConfirmedEvent
from tests.device.cli.test_help import SOURCE, commands
from tests.web.test_no_other_text import WORD, Accented

GERMAN = {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "", "COLUMNS": "80"}
OF_CLICK = {*SHOWN, *OWN, *(form for forms in COUNTED for form in forms)}

NAMES = re.compile(
    r"--?[\w-]+|\w+-\w+-?\w*|\S*[/\\]\S+|[\w-]+\.(toml|db|json|jpg|pdf|svg|txt|zip|local)\b|'[^']*'|\[[a-z|0-9]+\]"
)
"""Options, names with hyphens, paths, file names, what click quotes, and choices."""

NO_TEXTS = {*COMMANDS, "install", "status", "uninstall", "quarterdeck", "dice-game-depot", "TOML", "JSON", "systemctl"}
NO_TEXTS |= {"Mia", "Jonas", "Lea", "opencv", "OpenCV", "Python", "und", "oder", "mia"}
NO_TEXTS |= {"check", "list", "erase", "enrol", "night", "rebuild", "revoke", "verify"}
"""Names, and the words that come from Babel."""


class AccentedForClick(Accented):
    """The same for click, whose messages are translated only if this program's message files have them."""

    def gettext(self, message: str) -> str:
        return message if f'"{message}"' in SOURCE and message not in OF_CLICK else super().gettext(message)


@pytest.fixture(autouse=True)
def accented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have German be English with accents."""
    real: Callable[[str], Any] = languages_module.spoken_in.__wrapped__

    def spoken_in(code: str) -> Any:
        return languages_module.Language(code, Accented()) if code == "de" else real(code)  # type: ignore[arg-type]

    monkeypatch.setattr(languages_module, "spoken_in", spoken_in)
    monkeypatch.setattr(gettext, "translation", lambda *_arguments, **_named: AccentedForClick())


def run(*arguments: str | Path) -> Result:
    """Run a command in the accented language."""
    return CliRunner(env=GERMAN).invoke(main, [*map(str, arguments)], prog_name="quarterdeck")


def plain_words(said: str, *names: str) -> set[str]:
    """Return the words that no message has been asked for."""
    return {word for word in WORD.findall(NAMES.sub(" ", said)) if word not in {*NO_TEXTS, *names}}


def test_a_text_that_is_no_message_is_found() -> None:
    assert plain_words("Thère is no command, run.toml, --json; Missing argument") == {"command", "Missing", "argument"}
    assert plain_words(AccentedForClick().gettext("Press any key to continue...")) != set()


@pytest.mark.parametrize("at", list(commands(click.Context(main))), ids=lambda at: at.command_path.strip())
def test_the_help_of_a_command_has_no_text_of_its_own(at: click.Context) -> None:
    shown = run(*at.command_path.split(), "--help")
    assert shown.exit_code == 0
    assert plain_words(shown.output) == set()
    assert all(len(line) <= 80 for line in shown.output.splitlines())


def test_the_list_of_commands_has_no_text_of_its_own() -> None:
    shown = run("--help").output
    assert plain_words(shown) == set()
    listed = [line for line in shown.splitlines() if line.startswith("  ") and line.split()[0] in COMMANDS]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(len(line) <= 80 for line in listed)


@pytest.mark.parametrize(
    "arguments",
    [
        ["gamse"],
        ["--foo"],
        ["service"],
        ["games", "--cofnig"],
        ["games", "--c", "a"],
        ["games", "--config"],
        ["games", "too", "many"],
        ["demo", "--speed", "20"],
        ["demo", "--port", "a"],
        ["demo", "--pair=1"],
        ["record", "--seconds", "0", "new"],
        ["read"],
        ["markers", "--paper", "a5"],
        ["import", "nowhere.json"],
        ["backup", "nowhere/a.zip"],
        ["read", "--tray", "nowhere.toml", "a.jpg"],
        ["odds", "--set", "dicee=9"],
        ["odds", "--preset", "yahtzee-official", "--beat", "8"],
        ["doctor"],
    ],
    ids=" ".join,
)
def test_an_error_has_no_text_of_its_own(
    arguments: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quarterdeck.toml").write_text(
        '[camera]\nkind = "usb"\ndevice = 97\n[panel]\nkind = "none"\n[web]\nport = 0\n'
    )
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    allowed = {word for argument in arguments for word in re.findall(r"\w+", argument)}
    allowed |= {"camera", "journal", "path", "dice", "device"}  # keys, which are the same in each language
    assert plain_words(done.output, *allowed) == set()


SAYING = {"say", "warn", "ask", "ClickException", "UsageError", "Finding", "graded", "LinkLost", "warned", "_tell"}
SAYING |= {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
"""Calls whose text users see: output functions, lines of the doctor, and errors."""


def test_no_sentence_is_said_that_is_no_message() -> None:
    found = []
    for file in sorted(Path(errors.__file__).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in SAYING:
                given = [*call.args, *(one.value for one in call.keywords)]
                parts = [part for one in given for part in (one.values if isinstance(one, ast.JoinedStr) else [one])]
                texts = [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                found += [f"{file}:{call.lineno}: {text}" for text in texts if re.search(r"[A-Za-z]{2} [a-z]", text)]
    assert found == []


def test_what_is_done_with_games_is_said_without_a_text_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert plain_words(run("init").output) == set()
    Path("ship.json").write_text(dump([Started("all-about-dice", ("Mia", "Jonas"), "Mia"), Rolled((6, 5, 4, 3, 3))]))
    Path("card.json").write_text(dump([Started("yahtzee-official", ("Mia", "Jonas"), "Mia")]))
    Path("wrong.json").write_text('{"no": "game"}\nat all\n')
    ways = (
        ["import", "ship.json", "card.json", "wrong.json"],
        ["import", "ship.json"],
        ["resume", "1"],
        ["games"],
        ["backup", "a.zip"],
        ["restore", "a.zip"],
        ["markers"],
        ["odds", "--beat", "8"],
        ["odds", "--preset", "yahtzee-official"],
    )
    for way in ways:
        done = run(*way)
        assert done.output, way
        assert plain_words(re.sub(r"not a log: .*", "", done.output)) == set(), way
    Path("quarterdeck.toml").write_text("[web]\nport = 81\n")
    assert plain_words(run("restore", "a.zip").output, "web", "port") == set()
    shutil.rmtree("before-restore-1")


def test_machines_read_the_same_in_each_language(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((90, 160, 3), 9, np.uint8))
    for arguments in (["read", "--json", tmp_path / "a.jpg", tmp_path / "b.jpg"], ["odds", "--json"]):
        english = CliRunner().invoke(main, [*map(str, arguments)]).stdout
        german = run(*arguments).stdout
        assert re.sub(r'"ms": [\d.]+', "", german) == re.sub(r'"ms": [\d.]+', "", english)


@pytest.mark.parametrize(
    "event",
    [
        Started("bar-pot", ("Mia", "Jonas"), "Mia"),
        Started("bar-pot", ("Mia", "Jonas"), None),
        Rolled((6, 5)),
        Stopped(),
        Passed(),
        Held((3,)),
        Kept(()),
        Scored("full_house"),
        Corrected(1, (6, 5)),
        Undone(),
        Released((3,)),
        Anted(2),
        Joined("Lea"),
        Left("Lea"),
        Renamed("Lea", "Mia"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_is_said_without_a_text_of_its_own(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in GERMAN.items():
        monkeypatch.setenv(name, value)
    said = output.counted_in_words(ConfirmedEvent(3.0, event, "Mia", ()))
    assert "{" not in said
    assert plain_words(said) == set()


def test_each_announcement_has_a_term() -> None:
    folder = Path(__file__).parents[3] / "engine"
    source = "".join(file.read_text("utf-8") for file in folder.rglob("*.py") if file.name != "line_protocol.py")
    words = set(re.findall(r'Announcement\("(\w+)"', source))
    assert len(words) > 20
    assert words - TERMS.keys() == set()
    assert plain_words(" ".join(translated([*TERMS.values()], "de"))) == set()


def test_results_are_said_without_a_text_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in GERMAN.items():
        monkeypatch.setenv(name, value)
    start = Started("all-about-dice", ("Mia", "Jonas"), "Mia")
    missed: list[Event] = [Rolled((1, 1, 2, 2, 3))] * 3
    results = [translated(output.result_in_words(fold([start, *events])), "de") for events in ([], missed)]
    assert plain_words(" ".join(results)) == set()
