"""Values that the program finds out itself, written into the configuration without touching anything else in it."""

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from device.durable import write_durably
from device.errors import BadConfig


def keep_values(file: Path, table: str, values: Mapping[str, object]) -> None:
    """Set these keys of a table of the configuration file; comments and all other keys stay.

    Raises :class:`BadConfig` where that cannot be done, with the lines to be written by hand.
    """
    try:
        old = file.read_text("utf-8")
        new = with_values(old, table, values)
        expected = tomllib.loads(old)
        expected[table] = expected.get(table, {}) | dict(values)
        if tomllib.loads(new) != expected:
            raise ValueError("its layout is not understood")
        if new != old:
            write_durably(file, new.encode("utf-8"))
    except (OSError, ValueError) as error:
        lines = "; ".join(f"{key} = {_written(value)}" for key, value in values.items())
        why = error.strerror if isinstance(error, OSError) else "its layout is not understood"
        raise BadConfig(f"{file} cannot be written ({why}): write by hand, under [{table}]: {lines}.") from None


def forget_values(file: Path, table: str, keys: Collection[str]) -> None:
    """Take these keys out of a table of the configuration file, where each stands in one line; all else stays.

    Raises :class:`BadConfig` where that cannot be done.
    """
    try:
        old = file.read_text("utf-8")
        new = _without_keys(old, table, keys)
        expected = tomllib.loads(old)
        for key in keys:
            expected.get(table, {}).pop(key, None)
        if tomllib.loads(new) != expected:
            raise ValueError("its layout is not understood")
        if new != old:
            write_durably(file, new.encode("utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "its layout is not understood"
        raise BadConfig(
            f"{file} cannot be written ({why}): delete by hand, under [{table}]: {', '.join(keys)}."
        ) from None


def _without_keys(text: str, table: str, keys: Collection[str]) -> str:
    lines, inside = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            inside = _heads(line, table)
        if not (inside and any(re.match(rf"\s*{re.escape(key)}\s*=", line) for key in keys)):
            lines.append(line)
    return "\n".join(lines) + "\n"


def with_values(text: str, table: str, values: Mapping[str, object]) -> str:
    """The TOML text with these keys set in that table: in their own lines where they have one, else at its end."""
    lines = text.splitlines()
    begin = next((at for at, line in enumerate(lines) if _heads(line, table)), None)
    if begin is None:
        lines += [*([""] if lines else []), f"[{table}]"]
        begin = len(lines) - 1
    end = next((at for at in range(begin + 1, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
    while end > begin + 1 and not lines[end - 1].strip():
        end -= 1
    for key, value in values.items():
        line = f"{key} = {_written(value)}"
        place = next((at for at in range(begin + 1, end) if re.match(rf"\s*{re.escape(key)}\s*=", lines[at])), None)
        if place is None:
            lines.insert(end, line)
            end += 1
        else:
            comment = re.search(r"\s+#[^\"']*$", lines[place])
            lines[place] = line + (comment[0] if comment else "")
    return "\n".join(lines) + "\n"


def _heads(line: str, table: str) -> bool:
    return re.match(rf"\s*\[\s*{re.escape(table)}\s*\]", line) is not None


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
