"""A new configuration file with every key of the schema, its default and a comment."""

from collections.abc import Iterator, Mapping

from device.config.editor import written
from device.config.keys import Key, keys_of, sections_of
from device.config.schema import Config

HEAD = """\
# Configuration of Quarterdeck. Every key may be left out: it then has its default.
# A line that begins with # is off and shows an example: delete the # to use it.
"""
COLUMN = 36
"""Column of the comments."""

WIDTH = 120
"""Longest line; a comment that does not fit stands above its key."""


def template() -> str:
    """Return the text of a configuration that has every key and changes no default."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for name, section in sections_of(Config).items():
        about = (section.__doc__ or "").partition("\n")[0].removesuffix(".")
        yield f"{f'[{name}]':<{COLUMN - 1}} # {about}"
        for key in keys_of(section).values():
            yield from _lines_of(key)
        yield ""


def _lines_of(key: Key) -> Iterator[str]:
    """Yield the key with its comment; a key with an example is off."""
    value = f"# {key.name} = {toml(key.examples[0])}" if key.examples else f"{key.name} = {toml(key.default)}"
    comment = f"{key.about}: {key.allowed}" if key.choices else key.about
    line = f"{value:<{COLUMN - 1}} # {comment}"
    if not comment:
        yield value
    elif len(value) < COLUMN and len(line) <= WIDTH:
        yield line
    else:
        yield f"# {comment}"
        yield value


def toml(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(one)}' for key, one in value.items())} }}"
    return written(value)
