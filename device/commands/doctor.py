"""``doctor``: whether this machine is fit for a table; ``console``: what to do next, on the machine's own screen."""

import json
import os
import sys
import textwrap
import time
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from device.cameras.process import CameraProcess
from device.cli.command import FILE, argument, command, option
from device.cli.context import MAYBE_CONFIGURED, NOT_ROOT, config_of
from device.config import schema as configuration
from device.config.schema import Config
from device.doctor.checks import examine
from device.doctor.machine import CheckResult, Machine, worst
from device.errors import BadConfig
from device.files.os_errors import not_written
from device.network.addresses import lan_addresses, local_name
from device.network.keeper import own_wifi
from device.network.network_manager import ADDRESS
from device.terminal import PLAIN, safe, said
from engine.i18n import gettext as _

COLOURS = {"green": "green", "amber": "yellow", "red": "red", "grey": "bright_black"}
WORDS = {"green": _("OK"), "amber": _("Check"), "red": _("Problem"), "grey": _("Skipped")}


@command(help=_("Each line is OK, Check or Problem, with what to do. Exit status 1 if there is a problem."))
@MAYBE_CONFIGURED
@option("--json", "as_json", is_flag=True, help=_("Print one JSON object with all lines."))
def doctor(file: Path | None, as_json: bool) -> None:
    config = config_of(file)
    folder = file.absolute().parent if file else Path.cwd()
    journal = folder / Path(config.journal.path).expanduser()
    findings = []
    for finding in examine(Machine(), config, journal, partial(CameraProcess, config.camera), folder):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        click.echo(json.dumps({"light": worst(findings), "lines": list(map(asdict, findings))}, ensure_ascii=False))
    if worst(findings) == "red":
        sys.exit(1)


def _tell(finding: CheckResult) -> None:
    word = f"{said(WORDS[finding.light]):7}"
    light = click.style(word, fg=COLOURS[finding.light], bold=finding.light in ("amber", "red"))
    name, words, advice = (safe(said(text)) for text in (finding.name, finding.words, finding.advice))
    click.echo(f"{light}  {name:12} {words}")
    if advice:
        click.echo(f"{' ' * (len(word) + 15)}→ {advice}")


LOOK = 3.0
"""Seconds between two looks at the table and the screen."""

OFF = 78
"""Exit status where the configuration wants no such screen: systemd does not start it again."""

RELOAD = Path("/run/agetty.reload")
"""The login shows its issue again when this file is touched."""

WIDTH = 76
MARGIN = 2
"""Letters of a line, and modules of light round a code."""


@command(
    help=_(
        "FILE gets what to do next, with the page’s address and its code, for the login of the machine’s own screen. "
        "Ends when no screen is connected. Started by systemd."
    )
)
@NOT_ROOT
@argument("target", metavar=_("FILE"), type=FILE)
def console(file: Path, target: Path) -> None:
    machine, written = Machine(), ""
    while machine.has_screen():
        try:
            config = configuration.load(file)
            if not config.tv.console:
                sys.exit(OFF)
            text = _moment(machine, config, file)
        except BadConfig as error:
            text = _page("", str(error))
        if text != written:
            written = text
            _show(target, text)
        time.sleep(LOOK)


def _moment(machine: Machine, config: Config, file: Path) -> str:
    """Return what the screen shows now: what to do next, and how to get to the page."""
    health = machine.health(config.web.port)
    if health is None:
        return _page("", _("The table doesn’t run: sudo quarterdeck service status says why."))
    addresses = lan_addresses()
    own = ADDRESS in addresses
    address = f"http://{ADDRESS if own else next(iter(addresses), local_name())}:{config.web.port}/"
    trouble, why = health.get("trouble", []), health.get("why")
    # a camera that is lost comes first, unless no phone can come
    todo = [*trouble, why] if not addresses else [why, *trouble]
    lines = [sentence for sentence in todo if sentence]
    if not lines:
        is_new = (machine.asked(config.web.port, "/setup/wanted") or {}).get("wanted")
        lines = [_("This table isn’t set up yet. It takes three minutes.") if is_new else _("The table is ready.")]
        address += "setup" if is_new else ""
    if own:
        wifi = own_wifi(file.absolute().parent, config.mqtt.name)
        lines.append(_("Wi-Fi: {name}, password {password}", name=wifi.name, password=wifi.password))
    return _page(address, *lines)


def _page(address: str, *lines: str) -> str:
    # the kernel's own font has few signs
    plain = ("".join(PLAIN.get(sign, sign) for sign in safe(said(one))) for one in lines)
    told = [line for one in plain for line in (*textwrap.wrap(one, WIDTH), "")]
    return "\n".join((*(_drawn(address) if address else ()), "", *told, address, ""))


def _drawn(text: str) -> list[str]:
    """Return a code in the one block that every font of a console has: light modules are full, dark ones empty."""
    from web.guests.join_info import runs_of  # loads Flask

    size, runs = runs_of(text)
    dark = {(x + column, y) for x, y, length in runs for column in range(length)}
    places = range(-MARGIN, size + MARGIN)
    return ["".join("  " if (x, y) in dark else "██" for x in places) for y in places]


def _show(target: Path, text: str) -> None:
    """Have the login show the text, on a clear screen. It would read a backslash as a sign of its own."""
    new = target.with_name(f"{target.name}.new")
    try:
        new.write_text("\x1b[H\x1b[2J" + text.replace("\\", "\\\\"), "utf-8")
        new.replace(target)
    except OSError as error:
        raise BadConfig(not_written(target, error)) from None
    with suppress(OSError):
        os.utime(RELOAD)
