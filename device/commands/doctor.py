"""``doctor``: whether this machine is fit for a table."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from device.cli.context import MAYBE_CONFIGURED, config_of
from device.doctor.checks import examine
from device.doctor.finding import CheckResult, worst
from device.doctor.machine import Machine
from device.sources.factory import open_camera

COLOURS = {"green": "green", "amber": "yellow", "red": "red", "grey": "bright_black"}
WORDS = {"green": "OK", "amber": "Check", "red": "Problem", "grey": "Skipped"}


@click.command()
@MAYBE_CONFIGURED
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with all lines.")
def doctor(file: Path | None, as_json: bool) -> None:
    """Check the setup and suggest fixes.

    Each line is OK, Check or Problem, with what to do. Exit status 1 if there is a problem.
    """
    config = config_of(file)
    folder = file.absolute().parent if file else Path.cwd()
    journal = folder / Path(config.journal.path).expanduser()
    findings = []
    for finding in examine(Machine(), config, journal, lambda: open_camera(config.camera)):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        click.echo(json.dumps({"light": worst(findings), "lines": list(map(asdict, findings))}, ensure_ascii=False))
    if worst(findings) == "red":
        sys.exit(1)


def _tell(finding: CheckResult) -> None:
    light = click.style(f"{WORDS[finding.light]:7}", fg=COLOURS[finding.light], bold=finding.light in ("amber", "red"))
    advice = f"\n{' ' * 22}→ {finding.advice}" if finding.advice else ""
    click.echo(f"{light}  {finding.name:12} {finding.words}{advice}")
