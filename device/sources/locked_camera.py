"""Camera with locked settings, held in memory until they are saved in the configuration."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from device.cameras.camera import Camera
from device.cameras.config import CameraConfig
from device.cameras.process import CameraProcess
from device.config.editor import keep_values
from device.errors import BadConfig


class LockedCamera:
    """Camera of the configuration in that file, which can be opened repeatedly.

    ``warned`` is called once with each warning.
    """

    def __init__(self, file: Path, config: CameraConfig, warned: Callable[[str], None]) -> None:
        self._file = file
        self._warned = warned
        self._told: set[str] = set()
        self.config = config
        """Configuration, with the settings the camera was locked to."""

    @property
    def opener(self) -> Callable[[], Camera] | None:
        return None if self.config.kind == "none" else self.open

    def open(self) -> Camera:
        return CameraProcess(self.config, noted=self._tell, locked=self._keep)

    def _tell(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._warned(sentence)

    def _keep(self, locked: Mapping[str, float]) -> None:
        self.config = replace(self.config, **locked)
        try:
            keep_values(self._file, "camera", locked)
        except BadConfig as error:
            self._tell(str(error))
