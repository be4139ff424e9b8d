"""Downloads the wheels of a lock file, and unpacks them into the folders of a version."""

import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from release.systems import System

LOCKS = Path(__file__).parent
UNUSED = re.compile(
    r"(?:.*/)?(?:tests|_examples|_pyinstaller)/.*|.*\.(?:pyi|a|h|c|pxd|pyx)|py\.typed|.*/(?:py\.typed|conftest\.py)"
    r"|numpy/(?:f2py|distutils|doc|array_api|testing)/.*|numpy/.*/(?:setup|print_coercion_tables)\.py"
    r"|numpy/.*/_(?:simd|(?:struct_ufunc|operand_flag|rational|umath)_tests)\..*|numpy/linalg/lapack_lite\..*"
    r"|numpy/(?:matlib|lib/(?:recfunctions|user_array)|ma/(?:mrecords|testutils|timer_comparison))\.py"
    r"|cv2/(?:data/.*\.xml|qt/.*|gapi/samples/.*|LICENSE-3RD-PARTY\.txt)"
    r"|babel/messages/.*|click/testing\.py|werkzeug/(?:debug/.*|testapp\.py|middleware/(?:lint|profiler|shared_data)\.py)"
    r"|ncnn/(?:model_zoo|utils)/.*|segno/cli\.py|segno-.*\.data/.*|gpiozerocli/.*"
    r"|(?:setuptools|pkg_resources|_distutils_hack)\b.*|distutils-precedence\.pth|.*\.dist-info/RECORD"
)
"""What a table never loads. colorzero names setuptools as a requirement, and imports nothing of it.

OpenCV's licences are in its .dist-info folder too. A RECORD would name files that are left out here.
"""

LOCALE = re.compile(r"babel/locale-data/([a-z]{2,4}(?:_[A-Za-z0-9_]+)?)\.dat")
COMMON = re.compile(r"-(?:none-any|abi3-[^-]+)\.whl$")
"""Wheels that every Python of this machine type can load."""


class BadWheel(Exception):
    """A wheel is missing, has another hash, or does not fit beside the others."""


def lock_of(system: System) -> Path:
    return LOCKS / f"{system.tag}.lock"


def download(system: System, folder: Path) -> list[Path]:
    """Return the wheels of the lock file, fetched into that folder unless they are there.

    Raises :class:`BadWheel` for a wheel that is missing or has another hash.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = lock_of(system)
    wanted = {f"{name.replace('-', '_')}-{version}-": hashes for name, version, hashes in pins(lock)}
    if len(_sound(folder, wanted)) < len(wanted):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--require-hashes", "--dest", str(folder), *system.options, "--requirement", str(lock)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if not line.startswith("WARNING: Location")]
            raise BadWheel(f"{lock.name} for {system.debian}, {system.machine}: {' '.join(errors)[-800:]}")
    found = _sound(folder, wanted)
    if len(found) != len(wanted):
        raise BadWheel(f"{folder} has {len(found)} wheels of {lock.name}, which names {len(wanted)}")
    return found


def pins(lock: Path) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield name, version and SHA-256 hashes of each package of a lock file."""
    for entry in re.split(r"\n(?=[A-Za-z0-9])", lock.read_text("utf-8")):
        if found := re.match(r"([A-Za-z0-9._-]+)==(\S+)", entry):
            yield found[1], found[2], frozenset(re.findall(r"sha256:([0-9a-f]{64})", entry))


def _sound(folder: Path, wanted: Mapping[str, frozenset[str]]) -> list[Path]:
    """Return the wheels in the folder that have a hash of the lock file."""
    return [
        wheel
        for wheel in sorted(folder.glob("*.whl"))
        for name, hashes in wanted.items()
        if wheel.name.lower().startswith(name) and hashlib.sha256(wheel.read_bytes()).hexdigest() in hashes
    ]


def unpack(wheels: Sequence[Path], common: Path, own: Path, languages: Sequence[str]) -> None:
    """Unpack wheels: those for every Python into ``common``, the others into ``own``.

    Left out are :data:`UNUSED` and the locale data of languages and countries that the program does not have. Raises
    :class:`BadWheel` if two wheels have a file of the same name with different content.
    """
    for wheel in wheels:
        folder = common if COMMON.search(wheel.name) else own
        with zipfile.ZipFile(wheel) as archive:
            for part in archive.infolist():
                if not part.is_dir() and _is_used(part.filename, languages):
                    _place(folder / part.filename, archive.read(part), wheel)


def _place(file: Path, data: bytes, wheel: Path) -> None:
    if file.exists() and file.read_bytes() != data:
        raise BadWheel(f"{wheel.name} has another {file.name} than a wheel before it")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _is_used(name: str, languages: Sequence[str]) -> bool:
    """Return whether a table needs that file. The data of a language begin with those of its parent: pt, then pt_BR."""
    if locale := LOCALE.fullmatch(name):
        return any(language == locale[1] or language.startswith(f"{locale[1]}_") for language in languages)
    return not UNUSED.fullmatch(name)
