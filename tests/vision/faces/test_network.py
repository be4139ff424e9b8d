"""The learned networks come with the package, or one sentence says that they do not."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from vision.errors import BadModel
from vision.faces import network
from vision.faces.network import run_network


@pytest.mark.parametrize(
    ("name", "shape", "answer"),
    [
        ("classifier", (3, 7, 48, 48), (3, 18)),
        ("fallback_classifier", (3, 6, 64, 64), (3, 7)),
        ("pip_heatmap", (3, 3, 64, 64), (3, 1, 32, 32)),
        ("detector", (1, 3, 64, 96), (1, 6, 16, 24)),
        ("detector", (1, 3, 264, 376), (1, 6, 66, 94)),
    ],
)
def test_a_network_takes_any_number_and_size_of_pictures(
    name: str, shape: tuple[int, ...], answer: tuple[int, ...]
) -> None:
    output = run_network(name, np.zeros(shape, np.float32))
    assert output.shape == answer
    assert np.isfinite(output).all()


@pytest.mark.parametrize("content", [None, b"", b"no network at all", b"7767517\n1 1\nInput in0 0 1 in0\n"])
def test_a_missing_or_damaged_file_is_reported(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_FOLDER", tmp_path)
    if content is not None:
        (tmp_path / "broken.param").write_bytes(content)
        (tmp_path / "broken.bin").write_bytes(b"")
    with pytest.raises(BadModel, match=r"broken\.bin is missing or damaged"):
        run_network("broken", np.zeros((1, 3, 64, 64), np.float32))


def test_all_files_together_are_small() -> None:
    assert sum(file.stat().st_size for file in network._FOLDER.glob("*.*")) < 3_000_000


def test_threads_share_a_network_whatever_the_order_of_planes_in_memory() -> None:
    pictures = np.random.default_rng(1).random((64, 96, 3), dtype=np.float32).transpose(2, 0, 1)[None]
    assert not pictures.flags.c_contiguous
    alone = run_network("detector", np.ascontiguousarray(pictures))
    with ThreadPoolExecutor(3) as pool:
        assert all(np.array_equal(alone, one) for one in pool.map(run_network, ["detector"] * 12, [pictures] * 12))
