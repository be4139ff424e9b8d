"""The program of a package beside a system that has a numpy of its own, which its camera library brings."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from release.tree import HERE, ROOT
from tests.end_to_end.program import TABLE
from tests.release.system_camera import install_camera, libraries, wait_until_seen

TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
PRIVATE = ("numpy", "cv2", "ncnn")
OURS = ("device", "engine", "table", "vision", "web", "venue")
OTHER_NUMPY = 'raise ImportError("this numpy was compiled for the system")\n'
PATIENCE = 120.0


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("version")
    own, common = folder / "lib" / TAG, folder / "lib" / "common"
    for part in (own, common, folder / "bin"):
        part.mkdir(parents=True)
    launcher = Path(shutil.copy(HERE / "launcher.sh", folder / "bin" / "quarterdeck"))
    launcher.chmod(0o755)
    installed = Path(sysconfig.get_paths()["purelib"])
    for name in PRIVATE:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.submodule_search_locations
        place = Path(spec.submodule_search_locations[0])
        for library in (place, *place.parent.glob(f"*{name if name != 'cv2' else 'opencv'}*.libs")):
            _link_files(library, own / library.name)
    for entry in installed.iterdir():
        if not (own / entry.name).exists():
            (common / entry.name).symlink_to(entry)
    for name in OURS:
        (common / name).unlink(missing_ok=True)
        (common / name).symlink_to(ROOT / name)
    return folder


def _link_files(source: Path, target: Path) -> None:
    """Copy a folder without taking room, so that its files have names of their own in a process."""

    def link(file: str, copy: str) -> None:
        try:
            os.link(file, copy)
        except OSError:
            shutil.copy2(file, copy)

    shutil.copytree(source, target, copy_function=link, ignore=shutil.ignore_patterns("__pycache__", "tests"))


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system's Python whose own numpy can't be loaded beside the package's; its camera library imports numpy."""
    venv.create(tmp_path / "system", symlinks=True)
    modules = Path(sysconfig.get_path("purelib", "venv", {"base": str(tmp_path / "system")}))
    (modules / "numpy").mkdir()
    (modules / "numpy" / "__init__.py").write_text(OTHER_NUMPY)
    install_camera(modules, str(tmp_path / "seen.json"))
    return tmp_path / "system"


@contextmanager
def started(version: Path, system: Path, config: Path) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"PATH": f"{system / 'bin'}:/usr/bin:/bin"}
    environment.pop("PYTHONPATH", None)
    command = [str(version / "bin" / "quarterdeck"), "run", "--config", str(config)]
    with subprocess.Popen(
        command, env=environment, cwd=config.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as program:
        try:
            yield program
        finally:
            program.kill()


def test_the_systems_camera_library_works_with_the_packages_numpy(version: Path, system: Path, tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(f'{TABLE}[camera]\nkind = "pi"\n')
    with started(version, system, config) as program:
        seen = wait_until_seen(tmp_path / "seen.json", program, PATIENCE)
        assert seen.program == program.pid
        assert seen.camera.startswith(str(system))
        assert {"numpy", "cv2"} <= {*seen.before}, "the program's are loaded before those of the system"
        own = version / "lib" / TAG
        assert Path(seen.numpy) == own / "numpy" / "__init__.py"
        for process in (seen.process, seen.program):
            [numpy] = libraries(process, "_multiarray_umath")
            [opencv] = libraries(process, "cv2.abi3")
            assert numpy.startswith(f"{own}/numpy/")
            assert opencv.startswith(f"{own}/cv2/")
        [ncnn] = libraries(seen.program, "ncnn.cpython")
        assert ncnn.startswith(f"{own}/ncnn/")


def test_the_systems_own_programs_get_its_numpy(system: Path) -> None:
    done = subprocess.run(
        [system / "bin" / "python3", "-c", "import picamera2"], capture_output=True, text=True, check=False
    )
    assert "this numpy was compiled for the system" in done.stderr
