"""What is the same for all benchmarks: one thread, as on a Pi whose other cores have other things to do."""

from collections.abc import Iterator

import cv2
import pytest


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
