"""What the pages for people promise is so: commands, configuration, prerequisites."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

from device.cli.main import main
from device.config import schema as configuration
from device.config.schema import Config
from engine import presets_of_all

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text("utf-8")
CONFIGURATION = (ROOT / "docs" / "configuration.md").read_text("utf-8")
TOML = re.findall(r"```toml\n(.*?)```", CONFIGURATION, re.DOTALL)[0]
OPT_IN = re.compile(r"mark\.(long|fuzz|vm|package|webkit|libcamera|homeassistant)\b")
AN_EXAMPLE = re.compile(r"^# (?=\w+ = )", re.MULTILINE)


def test_every_command_has_a_section_in_the_page_of_commands() -> None:
    commands = set(main.list_commands(click.Context(main)))
    assert len(commands) > 10
    assert set(re.findall(r"^## quarterdeck ([a-z]+)", CLI, re.MULTILINE)) == commands


def test_the_readme_names_only_commands_that_exist() -> None:
    named = set(re.findall(r"`quarterdeck ([a-z]+)", README))
    assert {"service", "doctor", "calibrate"} <= named <= set(main.list_commands(click.Context(main)))


def test_the_configuration_as_it_is_printed_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / "quarterdeck.toml").write_text(TOML, encoding="utf-8")
    assert configuration.load(tmp_path / "quarterdeck.toml") == Config()


def test_every_key_of_the_configuration_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(AN_EXAMPLE.sub("", TOML), encoding="utf-8")
    configuration.load(file)
    printed = set(re.findall(r"^(?:# )?(\w+) = ", TOML, re.MULTILINE))
    assert set(_keys(Config())) == printed


def _keys(part: Any) -> list[str]:
    """The names of all keys that are no section."""
    found: list[str] = []
    for name in part.__struct_fields__:
        value = getattr(part, name)
        found += _keys(value) if hasattr(value, "__struct_fields__") else [name]
    return found


@pytest.mark.parametrize("preset", presets_of_all())
def test_every_name_of_rules_stands_in_the_page_of_rules(preset: str) -> None:
    assert f"`{preset}`" in (ROOT / "docs" / "rules.md").read_text("utf-8")


def test_what_is_installed_first_on_a_bare_machine_is_what_the_readme_says() -> None:
    found = re.search(r"apt install ([a-z0-9 .-]+)`", README)
    assert found
    assert found[1].split() == ["python3-venv", "make"]


def test_a_row_of_the_api_names_the_fields_of_its_request() -> None:
    described = json.loads((ROOT / "web" / "openapi.json").read_text("utf-8"))
    rows = re.findall(r"^\| `POST (/api/\S+)` \| (.*) \|$", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 20
    for path, says in rows:
        asked = described["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        schema = described["components"]["schemas"][asked["$ref"].rpartition("/")[2]]
        for field in schema.get("properties", {}).keys() - {"boot", "revision", "key"}:
            assert f"`{field}`" in says, (path, field)


def test_every_module_of_opt_in_tests_says_how_it_is_run() -> None:
    silent = []
    for module in (ROOT / "tests").rglob("test_*.py"):
        source = module.read_text("utf-8")
        headline = ast.get_docstring(ast.parse(source)) or ""
        marks = set(OPT_IN.findall(source)) if module.parent.name != "inside" else ()
        silent += [(module.name, mark) for mark in marks if f"-m {mark}" not in headline]
    assert silent == []
