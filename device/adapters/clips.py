"""Clips of throws, for the page: the latest one, and those that are kept."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from device.config.schema import ReplayConfig
from device.os_errors import reason_of
from device.recording.clip_recorder import ClipRecorder, CurrentGame, named
from device.recording.kept_clips import FOLDER, KeptClips
from engine.i18n import gettext as _
from web.errors import Denied
from web.services.device import Clip, Settings

PATIENCE = 10.0
"""Seconds that encoding a clip may take."""


class TableClips:
    """The clips of a recorder and of a ``store``, as :class:`~web.services.device.Clips`.

    ``settings`` returns the table's settings.
    """

    def __init__(
        self, recorder: ClipRecorder, store: KeptClips | None, settings: Callable[[], Mapping[str, object]]
    ) -> None:
        self.recorder = recorder
        self._store = store
        self._settings = settings

    @property
    def can_keep(self) -> bool:
        """Return whether clips can be kept at all."""
        return self._store is not None

    @property
    def shows_on_tv(self) -> bool:
        """Return whether the table's own screens show clips that only the helm may see otherwise."""
        return self._settings().get("replays_on_tv") is True

    def latest(self) -> Clip | None:
        """Return the clip of the latest throw."""
        made = self.recorder.latest
        return made.clip if made else None

    def find(self, name: str) -> Clip | None:
        """Return the clip of that id."""
        latest = self.latest()
        if latest and latest.id == name:
            return latest
        return self._store.find(name) if self._store else None

    def pictures(self, name: str) -> bytes | None:
        """Return the pictures of that clip, a JPEG."""
        made = self.recorder.latest
        if made and made.clip.id == name:
            return made.strip.result(PATIENCE)
        return self._store.pictures(name) if self._store else None

    def kept(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        """Return the kept clips of these games, or of all, the latest first."""
        return self._store.all(games) if self._store else ()

    def unreadable(self) -> int:
        """Return the number of files that are no clips any more."""
        return self._store.unreadable() if self._store else 0

    def keep(self, name: str) -> Clip:
        """Keep the latest clip with its game."""
        made = self.recorder.latest
        if self._store is None:
            raise Denied(422, "no_clips", _("This table keeps no rolls."))
        if made is None or made.clip.id != name:
            raise Denied(409, "stale", _("There is a newer roll: this one is gone."))
        if made.clip.roll is None:
            raise Denied(409, "not_counted", _("Confirm the roll first, then keep it."))
        clip = replace(named(made.clip), word="")
        try:
            self._store.put(clip, made.strip.result(PATIENCE))
        except OSError as error:
            raise Denied(
                503, "not_kept", _("It can’t be written ({strerror}): free up space.", strerror=reason_of(error)), 10
            ) from None
        return clip

    def remove(self, name: str) -> None:
        """Remove that kept clip."""
        try:
            if self._store and self._store.remove(name):
                return
        except OSError as error:
            raise Denied(
                503, "not_kept", _("It can’t be removed ({strerror}).", strerror=reason_of(error)), 10
            ) from None
        raise Denied(404, "no_such_clip", _("There’s no such roll."))

    def forget_game(self, game: int) -> None:
        """Remove all kept clips of that game."""
        for clip in self.kept((game,)):
            with suppress(OSError):
                assert self._store is not None
                self._store.remove(clip.id)


def clips_of(folder: Path, config: ReplayConfig, open_game: CurrentGame, settings: Settings | None) -> TableClips:
    """Return the clips of a table whose files lie in that folder."""
    kept = KeptClips(folder / FOLDER, int(1e6 * config.keep_mb), config.keep_days)
    store = kept if config.keep_mb else None

    def known() -> Mapping[str, object]:
        return settings.settings() if settings else {}

    return TableClips(ClipRecorder(open_game, store, lambda: known().get("replays") is not False), store, known)
