"""Files of numpy arrays beside the configuration."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.kept_file import content_of, keep
from device.notices import Notices

LARGEST = 32 << 20
"""Bytes of the arrays of a file, unpacked."""


def load_arrays(file: Path, notices: Notices) -> dict[str, NDArray[Any]] | None:
    """Return the arrays in that file; None if there is none. Raises many kinds of errors for a foreign file."""
    data = content_of(file, notices)
    if data is None:
        return None
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        if sum(part.file_size for part in arrays.zip.infolist()) > LARGEST:
            raise ValueError("too large when unpacked")
        return dict(arrays)


def save_arrays(arrays: Mapping[str, NDArray[Any]], file: Path) -> bool:
    """Write the arrays atomically; return False on failure."""
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **dict(arrays))
    try:
        keep(file, data.getvalue())
    except OSError:
        return False
    return True
