"""``make setup`` in a clone: the environment fits the system's camera library, as far as the commands tell."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """\
#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    for last; do :; done
    mkdir -p "$last/bin" && printf '#!/bin/sh\\necho "$*" >> pip.log\\n' > "$last/bin/pip" && chmod +x "$last/bin/pip"
    echo "$*" > venv.log
else
    PYTHONPATH=system exec {python} "$@"
fi
"""
"""A system's Python whose environments have a pip that writes down what it is asked for."""


@pytest.mark.parametrize(
    ("numpy", "pins", "limit"),
    [("1.24.2", True, " numpy<2"), ("2.2.4", True, " numpy<3"), (None, True, ""), (None, False, "")],
    ids=["Debian 12", "13", "pins alone", "no Pi"],
)
def test_numpy_fits_the_systems_camera_library_and_its_pins_are_seen(
    tmp_path: Path, numpy: str | None, pins: bool, limit: str
) -> None:
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python"
    python.write_text(PYTHON.format(python=sys.executable))
    python.chmod(0o755)
    (tmp_path / "system").mkdir()
    if pins:
        (tmp_path / "system" / "lgpio.py").touch()
    if numpy:
        (tmp_path / "system" / "picamera2.py").write_text("import numpy\n")
        (tmp_path / "system" / "numpy.py").write_text(f"__version__ = {numpy!r}\n")
    make = ["make", "--no-print-directory", "setup", f"PYTHON={python}"]
    done = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pip.log").read_text().endswith(f"--editable .{limit}\n")
    assert ("--system-site-packages" in (tmp_path / "venv.log").read_text()) == pins
