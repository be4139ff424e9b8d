"""``docs/troubleshooting.md``: what the doctor and the table say when something is wrong, in their own sentences."""

import re
from collections.abc import Iterator
from types import ModuleType

from device import notices
from device.cameras import process
from device.commands.doctor import WORDS
from device.doctor import camera, checks, hardware
from device.journal import journal, opener
from device.lamps import capture, table_lamps
from device.lamps import gpio as lamp_pins
from device.link import troubles
from device.panels import gpio, keyboard
from device.runtime import start
from device.sources import pi, recorded, usb
from device.storage import lock
from tests.documents.spoken import FILLED_IN, calls
from vision.quality import checks as picture_checks
from vision.scene import rim

HEAD = """# When something is wrong

`make docs` writes this page out of the program: these are its own sentences, and … stands for what it fills in.

What runs as a service tells all of it to the system's log as well: `journalctl -u quarterdeck`.

Ask the doctor first. It checks everything that a table needs, changes nothing, and prints a line for each: OK, Check or
Problem.

```sh
sudo .venv/bin/quarterdeck doctor
```
"""
PAIRS = {"graded": (4, 5), "CheckResult": (2, 3)}
"""Where the words and the advice stand in a call."""


def page() -> str:
    """The whole page."""
    lines = [HEAD, "## What the doctor says", "", "| line | result | says | do |", "|---|---|---|---|"]
    for module in (checks, camera, hardware):
        lines += _findings(module)
    lines += ["", "## What the page says of the picture", ""]
    lines += [f"- {text}" for module in (picture_checks, rim) for text in _second(module)]
    lines += ["", "A die that cannot be read says why beside it; it has no value until it can be read.", ""]
    lines += ["## What the page says of camera and buttons", ""]
    cameras = (process, usb, pi, recorded, gpio, keyboard)
    lines += [f"- {text}" for module in cameras for text in _said(module, "CameraLost", "NoPanel")]
    lines += ["", "## What the page says of the light strips", ""]
    lines += [f"- {text}" for text in _said(lamp_pins, "NoLamps")]
    lines += [f"- {text}" for text in _said(table_lamps, "add")]
    lines += dict.fromkeys(f"- {text.replace(side, FILLED_IN, 1)}" for side, text in capture.BROKEN.items())
    lines += ["", "[More on them](lamps.md#what-can-go-wrong).", ""]
    lines += ["## What the page says of the journal", ""]
    parts = (journal, opener, lock)
    lines += [f"- {text}" for module in parts for text in _said(module, "BadJournal", "trouble", "_notice")]
    lines += [f"- {text}" for text in _said(notices, "add")]
    lines += ["", "## What the owner's page says of the link", ""]
    lines += [f"- {re.sub(r'{[a-z]+}', FILLED_IN, text)}" for text in _said(troubles, "_") if text.endswith(".")]
    lines += ["", "## When it does not start", ""]
    lines += ["After three failed starts, or with ROLL held, a page alone says why, and this:", ""]
    lines += [f"- {line}" for line in start.TO_DO]
    return "\n".join([*lines, ""])


def _findings(module: ModuleType) -> Iterator[str]:
    """Rows of one part of the examination."""
    rows: dict[str, None] = {}
    for found in calls(module, "CheckResult", "graded"):
        lights = ("amber", "red") if found.name == "graded" else found.texts[1]
        words, advice = (found.texts[place] if place < len(found.texts) else () for place in PAIRS[found.name])
        names = found.texts[0] if FILLED_IN not in found.texts[0] else tuple(camera.TROUBLES)
        shown = " or ".join(WORDS[light] for light in ("amber", "red") if light in lights)
        if shown and advice not in ((), (FILLED_IN,)):
            rows[f"| {', '.join(names)} | {shown} | {' / '.join(words)} | {' / '.join(advice)} |"] = None
    if module is camera:
        for name, troubles in camera.TROUBLES.items():
            rows |= {f"| {name} | {WORDS['red']} | {words} | {advice} |": None for _problem, words, advice in troubles}
    yield from rows


def _second(module: ModuleType) -> Iterator[str]:
    """The sentences of the troubles that a module knows."""
    yield from dict.fromkeys(text for found in calls(module, "PictureTrouble") for text in found.texts[1])


def _said(module: ModuleType, *names: str) -> Iterator[str]:
    """The sentences that a module gives those."""
    said = (text for found in calls(module, *names) for argument in found.texts for text in argument)
    yield from dict.fromkeys(text for text in said if text.strip(f"{FILLED_IN} "))
