"""Libraries of an installed version: a package has those of two Pythons, a machine needs those of its own."""

import shutil
import sys
from pathlib import Path

OWN = f"cp{sys.version_info.major}{sys.version_info.minor}"
"""Name of the folder with libraries for this Python only, under a version's ``lib``."""


def keep_own_libraries(version: Path, own: str = OWN) -> None:
    """Delete the libraries of other Pythons from that version's folder, if it has those of this one.

    The package's ``postinst`` does the same. Raises OSError.
    """
    if (version / "lib" / own).is_dir():
        for other in (version / "lib").glob("cp*"):
            if other.name != own:
                shutil.rmtree(other)
