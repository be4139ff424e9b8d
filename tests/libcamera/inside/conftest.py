"""What picamera2 finds on a Raspberry Pi and not here: memory for its buffers, and a library for screens.

Everything else of it, and all of libcamera, is real. The virtual camera gives NV12 only, and leaves the state of a
finished buffer unset, so that whether it succeeded is asked of the whole request.
"""

import inspect
import mmap
import os
import sys
import textwrap
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.camera import Image
from device.sources import pi


class Anything(type):
    def __getattr__(cls, name: str) -> str:
        return name


def without_screens() -> None:
    """picamera2 imports pykms to show pictures on a screen; here there is none."""
    module: Any = ModuleType("pykms")
    module.PixelFormat = Anything("PixelFormat", (), {})
    sys.modules.setdefault("pykms", module)


def with_memory_of_our_own(library: Any) -> None:
    """Buffers from anonymous files instead of the kernel's heap for devices."""
    import libcamera
    from picamera2.allocators import DmaAllocator
    from picamera2.allocators.allocator import Allocator, Sync

    class Buffers(DmaAllocator):  # type: ignore[misc]
        def __init__(self) -> None:
            Allocator.__init__(self)
            self.dmaHeap = None
            self.mapped_buffers: dict[int, mmap.mmap] = {}
            self.mapped_buffers_used: dict[int, bool] = {}
            self.frame_buffers: dict[Any, list[Any]] = {}
            self.open_fds: list[int] = []
            self.libcamera_fds: list[int] = []
            self.sync = Mapped

        def allocate(self, libcamera_config: Any, _use_case: Any) -> None:
            self.close()
            self.frame_buffers, self.libcamera_fds, self.open_fds = {}, [], []
            for stream in libcamera_config:
                self.frame_buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

        def _buffer(self, stream: Any) -> Any:
            file = os.memfd_create("picture")
            os.ftruncate(file, stream.frame_size)
            self.open_fds.append(file)
            self.libcamera_fds.append(file)
            self.mapped_buffers_used[file] = False
            luminance = stream.stride * stream.size.height
            planes = []
            for offset, length in ((0, luminance), (luminance, stream.frame_size - luminance)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            buffer = libcamera.FrameBuffer(planes)
            self.mapped_buffers[buffer.planes[0].fd] = mmap.mmap(file, stream.frame_size)
            return buffer

        def acquire(self, _buffers: Any) -> None:
            """A buffer stays as long as the camera is configured like that."""

        def release(self, _buffers: Any) -> None:
            """As above."""

        def close(self) -> None:
            for mapped in self.mapped_buffers.values():
                mapped.close()
            self.mapped_buffers = {}
            for file in self.open_fds:
                os.close(file)
            self.open_fds = []

    class Mapped(Sync):  # type: ignore[misc]
        def __init__(self, allocator: Buffers, buffer: Any, _write: bool) -> None:
            self._mapped = allocator.mapped_buffers[buffer.planes[0].fd]

        def __enter__(self) -> mmap.mmap:
            return self._mapped

        def __exit__(self, *exc: object) -> None:
            pass

    library.DmaAllocator = Buffers


def with_the_requests_own_word(library: Any) -> None:
    """Whether a picture succeeded is asked of its request, not of its buffers, which were never told."""
    source = textwrap.dedent(inspect.getsource(library.Picamera2.process_requests))
    asked = "next(iter(req.request.buffers.values())).metadata.status == libcamera.FrameMetadata.Status.Success"
    assert asked in source, "picamera2 asks otherwise now: look at process_requests"
    answered = "req.request.status == libcamera.Request.Status.Complete"
    exec(compile(source.replace(asked, answered), "process_requests", "exec"), library.__dict__)
    library.Picamera2.process_requests = library.__dict__["process_requests"]


def without_raw_modes(library: Any) -> None:
    def modes(camera: Any) -> list[dict[str, Any]]:
        import libcamera

        formats = camera.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
        return [
            {"format": str(one), "size": (size.width, size.height)}
            for one in formats.pixel_formats
            for size in formats.sizes(one)
        ]

    library.Picamera2._get_raw_modes = modes


@pytest.fixture(scope="session", autouse=True)
def picamera2() -> Any:
    """The real picamera2, with what it lacks here."""
    without_screens()
    import picamera2.picamera2 as library

    with_memory_of_our_own(library)
    with_the_requests_own_word(library)
    without_raw_modes(library)
    return library


def from_nv12(array: Image) -> Image:
    """Blue, green, red of the virtual camera's one format: its brightness is that of JPEGs, 0 to 255, not a video's."""
    height = array.shape[0] * 2 // 3
    video = array.astype(np.float32)
    video[:height] = 16 + video[:height] * 219 / 255
    video[height:] = 128 + (video[height:] - 128) * 224 / 255
    return np.asarray(cv2.cvtColor(video.round().astype(np.uint8), cv2.COLOR_YUV2BGR_NV12), np.uint8)


@pytest.fixture(autouse=True)
def nv12(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pi.BGR, "NV12", from_nv12)
