"""Where the configuration is looked for if the command line names none."""

from pathlib import Path

HERE = Path("quarterdeck.toml")
INSTALLED = Path("/var/lib/quarterdeck/quarterdeck.toml")
"""The configuration of the service."""


def usual_file() -> Path | None:
    """Return ``quarterdeck.toml`` of the present folder, else that of the service; None if there is neither."""
    return first_of(HERE, INSTALLED)


def first_of(*files: Path) -> Path | None:
    return next((file for file in files if _exists(file)), None)


def _exists(file: Path) -> bool:
    """Return whether the file exists. A folder that this user may not enter counts as having it."""
    try:
        file.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True
