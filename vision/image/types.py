"""Types of the arrays passed between modules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
"""One boolean per element."""

Bytes = NDArray[np.uint8]
"""Pixels: a mask (255 or 0), a grey picture, or the channels of one."""
