"""Every word of the commands comes from a message: a language that puts marks on each shows what does not."""

import gettext
import json
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

from device.cli import output
from device.cli.main import COMMANDS, SUMMARIES, main
from device.cli.output import TERMS
from device.evaluation.metrics import Summary
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
from engine.i18n import language as languages_module
from engine.i18n import translated
from table.session import ConfirmedEvent
from tests.device.cli.test_click_messages import SOURCE
from tests.device.cli.test_help import commands
from tests.end_to_end.program import RECORDING, TRUTH
from tests.web.test_no_other_text import WORD, Accented

GERMAN = {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "", "COLUMNS": "80"}
OF_CLICK = {*SHOWN, *OWN, *(form for forms in COUNTED for form in forms)}

NAMES = re.compile(
    r"--?[\w-]+|\w+-\w+-?\w*|\S*[/\\]\S+|[\w-]+\.(toml|db|json|jpg|pdf|svg|txt|zip|local)\b|'[^']*'|\[[a-z|0-9]+\]"
)
"""Options, names with hyphens, paths, file names, what click quotes, and choices."""

NO_TEXTS = {*COMMANDS, "install", "status", "uninstall", "quarterdeck", "dice-game-depot", "TOML", "JSON", "systemctl"}
NO_TEXTS |= {"Mia", "Jonas", "Lea", "opencv", "OpenCV", "Python", "libgl", "und", "oder", "mia"}
NO_TEXTS |= {"enrol", "rebuild", "revoke", "verify"}
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


def test_each_command_has_a_summary_of_one_line() -> None:
    assert SUMMARIES.keys() == COMMANDS.keys()


@pytest.mark.parametrize("at", list(commands(click.Context(main))), ids=lambda at: at.command_path.strip())
def test_the_help_of_a_command_has_no_text_of_its_own(at: click.Context) -> None:
    shown = run(*at.command_path.split(), "--help")
    assert shown.exit_code == 0
    assert plain_words(shown.output) == set()
    assert all(len(line) <= 80 for line in shown.output.splitlines())


def test_the_list_of_commands_has_no_text_of_its_own() -> None:
    shown = run("--help").output
    assert plain_words(shown) == set()
    listed = shown.splitlines()[-len(COMMANDS) :]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(len(line) <= 80 for line in listed)


@pytest.mark.parametrize(
    "arguments",
    [
        ["gamse"],
        ["xyzzy"],
        ["--foo"],
        ["service", "instal"],
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
        ["markers", "x.txt"],
        ["markers", "nowhere/x.pdf"],
        ["export", "0"],
        ["export", "7"],
        ["export", "--all", "7"],
        ["resume", "7"],
        ["import", "nowhere.json"],
        ["games", "--config", "nowhere.toml"],
        ["restore", "nowhere.zip"],
        ["backup", "nowhere/a.zip"],
        ["pair"],
        ["service", "uninstall"],
        ["service", "status"],
        ["read", "--corners", "1,2,3", "a.jpg"],
        ["read", "--tray", "a", "--corners", "1", "a.jpg"],
        ["read", "--tray", "nowhere.toml", "a.jpg"],
        ["read", "nowhere.jpg"],
        ["evaluate", "nowhere"],
        ["evaluate", "--split", "tune", str(RECORDING)],
        ["replay", "nowhere"],
        ["odds", "--set", "dice"],
        ["odds", "--set", "dice=13"],
        ["odds", "--set", "dicee=9"],
        ["odds", "--preset", "yatzee"],
        ["odds", "--preset", "yahtzee-official", "--beat", "8"],
        ["odds", "--preset", "yahtzee-official", "--set", "rolls=2"],
        ["init"],
        ["record", "new"],
        ["calibrate"],
        ["doctor"],
    ],
    ids=" ".join,
)
def test_an_error_has_no_text_of_its_own(
    arguments: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    camera = "none" if arguments[0] == "record" else "usb"
    Path("quarterdeck.toml").write_text(
        f'[camera]\nkind = "{camera}"\ndevice = 97\n[panel]\nkind = "none"\n[web]\nport = 0\n'
    )
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    allowed = {word for argument in arguments for word in re.findall(r"\w+", argument)}
    allowed |= {"camera", "kind", "journal", "path", "dice", "device"}  # keys, which are the same in each language
    allowed |= {word for name in ("yahtzee-handout", "yahtzee-official") for word in name.split("-")}
    assert plain_words(done.output, *allowed) == set()


@pytest.mark.parametrize(
    "text",
    [
        "[camera",
        '[game]\nplayer = ["Mia"]',
        '[camera]\nkind = "foo"',
        '[web]\nport = "a"',
        "[tray]\nrail = 500",
        "a = 1",
    ],
)
def test_an_error_of_the_configuration_has_no_text_of_its_own(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text)
    said = run("games", "--config", tmp_path / "a.toml").output
    assert said
    assert plain_words(re.sub(r"Expected.*", "", said), *re.findall(r"\w+", text), "players") <= KEYS


KEYS = {"camera", "device", "game", "journal", "lamps", "panel", "sound", "table", "tray", "web"}
KEYS |= {"auto", "usb", "recording", "stills", "none"}
"""Sections and values, which are the same in each language."""


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


def test_a_reading_is_said_without_a_text_of_its_own(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((90, 160, 3), 9, np.uint8))
    (tmp_path / "labels.json").write_text(json.dumps([{"file": "a.jpg", "dice": [{"value": 3}]}]))
    read, evaluated = run("read", "--dice", "5", tmp_path / "a.jpg"), run("evaluate", tmp_path)
    assert (read.exit_code, evaluated.exit_code) == (0, 0)
    assert plain_words(read.output) == set()
    assert plain_words(evaluated.stdout, *re.findall(r"\w+", tmp_path.name), "all") == set()


def test_a_replay_is_said_without_a_text_of_its_own(tmp_path: Path) -> None:
    (tmp_path / TRUTH["video"]).symlink_to(RECORDING / TRUTH["video"])
    first = TRUTH | {"frames": TRUTH["frames"][:1], "presses": []}
    (tmp_path / "recording.json").write_text(json.dumps(first), "utf-8")
    said = run("replay", "--fast", tmp_path)
    assert said.exit_code == 1
    assert plain_words(re.sub(r"\{.*\}", "", said.output), "first", "evening") == set()


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


def test_results_and_figures_are_said_without_a_text_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in GERMAN.items():
        monkeypatch.setenv(name, value)
    start = Started("all-about-dice", ("Mia", "Jonas"), "Mia")
    missed: list[Event] = [Rolled((1, 1, 2, 2, 3))] * 3
    results = [translated(output.result_in_words(fold([start, *events])), "de") for events in ([], missed)]
    summary = output.summary_in_words(Summary("mia", 40, 30, 9, 1, 5, 3, 40, 39, 12.34, 3, 2, 1))
    assert plain_words(" ".join([*results, summary])) == set()
