"""``doctor``: whether this machine is fit for a table."""

import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from device.cameras.process import CameraProcess
from device.cli.command import command, option
from device.cli.context import MAYBE_CONFIGURED, config_of
from device.doctor.checks import examine
from device.doctor.machine import CheckResult, Machine, worst
from device.terminal import safe, said
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
