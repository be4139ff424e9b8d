"""The recipe for rpi-image-gen: what it names is there, and its hooks do what a card does at its first start."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.systemd.install import WATCHDOGS
from device.update.card import LOG, LOGS
from release.tree import ROOT, SHARED

IMAGE = ROOT / "release" / "image"


def recipe(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((IMAGE / name / "quarterdeck.yaml").read_text("utf-8"))
    return found


def test_the_configuration_names_the_layer() -> None:
    text = (IMAGE / "layer" / "quarterdeck.yaml").read_text("utf-8")
    [name] = re.findall(r"^# X-Env-Layer-Name: (.+)$", text, re.MULTILINE)
    assert recipe("config")["layer"]["app"] == name
    assert "# X-Env-VarPrefix: quarterdeck\n" in text
    assert "$IGconf_quarterdeck_package" in text


def test_the_recommended_packages_are_in_the_image() -> None:
    control = (ROOT / "release" / "debian" / "control").read_text("utf-8")
    [line] = re.findall(r"^Recommends: (.+)$", control, re.MULTILINE)
    assert set(line.split(", ")) <= set(recipe("layer")["mmdebstrap"]["packages"])


def test_the_hooks_install_the_package_and_do_what_a_card_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, root = tmp_path / "bin", tmp_path / "root"
    for folder in (programs, root / "tmp"):
        folder.mkdir(parents=True)
    chroot = programs / "chroot"
    chroot.write_text(f'#!/bin/sh\ncp "$1$5" "{tmp_path}/installed"; echo "$@" > "{tmp_path}/called"\n')
    chroot.chmod(0o755)
    package = tmp_path / "quarterdeck_1.0_arm64.deb"
    package.write_bytes(b"a package")
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("IGconf_quarterdeck_package", str(package))
    hooks = recipe("layer")["mmdebstrap"]
    for hook in (*hooks["customize-hooks"], *hooks["cleanup-hooks"]):
        subprocess.run(["sh", "-c", hook, "hook", str(root)], check=True)
    assert (tmp_path / "installed").read_bytes() == b"a package"
    assert (tmp_path / "called").read_text() == f"{root} apt-get install -y /tmp/quarterdeck.deb\n"
    assert (root / str(WATCHDOGS).lstrip("/")).readlink() == Path("/", SHARED, "watchdog.conf")
    assert (root / LOGS.lstrip("/")).read_text() == LOG.partition("\n")[2]
    assert list((root / "tmp").iterdir()) == []
