"""The text of the configuration file: a new one with every key, and edits of single values that leave all else."""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from device.config.keys import Key, keys_of, sections_of
from device.config.schema import Config
from device.errors import BadConfig
from device.files.durable_write import write_durably
from device.files.kept_file import read_file
from device.files.os_errors import reason_of
from engine.i18n import gettext as _


def keep_values(file: Path, table: str, values: Mapping[str, object], without: Collection[str] = ()) -> None:
    """Set some keys of a table of the configuration file and remove others, at once; comments and all else stay.

    Raises :class:`BadConfig` on failure, with the lines to write by hand.
    """
    lines = "; ".join([*(f"{key} = {written(one)}" for key, one in values.items()), *(f"# {key}" for key in without)])
    _write(
        file,
        lambda old: changed(old, table, values, without),
        _("write by hand, under [{table}]: {lines}.", table=table, lines=lines),
    )


def keep_tables(
    file: Path, values: Mapping[str, Mapping[str, object]], without: Mapping[str, Collection[str]] | None = None
) -> None:
    """Set keys of several tables and remove others in one write: after a failure, none of them is changed.

    Raises :class:`BadConfig` on failure, with the lines to write by hand.
    """
    lines = "; ".join(f"{table}.{key} = {written(one)}" for table, row in values.items() for key, one in row.items())

    def all_changed(old: str) -> str:
        for table, row in values.items():
            old = changed(old, table, row, (without or {}).get(table, ()))
        return old

    _write(file, all_changed, _("write by hand: {lines}.", lines=lines))


def forget_values(file: Path, table: str, keys: Collection[str]) -> None:
    """Remove these keys from a table of the configuration file, each on a single line; all else stays.

    Raises :class:`BadConfig` on failure.
    """
    by_hand = _("delete by hand, under [{table}]: {keys}.", table=table, keys=", ".join(keys))
    _write(file, lambda old: changed(old, table, {}, without=keys), by_hand)


def _write(file: Path, change: Callable[[str], str], by_hand: str) -> None:
    try:
        old = read_file(file)
        new = change(old.decode("utf-8")).encode("utf-8")
        if new != old:
            write_durably(file, new)
    except (OSError, ValueError) as error:
        why = reason_of(error) if isinstance(error, OSError) else _("its layout is unknown")
        raise BadConfig(_("{file} cannot be written ({why}): {by_hand}", file=file, why=why, by_hand=by_hand)) from None


def changed(text: str, table: str, values: Mapping[str, object], without: Collection[str] = ()) -> str:
    """Return the TOML text with these keys of that table set and others removed; comments and all else stay.

    Raises ValueError if the layout is not understood, or the text is not TOML.
    """
    new = _without_keys(text, table, without) if without else text
    new = with_values(new, table, values) if values else new
    expected, found = tomllib.loads(text), tomllib.loads(new)
    wished = {key: value for key, value in expected.get(table, {}).items() if key not in without} | dict(values)
    if found.get(table, {}) != wished or _beside(found, table) != _beside(expected, table):
        raise ValueError(_("its layout is unknown"))
    return new


def _beside(tables: Mapping[str, object], table: str) -> dict[str, object]:
    return {name: values for name, values in tables.items() if name != table}


def _without_keys(text: str, table: str, keys: Collection[str]) -> str:
    lines, inside = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("["):
            inside = _heads(line, table)
        if not (inside and any(re.match(rf"\s*{re.escape(key)}\s*=", line) for key in keys)):
            lines.append(line)
    return "\n".join(lines)


def with_values(text: str, table: str, values: Mapping[str, object]) -> str:
    """Return the TOML text with these keys of that table set: on their own lines if present, else at its end."""
    end_of_line = "\r" if "\r\n" in text else ""
    lines = text.removesuffix("\n").split("\n") if text else []
    begin = next((at for at, line in enumerate(lines) if _heads(line, table)), None)
    if begin is None:
        lines += [*([end_of_line] if lines else []), f"[{table}]{end_of_line}"]
        begin = len(lines) - 1
    end = next((at for at in range(begin + 1, len(lines)) if lines[at].lstrip().startswith("[")), len(lines))
    while end > begin + 1 and not lines[end - 1].strip():
        end -= 1
    for key, value in values.items():
        line = f"{key} = {written(value)}"
        place = next((at for at in range(begin + 1, end) if re.match(rf"\s*{re.escape(key)}\s*=", lines[at])), None)
        if place is None:
            lines.insert(end, f"{line}{end_of_line}")
            end += 1
        else:
            lines[place] = f"{line}{_after_value(lines[place])}"
    return "\n".join(lines) + "\n"


def _after_value(line: str) -> str:
    for sign in re.finditer(r"\s*(#|$)", line):
        try:
            tomllib.loads(line[: sign.start()])
        except tomllib.TOMLDecodeError:
            continue
        return line[sign.start() :]
    return ""


def _heads(line: str, table: str) -> bool:
    return re.match(rf"\s*\[\s*{re.escape(table)}\s*\]", line) is not None


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


HEAD = """\
# Configuration of Quarterdeck. Every key may be left out: it then has its default.
# A line that begins with # is off and shows an example: delete the # to use it.
"""
COLUMN = 36
"""Column of the comments."""

WIDTH = 120
"""Longest line; a comment that does not fit stands above its key."""


def template() -> str:
    lines = [HEAD]
    for name, section in sections_of(Config).items():
        about = (section.__doc__ or "").partition("\n")[0].removesuffix(".")
        lines += [f"{f'[{name}]':<{COLUMN - 1}} # {about}", *map(_line_of, keys_of(section).values()), ""]
    return "\n".join(lines)


def _line_of(key: Key) -> str:
    value = f"# {key.name} = {toml(key.examples[0])}" if key.examples else f"{key.name} = {toml(key.default)}"
    comment = f"{key.about}: {key.allowed}" if key.choices else key.about
    line = f"{value:<{COLUMN - 1}} # {comment}"
    if not comment:
        return value
    return line if len(value) < COLUMN and len(line) <= WIDTH else f"# {comment}\n{value}"


def toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(one)}' for key, one in value.items())} }}"
    return written(value)
