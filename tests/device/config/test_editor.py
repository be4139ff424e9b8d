"""Values written into a configuration that somebody wrote by hand."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.config.editor import keep_values, with_values
from device.errors import BadConfig

WRITTEN = """\
# our table
[camera]
kind = "pi"      # under the lamp
exposure = 5000  # by hand

[web]
port = 8080
"""


def test_values_take_their_places_and_all_else_stays(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(WRITTEN)
    keep_values(file, "camera", {"exposure": 20000.0, "gain": 2.5})
    assert file.read_text() == (
        '# our table\n[camera]\nkind = "pi"      # under the lamp\nexposure = 20000.0  # by hand\ngain = 2.5\n'
        "\n[web]\nport = 8080\n"
    )


@pytest.mark.parametrize("text", ["", "[web]\nport = 1", "x = 1\n\n\n", "[camera.lens]\na = 1\n"])
def test_a_table_that_is_not_there_is_added(text: str) -> None:
    new = with_values(text, "tray", {"corners": [[1.5, 2], [3, 4]]})
    assert tomllib.loads(new) == tomllib.loads(text) | {"tray": {"corners": [[1.5, 2], [3, 4]]}}


@settings(max_examples=30)
@given(st.dictionaries(st.text("abxyz", min_size=1, max_size=8), st.floats(-1e6, 1e6) | st.booleans(), min_size=1))
def test_whatever_is_set_is_read_back(values: dict[str, float]) -> None:
    once = with_values(WRITTEN, "camera", values)
    assert tomllib.loads(once)["camera"] == tomllib.loads(WRITTEN)["camera"] | values
    assert with_values(once, "camera", values) == once


@pytest.mark.parametrize(
    "text",
    ["[camera]\nexposure = [\n1,\n]\n", "camera = { exposure = 1 }\n", '[camera]\nnote = """\n[web]\n"""\n', "= 1"],
)
def test_what_cannot_be_written_safely_is_left_alone_and_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(text)
    with pytest.raises(BadConfig, match=r"write by hand, under \[camera\]: exposure = 2\.0; gain = 1\.0\."):
        keep_values(file, "camera", {"exposure": 2.0, "gain": 1.0})
    assert file.read_text() == text


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="No such file"):
        keep_values(tmp_path / "none.toml", "camera", {"exposure": 2.0})
