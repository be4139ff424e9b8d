"""Loads and runs the networks, by ncnn on one thread.

Each network is two files: ``NAME.param`` lists its layers, ``NAME.bin`` has its weights.
"""

from functools import cache
from pathlib import Path

import ncnn
import numpy as np

from vision.errors import BadModel
from vision.i18n import gettext as _
from vision.image import Floats

_FOLDER = Path(__file__).parents[1] / "models"
_INPUT, _OUTPUT = "in0", "out0"
"""Names of a network's input and output in its file."""


def run_network(name: str, pictures: Floats) -> Floats:
    """Run the network ``name`` on pictures (n, planes, h, w) float32. Raises BadModel for a missing or damaged file.

    A plane has a multiple of four pixels. Networks stay loaded, and threads share them and their memory, which is given
    back after each call: what the detector needs is ten times what a crop needs.
    """
    outputs = np.stack([_output(name, picture) for picture in pictures])
    for pool in _pools():
        pool.clear()
    return outputs


def _output(name: str, picture: Floats) -> Floats:
    planes = np.ascontiguousarray(picture, dtype=np.float32)
    # A copy, because a Mat does not keep the array alive, and its memory must begin at a multiple of 64 bytes.
    copy = ncnn.Mat(planes).clone()
    extractor = _loaded(name).create_extractor()
    extractor.input(_INPUT, copy)
    error, output = extractor.extract(_OUTPUT)
    if error:
        raise _damaged(name)
    return np.array(output)


@cache
def _pools() -> tuple[ncnn.PoolAllocator, ncnn.PoolAllocator]:
    """Return the memory for layers and the memory for their sums; by itself, each network would keep its own."""
    return ncnn.PoolAllocator(), ncnn.PoolAllocator()


@cache
def _loaded(name: str) -> ncnn.Net:
    layers, weights = _FOLDER / f"{name}.param", _FOLDER / f"{name}.bin"
    network = ncnn.Net()
    network.opt.num_threads = 1
    network.opt.blob_allocator, network.opt.workspace_allocator = _pools()
    # Single precision on every processor: the same picture gives the same values.
    network.opt.use_fp16_arithmetic = network.opt.use_fp16_storage = network.opt.use_bf16_storage = False
    if network.load_param(str(layers)) != 0 or network.load_model(str(weights)) != 0:
        raise _damaged(name)
    return network


def _damaged(name: str) -> BadModel:
    return BadModel(_("{file} is missing or damaged: install Quarterdeck again.", file=_FOLDER / f"{name}.bin"))
